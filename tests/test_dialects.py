"""Files of all kinds: quoted, escaped, with ends and marks of their own, compressed, in other encodings."""

import bz2
import csv
import gzip
import io
import lzma
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.command import Ended
from tests.duck import execute, query

Run = Callable[..., Ended]

_SQL = "CREATE TABLE t (a INTEGER, b VARCHAR, c DECIMAL(10,2));"


@pytest.fixture
def load(run: Run, tmp_path: Path) -> Callable[..., Ended]:
    """Load a file of some bytes into table t of warehouse.duckdb."""
    (tmp_path / "schema.sql").write_text(_SQL)

    def load(text: bytes, *options: object, name: str = "t.csv", mode: str = "create") -> Ended:
        (tmp_path / name).write_bytes(text)
        schema = ("--schema", "schema.sql", "--ddl-dialect", "duckdb", "--table", "t", "--mode", mode)
        return run("load", name, "--to", "warehouse.duckdb", *schema, *options, cwd=tmp_path)

    return load


def rows(tmp_path: Path) -> list[tuple]:
    return query(tmp_path / "warehouse.duckdb", "SELECT a, b, c::DOUBLE FROM t ORDER BY a")


_QUOTED = b'1,"Smith, ""J""",1.50\n2,,-7\n3,"",0\n4,"two\r\nlines",0.25\n5,5" pipe,1\n'
_QUOTED_ROWS = [(1, 'Smith, "J"', 1.5), (2, None, -7.0), (3, "", 0.0), (4, "two\r\nlines", 0.25), (5, '5" pipe', 1.0)]


@pytest.mark.parametrize(
    ("what", "text", "options", "expected"),
    [
        ("quotes seen in the sample", _QUOTED, (), _QUOTED_ROWS),
        ("quotes asked for", _QUOTED, ("--quote", '"'), _QUOTED_ROWS),
        ("CRLF", _QUOTED.replace(b"\n", b"\r\n").replace(b"\r\r", b"\r"), (), _QUOTED_ROWS),
        ("CR", b"1,a,1\r2,b,2\r", ("--terminator", "any"), [(1, "a", 1.0), (2, "b", 2.0)]),
        ("mixed ends", b"1,a,1\r2,b,2\r\n3,c,3\n4,d,4", ("--terminator", "any"), [(n, "abcd"[n - 1], n) for n in (1, 2, 3, 4)]),  # noqa: E501
        ("an end of one's own", b"1;;a\n;;1~~2;;b;;2~~", ("-d", ";;", "--terminator", "~~"), [(1, "a\n", 1.0), (2, "b", 2.0)]),  # noqa: E501
        ("quotes of another kind", b"1,'it''s, so',1\n", ("--quote", "'"), [(1, "it's, so", 1.0)]),
        ("escapes", b'1,"say \\"hi\\", please",1\n2,a\\,b,2\n', ("--quote", '"', "--escape", "\\"), [(1, 'say "hi", please', 1.0), (2, "a,b", 2.0)]),  # noqa: E501
        ("escaped NULL", b"1,\\N,1\n2,N,2\n", ("--escape", "\\", "--null", "\\N"), [(1, None, 1.0), (2, "N", 2.0)]),
        ("comments", b"# what follows\n1,a,1\n#2,b,2\n3,c,3\n", ("--comment", "#"), [(1, "a", 1.0), (3, "c", 3.0)]),
        ("blank lines", b"\n1,a,1\n\r\n\n2,b,2\n\n", ("--blank-lines", "skip"), [(1, "a", 1.0), (2, "b", 2.0)]),
        ("a delimiter of several bytes", "1§a§1\n2§§2\n".encode(), ("-d", "§"), [(1, "a", 1.0), (2, None, 2.0)]),
        ("many NULL texts", b"1,NA,1\n2,-,-\n3,,3\n", ("--null", "NA", "--null", "-"), [(1, None, 1.0), (2, None, None), (3, "", 3.0)]),  # noqa: E501
        ("NULL in quotes", b'1,"NA",1\n2,"",2\n', ("--quote", '"', "--null", "NA", "--null-quoted"), [(1, None, 1.0), (2, "", 2.0)]),  # noqa: E501
        ("no NULL in quotes", b'1,"NA",1\n', ("--quote", '"', "--null", "NA"), [(1, "NA", 1.0)]),
        ("marks as text", b'1,"a",1\n', ("--quote", "none"), [(1, '"a"', 1.0)]),
        ("a header behind blank lines and comments", b"\n# by hand\n\r\na,b,c\n1,x,1\n", ("--header", "names", "--blank-lines", "skip", "--comment", "#"), [(1, "x", 1.0)]),  # noqa: E501
        ("a header in quotes", b'"a","b","C"\n1,x,1\n', ("--header", "names"), [(1, "x", 1.0)]),
        ("a header over two lines", b'a,"the\nb",c\n1,x,1\n', ("--header", "skip", "--quote", '"'), [(1, "x", 1.0)]),
    ],
)  # fmt: skip
def test_dialects(
    load: Callable[..., Ended], tmp_path: Path, what: str, text: bytes, options: tuple[str, ...], expected: list[tuple]
) -> None:
    ended = load(text, *options)
    assert ended.code == 0, ended.err
    assert rows(tmp_path) == expected, what


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        (b'1,a,1\n2,"b,2\n3,c,3\n', ("--quote", '"'), "t.csv:2 (byte 8), column 2 b: the quote that opens here is never closed."),  # noqa: E501
        (b'1,"a\nb","c\n', ("--quote", '"'), "t.csv:2 (byte 8), column 3 c: the quote that opens here is never closed."),  # noqa: E501
        (b'1,a,1\n2,"b"x,2\n', ("--quote", '"'), 't.csv:2 (byte 8), column 2 b: ""b"x" has text behind its closing quote, from its byte 4 on.'),  # noqa: E501
        (b'1,"",1\n"",b,2\n', ("--quote", '"'), 't.csv:2 (byte 7), column 1 a: "" is not an integer: it is empty.'),
        (b'1,"a, b",1\n2,"b"\n', ("--quote", '"'), "t.csv:2 (byte 11): found 2 fields, expected 3 fields."),
        (b"1,a,1\n", ("--delimiter", ";", "--quote", ";"), "delimiter and quote are the same"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_quotes(
    load: Callable[..., Ended], tmp_path: Path, text: bytes, options: tuple[str, ...], message: str
) -> None:
    ended = load(text, *options)
    assert ended.code in (1, 2)
    assert message in ended.error
    assert not (tmp_path / "warehouse.duckdb").exists()


def test_a_file_that_was_taken_for_unquoted_and_is_not(load: Callable[..., Ended]) -> None:
    """The sample is of the head, the middle and the tail: what it did not see is an error, not text with quotes."""
    plain = b"".join(b"%d,plain,1\n" % number for number in range(40_000))
    text = plain + b'7,"quoted, here",1\n' + plain * 2
    ended = load(text)
    assert ended.code == 1
    assert ended.error == (
        f't.csv:40001 (byte {len(plain) + 2}), column 2 b: ""quoted" begins with a quote, and the file was taken for '
        "unquoted. Say --quote '\"' if fields are quoted, or --quote none if quotation marks are text"
    )
    assert load(text, "--quote", '"').code == 0


def test_random_tables_by_python(load: Callable[..., Ended], tmp_path: Path) -> None:
    """What Python's csv module writes is read as it was meant, at every length and in every stream."""
    random.seed(7)
    pieces = ['"', ",", "\n", "\r\n", "x", " ", "é", "'", "\\", "long text " * 4]
    texts = ["".join(random.choices(pieces, k=random.randrange(1, 8))) for _ in range(20_000)]
    table = [(number, text, number / 4) for number, text in enumerate(texts)]
    text = io.StringIO(newline="")
    csv.writer(text, quoting=csv.QUOTE_MINIMAL, lineterminator="\n").writerows(table)
    assert load(text.getvalue().encode(), "--quote", '"', "--streams", 2).code == 0
    assert rows(tmp_path) == table


def test_quoted_lineitem_is_what_duckdb_reads(run: Run, tpch: Path, tmp_path: Path) -> None:
    target, quoted = tmp_path / "warehouse.duckdb", tmp_path / "lineitem.csv"
    lines = (tpch / "lineitem.tbl").read_text().splitlines()
    with quoted.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, quoting=csv.QUOTE_ALL).writerows(line.rstrip("|").split("|") for line in lines)
    assert run("load", quoted, "--to", target, "--schema", "tpch", "--delimiter", ",").code == 0
    assert run("load", tpch / "lineitem.tbl", "--to", target, "--schema", "tpch", "--table", "plain").code == 2
    execute(target, "CREATE TABLE other AS FROM lineitem LIMIT 0")
    execute(target, f"COPY other FROM '{quoted}' (FORMAT csv, HEADER false)")
    assert query(target, "SELECT count(*) FROM (FROM lineitem EXCEPT ALL FROM other)") == [(0,)]
    assert query(target, "SELECT count(*) FROM lineitem") == [(len(lines),)]


def test_headers_in_any_order(run: Run, tmp_path: Path) -> None:
    """Each file of a glob has its own order of columns, which its header says; in parts, and compressed."""
    (tmp_path / "schema.sql").write_text(_SQL)
    (tmp_path / "t.1.csv").write_bytes(b"a,b,c\n1,x,1\n")
    lines = "".join(f"{n}.5,{n},text {n}\n" for n in range(100, 200_000))
    (tmp_path / "t.2.csv").write_text("C,A,B\n" + lines)
    (tmp_path / "t.3.csv.gz").write_bytes(gzip.compress(b"b,c,a\ny,2,2\n"))
    arguments = ("t.*", "--to", "warehouse.duckdb", "--table", "t", "--schema", "schema.sql", "--header", "names")
    ended = run("load", *arguments, cwd=tmp_path)
    assert ended.code == 0, ended.err
    found = rows(tmp_path)
    assert found[:2] == [(1, "x", 1.0), (2, "y", 2.0)]
    assert found[2:] == [(n, f"text {n}", n + 0.5) for n in range(100, 200_000)]
    for header, words in [
        (b"a,c,d", "it lacks b; it has 'd', which the table has not"),
        (b"a,b", "it lacks c"),
        (b"a,b,b", "it has 'b' more than once"),
    ]:
        (tmp_path / "t.1.csv").write_bytes(header + b"\n1,x,1\n")
        ended = run("load", *arguments, "--mode", "replace", cwd=tmp_path)
        assert ended.code == 1
        assert ended.error.startswith(f"t.1.csv:1 (byte 0): the header does not name the columns of the table: {words}")


# ---- compression and encodings


def lz4(text: bytes) -> bytes:
    """Return an LZ4 frame of one stored block: no encoder is at hand, and the format allows it."""
    # Magic; version 1, independent blocks; blocks of 4 MB; the header's checksum of those two bytes.
    return b"\x04\x22\x4d\x18\x60\x70\x73" + (len(text) | 1 << 31).to_bytes(4, "little") + text + b"\0\0\0\0"


@pytest.mark.parametrize(
    ("name", "compress"),
    [
        ("t.csv.gz", gzip.compress),
        ("t.csv", gzip.compress),
        ("t.csv.gz", lambda text: gzip.compress(text[:9]) + gzip.compress(text[9:])),
        ("t.csv.bz2", bz2.compress),
        ("t.csv.xz", lzma.compress),
        ("t.csv.lz4", lz4),
    ],
)
def test_compressed_files(
    load: Callable[..., Ended], tmp_path: Path, name: str, compress: Callable[[bytes], bytes]
) -> None:
    ended = load(compress(_QUOTED), name=name)
    assert ended.code == 0, ended.err
    assert rows(tmp_path) == _QUOTED_ROWS


def test_a_large_compressed_file(load: Callable[..., Ended], tmp_path: Path) -> None:
    text = b"".join(b"%d,%s,1.5\n" % (number, b"x" * (number % 50)) for number in range(300_000))
    ended = load(gzip.compress(text, 1), "--json", name="t.csv.gz")
    assert ended.code == 0, ended.err
    (table,) = ended.json["tables"]
    assert (table["rows_read"], table["rows_loaded"], table["bytes_read"]) == (300_000, 300_000, len(text))
    found = query(tmp_path / "warehouse.duckdb", "SELECT count(*), sum(a), sum(length(b)) FROM t")
    assert found == [(300_000, sum(range(300_000)), sum(number % 50 for number in range(300_000)))]


def test_faults_in_compressed_files(load: Callable[..., Ended], tmp_path: Path) -> None:
    whole = gzip.compress(_QUOTED * 1000)
    flipped = whole[:100] + bytes([whole[100] ^ 4]) + whole[101:]
    for text, words in [
        (whole[:-9], "it is cut short"),
        (flipped, "damaged gzip archive"),
        (whole + b"garbage", "damaged"),
    ]:
        ended = load(text, name="t.csv.gz")
        assert ended.code == 1
        assert words in ended.error
        assert not (tmp_path / "warehouse.duckdb").exists()
    # A faulty record has its place in the text.
    ended = load(gzip.compress(b"1,a,1\n2,b,x\n"), name="t.csv.gz")
    assert ended.error.startswith('t.csv.gz:2 (byte 10), column 3 c: "x" is not a decimal')


@pytest.mark.parametrize(
    ("encoding", "mark", "options"),
    [
        ("utf-16-le", b"\xff\xfe", ()),
        ("utf-16-be", b"\xfe\xff", ()),
        ("utf-16-le", b"", ("--encoding", "utf-16le")),
        ("latin-1", b"", ("--encoding", "latin1")),
        ("windows-1252", b"", ("--encoding", "windows-1252")),
        ("shift_jis", b"", ("--encoding", "Shift_JIS")),
        ("gb18030", b"", ("--encoding", "gb18030")),
    ],
)
def test_encodings(
    load: Callable[..., Ended], tmp_path: Path, encoding: str, mark: bytes, options: tuple[str, ...]
) -> None:
    word = {"shift_jis": "表ソ", "gb18030": "中文€"}.get(encoding, "Müller")
    text = mark + f'1,{word},1\n2,"{word}, ""x""",2\n'.encode(encoding)
    ended = load(text, *options)
    assert ended.code == 0, ended.err
    assert rows(tmp_path) == [(1, word, 1.0), (2, f'{word}, "x"', 2.0)]


def test_what_cannot_be_decoded(load: Callable[..., Ended]) -> None:
    ended = load("1,表,1\n".encode("shift_jis") + b"2,\x81\xff,2\n", "--encoding", "shift_jis")
    assert ended.code == 1
    assert "t.csv: " in ended.error
    assert "Shift_JIS" in ended.error
    ended = load(b"1,a,1\n", "--encoding", "shift-jiss")
    assert ended.code == 2
    assert ended.error.endswith("Did you mean shift_jis?")


def test_values_that_are_written_otherwise(run: Run, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_bytes(b"1;01.02.1998;1.234,50 EUR;ja\n2;;-7,00;nein\n")
    (tmp_path / "s.sql").write_text("CREATE TABLE t (a INTEGER, d DATE, m DECIMAL(10,2), b BOOLEAN);")
    (tmp_path / "job.yaml").write_text(
        "to: warehouse.duckdb\nschema: s.sql\nfiles: t.csv\ndelimiter: ';'\ncolumns:\n"
        "  d: {format: '%d.%m.%Y'}\n"
        "  m: {decimal_separator: ',', thousands_separator: '.', currency: EUR}\n"
        "  b: {true_words: ja, false_words: nein}\n"
    )
    ended = run("load", "job.yaml", cwd=tmp_path)
    assert ended.code == 0, ended.err
    found = query(tmp_path / "warehouse.duckdb", "SELECT a, d::VARCHAR, m::VARCHAR, b FROM t ORDER BY a")
    assert found == [(1, "1998-02-01", "1234.50", True), (2, None, "-7.00", False)]
    plan = run("plan", "job.yaml", "--mode", "replace", cwd=tmp_path)
    assert "made plain before they are converted: d, m, b" in plan.out
    (tmp_path / "t.csv").write_bytes(b"1;31.02.1998;1,50;ja\n")
    ended = run("load", "job.yaml", "--mode", "replace", cwd=tmp_path)
    assert ended.error.startswith('t.csv:1 (byte 2), column 2 d: "31.02.1998" is not a date')


def test_quotes_are_seen_that_end_in_another_line(load: Callable[..., Ended], tmp_path: Path) -> None:
    ended = load(b'1,"two\nlines",3\n2,b,4\n', "--max-rejects", "5")
    assert ended.code == 0
    assert rows(tmp_path) == [(1, "two\nlines", 3.0), (2, "b", 4.0)]
