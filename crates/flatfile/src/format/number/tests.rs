//! What numbers may look like, one line a case.

mod properties;

use crate::format::tests::{plain, rewritten};
use crate::{Format, FormatOptions};

/// Columns: the text, and its plain spelling or what is said of it behind the text.
fn check(options: &FormatOptions, column_type: &str, cases: &[(&str, Result<&str, &str>)]) {
    for &(text, expected) in cases {
        let expected = expected.map(str::to_owned).map_err(|detail| format!("\"{text}\" {detail}"));
        assert_eq!(rewritten(options, column_type, text), expected, "{column_type} {text:?}");
    }
}

fn comma() -> FormatOptions {
    FormatOptions { decimal_separator: Some(','), ..plain() }
}

#[test]
fn decimal_separator() {
    check(
        &comma(),
        "decimal(15,2)",
        &[
            ("1234,56", Ok("1234.56")),
            ("-0,05", Ok("-0.05")),
            ("+,5", Ok("0.5")),
            ("5,", Ok("5")),
            ("007,00", Ok("007")),
            ("-0,00", Ok("-0")),
            (
                "1234,567",
                Err(
                    "does not fit decimal(15,2): 3 digits behind the point, the type holds 2; nothing is rounded",
                ),
            ),
            ("1.5", Err("is not a decimal: expected a digit at \".5\"")),
            ("1,2,3", Err("is not a decimal: expected a digit at \",3\"")),
            ("1,5 ", Err("is not a decimal: expected a digit at \" \"")),
            ("--5", Err("is not a decimal: it has two signs")),
            ("5-", Err("is not a decimal: expected a digit at \"-\"")),
            ("(5)", Err("is not a decimal: expected a digit at \"(5)\"")),
            ("1,5E3", Err("is not a decimal: expected a digit at \"E3\"")),
            (",", Err("is not a decimal: it has no digits")),
            ("-", Err("is not a decimal: it has no digits")),
            ("", Err("is not a decimal: it is empty")),
        ],
    );
}

#[test]
fn floats_keep_their_exponents_and_words() {
    check(
        &comma(),
        "float64",
        &[
            ("-1,5E-300", Ok("-1.5E-300")),
            ("1,e+5", Ok("1e+5")),
            ("NaN", Ok("NaN")),
            ("-Infinity", Ok("-Infinity")),
            ("nano", Err("is not a number: expected a digit at \"nano\"")),
            ("1,5e", Err("is not a number: \"e\" is no exponent")),
            ("1,5e1,5", Err("is not a number: \"e1,5\" is no exponent")),
            ("e5", Err("is not a number: it has no digits")),
        ],
    );
}

#[test]
fn thousands_separator() {
    const WRONG: &str = "is not an integer: \".\" does not separate groups of three digits";
    let points = FormatOptions { thousands_separator: Some('.'), ..plain() };
    check(
        &points,
        "int64",
        &[
            ("1.234.567", Ok("1234567")),
            ("-12.345", Ok("-12345")),
            ("123", Ok("123")),
            ("1234567", Ok("1234567")),
            ("000.001", Ok("000001")),
            ("1234.567", Err(WRONG)),
            ("1.23", Err(WRONG)),
            ("1.2345", Err(WRONG)),
            ("12.34.567", Err(WRONG)),
            ("1.234567", Err(WRONG)),
            (".123", Err(WRONG)),
            ("1..234", Err(WRONG)),
            ("1.234.", Err(WRONG)),
            ("1,234", Err("is not an integer: expected a digit at \",234\"")),
        ],
    );
    let both = FormatOptions { thousands_separator: Some('.'), ..comma() };
    check(
        &both,
        "decimal(15,4)",
        &[
            ("1.234.567,89", Ok("1234567.89")),
            ("1234567,89", Ok("1234567.89")),
            ("0,1.234", Err("is not a decimal: expected a digit at \".234\"")),
        ],
    );
    for separator in [' ', '\u{a0}', '\u{202f}', '\'', '\u{2019}', ',', '_'] {
        let options = FormatOptions { thousands_separator: Some(separator), ..plain() };
        let text = format!("-1{separator}234{separator}567.5");
        assert_eq!(rewritten(&options, "decimal(15,2)", &text).unwrap(), "-1234567.5");
    }
}

#[test]
fn currency() {
    let euro = FormatOptions { currency: Some("€".into()), ..plain() };
    let cases = ["€5.5", "€ 5.5", "5.5€", "5.5 €", "5.5\u{a0}€", "5.5\u{202f}€", "+€5.5", "€+5.5", "5.5"];
    for text in cases {
        assert_eq!(rewritten(&euro, "decimal(15,2)", text).unwrap(), "5.5", "{text}");
    }
    check(
        &euro,
        "decimal(15,2)",
        &[
            ("-€5", Ok("-5")),
            ("€ -5", Ok("-5")),
            ("-5 €", Ok("-5")),
            ("€5€", Err("is not a decimal: it has two currencies")),
            ("-€-5", Err("is not a decimal: it has two signs")),
            ("€  5", Err("is not a decimal: expected a digit at \" 5\"")),
            ("$5", Err("is not a decimal: expected a digit at \"$5\"")),
            ("€", Err("is not a decimal: it has no digits")),
        ],
    );
    let code = FormatOptions { currency: Some("USD".into()), thousands_separator: Some(' '), ..plain() };
    check(
        &code,
        "int32",
        &[
            ("USD 1 234", Ok("1234")),
            ("1 234 USD", Ok("1234")),
            ("1 234usd", Err("is not an integer: expected a digit at \"usd\"")),
        ],
    );
}

#[test]
fn percent() {
    let percent = FormatOptions { percent: true, ..plain() };
    check(
        &percent,
        "decimal(5,4)",
        &[
            ("12.5 %", Ok("0.125")),
            ("12.5%", Ok("0.125")),
            ("100%", Ok("1")),
            ("-7\u{202f}%", Ok("-0.07")),
            ("0.01%", Ok("0.0001")),
            ("0%", Ok("0")),
            ("1234%", Ok("12.34")),
            (
                "0.001%",
                Err(
                    "does not fit decimal(5,4): 5 digits behind the point, the type holds 4; nothing is rounded",
                ),
            ),
            ("12.5", Err("is not a decimal: it has no per cent sign")),
            ("5%%", Err("is not a decimal: it has two per cent signs")),
            ("%5", Err("is not a decimal: it has no per cent sign")),
            ("%", Err("is not a decimal: it has no digits")),
        ],
    );
    check(&percent, "float64", &[("12.5e3%", Ok("0.125e3")), ("NaN%", Ok("NaN"))]);
}

#[test]
fn scientific() {
    let scientific = FormatOptions { scientific: true, ..plain() };
    check(
        &scientific,
        "int64",
        &[
            ("1.5E3", Ok("1500")),
            (
                "-15e-1",
                Err("does not fit int64: 1 digit behind the point, the type holds 0; nothing is rounded"),
            ),
            ("150e-1", Ok("15")),
            ("1.50E1", Ok("15")),
            ("12.0", Ok("12")),
            ("12", Ok("12")),
            ("1e+18", Ok("1000000000000000000")),
            ("0.0e999999999999999999999", Ok("0")),
            ("1E999999999999999999999", Err("is out of range of int64")),
            ("1E", Err("is not an integer: \"E\" is no exponent")),
            ("1E+", Err("is not an integer: \"E+\" is no exponent")),
            ("1E--1", Err("is not an integer: \"E--1\" is no exponent")),
            ("E3", Err("is not an integer: it has no digits")),
        ],
    );
    check(
        &FormatOptions { percent: true, ..scientific },
        "decimal(38,10)",
        &[
            ("1.25E-2%", Ok("0.000125")),
            ("1E29%", Ok("1000000000000000000000000000")),
            (
                "1E-999999999999%",
                Err(
                    "does not fit decimal(38,10): 2147483649 digits behind the point, the type holds 10; nothing is rounded",
                ),
            ),
        ],
    );
}

#[test]
fn accounting() {
    let accounting = FormatOptions {
        accounting: true,
        currency: Some("$".into()),
        thousands_separator: Some(','),
        ..plain()
    };
    for text in
        ["(1,234.50)", "1,234.50-", "-1,234.50", "($1,234.50)", "$ (1,234.50)", "(1,234.50) $", "1,234.50 $-"]
    {
        assert_eq!(rewritten(&accounting, "decimal(15,2)", text).unwrap(), "-1234.5", "{text}");
    }
    check(
        &accounting,
        "decimal(15,2)",
        &[
            ("1,234.50", Ok("1234.5")),
            ("(5", Err("is not a decimal: a parenthesis is open")),
            ("5)", Err("is not a decimal: expected a digit at \")\"")),
            ("(5))", Err("is not a decimal: it has two closing parentheses")),
            ("((5))", Err("is not a decimal: it has two signs")),
            ("(-5)", Err("is not a decimal: it has two signs")),
            ("-5-", Err("is not a decimal: it has two signs")),
            ("()", Err("is not a decimal: it has no digits")),
        ],
    );
}

#[test]
fn options_that_cannot_be() {
    let wrong = |options: FormatOptions, column_type: &str| {
        Format::compile(&options, column_type.parse().unwrap()).unwrap_err().to_string()
    };
    assert_eq!(
        wrong(FormatOptions { thousands_separator: Some('.'), ..plain() }, "float64"),
        "thousands_separator does not go with decimal_separator: both are '.'; say what stands before the fraction"
    );
    for separator in ['5', 'e', '-', '(', '%', '\n'] {
        let detail = "a separator is a space or a sign that has no other meaning in a number";
        assert_eq!(
            wrong(FormatOptions { decimal_separator: Some(separator), ..plain() }, "float64"),
            format!("decimal_separator {:?}: {detail}", separator.to_string())
        );
        assert_eq!(
            wrong(FormatOptions { thousands_separator: Some(separator), ..plain() }, "int8"),
            format!("thousands_separator {:?}: {detail}", separator.to_string())
        );
    }
    for currency in ["", " €", "5", "(", "a-b"] {
        assert_eq!(
            wrong(FormatOptions { currency: Some(currency.into()), ..plain() }, "float64"),
            format!(
                "currency {currency:?}: a currency is a sign or a code like € or USD, without spaces around it"
            )
        );
    }
}
