use crate::{Given, Header, Sample, Sniffed, sniff};

fn of(text: &str) -> Sniffed {
    let sample =
        Sample { file: 0, first_byte: 0, text: text.as_bytes().to_vec(), is_head: true, is_end: true };
    sniff(&[sample], &Given::default()).unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

/// A sniffed text in one line: delimiter, marks, header, columns.
fn shown(found: &Sniffed) -> String {
    let text = |bytes: &[u8]| bytes.escape_ascii().to_string();
    let dialect = &found.dialect;
    let mut out = text(&dialect.delimiter);
    for (name, byte) in [("q", dialect.quote), ("e", dialect.escape)] {
        out += &byte.map_or(String::new(), |byte| format!(" {name}{}", byte as char));
    }
    out += if dialect.trailing_delimiter { " trailing" } else { "" };
    out += &dialect.comment.as_ref().map_or(String::new(), |comment| format!(" comment={}", text(comment)));
    out += &match &dialect.terminator {
        flatfile::Terminator::Lines => String::new(),
        other => format!(" {other:?}"),
    };
    for (name, number) in [("skip", found.skip_lines), ("footer", found.skip_footer)] {
        out += &if number > 0 { format!(" {name}={number}") } else { String::new() };
    }
    out += if dialect.skip_blank_lines { " blank" } else { "" };
    out += match found.header {
        Header::None => " none:",
        Header::Names => " names:",
        Header::Skip => " skip:",
    };
    for column in &found.columns {
        out += &format!(" {} {}", column.name, column.column_type);
        let options = &column.options;
        let pattern = options.pattern.as_deref();
        for (name, value) in [
            ("", pattern.map(str::to_owned)),
            ("dec", options.decimal_separator.map(String::from)),
            ("thou", options.thousands_separator.map(String::from)),
            ("cur", options.currency.clone()),
            ("%", options.percent.then(String::new)),
            ("()", options.accounting.then(String::new)),
            ("trim", (options.trim != flatfile::Trim::None).then(String::new)),
            ("null=", column.null_texts.as_ref().map(|texts| texts.join("/"))),
            ("true=", options.true_words.first().cloned()),
        ] {
            out += &value.map_or(String::new(), |value| format!("[{name}{value}]"));
        }
        out += ";";
    }
    out
}

#[test]
#[rustfmt::skip]
fn texts_are_what_they_look_like() {
    for (text, expected) in [
        ("a,b\n1,x\n2,y\n", ", names: a int64; b text;"),
        ("id;betrag;tag\r\n1;1.234,50;31.12.2024\r\n2;7,25;1.1.2025\r\n", "; names: id int64; betrag decimal(18,2)[dec,][thou.]; tag date[%d.%m.%Y];"),
        ("# by hand\n\nid\tname\n1\tA b\n2\t\n", "\\t comment=# blank names: id int64; name text;"),
        ("id,x\n1,2\n\n# end\n", ", comment=# blank names: id int64; x int64;"),
        (",\na\n0\n0\n", ", none: column_1 text;"),
        ("Sales 2024;;\r\n;;\r\nid;name;day\r\n1;a;2024-01-31\r\n2;;\r\n", "; skip=2 names: id int64; name text; day date;"),
        ("a;;\nb;;\nc;;3\n", "; none: column_1 text; column_2 text; column_3 int64;"),
        ("sep=;\nid;x\n1;2\n", "; skip=1 names: id int64; x int64;"),
        ("1|2|\n3|4|\n", "| trailing none: column_1 int64; column_2 int64;"),
        ("a||b||c\n1||2||3\n", "|| names: a int64; b int64; c int64;"),
        ("1::2::3\n4::5::6\n", ":: none: column_1 int64; column_2 int64; column_3 int64;"),
        ("x\n1\n2\n", ", names: x int64;"),
        ("12:30:00\n12:31:00\n", ", none: column_1 time(us);"),
        ("apple\nbanana\n", ", none: column_1 text;"),
        ("Report of sales\nGenerated 2024-01-01\n\nid;name\n1;a\n2;b\n", "; skip=3 names: id int64; name text;"),
        ("id,when\n1,01/02/2024\n2,03/04/2024\n", ", names: id int64; when text;"),
        ("id,when\n1,01/02/2024\n2,13/04/2024\n", ", names: id int64; when date[%d/%m/%Y];"),
        ("zip,n\n00701,1\n12345,2\n", ", names: zip text; n int64;"),
        ("a,b\n\"x, y\",1\n\"line\nfeed\",2\n", ", q\" names: a text; b int64;"),
        ("1\ta\\\tb\n2\t\\N\n3\tc\n", "\\t e\\ none: column_1 int64; column_2 text;"),
        (",x,y\n0,1.5,a\n1,2.5,b\n", ", skip: column_1 int64; x decimal(18,3); y text;"),
        ("a\rb\r1,2\r", ", AnyLine none: column_1 text;"),
        ("# made by x\n# 2024\na,b\n1,2\n", ", comment=# names: a int64; b int64;"),
        ("|Mat  |Desc |  Qty|\n|-----------------|\n|000123|Screw|   10|\n|000124|Nut  |    5|\n", "| trailing comment=|------- skip: column_1 text; Mat text; Desc text[trim]; Qty int64[trim];"),
        ("ID|NAME      |AMOUNT\n--|----------|------\n 1|ABC       |  12.5\n 2|AB        |  12.25\n\n2 rows selected.\n\n", "| comment=--|----- footer=3 skip: ID int64[trim]; NAME text[trim]; AMOUNT decimal(18,4)[trim];"),
        ("x\ty\n1\tC:\\temp\\new\n2\tD:\\\n", "\\t names: x int64; y text;"),
        ("p\n12 %\n13.5 %\n", ", names: p decimal(18,5)[%];"),
        ("n,f\n1,true\n2,FALSE\nNA,true\n", ", names: n int64[null=/NA]; f bool;"),
        ("a;b\n1,5;2\n1,25;3\n", "; names: a decimal(18,4)[dec,]; b int64;"),
        ("id,amount,day\n1,\"1,234.50\",\"Jan 5, 2024\"\n2,\"17.25\",\"Dec 31, 2023\"\n", ", q\" names: id int64; amount decimal(18,2)[thou,]; day date[%b %d, %Y];"),
        ("\"a\",\"b\"\n\"1\",\"\"\n\"2\",\"x\"\n", ", q\" names: a int64; b text;"),
        ("a,b\n1,\"say \\\"hi\\\", you\"\n2,x\n", ", q\" e\\ names: a int64; b text;"),
        ("x\u{1}y\n1\u{1}\\N\n2\u{1}b\n", "\\x01 names: x int64; y text;"),
        ("name score\n\"a\" 1\n", ", none: column_1 text;"),
        ("k\tv\n1\tNULL\n2\t5\n3\t\n", "\\t names: k int64; v int64[null=NULL/];"),
        ("t,z\n2024-01-01 10:00:00,2024-01-01T10:00:00Z\n2024-01-02,2024-01-01T10:00:00.5+02:00\n", ", names: t timestamp(us); z timestamptz(us);"),
        ("n\n12345678901234567890\n1\n", ", names: n decimal(38,0);"),
        ("d\n123456789012345678901234567890123456789\n", ", names: d text;"),
        ("x;y\n1,234;a\n5,678;b\n", "; names: x text; y text;"),
        ("x;y\n1.234;1,5\n5.678;2,25\n", "; names: x int64[thou.]; y decimal(18,4)[dec,];"),
        ("x,y\n1.5e-7,a\nNaN,b\n", ", names: x float64; y text;"),
        ("p,q\n€ 5.00,(3.50)\n€ 7.25,2.00\n", ", names: p decimal(18,2)[cur€]; q decimal(18,2)[()];"),
        ("1998-12-01~a\n1998-12-02~b\n", "~ none: column_1 date; column_2 text;"),
        ("hello, world\nthis is text\nand, more, of it\n", ", none: column_1 text;"),
        ("x,y\n1,2\n3,4\n5\n", ", names: x int64; y int64;"),
        ("\"x\",\"y\"\n1,2\n\n3,4\n", ", q\" blank names: x int64; y int64;"),
        ("'a','b'\n'it''s',1\n", ", q' names: a text; b int64;"),
        ("a,b,c\nr1,1,2,3\nr2,4,5,6\n", ", skip: column_1 text; a int64; b int64; c int64;"),
        ("##v=1\n#CHROM\tPOS\nchr1\t5\nchr2\t7\n", "\\t comment=## names: #CHROM text; POS int64;"),
        ("v\n1.2.3\n2.10.1\n", ", names: v text;"),
        ("day\n01-JAN-24\n15-FEB-24\n", ", names: day date[%d-%b-%y];"),
        ("d,t\n20240131,5\n20240201,6\n", ", names: d int64; t int64;"),
        ("id, t, n\n1, \"a, b\", 1.5\n2, \"c\", 2\n", ",  q\" names: id int64; t text; n decimal(18,3);"),
        ("a, b\n1, 2\n3, 4\n", ", skip: a int64; b int64[trim];"),
        ("id;eur\n1;1\u{202f}234,50 €\n2;2\u{202f}234,50 €\n", "; names: id int64; eur decimal(18,2)[dec,][thou\u{202f}][cur€];"),
        ("List of stock\n\n---------------\n|Mat|  Value  |\n---------------\n|A  |1.234,56-|\n|B  |2.234,56-|\n---------------\n", "| trailing comment=-------- skip=3 skip: column_1 text; Mat text[trim]; Value decimal(18,2)[dec,][thou.][()];"),
        ("id    at\n----- --------\n1     10:30:00\n2     10:31:00\n3     10:32:00\n", ", comment=----- -- none: column_1 text;"),
        ("|id|name|\n| 1|Ann |\n|17|NULL|\n|18|    |\n", "| trailing skip: column_1 text; id int64[trim]; name text[trim];"),
        ("a:12:x\nb:13:y\n", ": none: column_1 text; column_2 int64; column_3 text;"),
        ("id,n\r\n1,2\r\n3,4\r\n\u{1a}", ", footer=1 names: id int64; n int64;"),
        ("date,t\n20240131,5\n20240201,6\n", ", names: date date[%Y%m%d]; t int64;"),
    ] {
        assert_eq!(shown(&of(text)), expected, "{text:?}");
    }
}

#[test]
fn what_is_not_read_as_it_was_meant_is_said() {
    let said = |text: &str, about: &str| -> String {
        let found = of(text);
        found
            .evidence
            .iter()
            .filter(|(key, _)| *key == about)
            .map(|(_, evidence)| evidence.text.clone())
            .collect()
    };
    let fixed = "ID    NAME\n----- ------\n    1 Ann\n    2 Bob\n";
    assert!(
        said(fixed, "delimiter").contains("rules show 2 of fixed widths"),
        "{}",
        said(fixed, "delimiter")
    );
    let escaped = "1\ta\\\tb\n2\tc\\nd\n3\te\n";
    assert!(said(escaped, "escape").contains("the letter is kept"), "{}", said(escaped, "escape"));
    let doubled = "1\ta\\\tb\n2\tc\\\\nd\n3\te\n";
    assert!(!said(doubled, "escape").contains("the letter is kept"), "{}", said(doubled, "escape"));
}
