//! Dates, times and timestamps. The numbers are Python's `datetime`'s.

use super::{Case, check, converted};
use crate::convert::date;

#[test]
fn dates() {
    const CASES: &[Case] = &[
        ("date", "1970-01-01", Ok("0")),
        ("date", "1969-12-31", Ok("-1")),
        ("date", "1992-01-01", Ok("8035")),
        ("date", "1998-12-01", Ok("10561")),
        ("date", "1900-02-28", Ok("-25509")),
        ("date", "1900-03-01", Ok("-25508")),
        ("date", "2000-02-29", Ok("11016")),
        ("date", "2024-02-29", Ok("19782")),
        ("date", "1582-10-10", Ok("-141432")),
        ("date", "0001-01-01", Ok("-719162")),
        ("date", "9999-12-31", Ok("2932896")),
        ("date", "1900-02-29", Err(r#""1900-02-29" is not a date: day 29 of a month of 28"#)),
        ("date", "2023-02-29", Err(r#""2023-02-29" is not a date: day 29 of a month of 28"#)),
        ("date", "2024-02-30", Err(r#""2024-02-30" is not a date: day 30 of a month of 29"#)),
        ("date", "1998-04-31", Err(r#""1998-04-31" is not a date: day 31 of a month of 30"#)),
        ("date", "1998-12-32", Err(r#""1998-12-32" is not a date: day 32 of a month of 31"#)),
        ("date", "1998-01-00", Err(r#""1998-01-00" is not a date: day 0 of a month of 31"#)),
        ("date", "1998-13-01", Err(r#""1998-13-01" is not a date: month 13"#)),
        ("date", "1998-00-01", Err(r#""1998-00-01" is not a date: month 0"#)),
        ("date", "0000-01-01", Err(r#""0000-01-01" is not a date: there is no year 0"#)),
    ];
    check(CASES);
    for field in [
        "",
        "1",
        "1998/01/01",
        "1998-01/01",
        "1998-1-01",
        "1998-01-1",
        "1998-1-1",
        "98-01-01",
        "19980101",
        "1998-01-01 ",
        " 1998-01-01",
        "-1998-01-01",
        "1998-01-0a",
        "199a-01-01",
        "1998-0:-01",
        "+998-01-01",
        "10000-01-01",
        "01.01.1998",
        "1998-01-01T",
        "infinity",
    ] {
        let message = format!("{field:?} is not a date: the form is YYYY-MM-DD");
        assert_eq!(converted("date", field.as_bytes()), Err(message));
    }
}

/// A calendar that counts, against the arithmetic: every day of the years 1 to 9999.
#[test]
fn every_day_there_is() {
    let mut expected = -719_162;
    for year in 1..=9999 {
        let is_leap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0);
        let february = if is_leap { 29 } else { 28 };
        for (month, length) in (1..).zip([31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]) {
            for day in 1..=length {
                assert_eq!(date::days(year, month, day), Some(expected), "{year}-{month}-{day}");
                expected += 1;
            }
            for day in [0, length + 1, 32, 99] {
                assert_eq!(date::days(year, month, day), None, "{year}-{month}-{day}");
            }
        }
        assert_eq!((date::days(year, 0, 1), date::days(year, 13, 1)), (None, None));
    }
    assert_eq!(expected, 2_932_897);
    assert_eq!(date::days(0, 12, 31), None);
}

#[test]
fn times() {
    const CASES: &[Case] = &[
        ("time(us)", "00:00:00", Ok("0")),
        ("time(us)", "12:34", Ok("45240000000")),
        ("time(us)", "12:34:56", Ok("45296000000")),
        ("time(us)", "23:59:59", Ok("86399000000")),
        ("time(us)", "12:34:56.7", Ok("45296700000")),
        ("time(us)", "12:34:56.78", Ok("45296780000")),
        ("time(us)", "12:34:56.789", Ok("45296789000")),
        ("time(us)", "12:34:56.7891", Ok("45296789100")),
        ("time(us)", "12:34:56.78912", Ok("45296789120")),
        ("time(us)", "12:34:56.789123", Ok("45296789123")),
        ("time(us)", "12:34:56.7891230", Ok("45296789123")),
        ("time(us)", "12:34:56.78912300", Ok("45296789123")),
        ("time(us)", "12:34:56.789123000", Ok("45296789123")),
        ("time(us)", "12:34:56.000001", Ok("45296000001")),
        ("time(us)", "12:34:56.0", Ok("45296000000")),
        ("time(us)", "23:59:59.999999", Ok("86399999999")),
        (
            "time(us)",
            "12:34:56.7891234",
            Err(
                r#""12:34:56.7891234" does not fit time(us): 7 digits behind the seconds, the type holds 6; nothing is rounded"#,
            ),
        ),
        (
            "time(us)",
            "12:34:56.78912345",
            Err(
                r#""12:34:56.78912345" does not fit time(us): 8 digits behind the seconds, the type holds 6; nothing is rounded"#,
            ),
        ),
        (
            "time(us)",
            "12:34:56.000000001",
            Err(
                r#""12:34:56.000000001" does not fit time(us): 9 digits behind the seconds, the type holds 6; nothing is rounded"#,
            ),
        ),
        ("time(us)", "24:00:00", Err(r#""24:00:00" is not a time: hour 24"#)),
        ("time(us)", "12:60:00", Err(r#""12:60:00" is not a time: minute 60"#)),
        ("time(us)", "23:59:60", Err(r#""23:59:60" is not a time: second 60"#)),
        ("time(us)", "99:99", Err(r#""99:99" is not a time: hour 99"#)),
    ];
    check(CASES);
    for field in [
        "",
        "1",
        "1:2:3",
        "12:3",
        "12:34:",
        "12:34:5",
        "12-34-56",
        "12:34-56",
        "12:34:56.",
        "12:34:56,5",
        "12:34:56.5 ",
        "12:34:56.5.5",
        " 12:34:56",
        "12:34:5x",
        "1x:34:56",
        "12:34:56 PM",
        "12:34:56Z",
        "123456",
        "12:34:567",
    ] {
        let message = format!("{field:?} is not a time: the form of a time is HH:MM:SS.ffffff");
        assert_eq!(converted("time(us)", field.as_bytes()), Err(message));
    }
}

#[test]
fn timestamps() {
    const CASES: &[Case] = &[
        ("timestamp(s)", "2024-02-29 12:34:56", Ok("1709210096")),
        ("timestamp(s)", "2024-02-29T12:34:56.000", Ok("1709210096")),
        ("timestamp(s)", "1969-12-31 23:59:59", Ok("-1")),
        ("timestamp(s)", "0001-01-01", Ok("-62135596800")),
        ("timestamp(s)", "9999-12-31 23:59:59", Ok("253402300799")),
        (
            "timestamp(s)",
            "2024-02-29 12:34:56.5",
            Err(
                r#""2024-02-29 12:34:56.5" does not fit timestamp(s): 1 digit behind the seconds, the type holds 0; nothing is rounded"#,
            ),
        ),
        ("timestamp(ms)", "2024-02-29 12:34:56.789", Ok("1709210096789")),
        ("timestamp(ms)", "1969-12-31 23:59:59.999", Ok("-1")),
        (
            "timestamp(ms)",
            "2024-02-29 12:34:56.7891",
            Err(
                r#""2024-02-29 12:34:56.7891" does not fit timestamp(ms): 4 digits behind the seconds, the type holds 3; nothing is rounded"#,
            ),
        ),
        ("timestamp(us)", "2024-02-29", Ok("1709164800000000")),
        ("timestamp(us)", "2024-02-29 00:00", Ok("1709164800000000")),
        ("timestamp(us)", "2024-02-29 12:34:56", Ok("1709210096000000")),
        ("timestamp(us)", "2024-02-29T12:34:56", Ok("1709210096000000")),
        ("timestamp(us)", "2024-02-29T12:34:56.789123", Ok("1709210096789123")),
        ("timestamp(us)", "1969-12-31 23:59:59.999999", Ok("-1")),
        ("timestamp(us)", "0001-01-01 00:00:00", Ok("-62135596800000000")),
        ("timestamp(us)", "9999-12-31 23:59:59.999999", Ok("253402300799999999")),
        ("timestamp(ns)", "2024-02-29 12:34:56.7", Ok("1709210096700000000")),
        ("timestamp(ns)", "2024-02-29 12:34:56.12345678", Ok("1709210096123456780")),
        ("timestamp(ns)", "2024-02-29 12:34:56.123456789", Ok("1709210096123456789")),
        ("timestamp(ns)", "2024-02-29 12:34:56.1234567890", Ok("1709210096123456789")),
        ("timestamp(ns)", "1969-12-31 23:59:59.999999999", Ok("-1")),
        ("timestamp(ns)", "2262-04-11 23:47:16.854775806", Ok("9223372036854775806")),
        (
            "timestamp(ns)",
            "2262-04-11 23:47:16.854775807",
            Err(r#""2262-04-11 23:47:16.854775807" is out of range of timestamp(ns)"#),
        ),
        ("timestamp(ns)", "1677-09-21 12:00:00", Ok("-9223329600000000000")),
        ("timestamp(ns)", "1677-09-21 12:00", Ok("-9223329600000000000")),
        ("timestamp(ns)", "1677-09-21 00:12:43.145224194", Ok("-9223372036854775806")),
        (
            "timestamp(ns)",
            "1677-09-21 00:12:43.145224193",
            Err(r#""1677-09-21 00:12:43.145224193" is out of range of timestamp(ns)"#),
        ),
        ("timestamp(ns)", "2300-01-01", Err(r#""2300-01-01" is out of range of timestamp(ns)"#)),
        (
            "timestamp(ns)",
            "2300-01-01 00:00:00",
            Err(r#""2300-01-01 00:00:00" is out of range of timestamp(ns)"#),
        ),
        ("timestamp(us)", "", Err(r#""" is not a timestamp: it is empty"#)),
        (
            "timestamp(us)",
            "2024-02-30 00:00:00",
            Err(r#""2024-02-30 00:00:00" is not a timestamp: day 30 of a month of 29"#),
        ),
        ("timestamp(us)", "2024-13-01", Err(r#""2024-13-01" is not a timestamp: month 13"#)),
        ("timestamp(us)", "2024-02-29 24:00:00", Err(r#""2024-02-29 24:00:00" is not a timestamp: hour 24"#)),
        (
            "timestamp(us)",
            "2024-02-29 12:60:00",
            Err(r#""2024-02-29 12:60:00" is not a timestamp: minute 60"#),
        ),
        (
            "timestamp(us)",
            "2024-02-29 12:34:60",
            Err(r#""2024-02-29 12:34:60" is not a timestamp: second 60"#),
        ),
    ];
    check(CASES);
    for (field, form) in [
        ("2024-02-9", "the form is YYYY-MM-DD"),
        ("2024/02/29 12:34:56", "the form is YYYY-MM-DD"),
        ("12:34:56", "the form is YYYY-MM-DD"),
        ("2024-02-29_12:34:56", "the form is YYYY-MM-DD HH:MM:SS.ffffff"),
        ("2024-02-29t12:34:56", "the form is YYYY-MM-DD HH:MM:SS.ffffff"),
        ("2024-02-2912:34:56", "the form is YYYY-MM-DD HH:MM:SS.ffffff"),
        ("2024-02-29 ", "the form of a time is HH:MM:SS.ffffff"),
        ("2024-02-29  12:34:56", "the form of a time is HH:MM:SS.ffffff"),
        ("2024-02-29 12", "the form of a time is HH:MM:SS.ffffff"),
        ("2024-02-29 1:02:03", "the form of a time is HH:MM:SS.ffffff"),
        ("2024-02-29 12:34:56.", "the form of a time is HH:MM:SS.ffffff"),
        ("2024-02-29 12:34:56 ", "the form of a time is HH:MM:SS.ffffff"),
        ("2024-02-29 12:34:56Z", "it has an offset, and the type has no zone"),
        ("2024-02-29 12:34:56+00", "it has an offset, and the type has no zone"),
        ("2024-02-29 12:34:56.5-05:30", "it has an offset, and the type has no zone"),
        ("2024-02-29 12:34:56+nonsense", "it has an offset, and the type has no zone"),
    ] {
        let message = format!("{field:?} is not a timestamp: {form}");
        assert_eq!(converted("timestamp(us)", field.as_bytes()), Err(message));
    }
}

#[test]
fn timestamps_with_an_offset() {
    const CASES: &[Case] = &[
        ("timestamptz(us)", "2000-01-01 00:00:00Z", Ok("946684800000000")),
        ("timestamptz(us)", "2000-01-01T00:00:00z", Ok("946684800000000")),
        ("timestamptz(us)", "2000-01-01 00:00:00+00", Ok("946684800000000")),
        ("timestamptz(us)", "2000-01-01 00:00:00-00:00", Ok("946684800000000")),
        ("timestamptz(us)", "2000-01-01 00:00Z", Ok("946684800000000")),
        ("timestamptz(us)", "2000-01-01 00:00+00", Ok("946684800000000")),
        ("timestamptz(us)", "2000-01-01 00:00:00.5Z", Ok("946684800500000")),
        ("timestamptz(us)", "2000-01-01 00:00:00.123456+00", Ok("946684800123456")),
        ("timestamptz(us)", "2000-01-01 00:00:00+02", Ok("946677600000000")),
        ("timestamptz(us)", "2000-01-01 00:00:00-0530", Ok("946704600000000")),
        ("timestamptz(us)", "2000-01-01 00:00:00+05:30", Ok("946665000000000")),
        ("timestamptz(us)", "2000-01-01 00:00:00.25+05:30", Ok("946665000250000")),
        ("timestamptz(us)", "2000-01-01 00:00:00+15:59", Ok("946627260000000")),
        ("timestamptz(us)", "2000-01-01 00:00:00-15:59", Ok("946742340000000")),
        ("timestamptz(us)", "1969-12-31 23:59:59.999999Z", Ok("-1")),
        (
            "timestamptz(us)",
            "2000-01-01 00:00:00.1234567Z",
            Err(
                r#""2000-01-01 00:00:00.1234567Z" does not fit timestamptz(us): 7 digits behind the seconds, the type holds 6; nothing is rounded"#,
            ),
        ),
        ("timestamptz(us)", "", Err(r#""" is not a timestamp with an offset: it is empty"#)),
    ];
    check(CASES);
    for (field, detail) in [
        ("2000-01-01", "it has no offset from UTC"),
        ("2000-01-01 00:00:00", "it has no offset from UTC"),
        ("2000-01-01 00:00:00.5", "it has no offset from UTC"),
        ("2000-01-01Z", "the form is YYYY-MM-DD HH:MM:SS.ffffff"),
        ("2000-01-01 Z", "the form of a time is HH:MM:SS.ffffff"),
        ("2000-01-01 00:00:00 Z", "the form of a time is HH:MM:SS.ffffff"),
        ("2000-01-01 00:00:00.Z", "the form of a time is HH:MM:SS.ffffff"),
        ("2000-01-01 24:00:00Z", "hour 24"),
        ("2000-02-30 00:00:00Z", "day 30 of a month of 29"),
    ] {
        let message = format!("{field:?} is not a timestamp with an offset: {detail}");
        assert_eq!(converted("timestamptz(us)", field.as_bytes()), Err(message));
    }
    for offset in
        ["+16:00", "-16", "+05:60", "+5", "+", "-", "ZZ", "+05:3", "+05-30", "+0a", "+05:30:00", "Z+00"]
    {
        let field = format!("2000-01-01 00:00:00{offset}");
        let message = format!("{field:?} is not a timestamp with an offset: the form of an offset is +HH:MM");
        assert_eq!(converted("timestamptz(us)", field.as_bytes()), Err(message));
    }
}
