r"""What pandas.read_csv reads, as text unless the case says otherwise.

Re-created from the cases of pandas/tests/io/parser of pandas (https://github.com/pandas-dev/pandas; Copyright 2008 to
today AQR Capital Management, Lambda Foundry, PyData Development Team and contributors, BSD 3-Clause): quoting, comment,
dialect, na_values, skiprows, header, encoding, read_errors, c_parser_only, textreader, common (basic, ints, float,
decimal).
"""

import bz2
import gzip
import lzma

from tests.suites.case import FAILS, REFUSED, cases_with

_case = cases_with(quote='"', blank_lines="skip", terminator="any", header="names", delimiter=",")

_NONE = {"header": "none"}
_LATE = "a comment is a whole line: what begins later is text of its field"
_BEHIND = "text behind a closing quote is an error: nobody knows what was meant"
_SPACES = "one delimiter is one delimiter: fields are not separated by as many spaces as there are"
_SHORT = "a record with fields missing is an error unless --ragged pad says otherwise"
_LONG = "fields that no column has are an error, never an index"
_GUESS = "nothing is taken for NULL but the texts that are given"
_TYPES = "a type is said, not guessed from the values, and a value that is none of it is an error"
_ABC = {"names": "a b c"}
_123 = [("1", "2", "3")]
_123_456 = [("1", "2", "3"), ("4", "5", "6")]
_ABCD = [("a", "b", "c"), ("d", "e", "f"), ("g", "h", "i")]

CASES = [
    # quoting
    _case('a,b,c\n1,2,"cat"', [("1", "2", "cat")], **_ABC),
    *(_case(f"a,b,c\n1,2,{quote}cat{quote}", [("1", "2", "cat")], quote=quote, **_ABC) for quote in "~*%$@P"),
    _case("a,b,c\n1,2,3", _123, quote="none", **_ABC),
    _case('1,2,"foo"', [("1", "2", "foo")], **_NONE),
    _case('1,2,"foo"', [("1", "2", '"foo"')], quote="none", **_NONE),
    _case('1,2,"foo"', [(1.0, 2.0, "foo")], types="DOUBLE DOUBLE VARCHAR", **_NONE),
    _case('a,b\n3,"4 "" 5"', [("3", '4 " 5')], names="a b"),
    _case('a,b\n3,"4 "" 5"', [("3", '4 " 5"')], names="a b", differs="two quotes within quotes are always one"),
    _case("a\n1", [("1",)], names="a", quote="\x01"),
    _case('a,b,c\n1,2,"3', FAILS, **_ABC),
    _case('a,b,c\n1,2,"3"', _123, **_ABC),
    _case("a,b,c\n1,2,3", REFUSED, quote="foo", **_ABC),
    # comments
    _case(
        "A,B,C\n1,2.,4.#hello world\n5.,NaN,10.0\n",
        [("1", "2.", "4."), ("5.", None, "10.0")],
        comment="#",
        null="NaN",
        names="A B C",
        differs=_LATE,
    ),
    _case(
        "# empty\nA,B,C\n1,2.,4.\n#ignore this line\n5.,NaN,10.0\n",
        [("1", "2.", "4."), ("5.", None, "10.0")],
        comment="#",
        null="NaN",
        names="A B C",
    ),
    _case(
        "# empty*A,B,C*1,2.,4.*#ignore this line*5.,NaN,10.0*",
        [("1", "2.", "4."), ("5.", None, "10.0")],
        comment="#",
        null="NaN",
        terminator="*",
        names="A B C",
    ),
    *(_case(f"a,b,c\n1,2,3{mark}ignore this!\n4,5,6", _123_456, comment=mark, differs=_LATE, **_ABC) for mark in "#@"),
    *(_case(f"a,b,c\n{mark}ignore\n1,2,3\n{mark}\n4,5,6", _123_456, comment=mark, **_ABC) for mark in "#~&^*@"),
    _case("# notes\na,b,c\n# more notes\n1,2,3", _123, comment="#", **_ABC),
    _case("# notes\na,b,c\n# more notes\n1,2,3", [("a", "b", "c"), *_123], comment="#", **_NONE),
    _case("# c\ncol1,col2\n4,5\n7,#N/A\n", [("4", "5"), ("7", None)], comment="#", null="#N/A", names="col1 col2"),
    # blank lines
    _case(
        "\n\n\na,b,c\n\n1,2,3\n\n\n4,5,6\n\n",
        _123_456,
        **_ABC,
    ),
    _case("a,b,c\n\n1,2,3\n\n\n4,5,6\n\n", _123_456, **_ABC),
    _case("a,b,c\n\n1,2,3\n   \n4,5,6\n", _123_456, **_ABC, differs="a line of spaces is a record of one field"),
    _case(
        "A,B\n\n1,2\n",
        [("1", "2")],
        blank_lines="error",
        names="A B",
        differs="a blank line has no fields to be NULL: skip it, or it is an error",
    ),
    # ends
    _case("a,b,c~1,2,3~4,5,6", _123_456, terminator="~", **_ABC),
    _case("a,b,c\r1,2,3\r4,5,6", _123_456, **_ABC),
    _case("a,b,c\r\n1,2,3\r\n4,5,6\r\n", _123_456, **_ABC),
    _case("A,B\rx,1\r,2", [("x", "1"), (None, "2")], names="A B"),
    _case(' a,b,c\r"a,b","e,d","f,f"', [(" a", "b", "c"), ("a,b", "e,d", "f,f")], **_NONE),
    _case("1\r1\r1\r 1\r 1\r11\r", [("1",), ("1",), ("1",), (" 1",), (" 1",), ("11",)], **_NONE),
    _case("a,b,c\n1,2,3\n4,5\r X,6\n", [("1", "2", "3"), ("4", "5", None), (" X", "6", None)], ragged="pad", **_ABC),
    _case('a,b\n"1\r\n2",3\n', [("1\r\n2", "3")], names="a b"),
    # whitespace
    _case("a b c~1 2 3~4 5 6", _123_456, delimiter="space", terminator="~", **_ABC),
    _case('a  b\na\t\t "b"\n', [("a", "b"), ("a", "b")], delimiter="space", differs=_SPACES, **_NONE),
    _case("a,   b\na,   b", [("a", "b"), ("a", "b")], columns={"*": {"trim": "left"}}, **_NONE),
    _case(
        'a\n "q"\n',
        [("q",)],
        names="a",
        columns={"*": {"trim": "left"}},
        differs="a quote opens a field at its first byte only; trimming comes later",
    ),
    # NULL
    _case("A,B\na,1\n,2\nNA,3\n", [("a", "1"), (None, "2"), (None, "3")], names="A B", null=["", "NA"]),
    _case("A,B\na,1\nNA,3\nnan,4\n", [("a", "1"), (None, "3"), (None, "4")], names="A B", differs=_GUESS),
    _case("A,B,C\nignore,this,row\n1,NA,3\n", [("ignore", "this", "row"), ("1", None, "3")], null="NA", names="A B C"),
    _case("a,b\n-999,1.2\n2,-999\n3,4.5\n", [(None, "1.2"), ("2", None), ("3", "4.5")], null="-999", names="a b"),
    _case(
        "a,b\n-999,1.200\n2,-999.000\n",
        [(None, 1.2), ("2", None)],
        null=["-999", "-999.0"],
        names="a b",
        types="VARCHAR DOUBLE",
        differs="NULL is a text, not a number: -999.000 is another text than -999.0",
    ),
    _case('a,b\n"NA",1\n', [(None, "1")], null="NA", null_quoted=True, names="a b"),
    _case('a,b\n"NA",1\n', [("NA", "1")], null="NA", names="a b"),
    _case("a,b\n,x\n", [("", "x")], null="none at all", names="a b"),
    _case("a,b\nx,x\n", [(None, "x")], columns={"a": {"null": "x"}}, names="a b"),
    _case("a,b,c\n1,2,3\n4,,", [("1", "2", "3"), ("4", None, None)], **_ABC),
    _case('a,b,c\n1,"",3\n', [("1", None, "3")], **_ABC, differs='"" is the empty text unless --null-quoted'),
    _case('a,b,c\n1,"",3\n', [("1", None, "3")], null_quoted=True, **_ABC),
    # ragged
    _case(
        "1,2,3\n1,2,3,4\n1,2\n",
        [("1", "2", "3", None), ("1", "2", "3", "4"), ("1", "2", None, None)],
        ragged="pad",
        **_NONE,
    ),
    _case("1,2,3\n1,2\n", [("1", "2", "3"), ("1", "2", None)], differs=_SHORT, **_NONE),
    _case("1,2,3\n1,2\n", FAILS, names=3, **_NONE),
    _case("a:b:c\nd:e:f\ng:h:i\nj:k:l:m\n", FAILS, delimiter=":", names=3, **_NONE),
    _case("a:b:c\nd:e:f\ng:h:i\nj:k:l:m\n", _ABCD, delimiter=":", ragged="reject", max_rejects=1, **_NONE),
    _case("a,b\n1,2,3\n4,5,6\n", [("2", "3"), ("5", "6")], names="a b", differs=_LONG),
    _case(
        "a,b\n1,2,\n3,4,\n",
        [("1", "2"), ("3", "4")],
        names="a b",
        differs="an empty field too many is one too many, unless --trailing-delimiter",
    ),
    _case("1,2,\n3,4,\n", [("1", "2"), ("3", "4")], trailing_delimiter=True, **_NONE),
    _case('a,b\n1,"x"y\n', [("1", "xy")], names="a b", differs=_BEHIND),
    _case(",,,,\n", [(None,) * 5], **_NONE),
    # headers
    _case("a,b,c\n1,2,3\n4,5,6\n", _123_456, **_ABC),
    _case('"a","b"\n1,2\n', [("1", "2")], names="a b"),
    _case("b,a\n1,2\n", [("2", "1")], names="a b"),
    _case("skip\n1,2,3\n", _123, header="skip"),
    _case("a,b,c\n1,2,3", [("a", "b", "c"), *_123], **_NONE),
    _case(
        "skip this\nskip this\na,b,c\n1,2,3\n4,5,6",
        _123_456,
        skip_lines=2,
        **_ABC,
    ),
    _case(
        "#foo\n#foo\n\n1/1/2000,1.\n1/2/2000,4\n",
        [("1/1/2000", "1."), ("1/2/2000", "4")],
        skip_lines=3,
        **_NONE,
    ),
    _case(
        "a\nfoo\nbar\nfooter\n",
        [("foo",), ("bar",)],
        skip_footer=1,
        names="a",
    ),
    _case("", [], names="a b"),
    _case("a,b\n", [], names="a b"),
    # delimiters and escapes
    _case("a\tb\n1\t2\n", [("1", "2")], delimiter="tab", names="a b"),
    _case("a|b\n1|2\n", [("1", "2")], delimiter="|", names="a b"),
    _case("a::b\n1::2\n", [("1", "2")], delimiter="::", names="a b"),
    _case("A§B\n1§2\n", [("1", "2")], delimiter="§", names="A B"),
    _case('\\"hello world"\n\\"hello world"\n', [('"hello world"',)] * 2, escape="\\", **_NONE),
    _case(
        'SEARCH_TERM,URL\n"bra tv bord","http://x/1"\n"tv p\xc3\xa5 hjul","http://x/\\"y"\n',
        [("bra tv bord", "http://x/1"), ("tv p\xc3\xa5 hjul", 'http://x/"y')],
        escape="\\",
        names="SEARCH_TERM URL",
    ),
    _case("a,b\n1\\,2,3\n", [("1,2", "3")], escape="\\", names="a b"),
    _case("a,b,c\n4,\x00,6\n", [("4", "\x00", "6")], **_ABC),
    # encodings and archives
    _case("\ufeffa\n1", [("1",)], names="a"),
    _case('\ufeff"a"\n1', [("1",)], names="a"),
    _case("a,b\né,ü\n".encode("latin-1"), [("é", "ü")], encoding="latin1", names="a b"),
    _case("a,b\né,ü\n".encode("utf-16"), [("é", "ü")], encoding="utf-16", names="a b"),
    _case("a,b\né,ü\n".encode("utf-16-be"), [("é", "ü")], encoding="utf-16be", names="a b"),
    _case("a\nあいう\n".encode("shift_jis"), [("あいう",)], encoding="shift_jis", names="a"),
    _case("a\né\n".encode("latin-1"), FAILS, names="a"),
    _case(gzip.compress(b"a,b,c\n1,2,3\n4,5,6\n"), _123_456, **_ABC),
    _case(bz2.compress(b"a,b,c\n1,2,3\n4,5,6\n"), _123_456, **_ABC),
    _case(lzma.compress(b"a,b,c\n1,2,3\n4,5,6\n"), _123_456, **_ABC),
    # values
    _case(
        "12345,67\n345,678",
        [(12345.67,), (345.678,)],
        delimiter=":",
        types="DOUBLE",
        columns={"*": {"decimal_separator": ","}},
        **_NONE,
    ),
    _case(
        "123,456\n12,500",
        [(123456,), (12500,)],
        delimiter=":",
        types="BIGINT",
        columns={"*": {"thousands_separator": ","}},
        **_NONE,
    ),
    _case(
        "123.456\n12.500",
        [(123456,), (12500,)],
        delimiter=":",
        types="BIGINT",
        columns={"*": {"thousands_separator": "."}},
        **_NONE,
    ),
    _case(
        "A|B\n1,000|2\n10|-3,000\n",
        [(1000.0, 2), (10.0, -3000)],
        delimiter="|",
        types="DOUBLE INTEGER",
        names="A B",
        columns={"*": {"thousands_separator": ","}},
    ),
    _case("True\nFalse\nTrue\nTrue", [(True,), (False,), (True,), (True,)], types="BOOLEAN", **_NONE),
    _case("A,B\nfoo,bar\nja,nein\n", FAILS, types="BOOLEAN BOOLEAN", names="A B"),
    _case("A\nyes\nno\n", [(True,), (False,)], types="BOOLEAN", names="A"),
    _case("a\ninf\n-inf\nInfinity\n", [(float("inf"),), (-float("inf"),), (float("inf"),)], types="DOUBLE", names="a"),
    _case("a\n1.0\n2.0\n", [(1,), (2,)], types="INTEGER", names="a", differs=_TYPES),
    _case("a\n9223372036854775807\n-9223372036854775808\n", [(2**63 - 1,), (-(2**63),)], types="BIGINT", names="a"),
    _case("a\n9223372036854775808\n", FAILS, types="BIGINT", names="a"),
    _case("a\n18446744073709551615\n", [(2**64 - 1,)], types="UBIGINT", names="a"),
    _case("a\n1e5\n1.7e-3\n", [(1e5,), (1.7e-3,)], types="DOUBLE", names="a"),
    _case("a\n1.0500000000000000444089210\n", [(1.05,)], types="DOUBLE", names="a"),
    _case(
        "a\n10E-617\n10E-100000\n",
        [(0.0,), (0.0,)],
        types="DOUBLE",
        names="a",
        differs="nothing but zero becomes zero: what is too small for the type is an error",
    ),
    _case("a\n1997-13-01\n", FAILS, types="DATE", names="a"),
]
