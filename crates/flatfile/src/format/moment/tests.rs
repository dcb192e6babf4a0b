//! What dates and times may look like, one line a case.

mod properties;

use crate::format::tests::{plain, rewritten};
use crate::{Format, FormatOptions};

fn patterned(pattern: &str) -> FormatOptions {
    FormatOptions { pattern: Some(pattern.to_owned()), ..plain() }
}

fn in_zone(zone: &str) -> FormatOptions {
    FormatOptions { timezone: Some(zone.to_owned()), ..plain() }
}

fn check(options: &FormatOptions, column_type: &str, text: &str, expected: Result<&str, &str>) {
    let expected = expected.map(str::to_owned).map_err(|detail| format!("\"{text}\" {detail}"));
    assert_eq!(rewritten(options, column_type, text), expected, "{column_type} {options:?}");
}

#[test]
fn dates() {
    for (pattern, text, expected) in [
        ("%d/%m/%Y", "01/12/1998", Ok("1998-12-01")),
        ("%d/%m/%Y", "1/2/1998", Ok("1998-02-01")),
        ("%Y%m%d", "19981201", Ok("1998-12-01")),
        ("%D", "12/31/68", Ok("2068-12-31")),
        ("%D", "12/31/69", Ok("1969-12-31")),
        ("%e %b %Y", " 1 dEC 1998", Ok("1998-12-01")),
        ("%e %b %Y", "11 Dec 1998", Ok("1998-12-11")),
        ("%B %d, %Y", "may 9, 0001", Ok("0001-05-09")),
        ("%A %d %B %Y", "TUESDAY 1 December 1998", Ok("1998-12-01")),
        ("%a, %F", "Thu, 1970-01-01", Ok("1970-01-01")),
        ("%j/%Y", "60/2000", Ok("2000-02-29")),
        ("%Y%j", "1998060", Ok("1998-03-01")),
        ("%d. %m. %Y год", "1. 12. 1998 год", Ok("1998-12-01")),
        ("100%% %F", "100% 1998-12-01", Ok("1998-12-01")),
        ("%F %T", "9999-12-31 00:00:00", Ok("9999-12-31")),
        ("%s", "-86400", Ok("1969-12-31")),
        ("%d/%m/%Y", "1-12-1998", Err("is not a date: expected \"/\" at \"-12-1998\"")),
        ("%d/%m/%Y", "1/12/98", Err("is not a date: expected the year at \"98\"")),
        ("%d/%m/%Y", "1/12/1998 ", Err("is not a date: expected nothing more at \" \"")),
        ("%d/%m/%Y", "1/12/19980", Err("is not a date: expected nothing more at \"0\"")),
        ("%d/%m/%Y", "1/12", Err("is not a date: expected \"/\" behind it")),
        ("%d/%m/%Y", "", Err("is not a date: expected the day behind it")),
        ("%d/%m/%Y", "12/31/1998", Err("is not a date: month 31")),
        ("%d/%m/%Y", "31/04/1998", Err("is not a date: day 31 of a month of 30")),
        ("%d/%m/%Y", "29/02/1900", Err("is not a date: day 29 of a month of 28")),
        ("%d/%m/%Y", "1/1/0000", Err("is not a date: there is no year 0")),
        ("%Y%m%d", "1998121", Err("is not a date: expected the day at \"1\"")),
        ("%d %b %Y", "1 Dez 1998", Err("is not a date: expected the month at \"Dez 1998\"")),
        ("%d %b %Y", "1 December 1998", Err("is not a date: expected \" \" at \"ember 1998\"")),
        ("%d %B %Y", "1 Dec 1998", Err("is not a date: expected the month at \"Dec 1998\"")),
        ("%a %F", "Mon 1998-12-01", Err("is not a date: that day is a Tuesday")),
        ("%j %Y", "366 1999", Err("is not a date: day 366 of a year of 365")),
        ("%j %Y", "367 2000", Err("is not a date: day of the year 367")),
        ("%F %R", "1998-12-01 00:01", Err("does not fit date: it has a time of day; nothing is rounded")),
        ("%s", "1", Err("does not fit date: it has a time of day; nothing is rounded")),
    ] {
        check(&patterned(pattern), "date", text, expected);
    }
}

#[test]
fn times() {
    for (pattern, text, expected) in [
        ("%H.%M", "7.05", Ok("07:05:00")),
        ("%I:%M %p", "12:00 AM", Ok("00:00:00")),
        ("%I:%M %p", "12:30 pm", Ok("12:30:00")),
        ("%I %p", "1 PM", Ok("13:00:00")),
        ("%H%M%S%f", "235959123456789", Ok("23:59:59.123456789")),
        ("%T,%f", "01:02:03,50", Ok("01:02:03.5")),
        ("%R", "24:00", Err("is not a time: hour 24")),
        ("%I %p", "13 PM", Err("is not a time: hour 13")),
        ("%I %p", "0 AM", Err("is not a time: hour 0")),
        ("%I %p", "1 XM", Err("is not a time: expected the half of the day at \"XM\"")),
        ("%T", "23:59:60", Err("is not a time: second 60")),
        ("%T.%f", "01:02:03.", Err("is not a time: expected the fraction behind it")),
        ("%T.%f", "01:02:03.1234567890", Err("is not a time: expected nothing more at \"0\"")),
    ] {
        check(&patterned(pattern), "time(us)", text, expected);
    }
}

#[test]
fn timestamps() {
    for (pattern, text, expected) in [
        ("%d.%m.%Y %H:%M", "1.12.1998 7:05", Ok("1998-12-01 07:05:00")),
        ("%d.%m.%Y", "1.12.1998", Ok("1998-12-01 00:00:00")),
        ("%s", "912470400", Ok("1998-12-01 00:00:00")),
        ("%s.%f", "-1.25", Ok("1969-12-31 23:59:58.75")),
        ("%s.%f", "-0.5", Ok("1969-12-31 23:59:59.5")),
        ("%Q", "912470400123", Ok("1998-12-01 00:00:00.123")),
        ("%Q", "-1", Ok("1969-12-31 23:59:59.999")),
        ("%s", "1e9", Err("is not a timestamp: expected nothing more at \"e9\"")),
        ("%s", "-", Err("is not a timestamp: expected the moment behind it")),
        ("%s", "253402300800", Err("is out of range of the years 1 to 9999")),
        ("%s", "-999999999999999999", Err("is out of range of the years 1 to 9999")),
    ] {
        check(&patterned(pattern), "timestamp(ns)", text, expected);
    }
}

#[test]
fn offsets() {
    for (pattern, text, expected) in [
        ("%F %T %z", "1998-12-01 00:30:00 +0100", Ok("1998-11-30 23:30:00Z")),
        ("%F %T%z", "1998-12-01 00:30:00-05:30", Ok("1998-12-01 06:00:00Z")),
        ("%F %T%z", "1998-12-01 00:30:00+01", Ok("1998-11-30 23:30:00Z")),
        ("%F %T%z", "1998-12-01 00:30:00z", Ok("1998-12-01 00:30:00Z")),
        ("%d/%b/%Y:%T %z]", "01/Dec/1998:00:30:00 -0000]", Ok("1998-12-01 00:30:00Z")),
        ("%F %T %Z", "1998-12-01 00:30:00 gmt", Ok("1998-12-01 00:30:00Z")),
        ("%s", "0", Ok("1970-01-01 00:00:00Z")),
        ("%F %T%z", "1998-12-01 00:30:00", Err("is not a timestamp: expected the offset behind it")),
        ("%F %T%z", "1998-12-01 00:30:00+1", Err("is not a timestamp: expected the offset at \"+1\"")),
        ("%F %T%z", "1998-12-01 00:30:00+01:6", Err("is not a timestamp: expected nothing more at \":6\"")),
        ("%F %T%z", "1998-12-01 00:30:00+2400", Err("is not a timestamp: expected the offset at \"+2400\"")),
        ("%F %T %Z", "1998-12-01 00:30:00 CET", Err("is not a timestamp: expected the offset at \"CET\"")),
        ("%F %T%z", "0001-01-01 00:30:00+01", Err("is out of range of the years 1 to 9999")),
    ] {
        check(&patterned(pattern), "timestamptz(us)", text, expected);
    }
}

#[test]
fn zones() {
    const GAP: &str = "is not a timestamp: there is no such time in Europe/Berlin, where clocks went forward over it, from UTC+01 to UTC+02";
    const FOLD: &str = "is not a timestamp: it came twice in Europe/Berlin, where clocks went back from UTC+02 to UTC+01; write the offset";
    let berlin = in_zone("Europe/Berlin");
    for (text, expected) in [
        ("1998-12-01 12:00:00", Ok("1998-12-01 11:00:00Z")),
        ("1998-07-01T12:00:00.25", Ok("1998-07-01 10:00:00.25Z")),
        ("1998-12-01", Ok("1998-11-30 23:00:00Z")),
        ("2024-03-31 01:59:59.999999", Ok("2024-03-31 00:59:59.999999Z")),
        ("2024-03-31 02:00:00", Err(GAP)),
        ("2024-03-31 02:59:59", Err(GAP)),
        ("2024-03-31 03:00:00", Ok("2024-03-31 01:00:00Z")),
        ("2024-10-27 01:59:59", Ok("2024-10-26 23:59:59Z")),
        ("2024-10-27 02:00:00", Err(FOLD)),
        ("2024-10-27 03:00:00", Ok("2024-10-27 02:00:00Z")),
        // Rules go on where the database ends.
        ("2199-07-01 12:00", Ok("2199-07-01 10:00:00Z")),
        // Mean solar time, 53 minutes and 28 seconds ahead.
        ("1850-01-01 12:00", Ok("1850-01-01 11:06:32Z")),
        ("9999-12-31 23:59:59", Ok("9999-12-31 22:59:59Z")),
        ("0001-01-01 00:00:00", Err("is out of range of the years 1 to 9999")),
        // Text with an offset keeps it, be it right or wrong.
        ("2024-10-27 02:00:00+01", Ok("2024-10-27 02:00:00+01")),
        ("2024-10-27 02:00:00Z", Ok("2024-10-27 02:00:00Z")),
        ("2024-10-27 02:00-5", Ok("2024-10-27 02:00-5")),
        ("1998-13-01 12:00:00", Err("is not a timestamp: month 13")),
        ("1998-12-01 12", Err("is not a timestamp: the form of a time is HH:MM:SS.ffffff")),
        ("", Err("is not a timestamp: it is empty")),
    ] {
        check(&berlin, "timestamptz(us)", text, expected);
    }
    let pattern = FormatOptions { pattern: Some("%d.%m.%Y %R".to_owned()), ..berlin };
    for (text, expected) in [
        ("1.7.1998 12:00", Ok("1998-07-01 10:00:00Z")),
        ("31.3.2024 2:30", Err(GAP)),
        ("27.10.2024 2:30", Err(FOLD)),
    ] {
        check(&pattern, "timestamptz(us)", text, expected);
    }
    // A day that was left out.
    check(
        &in_zone("Pacific/Apia"),
        "timestamptz(us)",
        "2011-12-30 12:00",
        Err(
            "is not a timestamp: there is no such time in Pacific/Apia, where clocks went forward over it, from UTC-10 to UTC+14",
        ),
    );
}

#[test]
fn no_such_zone() {
    for name in ["", "Europe/Atlantis", "CEST+5", "Etc/Unknown"] {
        let error = Format::compile(&in_zone(name), "timestamptz(us)".parse().unwrap()).unwrap_err();
        let detail = "the IANA database has no such zone; names are like Europe/Berlin or UTC";
        assert_eq!(error.to_string(), format!("timezone {name:?}: {detail}"));
    }
}
