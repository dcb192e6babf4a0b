//! What a pattern has to give for a type, and what it may.

use super::directive::Part;
use crate::ColumnType;

/// A set of [`Part`]s.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Parts(u16);

impl Parts {
    pub fn contains(self, part: Part) -> bool {
        self.0 & 1 << part as u16 != 0
    }

    /// Adds `part`; whether it was not there.
    pub fn insert(&mut self, part: Part) -> bool {
        let before = self.0;
        self.0 |= 1 << part as u16;
        self.0 != before
    }

    /// What is missing for, or contradicts, a field of `column_type`. `has_zone`: text without an offset has
    /// a time zone.
    pub fn check(self, column_type: ColumnType, has_zone: bool) -> Result<(), &'static str> {
        let has = |part| self.contains(part);
        let has_date =
            [Part::Year, Part::Month, Part::Day, Part::DayOfYear, Part::Weekday].into_iter().any(has);
        let has_time = [Part::Hour, Part::HalfDay, Part::Minute, Part::Second].into_iter().any(has);
        let (is_time, zoned) = (
            column_type == ColumnType::Time,
            matches!(column_type, ColumnType::Timestamp { zoned: true, .. }),
        );
        if has(Part::Epoch) {
            return none_of(&[
                (is_time, "a time of day has no %s or %Q"),
                (
                    has_date || has_time || has(Part::Offset),
                    "%s and %Q are whole moments, with nothing beside but %f behind %s",
                ),
                (has_zone, "%s and %Q count in UTC; leave out timezone"),
            ]);
        }
        let has_month_and_day = has(Part::Month) && has(Part::Day);
        none_of(&[
            (is_time && has_date, "a time of day has no date"),
            (is_time && !has(Part::Hour), "an hour is missing: %H, or %I with %p"),
            (!is_time && !has(Part::Year), "a year is missing: %Y or %y"),
            (
                !is_time && !has(Part::DayOfYear) && !has_month_and_day,
                "month or day is missing: %m, %b or %B with %d or %e, or %j for both",
            ),
            (
                has(Part::DayOfYear) && (has(Part::Month) || has(Part::Day)),
                "%j gives month and day a second time",
            ),
            (has(Part::Minute) && !has(Part::Hour), "%M needs an hour: %H, or %I with %p"),
            (has(Part::Second) && !has(Part::Minute), "%S needs %M"),
            (has(Part::Fraction) && !has(Part::Second), "%f needs %S"),
            (!zoned && has(Part::Offset), "an offset is for timestamptz"),
            (zoned && !has(Part::Offset) && !has_zone, "an offset is missing: %z, or the option timezone"),
            (has(Part::Offset) && has_zone, "the text says its offset; leave out timezone"),
        ])
    }
}

fn none_of(wrong: &[(bool, &'static str)]) -> Result<(), &'static str> {
    match wrong.iter().find(|(is_wrong, _)| *is_wrong) {
        Some((_, detail)) => Err(detail),
        None => Ok(()),
    }
}
