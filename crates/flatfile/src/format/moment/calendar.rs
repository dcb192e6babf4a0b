//! Points in time as a count, and their plain spelling.

/// Seconds since 1970-01-01 00:00:00 on some clock, and nanoseconds on top. A time of day is of the first day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Moment {
    pub seconds: i64,
    pub nanos: u32,
}

pub(super) const SECONDS_A_DAY: i64 = 86_400;

/// The first second of the year 1 and the last of 9999.
const PLAIN: std::ops::RangeInclusive<i64> = -62_135_596_800..=253_402_300_799;

impl Moment {
    /// Whether the plain spelling, with years of four digits, has this moment.
    pub fn is_plain(self) -> bool {
        PLAIN.contains(&self.seconds)
    }

    /// Seconds since midnight.
    pub fn second_of_day(self) -> u32 {
        self.seconds.rem_euclid(SECONDS_A_DAY) as u32
    }

    /// Year, month and day; the moment is plain.
    pub fn date(self) -> (u32, u32, u32) {
        debug_assert!(self.is_plain());
        // Counted from 0000-03-01, in spans of 400 years, whose years begin in March and so have their leap
        // day at the end (Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days).
        let days = (self.seconds.div_euclid(SECONDS_A_DAY) + 719_468) as u32;
        let (span, day) = (days / 146_097, days % 146_097);
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day + 2) / 153;
        let day_of_month = day - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        (400 * span + year + u32::from(month < 3), month, day_of_month)
    }

    /// Appends `YYYY-MM-DD`.
    pub fn write_date(self, out: &mut Vec<u8>) {
        let (year, month, day) = self.date();
        write_pair(year / 100, out);
        write_pair(year % 100, out);
        out.push(b'-');
        write_pair(month, out);
        out.push(b'-');
        write_pair(day, out);
    }

    /// Appends `HH:MM:SS` and, where there is one, the fraction without zeros at its end.
    pub fn write_time(self, out: &mut Vec<u8>) {
        let second = self.second_of_day();
        write_pair(second / 3600, out);
        out.push(b':');
        write_pair(second / 60 % 60, out);
        out.push(b':');
        write_pair(second % 60, out);
        let (mut rest, mut unit) = (self.nanos, 100_000_000);
        if rest != 0 {
            out.push(b'.');
        }
        while rest != 0 {
            out.push(b'0' + (rest / unit) as u8);
            (rest, unit) = (rest % unit, unit / 10);
        }
    }
}

fn write_pair(value: u32, out: &mut Vec<u8>) {
    out.extend_from_slice(&[b'0' + (value / 10) as u8, b'0' + (value % 10) as u8]);
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;

    fn written(moment: Moment) -> String {
        let mut out = Vec::new();
        moment.write_date(&mut out);
        out.push(b' ');
        moment.write_time(&mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn every_day_of_ten_thousand_years() {
        for seconds in PLAIN.step_by(SECONDS_A_DAY as usize) {
            let moment = Moment { seconds, nanos: 0 };
            let reference = DateTime::from_timestamp(seconds, 0).unwrap();
            assert_eq!(written(moment), reference.format("%Y-%m-%d 00:00:00").to_string());
        }
    }

    #[test]
    fn both_ends_and_fractions() {
        for (seconds, nanos, expected) in [
            (*PLAIN.start(), 0, "0001-01-01 00:00:00"),
            (*PLAIN.end(), 999_999_999, "9999-12-31 23:59:59.999999999"),
            (-1, 500_000_000, "1969-12-31 23:59:59.5"),
            (0, 1, "1970-01-01 00:00:00.000000001"),
            (45_296, 120_000_000, "1970-01-01 12:34:56.12"),
        ] {
            assert_eq!(written(Moment { seconds, nanos }), expected);
        }
        assert!(!Moment { seconds: PLAIN.start() - 1, nanos: 0 }.is_plain());
        assert!(!Moment { seconds: PLAIN.end() + 1, nanos: 0 }.is_plain());
    }
}
