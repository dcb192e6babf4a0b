//! Integers, decimals and floats.

use super::{Case, check};

#[test]
fn integers() {
    const CASES: &[Case] = &[
        ("int8", "0", Ok("0")),
        ("int8", "127", Ok("127")),
        ("int8", "-128", Ok("-128")),
        ("int8", "128", Err(r#""128" is out of range of int8 (-128 to 127)"#)),
        ("int8", "-129", Err(r#""-129" is out of range of int8 (-128 to 127)"#)),
        ("int8", "000000000000000000000127", Ok("127")),
        ("int16", "32767", Ok("32767")),
        ("int16", "-32768", Ok("-32768")),
        ("int16", "32768", Err(r#""32768" is out of range of int16 (-32768 to 32767)"#)),
        ("int16", "-32769", Err(r#""-32769" is out of range of int16 (-32768 to 32767)"#)),
        ("int32", "2147483647", Ok("2147483647")),
        ("int32", "-2147483648", Ok("-2147483648")),
        ("int32", "2147483648", Err(r#""2147483648" is out of range of int32 (-2147483648 to 2147483647)"#)),
        (
            "int32",
            "-2147483649",
            Err(r#""-2147483649" is out of range of int32 (-2147483648 to 2147483647)"#),
        ),
        ("int64", "9223372036854775807", Ok("9223372036854775807")),
        ("int64", "-9223372036854775808", Ok("-9223372036854775808")),
        (
            "int64",
            "9223372036854775808",
            Err(
                r#""9223372036854775808" is out of range of int64 (-9223372036854775808 to 9223372036854775807)"#,
            ),
        ),
        (
            "int64",
            "-9223372036854775809",
            Err(
                r#""-9223372036854775809" is out of range of int64 (-9223372036854775808 to 9223372036854775807)"#,
            ),
        ),
        ("uint8", "255", Ok("255")),
        ("uint8", "256", Err(r#""256" is out of range of uint8 (0 to 255)"#)),
        ("uint8", "-1", Err(r#""-1" is out of range of uint8 (0 to 255)"#)),
        ("uint8", "-0", Ok("0")),
        ("uint16", "65535", Ok("65535")),
        ("uint16", "65536", Err(r#""65536" is out of range of uint16 (0 to 65535)"#)),
        ("uint32", "4294967295", Ok("4294967295")),
        ("uint32", "4294967296", Err(r#""4294967296" is out of range of uint32 (0 to 4294967295)"#)),
        ("uint64", "18446744073709551615", Ok("18446744073709551615")),
        (
            "uint64",
            "18446744073709551616",
            Err(r#""18446744073709551616" is out of range of uint64 (0 to 18446744073709551615)"#),
        ),
        ("uint64", "-5", Err(r#""-5" is out of range of uint64 (0 to 18446744073709551615)"#)),
        // Each length of the fast path, and both sides of its limits.
        ("int64", "1", Ok("1")),
        ("int64", "-12", Ok("-12")),
        ("int64", "123", Ok("123")),
        ("int64", "1234", Ok("1234")),
        ("int64", "12345", Ok("12345")),
        ("int64", "123456", Ok("123456")),
        ("int64", "1234567", Ok("1234567")),
        ("int64", "12345678", Ok("12345678")),
        ("int64", "-12345678", Ok("-12345678")),
        ("int64", "123456789", Ok("123456789")),
        ("int64", "999999999999999", Ok("999999999999999")),
        ("int64", "1234567890123456", Ok("1234567890123456")),
        ("int64", "-9999999999999999", Ok("-9999999999999999")),
        ("int64", "12345678901234567", Ok("12345678901234567")),
        ("int64", "-00012345678901234567", Ok("-12345678901234567")),
        ("int32", "0000000000000000000000000000000000000007", Ok("7")),
        (
            "uint64",
            "1234567890123456789012345678901234567890",
            Err(
                r#""1234567890123456789012345678901234567890" is out of range of uint64 (0 to 18446744073709551615)"#,
            ),
        ),
        (
            "int8",
            "99999999999999999999999999999999999999999999999999999999999999999999999",
            Err(
                r#""9999999999999999999999999999999999999999999999999999999999999999" … (71 bytes) is out of range of int8 (-128 to 127)"#,
            ),
        ),
        // Signs.
        ("int32", "+5", Ok("5")),
        ("uint8", "+255", Ok("255")),
        ("int32", "-0", Ok("0")),
        ("int32", "-007", Ok("-7")),
        ("int32", "-", Err(r#""-" is not an integer: a sign without digits"#)),
        ("int32", "+", Err(r#""+" is not an integer: a sign without digits"#)),
        ("int32", "+-5", Err(r#""+-5" is not an integer: "-" is no digit"#)),
        ("int32", "--5", Err(r#""--5" is not an integer: "-" is no digit"#)),
        ("int32", "5-", Err(r#""5-" is not an integer: "-" is no digit"#)),
        // What is no integer.
        ("int32", "", Err(r#""" is not an integer: it is empty"#)),
        ("int32", " ", Err(r#"" " is not an integer: it has a space"#)),
        ("int32", " 5", Err(r#"" 5" is not an integer: it has a space"#)),
        ("int64", "5 ", Err(r#""5 " is not an integer: it has a space"#)),
        ("int64", "5\t", Err(r#""5\t" is not an integer: "\t" is no digit"#)),
        ("int64", "1.0", Err(r#""1.0" is not an integer: it has a decimal point"#)),
        ("int64", "1e3", Err(r#""1e3" is not an integer: "e" is no digit"#)),
        ("int64", "1,000", Err(r#""1,000" is not an integer: "," is no digit"#)),
        ("int64", "12345678901234x6", Err(r#""12345678901234x6" is not an integer: "x" is no digit"#)),
        ("int64", "1\0", Err(r#""1\u{0}" is not an integer: "\u{0}" is no digit"#)),
        ("int64", "−5", Err(r#""−5" is not an integer: "\xe2" is no digit"#)),
        ("int64", "٣", Err(r#""٣" is not an integer: "\xd9" is no digit"#)),
    ];
    check(CASES);
}

#[test]
fn decimals_that_fit() {
    const CASES: &[Case] = &[
        ("decimal(1,0)", "9", Ok("9")),
        ("decimal(1,0)", "-9", Ok("-9")),
        ("decimal(1,0)", "5.", Ok("5")),
        ("decimal(1,0)", "5.000", Ok("5")),
        ("decimal(1,0)", "0009", Ok("9")),
        ("decimal(1,1)", ".9", Ok("9")),
        ("decimal(1,1)", "-0.9", Ok("-9")),
        ("decimal(1,1)", "0", Ok("0")),
        ("decimal(15,2)", "0", Ok("0")),
        ("decimal(15,2)", "-0.00", Ok("0")),
        ("decimal(15,2)", "1", Ok("100")),
        ("decimal(15,2)", "1.5", Ok("150")),
        ("decimal(15,2)", "1.50", Ok("150")),
        ("decimal(15,2)", "1.500", Ok("150")),
        ("decimal(15,2)", "+1.50", Ok("150")),
        ("decimal(15,2)", ".5", Ok("50")),
        ("decimal(15,2)", ".05", Ok("5")),
        ("decimal(15,2)", "-.05", Ok("-5")),
        ("decimal(15,2)", "5.", Ok("500")),
        ("decimal(15,2)", "12.34", Ok("1234")),
        ("decimal(15,2)", "123.45", Ok("12345")),
        ("decimal(15,2)", "1234.56", Ok("123456")),
        ("decimal(15,2)", "12345.67", Ok("1234567")),
        ("decimal(15,2)", "123456.78", Ok("12345678")),
        ("decimal(15,2)", "12345678", Ok("1234567800")),
        ("decimal(15,2)", "123456789", Ok("12345678900")),
        ("decimal(15,2)", "9999999999999.99", Ok("999999999999999")),
        ("decimal(15,2)", "-9999999999999.99", Ok("-999999999999999")),
        ("decimal(15,2)", "9999999999999", Ok("999999999999900")),
        ("decimal(15,2)", "0000000000000000000000001.25", Ok("125")),
        ("decimal(15,2)", "1.2500000000000000000000000000000", Ok("125")),
        ("decimal(15,7)", "1.2345678", Ok("12345678")),
        ("decimal(15,7)", ".1234567", Ok("1234567")),
        ("decimal(15,7)", "0.1234567", Ok("1234567")),
        ("decimal(15,7)", "12345678.7654321", Ok("123456787654321")),
        ("decimal(15,7)", "99999999", Ok("999999990000000")),
        ("decimal(15,8)", "1234567.12345678", Ok("123456712345678")),
        ("decimal(18,0)", "999999999999999999", Ok("999999999999999999")),
        ("decimal(18,0)", "-999999999999999999", Ok("-999999999999999999")),
        ("decimal(18,2)", "9999999999999999.99", Ok("999999999999999999")),
        ("decimal(18,7)", "99999999999.9999999", Ok("999999999999999999")),
        ("decimal(18,18)", "0.000000000000000001", Ok("1")),
        ("decimal(18,18)", "-.999999999999999999", Ok("-999999999999999999")),
        ("decimal(19,0)", "9999999999999999999", Ok("9999999999999999999")),
        ("decimal(19,2)", "99999999999999999.99", Ok("9999999999999999999")),
        ("decimal(19,2)", "12.34", Ok("1234")),
        ("decimal(19,18)", "9.999999999999999999", Ok("9999999999999999999")),
        (
            "decimal(38,0)",
            "99999999999999999999999999999999999999",
            Ok("99999999999999999999999999999999999999"),
        ),
        (
            "decimal(38,2)",
            "-999999999999999999999999999999999999.99",
            Ok("-99999999999999999999999999999999999999"),
        ),
        ("decimal(38,2)", "-7.25", Ok("-725")),
        ("decimal(38,7)", "1234567890123456", Ok("12345678901234560000000")),
        ("decimal(38,38)", "0.00000000000000000000000000000000000001", Ok("1")),
        ("decimal(38,38)", ".5", Ok("50000000000000000000000000000000000000")),
        (
            "decimal(38,38)",
            "-0.99999999999999999999999999999999999999",
            Ok("-99999999999999999999999999999999999999"),
        ),
    ];
    check(CASES);
}

/// Like [`check`], for the decimals that do not fit: all that varies in the message is what is lost.
fn check_decimals_too_long(cases: &[(&'static str, &'static str, &'static str)]) {
    for &(spelling, field, detail) in cases {
        let message = format!("{field:?} does not fit {spelling}: {detail}; nothing is rounded");
        assert_eq!(super::converted(spelling, field.as_bytes()), Err(message));
    }
}

#[test]
fn decimals_with_too_many_digits() {
    check_decimals_too_long(&[
        ("decimal(1,0)", "10", "2 digits before the point, the type holds 1"),
        ("decimal(1,0)", "0.5", "1 digit behind the point, the type holds 0"),
        ("decimal(1,1)", "1", "1 digit before the point, the type holds 0"),
        ("decimal(1,1)", "1.0", "1 digit before the point, the type holds 0"),
        ("decimal(15,2)", "1.505", "3 digits behind the point, the type holds 2"),
        ("decimal(15,2)", "0.001", "3 digits behind the point, the type holds 2"),
        ("decimal(15,2)", "10000000000000", "14 digits before the point, the type holds 13"),
        ("decimal(15,2)", "-10000000000000.00", "14 digits before the point, the type holds 13"),
        ("decimal(15,2)", "00010000000000000.00", "14 digits before the point, the type holds 13"),
        ("decimal(15,7)", "100000000", "9 digits before the point, the type holds 8"),
        ("decimal(15,7)", "1.23456789", "8 digits behind the point, the type holds 7"),
        ("decimal(15,8)", "1.123456789", "9 digits behind the point, the type holds 8"),
        ("decimal(18,0)", "1000000000000000000", "19 digits before the point, the type holds 18"),
        ("decimal(18,2)", "10000000000000000", "17 digits before the point, the type holds 16"),
        ("decimal(18,18)", "1", "1 digit before the point, the type holds 0"),
        ("decimal(19,0)", "10000000000000000000", "20 digits before the point, the type holds 19"),
        (
            "decimal(38,0)",
            "100000000000000000000000000000000000000",
            "39 digits before the point, the type holds 38",
        ),
        ("decimal(38,0)", "0.1", "1 digit behind the point, the type holds 0"),
        (
            "decimal(38,38)",
            "0.000000000000000000000000000000000000001",
            "39 digits behind the point, the type holds 38",
        ),
    ]);
}

#[test]
fn what_is_no_decimal() {
    const CASES: &[Case] = &[
        ("decimal(15,2)", "", Err(r#""" is not a decimal: it is empty"#)),
        ("decimal(15,2)", "-", Err(r#""-" is not a decimal: it has no digits"#)),
        ("decimal(15,2)", ".", Err(r#""." is not a decimal: it has no digits"#)),
        ("decimal(15,2)", "+.", Err(r#""+." is not a decimal: it has no digits"#)),
        ("decimal(15,2)", "1.2.3", Err(r#""1.2.3" is not a decimal: it has two points"#)),
        ("decimal(15,2)", "1..5", Err(r#""1..5" is not a decimal: it has two points"#)),
        ("decimal(15,2)", "..50", Err(r#""..50" is not a decimal: it has two points"#)),
        ("decimal(15,2)", "1.5e3", Err(r#""1.5e3" is not a decimal: it has an exponent"#)),
        ("decimal(38,2)", "1E5", Err(r#""1E5" is not a decimal: it has an exponent"#)),
        ("decimal(15,2)", " 1.50", Err(r#"" 1.50" is not a decimal: it has a space"#)),
        ("decimal(15,2)", "1.50 ", Err(r#""1.50 " is not a decimal: it has a space"#)),
        ("decimal(15,2)", "1,50", Err(r#""1,50" is not a decimal: "," is no digit"#)),
        ("decimal(15,2)", "--1.50", Err(r#""--1.50" is not a decimal: "-" is no digit"#)),
        ("decimal(15,2)", "1.-5", Err(r#""1.-5" is not a decimal: "-" is no digit"#)),
        ("decimal(15,2)", "NaN", Err(r#""NaN" is not a decimal: "N" is no digit"#)),
        ("decimal(15,2)", "$1.50", Err(r#""$1.50" is not a decimal: "$" is no digit"#)),
        ("decimal(38,38)", "0x1", Err(r#""0x1" is not a decimal: "x" is no digit"#)),
    ];
    check(CASES);
}

#[test]
fn floats() {
    const CASES: &[Case] = &[
        ("float64", "0", Ok("0.0")),
        ("float64", "-0.0", Ok("-0.0")),
        ("float64", "0e999", Ok("0.0")),
        ("float64", "1.5", Ok("1.5")),
        ("float64", "-1.5e3", Ok("-1500.0")),
        ("float64", "+1.5E-3", Ok("0.0015")),
        ("float64", "0.1", Ok("0.1")),
        ("float64", ".5", Ok("0.5")),
        ("float64", "5.", Ok("5.0")),
        ("float64", "9007199254740993", Ok("9007199254740992.0")),
        ("float64", "1.7976931348623157e308", Ok("1.7976931348623157e308")),
        ("float64", "5e-324", Ok("5e-324")),
        ("float64", "2.2250738585072011e-308", Ok("2.225073858507201e-308")),
        ("float64", "1e400", Err(r#""1e400" is out of range of float64"#)),
        ("float64", "-1.8e308", Err(r#""-1.8e308" is out of range of float64"#)),
        ("float64", "1e-400", Err(r#""1e-400" is out of range of float64"#)),
        ("float64", "-0.001e-400", Err(r#""-0.001e-400" is out of range of float64"#)),
        ("float64", "inf", Ok("inf")),
        ("float64", "-Infinity", Ok("-inf")),
        ("float64", "+inf", Ok("inf")),
        ("float64", "NaN", Ok("NaN")),
        ("float64", "nan", Ok("NaN")),
        ("float64", "", Err(r#""" is not a number: it is empty"#)),
        ("float64", " 1", Err(r#"" 1" is not a number: it has a space"#)),
        ("float64", "1 ", Err(r#""1 " is not a number: it has a space"#)),
        ("float64", "one", Err(r#""one" is not a number"#)),
        ("float64", "-", Err(r#""-" is not a number"#)),
        ("float64", ".", Err(r#""." is not a number"#)),
        ("float64", "1e", Err(r#""1e" is not a number"#)),
        ("float64", "1,5", Err(r#""1,5" is not a number"#)),
        ("float64", "0x10", Err(r#""0x10" is not a number"#)),
        ("float64", "infinite", Err(r#""infinite" is not a number"#)),
        ("float32", "1.1", Ok("1.1")),
        ("float32", "16777217", Ok("16777216.0")),
        ("float32", "3.4028235e38", Ok("3.4028235e38")),
        ("float32", "3.5e38", Err(r#""3.5e38" is out of range of float32"#)),
        ("float32", "1e-45", Ok("1e-45")),
        ("float32", "1e-46", Err(r#""1e-46" is out of range of float32"#)),
        ("float32", "-0", Ok("-0.0")),
        ("float32", "inf", Ok("inf")),
        // One rounding, not two: by way of a float64 both would be a tie, and 1.0.
        ("float32", "1.000000059604644775390625", Ok("1.0")),
        ("float32", "1.00000005960464477539062500000001", Ok("1.0000001")),
    ];
    check(CASES);
}
