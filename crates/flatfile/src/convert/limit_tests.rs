//! Texts around the most characters that their column takes; by every instruction set and from blocks of any size.

use crate::fixture::{Reading, column, row};
use crate::{Column, Dialect, Format, FormatOptions, OnError, OnTruncate, Ragged, TextLimit, Trim};

fn limited(characters: usize, on_truncate: OnTruncate) -> Column {
    let limit = Some(TextLimit { characters, on_truncate });
    Column { limit, ..column("c", "text", OnError::Reject) }
}

fn dialects() -> [Dialect; 2] {
    [Dialect::default(), Dialect { quote: Some(b'"'), ..Dialect::default() }]
}

/// Values that stand in the view itself, that do not, and that do once they are cut.
const TEXT: &str =
    "one\nfourteen bytes\n\nthirteen byte\nééééééé\nfourteen bytes and more which is much\n€\n";

#[test]
fn cut_at_a_character() {
    for (characters, expected, truncated) in [
        (1, ["o", "f", "~", "t", "é", "f", "€"], 5),
        (6, ["one", "fourte", "~", "thirte", "éééééé", "fourte", "€"], 4),
        (7, ["one", "fourtee", "~", "thirtee", "ééééééé", "fourtee", "€"], 3),
        (13, ["one", "fourteen byte", "~", "thirteen byte", "ééééééé", "fourteen byte", "€"], 2),
        (14, ["one", "fourteen bytes", "~", "thirteen byte", "ééééééé", "fourteen bytes", "€"], 1),
        (
            38,
            [
                "one",
                "fourteen bytes",
                "~",
                "thirteen byte",
                "ééééééé",
                "fourteen bytes and more which is much",
                "€",
            ],
            0,
        ),
    ] {
        for dialect in dialects() {
            let parsed = Reading::new(vec![limited(characters, OnTruncate::Truncate)], dialect)
                .parse(TEXT.as_bytes())
                .unwrap();
            assert_eq!(parsed.rows, expected.map(|value| row(&[value])), "{characters}");
            assert_eq!(parsed.truncated, truncated, "{characters}");
        }
    }
}

#[test]
fn rejected_or_the_end() {
    for dialect in dialects() {
        let mut reading = Reading::new(vec![limited(7, OnTruncate::Reject)], dialect);
        reading.ragged = Ragged::Reject;
        let parsed = reading.parse(TEXT.as_bytes()).unwrap();
        assert_eq!(parsed.rows, ["one", "~", "ééééééé", "€"].map(|value| row(&[value])));
        let said: Vec<_> = parsed.rejects.iter().map(|reject| reject.error.to_string()).collect();
        let tail = "characters, the column takes 7";
        assert_eq!(said[0], format!("record at byte 4, column 1: \"fourteen bytes\" has 14 {tail}"));
        assert_eq!(said.len(), 3);
        reading.columns = vec![limited(7, OnTruncate::Fail)];
        let error = reading.parse(TEXT.as_bytes()).unwrap_err();
        assert_eq!(error.to_string(), said[0]);
        assert_eq!(error.reason.code(), "too_long");
    }
}

/// The first fault of the text is told, whichever of the two looks finds it; and what means NULL has no length.
#[test]
fn beside_other_faults() {
    let mut column = limited(3, OnTruncate::Fail);
    column.on_error = OnError::Fail;
    column.null_texts = Some(vec![b"nothing".to_vec()]);
    let reading = Reading::new(vec![column], Dialect::default());
    let said = |text: &[u8]| reading.parse(text).unwrap_err().to_string();
    assert!(
        said(b"nothing\nlong\n\xff\n").starts_with("record at byte 8, column 1: \"long\" has 4 characters")
    );
    assert!(said(b"nothing\n\xff\nlong\n").starts_with("record at byte 8, column 1: \"\\xff\" is not UTF-8"));
}

/// The length that counts is that of the value, and what is shown is what stands in the file.
#[test]
fn of_fields_that_are_made_plain() {
    let options = FormatOptions { trim: Trim::Both, ..FormatOptions::default() };
    let mut column = limited(3, OnTruncate::Truncate);
    column.format = Format::compile(&options, column.column_type).unwrap();
    let mut reading = Reading::new(vec![column], Dialect::default());
    let parsed = reading.parse(b"  abc  \n abcd \n").unwrap();
    assert_eq!((parsed.rows, parsed.truncated), (vec![row(&["abc"]), row(&["abc"])], 1));
    reading.columns[0].limit = limited(3, OnTruncate::Fail).limit;
    let error = reading.parse(b"  abc  \n abcd \n").unwrap_err();
    assert_eq!(
        error.to_string(),
        "record at byte 8, column 1: \" abcd \" has 4 characters, the column takes 3"
    );
}
