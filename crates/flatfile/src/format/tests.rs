//! Formats with the converters behind them, and the options that a type takes.

use super::*;
use crate::convert::tests::converted;

pub(super) fn plain() -> FormatOptions {
    FormatOptions::default()
}

fn compiled(options: &FormatOptions, column_type: &str) -> Result<Option<Format>, String> {
    Format::compile(options, column_type.parse().unwrap()).map_err(|error| error.to_string())
}

/// The plain spelling of `text`, or what is said of it; which leaves nothing behind.
pub(super) fn rewritten(options: &FormatOptions, column_type: &str, text: &str) -> Result<String, String> {
    let mut out = b"before".to_vec();
    let rewritten = compiled(options, column_type).unwrap().unwrap().rewrite(text.as_bytes(), &mut out);
    let plain = String::from_utf8(out.split_off(6)).unwrap();
    assert_eq!(out, b"before");
    assert!(rewritten.is_ok() || plain.is_empty());
    rewritten.map(|()| plain).map_err(|reason| reason.to_string())
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

/// What the converter makes of what a format makes: the spelling it writes is the one it takes.
#[test]
fn converters_take_what_is_written() {
    let number = FormatOptions {
        decimal_separator: Some(','),
        thousands_separator: Some('.'),
        currency: Some("€".into()),
        accounting: true,
        ..plain()
    };
    let whole = FormatOptions { decimal_separator: None, ..number.clone() };
    let scientific = FormatOptions { scientific: true, ..plain() };
    let percent = FormatOptions { percent: true, decimal_separator: Some(','), ..plain() };
    let hex = FormatOptions { hex: true, ..plain() };
    let truth = FormatOptions { true_words: words(&["ja"]), false_words: words(&["nein"]), ..plain() };
    let trim = FormatOptions { trim: Trim::Both, ..plain() };
    let pattern = |pattern: &str| FormatOptions { pattern: Some(pattern.into()), ..plain() };
    let berlin = FormatOptions { timezone: Some("Europe/Berlin".into()), ..plain() };
    for (options, column_type, text, expected) in [
        (&number, "decimal(15,2)", "(1.234,50 €)", "-123450"),
        (&number, "decimal(38,3)", "€ -0,001", "-1"),
        (&number, "float64", "-1.234,5e-3", "-1.2345"),
        (&number, "float32", "inf", "inf"),
        (&whole, "int32", "2.147.483.647", "2147483647"),
        (&whole, "uint8", "255", "255"),
        (&scientific, "int64", "9.223372036854775807E18", "9223372036854775807"),
        (
            &scientific,
            "decimal(10,2)",
            "1.25e-1",
            "Err: \"1.25e-1\" does not fit decimal(10,2): 3 digits behind the point, the type holds 2; nothing is rounded",
        ),
        (&percent, "decimal(10,4)", "12,5 %", "1250"),
        (&percent, "float64", "12,5%", "0.125"),
        (&hex, "int16", "-0x8000", "-32768"),
        (&hex, "uint64", "ffffffffffffffff", "18446744073709551615"),
        (&truth, "bool", "JA", "true"),
        (&truth, "bool", "Nein", "false"),
        (&trim, "text", " 007\t", "007"),
        (&trim, "int32", " 007 ", "7"),
        (&trim, "binary", " 0aFF ", "0aff"),
        (&pattern("%d/%m/%Y"), "date", "2/1/1970", "1"),
        (&pattern("%I:%M %p"), "time(us)", "12:01 AM", "60000000"),
        (&pattern("%d/%m/%Y %T.%f"), "timestamp(ns)", "31/12/1969 23:59:59.999999999", "-1"),
        (&pattern("%Q"), "timestamp(s)", "1000", "1"),
        (&pattern("%d/%m/%Y %T %z"), "timestamptz(us)", "01/01/1970 01:00:00 +0100", "0"),
        (&berlin, "timestamptz(us)", "1970-01-01 01:00:00.5", "500000"),
        (&berlin, "timestamptz(us)", "1970-01-01 01:00:00+02:00", "-3600000000"),
    ] {
        let found =
            rewritten(options, column_type, text).and_then(|plain| converted(column_type, plain.as_bytes()));
        let found = found.unwrap_or_else(|message| format!("Err: {message}"));
        assert_eq!(found, expected, "{column_type} {text:?}");
    }
}

/// What only the converter can see is said of the text as it is written, too.
#[test]
fn errors_show_what_is_in_the_file() {
    let options = FormatOptions { thousands_separator: Some('.'), trim: Trim::Left, ..plain() };
    assert_eq!(
        rewritten(&options, "int8", " 1.23"),
        Err(r#"" 1.23" is not an integer: "." does not separate groups of three digits"#.to_owned())
    );
    let range = || "int8 (-128 to 127)".to_owned();
    assert_eq!(rewritten(&options, "int8", " 1.234").unwrap(), "1234");
    assert_eq!(converted("int8", b"1234"), Err(format!("\"1234\" is out of range of {}", range())));
    let reason = Reason::OutOfRange { found: "\"1234\"".into(), range: range() }.found_as(b" 1.234");
    assert_eq!(reason.to_string(), format!("\" 1.234\" is out of range of {}", range()));
}

#[test]
fn plain_columns_have_no_format() {
    for column_type in ["bool", "int8", "decimal(15,2)", "float64", "date", "timestamptz(us)", "text"] {
        assert!(compiled(&plain(), column_type).unwrap().is_none());
    }
    let point = FormatOptions { decimal_separator: Some('.'), ..plain() };
    assert!(compiled(&point, "decimal(15,2)").unwrap().is_none());
}

/// Leading zeros are a part of a text, with a format or without.
#[test]
fn text_keeps_its_zeros() {
    assert_eq!(converted("text", b"007"), Ok("007".to_owned()));
    let trim = FormatOptions { trim: Trim::Both, ..plain() };
    assert_eq!(rewritten(&trim, "text", " 007 ").unwrap(), "007");
}

#[test]
fn options_for_other_types() {
    const NUMBERS: &str = "integer, decimal and float types";
    let truth = |yes: &[&str], no: &[&str]| FormatOptions {
        true_words: words(yes),
        false_words: words(no),
        ..plain()
    };
    for (options, column_type, option, types) in [
        (
            FormatOptions { pattern: Some("%F".into()), ..plain() },
            "text",
            "pattern",
            "date, time and timestamp types",
        ),
        (
            FormatOptions { decimal_separator: Some(','), ..plain() },
            "int64",
            "decimal_separator",
            "decimal and float types, and integer types with scientific",
        ),
        (FormatOptions { thousands_separator: Some(','), ..plain() }, "text", "thousands_separator", NUMBERS),
        (FormatOptions { currency: Some("€".into()), ..plain() }, "date", "currency", NUMBERS),
        (FormatOptions { percent: true, ..plain() }, "int64", "percent", "decimal and float types"),
        (FormatOptions { hex: true, ..plain() }, "binary", "hex", "integer types"),
        (FormatOptions { scientific: true, ..plain() }, "float64", "scientific", "integer and decimal types"),
        (FormatOptions { accounting: true, ..plain() }, "bool", "accounting", NUMBERS),
        (truth(&["x"], &[]), "text", "true_words", "bool"),
        (truth(&[], &["x"]), "int8", "false_words", "bool"),
        (
            FormatOptions { timezone: Some("UTC".into()), ..plain() },
            "timestamp(us)",
            "timezone",
            "timestamptz",
        ),
    ] {
        let message = format!("{option} is for {types}, and the column is {column_type}: leave it out");
        assert_eq!(compiled(&options, column_type).unwrap_err(), message);
    }
}

#[test]
fn hexadecimal_digits_go_with_nothing_else() {
    let hex = FormatOptions { hex: true, ..plain() };
    for (options, other) in [
        (FormatOptions { thousands_separator: Some(','), ..hex.clone() }, "thousands_separator"),
        (FormatOptions { currency: Some("€".into()), ..hex.clone() }, "currency"),
        (FormatOptions { scientific: true, ..hex.clone() }, "scientific"),
        (FormatOptions { accounting: true, ..hex.clone() }, "accounting"),
    ] {
        let message =
            format!("hex does not go with {other}: hexadecimal digits have a sign in front and nothing else");
        assert_eq!(compiled(&options, "int32").unwrap_err(), message);
    }
    assert!(compiled(&FormatOptions { trim: Trim::Both, ..hex }, "int32").is_ok());
}

#[test]
fn a_wrong_pattern_is_shown() {
    let options = FormatOptions { pattern: Some("%d/%m".into()), ..plain() };
    assert_eq!(compiled(&options, "date").unwrap_err(), r#"pattern "%d/%m": a year is missing: %Y or %y"#);
}

#[test]
fn spaces_alone_are_left_to_whoever_knows_null() {
    let format = compiled(&FormatOptions { trim: Trim::Both, ..plain() }, "int32").unwrap().unwrap();
    assert_eq!(format.trimmed(b" \t "), b"");
}
