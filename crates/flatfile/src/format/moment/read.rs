//! From a text to the numbers that its pattern says are in it.

use super::directive::{Directive, Number, Part};
use super::pattern::Item;
use crate::convert::offset;
use crate::error::shown;

/// What was read. What the pattern has not is as at the first moment of a day, but for year, month and day:
/// a pattern has them or does not need them.
#[derive(Debug, Default)]
pub(super) struct Written {
    pub year: u32,
    pub month: u32,
    pub day: u32,
    pub day_of_year: Option<u32>,
    /// Days since Sunday.
    pub weekday: Option<u32>,
    /// Of the day; 12 less in the afternoon if halves of the day are told apart.
    pub hour: u32,
    pub is_afternoon: bool,
    pub minute: u32,
    pub second: u32,
    pub nanos: u32,
    /// Seconds east of UTC.
    pub offset_s: i64,
    pub epoch: Option<Epoch>,
}

/// Whole seconds between 1970 and a moment; [`Written::nanos`] adds to them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Epoch {
    pub is_before: bool,
    pub seconds: u64,
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

pub(super) const WEEKDAYS: [&str; 7] =
    ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/// Reads all of `text`, or says what was expected where.
pub(super) fn read(items: &[Item], text: &[u8]) -> Result<Written, String> {
    let mut written = Written::default();
    let mut reader = Reader { rest: text };
    for item in items {
        match item {
            Item::Literal(literal) => reader.literal(literal)?,
            Item::Read { directive, exact } => reader.directive(*directive, *exact, &mut written)?,
        }
    }
    if reader.rest.is_empty() { Ok(written) } else { Err(reader.expected("nothing more")) }
}

struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn literal(&mut self, literal: &str) -> Result<(), String> {
        let behind = self.rest.strip_prefix(literal.as_bytes());
        self.rest = behind.ok_or_else(|| self.expected(&shown(literal.as_bytes())))?;
        Ok(())
    }

    fn directive(&mut self, directive: Directive, exact: bool, written: &mut Written) -> Result<(), String> {
        let part = directive.part();
        match directive {
            Directive::Number(number) => written.set(number, self.number(number, exact)?),
            Directive::MonthName => written.month = self.name(&MONTHS, usize::MAX, part)? + 1,
            Directive::ShortMonthName => written.month = self.name(&MONTHS, 3, part)? + 1,
            Directive::Weekday => written.weekday = Some(self.name(&WEEKDAYS, usize::MAX, part)?),
            Directive::ShortWeekday => written.weekday = Some(self.name(&WEEKDAYS, 3, part)?),
            Directive::HalfDay => written.is_afternoon = self.name(&["AM", "PM"], 2, part)? == 1,
            Directive::ZoneName => drop(self.name(&["UTC", "GMT", "Z"], 3, part)?),
            Directive::Offset => written.offset_s = self.offset()?,
            Directive::Fraction => written.nanos = self.fraction()?,
            Directive::EpochSeconds => written.epoch = Some(self.epoch()?),
            Directive::EpochMillis => {
                let millis = self.epoch()?;
                written.epoch = Some(Epoch { seconds: millis.seconds / 1000, ..millis });
                written.nanos = (millis.seconds % 1000) as u32 * 1_000_000;
            }
        }
        Ok(())
    }

    fn number(&mut self, number: Number, exact: bool) -> Result<u32, String> {
        let (part, digits) = (number.part(), number.digits());
        let (fewest, most) = (if exact { *digits.end() } else { *digits.start() }, *digits.end());
        let is_padded = number == Number::PaddedDay
            && self.rest.first() == Some(&b' ')
            && self.rest.get(1).is_some_and(u8::is_ascii_digit);
        let digits = if is_padded {
            let digit = &self.rest[1..2];
            self.rest = &self.rest[2..];
            digit
        } else {
            self.digits(fewest, most, part)?
        };
        let value = digits.iter().fold(0, |value, digit| value * 10 + u32::from(digit - b'0'));
        if number.range().contains(&value) { Ok(value) } else { Err(format!("{} {value}", part.name())) }
    }

    /// The place of the name that comes next among `names`, each cut after `length` bytes; in any case.
    fn name(&mut self, names: &[&str], length: usize, part: Part) -> Result<u32, String> {
        for (name, at) in names.iter().zip(0..) {
            let name = &name.as_bytes()[..length.min(name.len())];
            if self.rest.get(..name.len()).is_some_and(|text| text.eq_ignore_ascii_case(name)) {
                self.rest = &self.rest[name.len()..];
                return Ok(at);
            }
        }
        Err(self.expected_part(part))
    }

    /// `Z`, `+01`, `+0100` or `+01:00`.
    fn offset(&mut self) -> Result<i64, String> {
        let pair =
            |at: usize| self.rest.get(at..at + 2).is_some_and(|pair| pair.iter().all(u8::is_ascii_digit));
        let length = match self.rest {
            [b'Z' | b'z', ..] => 1,
            [b'+' | b'-', ..] if pair(3) => 5,
            [b'+' | b'-', _, _, b':', ..] if pair(4) => 6,
            _ => 3.min(self.rest.len()),
        };
        let (text, behind) = self.rest.split_at(length);
        let offset_s = offset(text).ok_or_else(|| self.expected_part(Part::Offset))?;
        self.rest = behind;
        Ok(offset_s)
    }

    /// Nanoseconds, of the digits behind a point.
    fn fraction(&mut self) -> Result<u32, String> {
        let digits = self.digits(1, 9, Part::Fraction)?;
        let digits = digits.iter().chain(std::iter::repeat(&b'0')).take(9);
        Ok(digits.fold(0, |value, digit| value * 10 + u32::from(digit - b'0')))
    }

    fn epoch(&mut self) -> Result<Epoch, String> {
        let behind_sign = self.rest.strip_prefix(b"-");
        let is_before = behind_sign.is_some();
        self.rest = behind_sign.unwrap_or(self.rest);
        // 18 digits are beyond the year 9999 even in milliseconds.
        let digits = self.digits(1, 18, Part::Epoch)?;
        let seconds = digits.iter().fold(0, |value, digit| value * 10 + u64::from(digit - b'0'));
        Ok(Epoch { is_before, seconds })
    }

    fn digits(&mut self, fewest: usize, most: usize, part: Part) -> Result<&'a [u8], String> {
        let digits = self.rest.iter().take(most).take_while(|byte| byte.is_ascii_digit()).count();
        if digits < fewest {
            return Err(self.expected_part(part));
        }
        let (digits, behind) = self.rest.split_at(digits);
        self.rest = behind;
        Ok(digits)
    }

    fn expected_part(&self, part: Part) -> String {
        self.expected(&format!("the {}", part.name()))
    }

    #[cold]
    fn expected(&self, what: &str) -> String {
        match self.rest {
            [] => format!("expected {what} behind it"),
            rest => format!("expected {what} at {}", shown(rest)),
        }
    }
}

impl Written {
    fn set(&mut self, number: Number, value: u32) {
        match number {
            Number::Year => self.year = value,
            // As POSIX has it.
            Number::YearOfCentury => self.year = if value < 69 { 2000 + value } else { 1900 + value },
            Number::Month => self.month = value,
            Number::Day | Number::PaddedDay => self.day = value,
            Number::DayOfYear => self.day_of_year = Some(value),
            Number::Hour => self.hour = value,
            // The hour from twelve on is the first of its half.
            Number::HourOfHalfDay => self.hour = value % 12,
            Number::Minute => self.minute = value,
            Number::Second => self.second = value,
        }
    }
}
