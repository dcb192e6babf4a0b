//! Truth values, binary and text.

use super::{Case, batch, check, column, converted, instruction_sets, value};

#[test]
fn truth_values() {
    for word in ["true", "TRUE", "True", "tRuE", "t", "T", "yes", "Yes", "y", "Y", "on", "ON", "1"] {
        assert_eq!(converted("bool", word.as_bytes()), Ok("true".to_owned()), "{word}");
    }
    for word in ["false", "FALSE", "False", "f", "F", "no", "No", "n", "N", "off", "OFF", "0"] {
        assert_eq!(converted("bool", word.as_bytes()), Ok("false".to_owned()), "{word}");
    }
    for word in ["", " ", "2", "-1", "01", "tr", "truer", "true ", " true", "o", "of", "ye", "null", "\0"] {
        let message = format!(
            "{} is not a truth value: the words are true, t, yes, y, on, 1 and false, f, no, n, off, 0",
            crate::error::shown(word.as_bytes())
        );
        assert_eq!(converted("bool", word.as_bytes()), Err(message), "{word}");
    }
}

#[test]
fn binary() {
    const CASES: &[Case] = &[
        ("binary", "", Ok("")),
        ("binary", "00", Ok("00")),
        ("binary", "deadBEEF", Ok("deadbeef")),
        ("binary", r"\xdeadbeef", Ok("deadbeef")),
        ("binary", r"\XDEADBEEF", Ok("deadbeef")),
        ("binary", "0xff00", Ok("ff00")),
        ("binary", "0XFF", Ok("ff")),
        ("binary", r"\x", Ok("")),
        ("binary", "0x", Ok("")),
        ("binary", "000102030405060708090a0b", Ok("000102030405060708090a0b")),
        ("binary", "000102030405060708090a0b0c", Ok("000102030405060708090a0b0c")),
        ("binary", "0", Err(r#""0" is not a run of hexadecimal digits: 1 is an odd number of digits"#)),
        (
            "binary",
            r"\xabc",
            Err(r#""\xabc" is not a run of hexadecimal digits: 3 is an odd number of digits"#),
        ),
        (
            "binary",
            "0g",
            Err(r#""0g" is not a run of hexadecimal digits: "0g" is no pair of hexadecimal digits"#),
        ),
        (
            "binary",
            "00 11 ",
            Err(r#""00 11 " is not a run of hexadecimal digits: " 1" is no pair of hexadecimal digits"#),
        ),
        (
            "binary",
            "+1",
            Err(r#""+1" is not a run of hexadecimal digits: "+1" is no pair of hexadecimal digits"#),
        ),
        (
            "binary",
            "é",
            Err(r#""é" is not a run of hexadecimal digits: "é" is no pair of hexadecimal digits"#),
        ),
    ];
    check(CASES);
    for bytes in [0, 1, 11, 12, 13, 31, 32, 33, 64, 5000] {
        let digits: String = (0..bytes).map(|i| format!("{:02x}", (i * 7) as u8)).collect();
        assert_eq!(converted("binary", digits.as_bytes()), Ok(digits));
    }
}

#[test]
fn text_of_all_lengths() {
    // 12 bytes stand in the view, longer values are copied in steps of 32.
    for bytes in (0..=130).chain([255, 256, 257, 4096, 5000]) {
        let text: String = (0..bytes).map(|i| char::from(b'a' + (i % 23) as u8)).collect();
        assert_eq!(converted("text", text.as_bytes()), Ok(text));
    }
}

#[test]
fn text_of_all_kinds() {
    for text in
        ["é", "日本語", "🦀🦀🦀", "🦀🦀🦀!", "a\0b", "\0", " ", " a ", "\"", "\\N", "a\tb", "a\rb", "NULL"]
    {
        assert_eq!(converted("text", text.as_bytes()), Ok(text.to_owned()));
    }
}

#[test]
fn many_texts_of_a_batch_share_a_buffer() {
    let texts: Vec<String> = (0..500).map(|i| "x".repeat(i % 70) + &i.to_string()).collect();
    let fields: Vec<&[u8]> = texts.iter().map(String::as_bytes).collect();
    for set in instruction_sets() {
        let batch = batch(column("text", false), "<null>", &fields, set, true).unwrap();
        batch.column(0).to_data().validate_full().unwrap();
        let found: Vec<_> = (0..texts.len()).map(|row| value(batch.column(0), row)).collect();
        assert_eq!(found, texts);
    }
}

#[test]
fn text_that_is_no_utf8() {
    let cases: &[(&[u8], &str)] = &[
        (b"\xff", r#""\xff" is not UTF-8 text: byte 0xff at position 1"#),
        (b"ab\xffcd", r#""ab\xffcd" is not UTF-8 text: byte 0xff at position 3"#),
        (b"caf\xe9", r#""caf\xe9" is not UTF-8 text: byte 0xe9 at position 4"#),
        (b"\xc3", r#""\xc3" is not UTF-8 text: byte 0xc3 at position 1"#),
        // A surrogate, an overlong form, and what is beyond the last code point.
        (b"\xed\xa0\x80", r#""\xed\xa0\x80" is not UTF-8 text: byte 0xed at position 1"#),
        (b"\xc0\xaf", r#""\xc0\xaf" is not UTF-8 text: byte 0xc0 at position 1"#),
        (b"a\xf4\x90\x80\x80", r#""a\xf4\x90\x80\x80" is not UTF-8 text: byte 0xf4 at position 2"#),
    ];
    for &(field, message) in cases {
        assert_eq!(converted("text", field), Err(message.to_owned()));
    }
    let long = [&b"a".repeat(100)[..], b"\xff"].concat();
    let message =
        format!("\"{}\" … (101 bytes) is not UTF-8 text: byte 0xff at position 101", "a".repeat(64));
    assert_eq!(converted("text", &long), Err(message));
}

/// Two fields that are UTF-8 only together: a block is checked as a whole, its fields are what counts.
#[test]
fn a_character_cut_by_a_delimiter_is_no_text() {
    for set in instruction_sets() {
        let error = batch(column("text", false), "<null>", &[b"\xc3", b"\xa9"], set, true).unwrap_err();
        assert_eq!(error, r#""\xc3" is not UTF-8 text: byte 0xc3 at position 1"#);
    }
}

/// A record that is no UTF-8 spoils nothing for the text of others.
#[test]
fn utf8_is_asked_of_text_columns_only() {
    for set in instruction_sets() {
        let error = batch(column("int8", false), "<null>", &[b"1", b"\xff"], set, true).unwrap_err();
        assert_eq!(error, r#""\xff" is not an integer: "\xff" is no digit"#);
    }
}
