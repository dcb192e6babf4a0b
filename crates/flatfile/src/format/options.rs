//! What the owner of a file says about how a column's fields are written.

use super::{FormatError, Trim};
use crate::ColumnType;

/// How a column's fields are written where that is not plain. By default they are plain: `1234.56`,
/// `1998-12-01`, `true`.
///
/// Each field is read strictly: what an option does not explain is an error, nothing is skipped or rounded.
///
/// ```
/// use flatfile::{Format, FormatOptions, Trim};
///
/// fn plain(options: FormatOptions, column_type: &str, text: &str) -> String {
///     let format = Format::compile(&options, column_type.parse().unwrap()).unwrap().unwrap();
///     let mut out = Vec::new();
///     format.rewrite(text.as_bytes(), &mut out).unwrap();
///     String::from_utf8(out).unwrap()
/// }
/// let plain_by = FormatOptions::default;
///
/// let options = FormatOptions { pattern: Some("%d/%m/%Y".into()), ..plain_by() };
/// assert_eq!(plain(options, "date", "1/12/1998"), "1998-12-01");
///
/// let options = FormatOptions {
///     decimal_separator: Some(','),
///     thousands_separator: Some('.'),
///     currency: Some("€".into()),
///     accounting: true,
///     ..plain_by()
/// };
/// assert_eq!(plain(options.clone(), "decimal(15,2)", "1.234,50 €"), "1234.5");
/// assert_eq!(plain(options.clone(), "decimal(15,2)", "(1.234,50)"), "-1234.5");
/// assert_eq!(plain(options, "float64", "€ 0,1e-7"), "0.1e-7");
///
/// let options = FormatOptions { percent: true, ..plain_by() };
/// assert_eq!(plain(options, "decimal(5,3)", "12.5 %"), "0.125");
///
/// let options = FormatOptions { hex: true, ..plain_by() };
/// assert_eq!(plain(options, "int32", "0x1F"), "31");
///
/// let options = FormatOptions { scientific: true, ..plain_by() };
/// assert_eq!(plain(options, "int32", "1.5E3"), "1500");
///
/// let words = |word: &str| vec![word.to_owned()];
/// let options = FormatOptions { true_words: words("ja"), false_words: words("nein"), ..plain_by() };
/// assert_eq!(plain(options, "bool", "JA"), "t");
///
/// let options = FormatOptions { trim: Trim::Both, ..plain_by() };
/// assert_eq!(plain(options, "text", "  007 "), "007");
///
/// let options = FormatOptions { timezone: Some("Europe/Berlin".into()), ..plain_by() };
/// assert_eq!(plain(options.clone(), "timestamptz(us)", "1998-07-01 12:00:00"), "1998-07-01 10:00:00Z");
/// let options = FormatOptions { pattern: Some("%d.%m.%y %R".into()), ..options };
/// assert_eq!(plain(options, "timestamptz(us)", "01.12.98 12:00"), "1998-12-01 11:00:00Z");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FormatOptions {
    /// For date, time and timestamp types: a pattern of strptime, as `%d/%m/%Y %H:%M:%S`.
    ///
    /// | directive | text |
    /// |---|---|
    /// | `%Y`, `%y` | a year of four digits; of two, 69 to 99 in 19xx and 00 to 68 in 20xx, as POSIX has it |
    /// | `%m`, `%b`, `%B` | a month: 1 to 12, `Dec`, `December` |
    /// | `%d`, `%e`, `%j` | a day: 1 to 31; the same, and a space may be its first digit; 1 to 366 of a year |
    /// | `%a`, `%A` | a weekday: `Tue`, `Tuesday`; it must be that of the date |
    /// | `%H`, `%I`, `%p` | an hour: 0 to 23; 1 to 12, with `AM` or `PM` |
    /// | `%M`, `%S`, `%f` | minute; second, up to 59; the 1 to 9 digits behind its point |
    /// | `%z`, `%Z` | an offset from UTC: `Z`, `+01`, `+0100`, `+01:00`; `UTC`, `GMT` or `Z` |
    /// | `%s`, `%Q` | seconds since 1970 in UTC, and milliseconds (as Ruby and D3 call them); `%s.%f` |
    /// | `%F`, `%D`, `%T`, `%R` | `%Y-%m-%d`, `%m/%d/%y`, `%H:%M:%S`, `%H:%M` |
    /// | `%%` | a per cent sign |
    ///
    /// All else stands for itself, spaces too. Names are English, in any case. Numbers need no leading
    /// zeros, but where digits stand beside them: `%d.%m.%Y` takes `1.2.1998`, `%Y%m%d` only `19980201`.
    ///
    /// A pattern has to give what the type needs: year, month and day for a date or a timestamp, the hour
    /// for a time. What is smaller and missing is zero. A date may be written with a time of day if that is
    /// midnight. A type with a zone needs an offset in the text, or [`timezone`](Self::timezone).
    pub pattern: Option<String>,
    /// For decimal and float types, and for integers with [`scientific`](Self::scientific): what stands
    /// before the fraction. `,` for `1234,5`; a point if nothing is said.
    pub decimal_separator: Option<char>,
    /// For number types: what stands between groups of three digits, as `.` for `1.234.567`, a space, U+00A0,
    /// U+202F or `'`. A number has it between all its groups or nowhere: `1234567` is taken, `1.234567` and
    /// `12.34` are not. Nor are groups of two, as India writes them: a lost digit would go unseen.
    pub thousands_separator: Option<char>,
    /// For number types: a currency that may stand in front or behind, with a space or without: `€`, `USD`.
    pub currency: Option<String>,
    /// For decimal and float types: numbers are per cent, `12.5 %` or `12.5%` for 0.125. The point is moved
    /// among the digits, so the result is exact. The sign is required: where some fields have it and others
    /// not, nobody knows what the others mean.
    pub percent: bool,
    /// For integer types: hexadecimal digits, with `0x` in front or without, `0x1F` for 31. They are a
    /// magnitude with a sign, no two's complement: `FF` is 255 and no int8.
    pub hex: bool,
    /// For integer and decimal types: numbers may have an exponent, `1.5E3` for 1500. One that leaves more
    /// digits behind the point than the type holds is an error. (Floats may have one anyway.)
    pub scientific: bool,
    /// For number types: `(1234.50)` and `1234.50-` are negative.
    pub accounting: bool,
    /// For bool: the words that mean true, instead of the built-in ones, in any case; with
    /// [`false_words`](Self::false_words).
    pub true_words: Vec<String>,
    /// For bool: the words that mean false; with [`true_words`](Self::true_words).
    pub false_words: Vec<String>,
    /// For all types: where spaces, tabs and no-break spaces around a field are taken away.
    pub trim: Trim,
    /// For timestamptz: the IANA name of the zone of text that has no offset, `Europe/Berlin`. Without a
    /// pattern, text with an offset keeps its own. A time that clocks of the zone showed twice or never, when
    /// they were put back or forward, is an error.
    pub timezone: Option<String>,
}

impl FormatOptions {
    /// Refuses options that say nothing about fields of `column_type`.
    pub(super) fn check(&self, column_type: ColumnType) -> Result<(), FormatError> {
        let integer = is_integer(column_type);
        let decimal = matches!(column_type, ColumnType::Decimal { .. });
        let float = matches!(column_type, ColumnType::Float32 | ColumnType::Float64);
        let number = integer || decimal || float;
        let bool = column_type == ColumnType::Bool;
        let zoned = matches!(column_type, ColumnType::Timestamp { zoned: true, .. });
        let dated = matches!(column_type, ColumnType::Date | ColumnType::Time | ColumnType::Timestamp { .. });
        let fraction = decimal || float || integer && self.scientific;
        const NUMBERS: &str = "integer, decimal and float types";
        const FRACTIONS: &str = "decimal and float types, and integer types with scientific";
        let rules = [
            ("pattern", self.pattern.is_some(), dated, "date, time and timestamp types"),
            ("decimal_separator", self.decimal_separator.is_some(), fraction, FRACTIONS),
            ("thousands_separator", self.thousands_separator.is_some(), number, NUMBERS),
            ("currency", self.currency.is_some(), number, NUMBERS),
            ("percent", self.percent, decimal || float, "decimal and float types"),
            ("hex", self.hex, integer, "integer types"),
            ("scientific", self.scientific, integer || decimal, "integer and decimal types"),
            ("accounting", self.accounting, number, NUMBERS),
            ("true_words", !self.true_words.is_empty(), bool, "bool"),
            ("false_words", !self.false_words.is_empty(), bool, "bool"),
            ("timezone", self.timezone.is_some(), zoned, "timestamptz"),
        ];
        for (option, is_given, is_right, types) in rules {
            if is_given && !is_right {
                return Err(FormatError::NotForType { option, types, column_type });
            }
        }
        for (other, is_given) in [
            ("thousands_separator", self.thousands_separator.is_some()),
            ("currency", self.currency.is_some()),
            ("scientific", self.scientific),
            ("accounting", self.accounting),
        ] {
            if self.hex && is_given {
                let detail = "hexadecimal digits have a sign in front and nothing else".to_owned();
                return Err(FormatError::Conflict { option: "hex", other, detail });
            }
        }
        Ok(())
    }
}

pub(super) fn is_integer(column_type: ColumnType) -> bool {
    matches!(
        column_type,
        ColumnType::Int8
            | ColumnType::Int16
            | ColumnType::Int32
            | ColumnType::Int64
            | ColumnType::UInt8
            | ColumnType::UInt16
            | ColumnType::UInt32
            | ColumnType::UInt64
    )
}
