//! Typed columns and the conversions a user of the csv crate writes by hand.

use std::io::Write;

use crate::Failure;

pub enum Column {
    Integer(Vec<i64>),
    /// Scaled by 100.
    Decimal(Vec<i64>),
    /// Days since 1970-01-01.
    Date(Vec<i32>),
    Text {
        bytes: Vec<u8>,
        ends: Vec<usize>,
    },
}

/// The columns of lineitem: i integer, m decimal(15,2), d date, t text.
const KINDS: &str = "iiiimmmmttdddttt";

pub fn lineitem(rows: usize) -> Vec<Column> {
    KINDS
        .chars()
        .map(|kind| match kind {
            'i' => Column::Integer(Vec::with_capacity(rows)),
            'm' => Column::Decimal(Vec::with_capacity(rows)),
            'd' => Column::Date(Vec::with_capacity(rows)),
            _ => Column::Text { bytes: Vec::with_capacity(rows * 32), ends: Vec::with_capacity(rows) },
        })
        .collect()
}

impl Column {
    pub fn push(&mut self, field: &[u8]) -> Result<(), Failure> {
        match self {
            Column::Integer(values) => values.push(integer(field).ok_or("not an integer")?),
            Column::Decimal(values) => values.push(decimal(field).ok_or("not a decimal(15,2)")?),
            Column::Date(values) => values.push(date(field).ok_or("not a date")?),
            Column::Text { bytes, ends } => {
                bytes.extend_from_slice(field);
                ends.push(bytes.len());
            }
        }
        Ok(())
    }

    /// Text is checked a batch at a time: that is faster than a field at a time and as safe.
    pub fn check(&self) -> Result<(), Failure> {
        if let Column::Text { bytes, .. } = self {
            std::str::from_utf8(bytes)?;
        }
        Ok(())
    }

    pub fn clear(&mut self) {
        match self {
            Column::Integer(values) | Column::Decimal(values) => values.clear(),
            Column::Date(values) => values.clear(),
            Column::Text { bytes, ends } => {
                bytes.clear();
                ends.clear();
            }
        }
    }

    /// Writes the value of one row as text.
    pub fn write(&self, row: usize, out: &mut impl Write) -> Result<(), Failure> {
        match self {
            Column::Integer(values) => write!(out, "{}", values[row])?,
            Column::Decimal(values) => {
                let (sign, value) = (if values[row] < 0 { "-" } else { "" }, values[row].abs());
                write!(out, "{sign}{}.{:02}", value / 100, value % 100)?;
            }
            Column::Date(values) => {
                let (year, month, day) = civil(values[row]);
                write!(out, "{year:04}-{month:02}-{day:02}")?;
            }
            Column::Text { bytes, ends } => {
                let first = if row == 0 { 0 } else { ends[row - 1] };
                out.write_all(&bytes[first..ends[row]])?;
            }
        }
        Ok(())
    }
}

fn integer(field: &[u8]) -> Option<i64> {
    let (negative, digits) = match field {
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    if digits.is_empty() || digits.len() > 18 {
        return None;
    }
    let mut value = 0;
    for &byte in digits {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        value = value * 10 + i64::from(digit);
    }
    Some(if negative { -value } else { value })
}

fn decimal(field: &[u8]) -> Option<i64> {
    let point = field.iter().rposition(|&byte| byte == b'.').unwrap_or(field.len());
    let whole = integer(&field[..point])?;
    let fraction = match field.get(point + 1..).unwrap_or_default() {
        [] => 0,
        [tenths] => digit(*tenths)? * 10,
        [tenths, hundredths] => digit(*tenths)? * 10 + digit(*hundredths)?,
        _ => return None,
    };
    Some(whole * 100 + if field[0] == b'-' { -fraction } else { fraction })
}

fn digit(byte: u8) -> Option<i64> {
    byte.is_ascii_digit().then(|| i64::from(byte - b'0'))
}

fn date(field: &[u8]) -> Option<i32> {
    let &[y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = field else { return None };
    let number = |digits: &[u8]| integer(digits).map(|value| value as i32);
    let (year, month, day) = (number(&[y1, y2, y3, y4])?, number(&[m1, m2])?, number(&[d1, d2])?);
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let last = match month {
        2 => 28 + i32::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    if !(1..=last).contains(&day) {
        return None;
    }
    // Years that begin in March put the leap day last, so that a month's first day is a formula.
    let year = if month <= 2 { year - 1 } else { year };
    let month = (month + 9) % 12;
    Some(year * 365 + year / 4 - year / 100 + year / 400 + (month * 153 + 2) / 5 + day - 1 - 719_468)
}

/// Year, month and day of a day since 1970-01-01, for years from 0 on.
fn civil(days: i32) -> (i32, i32, i32) {
    let day = days + 719_468;
    let (era, of_era) = (day / 146_097, day % 146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * of_year + 2) / 153;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    (era * 400 + year_of_era + i32::from(month <= 2), month, of_year - (153 * from_march + 2) / 5 + 1)
}
