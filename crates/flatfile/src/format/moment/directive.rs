//! The directives of a pattern: what each stands for, and what its text looks like.

use std::ops::RangeInclusive;

/// What a pattern can read out of a text. A directive gives one of these, and a pattern each at most once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Year,
    Month,
    Day,
    DayOfYear,
    Weekday,
    Hour,
    HalfDay,
    Minute,
    Second,
    Fraction,
    Offset,
    Epoch,
}

impl Part {
    pub fn name(self) -> &'static str {
        match self {
            Part::Year => "year",
            Part::Month => "month",
            Part::Day => "day",
            Part::DayOfYear => "day of the year",
            Part::Weekday => "weekday",
            Part::Hour => "hour",
            Part::HalfDay => "half of the day",
            Part::Minute => "minute",
            Part::Second => "second",
            Part::Fraction => "fraction",
            Part::Offset => "offset",
            Part::Epoch => "moment",
        }
    }
}

/// What stands behind a `%`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Directive {
    Number(Number),
    MonthName,
    ShortMonthName,
    Weekday,
    ShortWeekday,
    HalfDay,
    Fraction,
    Offset,
    ZoneName,
    EpochSeconds,
    EpochMillis,
}

/// The directives that are a number of a few digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    Year,
    YearOfCentury,
    Month,
    Day,
    PaddedDay,
    DayOfYear,
    Hour,
    HourOfHalfDay,
    Minute,
    Second,
}

/// All letters, for the message about one that is not among them.
pub(super) const KNOWN: &str =
    "%Y %y %m %b %B %d %e %j %a %A %H %I %p %M %S %f %z %Z %s %Q %F %D %T %R and %% for a per cent sign";

impl Directive {
    pub fn of(letter: char) -> Option<Directive> {
        Some(match letter {
            'Y' => Directive::Number(Number::Year),
            'y' => Directive::Number(Number::YearOfCentury),
            'm' => Directive::Number(Number::Month),
            'B' => Directive::MonthName,
            'b' => Directive::ShortMonthName,
            'd' => Directive::Number(Number::Day),
            'e' => Directive::Number(Number::PaddedDay),
            'j' => Directive::Number(Number::DayOfYear),
            'A' => Directive::Weekday,
            'a' => Directive::ShortWeekday,
            'H' => Directive::Number(Number::Hour),
            'I' => Directive::Number(Number::HourOfHalfDay),
            'p' => Directive::HalfDay,
            'M' => Directive::Number(Number::Minute),
            'S' => Directive::Number(Number::Second),
            'f' => Directive::Fraction,
            'z' => Directive::Offset,
            'Z' => Directive::ZoneName,
            's' => Directive::EpochSeconds,
            'Q' => Directive::EpochMillis,
            _ => return None,
        })
    }

    /// What `letter` is short for.
    pub fn expanded(letter: char) -> Option<&'static str> {
        Some(match letter {
            'F' => "%Y-%m-%d",
            'D' => "%m/%d/%y",
            'T' => "%H:%M:%S",
            'R' => "%H:%M",
            _ => return None,
        })
    }

    pub fn part(self) -> Part {
        match self {
            Directive::Number(number) => number.part(),
            Directive::MonthName | Directive::ShortMonthName => Part::Month,
            Directive::Weekday | Directive::ShortWeekday => Part::Weekday,
            Directive::HalfDay => Part::HalfDay,
            Directive::Fraction => Part::Fraction,
            Directive::Offset | Directive::ZoneName => Part::Offset,
            Directive::EpochSeconds | Directive::EpochMillis => Part::Epoch,
        }
    }

    /// Whether digits behind the text of this directive would be taken for a part of it.
    pub fn is_open_ended(self) -> bool {
        matches!(
            self,
            Directive::Fraction | Directive::Offset | Directive::EpochSeconds | Directive::EpochMillis
        )
    }

    pub fn begins_with_digit(self) -> bool {
        matches!(
            self,
            Directive::Number(_) | Directive::Fraction | Directive::EpochSeconds | Directive::EpochMillis
        )
    }

    pub fn ends_with_digit(self) -> bool {
        matches!(self, Directive::Number(_)) || self.is_open_ended()
    }
}

impl Number {
    pub fn part(self) -> Part {
        match self {
            Number::Year | Number::YearOfCentury => Part::Year,
            Number::Month => Part::Month,
            Number::Day | Number::PaddedDay => Part::Day,
            Number::DayOfYear => Part::DayOfYear,
            Number::Hour | Number::HourOfHalfDay => Part::Hour,
            Number::Minute => Part::Minute,
            Number::Second => Part::Second,
        }
    }

    pub fn range(self) -> RangeInclusive<u32> {
        match self {
            Number::Year => 0..=9999,
            Number::YearOfCentury => 0..=99,
            Number::Month => 1..=12,
            Number::Day | Number::PaddedDay => 1..=31,
            Number::DayOfYear => 1..=366,
            Number::Hour => 0..=23,
            Number::HourOfHalfDay => 1..=12,
            Number::Minute | Number::Second => 0..=59,
        }
    }

    /// How many digits it is written with. A year has all of them everywhere: `98` for `%Y` is a mistake.
    pub fn digits(self) -> RangeInclusive<usize> {
        match self {
            Number::Year => 4..=4,
            Number::YearOfCentury => 2..=2,
            Number::DayOfYear => 1..=3,
            _ => 1..=2,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_names_every_letter() {
        for letter in (' '..='~').filter(|&letter| letter != '%') {
            let is_known = Directive::of(letter).is_some() || Directive::expanded(letter).is_some();
            assert_eq!(KNOWN.contains(&format!("%{letter} ")), is_known, "{letter}");
        }
    }
}
