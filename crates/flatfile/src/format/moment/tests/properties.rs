//! Moments against chrono and jiff, and texts of any kind.

use chrono::{DateTime, Datelike, FixedOffset, NaiveDate, NaiveDateTime};
use proptest::prelude::*;

use super::{in_zone, patterned};
use crate::Format;
use crate::format::tests::rewritten;

/// Any second of the years 1 to 9999, and nanoseconds.
fn moments() -> impl Strategy<Value = NaiveDateTime> {
    (-62_135_596_800_i64..=253_402_300_799, 0..1_000_000_000_u32)
        .prop_map(|(seconds, nanos)| DateTime::from_timestamp(seconds, nanos).unwrap().naive_utc())
}

/// The plain spelling of `moment`, cut after `digits` digits of its fraction.
fn plain(moment: NaiveDateTime, digits: usize) -> String {
    let fraction = moment.format("%9f").to_string();
    let fraction = fraction[..digits].trim_end_matches('0');
    let point = if fraction.is_empty() { "" } else { "." };
    format!("{}{point}{fraction}", moment.format("%Y-%m-%d %H:%M:%S"))
}

proptest! {
    /// What chrono writes by a pattern is read as the same moment.
    #[test]
    fn as_chrono_writes_them(moment in moments()) {
        // (ours, chrono's, where it calls the digits of a fraction otherwise)
        for (pattern, theirs) in [
            ("%d/%m/%Y %H:%M:%S.%f", "%d/%m/%Y %H:%M:%S.%9f"),
            ("%Y%m%d%H%M%S%f", "%Y%m%d%H%M%S%9f"),
            ("%A, %e %B %Y %I:%M:%S,%f %p", "%A, %e %B %Y %I:%M:%S,%9f %p"),
            ("%a %b %d %T %f %Y", "%a %b %d %T %9f %Y"),
            ("%Y/%j %p%I %M %S %f", "%Y/%j %P%I %M %S %9f"),
            ("%FT%T.%f", "%Y-%m-%dT%T.%9f"),
        ] {
            let text = moment.format(theirs).to_string();
            let found = rewritten(&patterned(pattern), "timestamp(ns)", &text);
            prop_assert_eq!(found, Ok(plain(moment, 9)), "{} {}", pattern, text);
        }
    }

    /// What is read is what chrono reads.
    #[test]
    fn as_chrono_reads_them(day in 0..33_u32, month in 0..14_u32, year in 1..10_000, two in 0..100) {
        // POSIX begins the last century at 69, chrono at 70.
        prop_assume!(two != 69);
        for (pattern, text) in [
            ("%d.%m.%Y", format!("{day}.{month}.{year:04}")),
            ("%Y%m%d", format!("{year:04}{month:02}{day:02}")),
            ("%m/%d/%y", format!("{month}/{day}/{two:02}")),
            ("%j %Y", format!("{} {year:04}", day * 12)),
        ] {
            let reference = NaiveDate::parse_from_str(&text, pattern).ok().map(|date| date.format("%Y-%m-%d").to_string());
            prop_assert_eq!(rewritten(&patterned(pattern), "date", &text).ok(), reference, "{} {}", pattern, text);
        }
    }

    #[test]
    fn epochs(moment in moments()) {
        let utc = moment.and_utc();
        let nanos = i128::from(utc.timestamp()) * 1_000_000_000 + i128::from(utc.timestamp_subsec_nanos());
        let sign = if nanos < 0 { "-" } else { "" };
        let (whole, fraction) = (nanos.unsigned_abs() / 1_000_000_000, nanos.unsigned_abs() % 1_000_000_000);
        for (pattern, text, digits) in [
            ("%s", utc.timestamp().to_string(), 0),
            ("%Q", utc.timestamp_millis().to_string(), 3),
            ("%s.%f", format!("{sign}{whole}.{fraction:09}"), 9),
        ] {
            let found = rewritten(&patterned(pattern), "timestamp(ns)", &text);
            prop_assert_eq!(found, Ok(plain(moment, digits)), "{} {}", pattern, text);
        }
    }

    #[test]
    fn offsets_as_chrono_writes_them(moment in moments(), minutes in -15 * 60 + 1..15 * 60) {
        let offset = FixedOffset::east_opt(minutes * 60).unwrap();
        let zoned = moment.and_utc().with_timezone(&offset);
        prop_assume!((1..=9999).contains(&zoned.year()));
        for chrono_offset in ["%z", "%:z"] {
            let text = zoned.format(&format!("%d/%m/%Y %H:%M:%S {chrono_offset}")).to_string();
            let found = rewritten(&patterned("%d/%m/%Y %H:%M:%S %z"), "timestamptz(us)", &text);
            prop_assert_eq!(found, Ok(moment.format("%Y-%m-%d %H:%M:%SZ").to_string()), "{}", text);
        }
    }

    /// Times on a zone's clocks are the moments at which jiff says the clocks showed them, or not one moment.
    #[test]
    fn zones_as_jiff_has_them(seconds in -3_000_000_000_i64..5_000_000_000, zone in prop::sample::select(vec![
        "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "Asia/Kathmandu",
    ])) {
        let utc = jiff::Timestamp::from_second(seconds).unwrap();
        let zoned = utc.to_zoned(jiff::tz::TimeZone::get(zone).unwrap());
        let text = zoned.strftime("%Y-%m-%d %H:%M:%S").to_string();
        match rewritten(&in_zone(zone), "timestamptz(us)", &text) {
            Ok(plain) => prop_assert_eq!(plain, utc.strftime("%Y-%m-%d %H:%M:%SZ").to_string()),
            Err(message) => {
                prop_assert!(zoned.time_zone().to_ambiguous_zoned(zoned.datetime()).is_ambiguous());
                prop_assert!(message.contains("it came twice"), "{}", message);
            }
        }
    }

    /// No text makes it panic.
    #[test]
    fn any_text(text in "[-+0-9:. /TZAPMadeJn]{0,26}") {
        for (pattern, column_type) in [
            ("%d.%m.%Y %H:%M", "timestamp(us)"),
            ("%a %e%b%y%I%p%f", "timestamp(us)"),
            ("%F %T%z", "timestamptz(us)"),
            ("%s", "timestamptz(us)"),
        ] {
            if let Ok(Some(format)) = Format::compile(&patterned(pattern), column_type.parse().unwrap()) {
                let _ = format.rewrite(text.as_bytes(), &mut Vec::new());
            }
        }
        let _ = rewritten(&in_zone("America/New_York"), "timestamptz(us)", &text);
    }
}
