r"""What Python's csv module reads.

Re-created from the cases of Lib/test/test_csv.py of CPython (https://github.com/python/cpython; Copyright 2001
Python Software Foundation, PSF licence version 2). What the module writes is read back here as well.
"""

from tests.suites.case import FAILS, cases_with

_BIG = "X" * 50_000
_BEHIND = "text behind a closing quote is an error: nobody knows what was meant"
_UNCLOSED = "a quote that is never closed is an error: Python ends the field with the file unless it is strict"
_BLANK = "a blank line is a record of one empty field, unless blank lines are skipped; Python has a list of nothing"
_LAST = "an escape at the very end stands for itself: there is nothing behind it"


_case = cases_with(quote='"', null="<none>", delimiter=",")

_ESCAPE = {"escape": "\\"}
_CARET = {"escape": "^"}
_NONE = {"quote": "none"}

CASES = [
    # odd inputs
    _case("", []),
    _case("\n", [()], differs=_BLANK, names=1),
    _case('"ab"c', FAILS, names=1),
    _case('"ab"c', [("abc",)], differs=_BEHIND),
    # ends of lines
    _case("a,b", [("a", "b")]),
    _case("a,b\n", [("a", "b")]),
    _case("a,b\r\n", [("a", "b")]),
    _case("a,b\r", [("a", "b")]),
    _case("a,b\r", [("a", "b")], terminator="any"),
    _case("a,b\rc,d", FAILS, names=2),
    _case("a,b\rc,d", [("a", "b"), ("c", "d")], terminator="any"),
    _case("a,b\nc,d", [("a", "b"), ("c", "d")]),
    _case("a,b\r\nc,d", [("a", "b"), ("c", "d")]),
    _case("line,1\nline,2\nline,3", [("line", "1"), ("line", "2"), ("line", "3")]),
    # the end of the file
    _case('a,"', [("a", "")], differs=_UNCLOSED),
    _case('"a', [("a",)], differs=_UNCLOSED),
    _case('a,"', FAILS, names=2),
    _case('"a', FAILS, names=1),
    _case("^", [("\n",)], differs=_LAST, **_CARET),
    _case("^", FAILS, differs=_LAST, names=1, **_CARET),
    # zero bytes
    _case("\0", [("\0",)]),
    _case("a,\0b,c", [("a", "\0b", "c")]),
    _case("a,b\0,c", [("a", "b\0", "c")]),
    _case("a,b\\\0,c", [("a", "b\0", "c")], **_ESCAPE),
    _case('a,"\0b",c', [("a", "\0b", "c")]),
    # delimiters
    _case("a,b,c", [("a", "b", "c")]),
    _case("a;b;c", [("a", "b", "c")], delimiter=";"),
    _case("a\0b\0c", [("a", "b", "c")], delimiter="\\x00"),
    _case("abc\tdef\n", [("abc", "def")], delimiter="tab"),
    _case("abc|def\n", [("abc", "def")], delimiter="|"),
    _case(
        "abc def\nc1ccccc1 benzene\n", [("abc", "def"), ("c1ccccc1", "benzene")], delimiter="space", **_ESCAPE, **_NONE
    ),
    # escapes
    _case("a,\\b,c", [("a", "b", "c")], **_ESCAPE),
    _case("a,b\\,c", [("a", "b,c")], **_ESCAPE),
    _case('a,"b\\,c"', [("a", "b,c")], **_ESCAPE),
    _case('a,"b,\\c"', [("a", "b,c")], **_ESCAPE),
    _case('a,"b,c\\""', [("a", 'b,c"')], **_ESCAPE),
    _case('a,"b,c"\\', [("a", "b,c\\")], differs=_BEHIND, **_ESCAPE),
    _case("a,^b,c", [("a", "b", "c")], **_CARET),
    _case("a,\0b,c", [("a", "b", "c")], escape="\0"),
    _case("a,\\b,c", [("a", "\\b", "c")], escape="none"),
    _case("a,\\b,c", [("a", "\\b", "c")]),
    _case("abc\\,def\r\n", [("abc,def",)], **_ESCAPE, **_NONE),
    _case('"abc\\,def"\r\n', [("abc,def",)], **_ESCAPE),
    # quotes
    _case('1,",3,",5', [("1", ",3,", "5")]),
    _case('1,",3,",5', [("1", '"', "3", '"', "5")], **_ESCAPE, **_NONE),
    _case('1,",3,",5', [("1", '"', "3", '"', "5")], **_NONE),
    _case(',3,"5",7.3,9', [(None, 3.0, "5", 7.3, 9.0)], types="DOUBLE DOUBLE VARCHAR DOUBLE DOUBLE", null=""),
    _case("abc,3", FAILS, types="DOUBLE DOUBLE", names=2),
    _case('"a\nb", 7', [("a\nb", " 7")]),
    _case("1,@,3,@,5", [("1", ",3,", "5")], quote="@"),
    _case("1,\0,3,\0,5", [("1", ",3,", "5")], quote="\0"),
    _case("no space, space,  spaces", [("no space", "space", "spaces")], columns={"*": {"trim": "left"}}),
    _case("a,\tb", [("a", "\tb")], differs="trim takes tabs as well as spaces", columns={"*": {"trim": "left"}}),
    _case(f"{_BIG},{_BIG}", [(_BIG, _BIG)]),
    # the dialect excel
    _case("abc", [("abc",)]),
    _case("1,2,3,4,5", [("1", "2", "3", "4", "5")]),
    _case(",", [("", "")]),
    _case('""', [("",)]),
    _case('"",', [("", "")]),
    _case(',""', [("", "")]),
    _case('""""', [('"',)]),
    _case('""""""', [('""',)]),
    _case('a""b', [('a""b',)]),
    _case('a"b"c', [('a"b"c',)]),
    _case('a"b', [('a"b',)]),
    _case('"a"b', [("ab",)], differs=_BEHIND),
    _case('"a" "b"', [('a "b"',)], differs=_BEHIND),
    _case(' "a"', [(' "a"',)]),
    _case('1,2,3,"I think, therefore I am",5,6', [("1", "2", "3", "I think, therefore I am", "5", "6")]),
    _case('1,"""I see,"" said he","up he went"', [("1", '"I see," said he', "up he went")]),
    _case('1,"""I see,""\nsaid he","up he\nwent"\n9,8,7', [("1", '"I see,"\nsaid he', "up he\nwent"), ("9", "8", "7")]),
    _case('12,12,1",', [("12", "12", '1"', "")]),
    # the dialect unix
    _case('"1","abc def","abc"\n', [("1", "abc def", "abc")]),
    # names of fields, and records that are longer and shorter than those
    _case("1,2,abc\r\n", [("1", "2", "abc")]),
    _case("f1,f2,f3\r\n1,2,abc\r\n", [("1", "2", "abc")], names="f1 f2 f3", header="names"),
    _case("1,2,abc,4\r\n", [("1", "2")], differs="fields that no column has are an error, never left out", names=2),
    _case("1,2,abc,4\r\n1,2,abc\r\n", [("1", "2", "abc", "4"), ("1", "2", "abc", None)], ragged="pad"),
    _case("1,2,abc\r\n\r\n3,4,def\r\n", [("1", "2", "abc"), ("3", "4", "def")], blank_lines="skip"),
    _case("1;2;abc\r\n", [("1", "2", "abc")], delimiter=";"),
    _case(
        "2147483648,43.0e12,17,abc\r\n47483648,43.0,170,abc\r\n",
        [("2147483648", "43.0e12", "17", "abc"), ("47483648", "43.0", "170", "abc")],
    ),
    # more than ASCII
    _case(
        "Martin von Löwis,Marc André Lemburg,François Pinard\r\n",
        [("Martin von Löwis", "Marc André Lemburg", "François Pinard")],
    ),
    _case("a\x85b\r\n", [("a", "b")], delimiter="\x85"),
    # what the module writes
    _case('a,1,"p,q"\r\n', [("a", "1", "p,q")]),
    _case('"a","1","p,q"\r\n', [("a", "1", "p,q")]),
    _case('"a\nb","1"\r\n', [("a\nb", "1")]),
    _case('a,1,"p,\\"q\\""\r\n', [("a", "1", 'p,"q"')], **_ESCAPE),
    _case('""""\r\n', [('"',)], **_ESCAPE),
    _case('\\"\r\n', [('"',)], **_ESCAPE),
    _case("a,1,p\\,q\r\n", [("a", "1", "p,q")], **_ESCAPE, **_NONE),
    _case("\\\\,a\r\n", [("\\", "a")], **_ESCAPE),
    _case('"\\\\","a"\r\n', [("\\", "a")], **_ESCAPE),
    _case("\\\\ ,a\r\n", [("\\ ", "a")], **_ESCAPE),
    _case("\\\\\\,,a\r\n", [("\\,", "a")], **_ESCAPE, **_NONE),
    _case('",\\\\",a\r\n', [(",\\", "a")], **_ESCAPE),
    _case('C\\\\,6,7,"X"""\r\n', [("C\\", "6", "7", 'X"')], **_ESCAPE),
    _case('a,b!@#1,2!@#"\r","\n"!@#', [("a", "b"), ("1", "2"), ("\r", "\n")], terminator="!@#"),
    _case('a,b\r1,2\r"\r","\n"\r', [("a", "b"), ("1", "2"), ("\r", "\n")], terminator="any"),
    _case('a,b\x001,2\x00"\r","\n"\x00', [("a", "b"), ("1", "2"), ("\r", "\n")], terminator="\\x00"),
    _case('a,"",,1\r\n', [("a", "", None, "1")], null=""),
    _case(
        '\na,"b\nc"\n',
        [("", None), ("a", "b\nc")],
        names=2,
        differs="a line without a delimiter is no record of two fields",
    ),
    _case('"\na","b\nc","d\n"\r\ne,f,g\r\n', [("\na", "b\nc", "d\n"), ("e", "f", "g")]),
    _case("\\\na,b\\\nc,d\\\n\r\ne,f,g\r\n", [("\na", "b\nc", "d\n"), ("e", "f", "g")], **_ESCAPE, **_NONE),
    _case("\\\r\\\na,b\r\n", [("\r\na", "b")], **_ESCAPE, **_NONE),
]
