r"""What DuckDB's read_csv and COPY read, as text unless the case says otherwise.

Re-created from the sqllogictests under test/sql/copy/csv of DuckDB (https://github.com/duckdb/duckdb; Copyright 2018 to
2025 Stichting DuckDB Foundation, MIT licence): quotes, escapes, NULL, newlines, delimiters of several bytes, comments,
padding, rejects, dates and numbers, encodings, archives. Where DuckDB guesses, the case says what it found.
"""

import gzip
from datetime import date

from tests.suites.case import FAILS, REFUSED, cases_with

_case = cases_with(quote='"', delimiter=",")

_LATE = "a comment is a whole line: what begins later is text of its field"
_BEHIND = "text behind a closing quote is an error, and no mode is less strict"
_QUOTED_NULL = '"" is the empty text unless --null-quoted'
_LONG = "fields that no column has are an error, never left out"
_ENDS = "records end in one way, which is said: a CR elsewhere is text"
_ESCAPE = {"escape": "\\"}
_SEMICOLON = {"delimiter": ";"}
_REJECTS = {"max_rejects": 10}
_ONE_TO_SIX = [("1", "2", "3"), ("4", "5", "6")]
_PEOPLE = [("Pedro", "31", "1.73"), ("Mark", None, None), ("Thijs", "26", None)]
_DOGS = "VARCHAR INTEGER VARCHAR INTEGER"
_LARGE = "this is a very long text " * 40
_WIDE = "🦆"

CASES = [
    # COPY
    _case("0,0, test\n1,1, test\n", [(0, 0, " test"), (1, 1, " test")], types="INTEGER INTEGER VARCHAR"),
    _case("0,0, test\n", FAILS, names=4),
    _case(
        "a,c\n0, test\n",
        [("0", None, " test")],
        names="a b c",
        header="names",
        differs="a header names every column, unless the job leaves some out",
    ),
    _case("0,0, test\r\n1,1, test\r\n", [("0", "0", " test"), ("1", "1", " test")]),
    _case("0,0, test\r1,1, test\r", [("0", "0", " test"), ("1", "1", " test")], terminator="any"),
    _case("0,0\n", REFUSED, names=2, quote="BLABLABLA"),
    _case("0,0\n", REFUSED, names=2, escape="null"),
    _case("0,0\n", REFUSED, names=2, encoding="utf-42"),
    _case("0,0\n", REFUSED, names=2, delimiter=""),
    _case("0,0\n", REFUSED, names=2, delimiter=",", comment=","),
    _case("0,0\n", REFUSED, names=2, delimiter=";", comment=",", quote=","),
    _case("0,0\n", REFUSED, names=2, delimiter=",", quote=","),
    _case("0,0\n", REFUSED, names=2, delimiter=",", escape=","),
    _case("0|0|0\n", REFUSED, names=2, delimiter="123456789"),
    _case(
        "0,null,1\n",
        REFUSED,
        names=3,
        null="null,",
        differs="a field with a delimiter in quotes can mean NULL, so such a text is no mistake",
    ),
    # quotes
    _case(
        '"hello\nworld","5"\n"what,\n brings, you here\n , today","6"\n',
        [("hello\nworld", "5"), ("what,\n brings, you here\n , today", "6")],
    ),
    _case(
        '"hello|world\nh\'ow do you|do"\n\'I am\'|"here"\n',
        [('"hello', "world"), ("h'ow do you", 'do"'), ("'I am'", '"here"')],
        delimiter="|",
        quote="none",
    ),
    _case('"value1;value2"\n"value1;value2"\n', [("value1;value2",)] * 2, delimiter=";"),
    _case('"value1;value2;value3"\n', [('"value1', "value2", 'value3"')], delimiter=";", quote="none"),
    _case("1/6/19,\"text, with comma\"\n1/9/19,'text'\n", [("1/6/19", "text, with comma"), ("1/9/19", "'text'")]),
    _case('de:08115,"Weil der Stadt",48.7551\n', [("de:08115", "Weil der Stadt", "48.7551")]),
    _case('1;"pedro "pdet" holanda"\n', [("1", 'pedro "pdet" holanda')], differs=_BEHIND, **_SEMICOLON),
    _case('"Lahr "Vis-à-Vis Bus"",7.8\n', [('Lahr "Vis-à-Vis Bus"', "7.8")], differs=_BEHIND),
    _case('"bla",1\n"bla"bla,4\n', FAILS, names=2),
    _case('"bla",1\n"bla"bla,4\n"bla",2\n', [("bla", "1"), ("bla", "2")], **_REJECTS),
    _case(
        '"bla",1\n"bla\n",2\n"bla"\nb,3\n"bla",4\n',
        [("bla", "1"), ("bla\n", "2"), ("b", "3"), ("bla", "4")],
        **_REJECTS,
    ),
    _case('"bla",1\n"bla,2\n', [("bla", "1")], **_REJECTS),
    _case('"bla",1\n"bla,2\n', FAILS, names=2),
    _case("'x, y',1\n'it''s',2\n", [("x, y", "1"), ("it's", "2")], quote="'"),
    _case('"x,y"|1\n"x|y"|2\n', [("x,y", "1"), ("x|y", "2")], delimiter="|"),
    _case(f'1,2,"{_LARGE}""x"""\n', [("1", "2", _LARGE + '"x"')]),
    _case(f'1{_WIDE}2{_WIDE}"{_LARGE}{_WIDE}"\n', [("1", "2", _LARGE + _WIDE)], delimiter=_WIDE),
    _case('"1, ""sir"" Oogie"\n', [('1, "sir" Oogie',)]),
    _case(' "a" ,1\n', [(' "a" ', "1")]),
    _case('"a" ,1\n', [("a", "1")], differs=_BEHIND),
    _case('"",""\n', [(None, None)], null_quoted=True),
    # escapes
    _case(
        '"332","Surname\\, Firstname"\n"123","foo (\\"foo\\")"\n',
        [("332", "Surname, Firstname"), ("123", 'foo ("foo")')],
        **_ESCAPE,
    ),
    _case('"]"bla]""\n', [('"bla"',)], escape="]"),
    _case('0,\\\\\n1,"\\,"\n2,"\\""\n', [("0", "\\"), ("1", ","), ("2", '"')], **_ESCAPE),
    _case('0,\\\\\n1,\\,\n2,\\"\n', [("0", "\\"), ("1", ","), ("2", '"')], **_ESCAPE),
    _case('3,\\\\\\,\n4,\\\\\\"\n', [("3", "\\,"), ("4", '\\"')], **_ESCAPE),
    _case("7,\\N\n9,Na\n", [("7", None), ("9", "Na")], null="\\N", **_ESCAPE),
    _case("8,\\\\\\N\n7,\\N\n9,\\Na\n", [("8", "\\N"), ("7", None), ("9", "Na")], null="\\N", **_ESCAPE),
    _case(
        "1\t\\\t\t1\n2\t\\\n\t2\n5\tc\\\nc\t5\n",
        [("1", "\t", "1"), ("2", "\n", "2"), ("5", "c\nc", "5")],
        delimiter="tab",
        quote="none",
        **_ESCAPE,
    ),
    _case(
        "0\t\\\\\t0\n3\ta\\\\a\t3\n18\t\\\\\\\t\\\n\t18\n",
        [("0", "\\", "0"), ("3", "a\\a", "3"), ("18", "\\\t\n", "18")],
        delimiter="tab",
        quote="none",
        **_ESCAPE,
    ),
    _case(
        'e/0\tfrom x\\\n\\\n\\\ndef f():\\\n\\\t""" Check\n',
        [("e/0", 'from x\n\n\ndef f():\n\t""" Check')],
        delimiter="tab",
        quote="none",
        **_ESCAPE,
    ),
    _case('a,"b""c"\n', [("a", 'b"c')], escape="none"),
    # NULL
    _case('0,,"test",null\n', [("0", "", "test", "null")], null="NULL"),
    _case('0,,"test",null\n', [("0", None, "test", "null")]),
    _case('0,,"test",null\n', [("0", "", None, "null")], null="test", null_quoted=True),
    _case('0,,"test",null\n', [("0", "", "test", "null")], null="test"),
    _case('0,,"test",null\n', [("0", "", "test", None)], null="null"),
    _case('42,""\n,\n88,a', [("42", None), (None, None), ("88", "a")], differs=_QUOTED_NULL),
    _case('42,""\n,\n88,a', [("42", None), (None, None), ("88", "a")], null_quoted=True),
    _case('42,""\n,\n88,a', [("42", ""), (None, None), ("88", "a")]),
    _case("Pedro,31,1.73\nMark,null,\nThijs,26,none\n", _PEOPLE, null=["", "none", "null"]),
    _case('Pedro,31,1.73\n"Mark","null",""\nThijs,26,"none"\n', _PEOPLE, null=["", "none", "null"], null_quoted=True),
    _case(
        'Pedro,31,1.73\n"Mark","null",""\nThijs,26,"none"\n',
        [("Pedro", "31", "1.73"), ("Mark", "null", ""), ("Thijs", "26", "none")],
        null=["", "none", "null"],
    ),
    _case(
        "Mark,null,\nThijs,26,none\n",
        [("Mark", None, ""), ("Thijs", "26", "none")],
        names="n a h",
        null=["", "null"],
        columns={"h": {"null": "no such text"}},
    ),
    _case('"8","test",tea\n"0",,test\n', [("8", "test", "tea"), ("0", "", None)], null="test"),
    # ends
    _case(
        "10,hello,20\r\n20,world,30\n30,test,30\r\n",
        [("10", "hello", "20"), ("20", "world", "30"), ("30", "test", "30")],
    ),
    _case(
        "10,hello,20\r20,world,30\r\n30,test,30\n",
        [("10", "hello", "20"), ("20", "world", "30"), ("30", "test", "30")],
        terminator="any",
    ),
    _case("1,2,3\n4,5,6\r\n", [("1", "2", "3\n4", "5", "6")], terminator="\\r\\n"),
    _case("1,2,3\n4,5,6\r\n", FAILS, terminator="\\r\\n", names=3),
    _case("one\rtwo", [("one",), ("two",)], terminator="any"),
    _case("one\rtwo", FAILS, differs=_ENDS, names=1),
    _case("one\ntwo", [("one\ntwo",)], terminator="\\r"),
    _case("1,1\n2,2", [("1", "1"), ("2", "2")]),
    _case(f"0{_WIDE}0{_WIDE} test\n1{_WIDE}1{_WIDE} test", [("0", "0", " test"), ("1", "1", " test")], delimiter=_WIDE),
    _case("\r\n\r\n1\r\n", [("1",)], blank_lines="skip"),
    _case("1\n\n3\n", [("1",), (None,), ("3",)]),
    _case("val1|val\x002|val3\n", [("val1", "val\x002", "val3")], delimiter="|"),
    _case("a\x00b\n", [("a\x00b",)], delimiter="tab", quote="none"),
    # delimiters of several bytes
    _case("1aa2\n1aaa2\n1abaa2", [("1", "2"), ("1", "a2"), ("1ab", "2")], delimiter="aa"),
    _case("1ab2\n1aab2\n1aabb2\n", [("1", "2"), ("1a", "2"), ("1a", "b2")], delimiter="ab"),
    _case("1aaa2\n1aaaa2\n1aaaab2\n1abaaa2\n", [("1", "2"), ("1", "a2"), ("1", "ab2"), ("1ab", "2")], delimiter="aaa"),
    _case("1aaaa2\n1aaaaa2\n1abaaaa2\n", [("1", "2"), ("1", "a2"), ("1ab", "2")], delimiter="aaaa"),
    _case("Col1AAABCol2\nAAAABC", [("Col1", "Col2"), ("A", "C")], delimiter="AAAB"),
    _case("Col1AABCol2\nAAABC", [("Col1", "Col2"), ("A", "C")], delimiter="AAB"),
    _case('"1"aa"2"\r\n"1"aa"a2"\r\n"1a"aa"aa2"\r\n', [("1", "2"), ("1", "a2"), ("1a", "aa2")], delimiter="aa"),
    _case("ABACABACABAC\n", [(None, None, None, None)], delimiter="ABAC"),
    _case("ABABACABABAC\n", [("AB", "AB", None)], delimiter="ABAC"),
    _case("large\\|large\\|large\\|\n", [("large", "large", "large", None)], delimiter="\\\\|"),
    _case('"a||b"||c\n', [("a||b", "c")], delimiter="||"),
    _case("a\xa0b\n", [("a", "b")], delimiter="\xa0"),
    # comments
    _case("# one\na;b\n# two\n1;3\n", [("a", "b"), ("1", "3")], comment="#", **_SEMICOLON),
    _case(", I am a file\na;b\n, skip me\n1;3\n", [("a", "b"), ("1", "3")], comment=",", **_SEMICOLON),
    _case("1;3#5;7\n6;7\n", [("1", "3"), ("6", "7")], comment="#", differs=_LATE, **_SEMICOLON),
    _case('6;"7#test"\n', [("6", "7#test")], comment="#", **_SEMICOLON),
    _case("6;#\n", [("6", None)], comment="#", differs=_LATE, **_SEMICOLON),
    _case("a,#b,c\n", [("a", "#b", "c")]),
    _case("skip this line\n# comment\n1,2,3\n4,5,6\n", _ONE_TO_SIX, comment="#", skip_lines=1),
    _case("# a\n\n1,2,3\n#\n\n4,5,6\n", _ONE_TO_SIX, comment="#", blank_lines="skip"),
    _case('# "never closed\n1,2,3\n', [("1", "2", "3")], comment="#"),
    # records that are too short or too long
    _case(
        "10,100,1000\n10,100,1000,10000\n10\n10,100\n",
        [
            ("10", "100", "1000", None),
            ("10", "100", "1000", "10000"),
            ("10", None, None, None),
            ("10", "100", None, None),
        ],
        ragged="pad",
    ),
    _case("10,100,1000\n10\n", FAILS, names=3),
    _case(
        "a,b,c\n1,2,3\n1,2,3,4,5\n", [("1", "2", "3"), ("1", "2", "3")], names="a b c", header="names", differs=_LONG
    ),
    _case("1,2,3,4\n1,2,3\n1\n1,2\n5,6,7,8\n", [("1", "2", "3", "4"), ("5", "6", "7", "8")], **_REJECTS),
    _case("1,2,3,4\n1,2,3,4,5,6\n5,6,7,8\n", [("1", "2", "3", "4"), ("5", "6", "7", "8")], **_REJECTS),
    _case("1;2;3\n;;;;;d\n1;2;3\n", [("1", "2", "3"), ("1", "2", "3")], **_SEMICOLON, **_REJECTS),
    _case(
        "oogie,3,2023-01-01,2\noogie,3,2023-01-03,bla,7\noogie,3,2023-01-03,bla,7,8\n",
        [("oogie", 3, "2023-01-01", 2)],
        types=_DOGS,
        **_REJECTS,
    ),
    _case(
        "oogie,3,2023-01-01,2\noogie,bla_2,2023-01-02,bla_1\n", [("oogie", 3, "2023-01-01", 2)], types=_DOGS, **_REJECTS
    ),
    _case(
        b"oogie,3,2023-01-01,2\noog\xff\xffie,3,2023-01-01,2\n",
        [("oogie", 3, "2023-01-01", 2)],
        types=_DOGS,
        **_REJECTS,
    ),
    _case(b"oogie\noog\xff\xffie\n", FAILS, names=1),
    _case("1\nx\n3\n", [(1,), (None,), (3,)], types="INTEGER", on_error="null"),
    # headers, marks, encodings, archives
    _case("\ufeffa,b\n1,2\n", [("1", "2")], names="a b", header="names"),
    _case('\ufeff"a","b"\n1,2\n', [("1", "2")], names="a b", header="names"),
    _case("a,b\n", [], names="a b", header="names"),
    _case("foo,bar\n1,2\n", [("1", "2")], header="skip"),
    _case("a,b\n1,ü\n".encode("latin-1"), [("1", "ü")], names="a b", header="names", encoding="latin1"),
    _case("a,b\n1,ü🦆\n".encode("utf-16-le"), [("1", "ü🦆")], names="a b", header="names", encoding="utf-16le"),
    _case(gzip.compress(b"1,2,3\n4,5,6\n"), _ONE_TO_SIX),
    _case(gzip.compress(b"1,2,3\n") + gzip.compress(b"4,5,6\n"), _ONE_TO_SIX),
    _case("Straße,İ,ﬁ\n", [("Straße", "İ", "ﬁ")]),
    # values
    _case("06/05/2019\n", [(date(2019, 6, 5),)], types="DATE", columns={"*": {"format": "%m/%d/%Y"}}),
    _case(
        "1.234,5|x\n",
        [(1234.5, "x")],
        delimiter="|",
        types="DOUBLE VARCHAR",
        columns={"c1": {"decimal_separator": ",", "thousands_separator": "."}},
    ),
    _case("1,234|x\n", FAILS, delimiter="|", types="INTEGER VARCHAR", names=2),
    _case("1E-7,2\n", [(1e-7, 2)], types="DOUBLE INTEGER"),
    _case("+1,+2.5\n", [(1, 2.5)], types="INTEGER DOUBLE"),
    _case("007,08\n", [(7, "08")], types="INTEGER VARCHAR"),
    _case("1e2\n", [(100,)], types="INTEGER", differs="an integer has no exponent unless the column says scientific"),
    _case("1e2\n", [(100,)], types="INTEGER", columns={"*": {"scientific": True}}),
    _case("2.5\n", [(3,)], types="INTEGER", differs="nothing is rounded"),
    _case("300\n", FAILS, types="TINYINT", names=1),
    _case("true,0\n", [(True, False)], types="BOOLEAN BOOLEAN"),
]
