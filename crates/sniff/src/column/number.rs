//! Numbers: which separators and signs they are written with, and the type that holds them with room.

use flatfile::{ColumnType, FormatOptions, Trim};

use super::Guess;
use crate::evidence::Evidence;

/// Currencies that stand in front of numbers or behind them, longer ones first.
const CURRENCIES: [&str; 16] =
    ["EUR", "USD", "GBP", "CHF", "JPY", "SEK", "NOK", "DKK", "PLN", "US$", "R$", "kr", "€", "$", "£", "¥"];

/// The most digits of an integer that goes into 64 bits, of a decimal that does, and of any.
const NARROW_DIGITS: usize = 18;
const WIDE_DIGITS: usize = 38;

/// Significant digits that a double gives back as they were.
const DOUBLE_DIGITS: usize = 17;

/// With so many digits behind the point, more in some rows than in others, numbers are measurements.
const MEASURED_SCALE: usize = 7;

/// So many numbers with as many digits behind the point are no chance.
const FIXED_SAMPLES: usize = 100;

/// What stands before a fraction, and between groups of three digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Style {
    pub decimal: char,
    pub thousands: Option<char>,
}

impl Style {
    pub const fn new(decimal: char, thousands: Option<char>) -> Self {
        Style { decimal, thousands }
    }
}

/// The plain style first, then what is the more usual.
const STYLES: [Style; 13] = [
    Style::new('.', None),
    Style::new('.', Some(',')),
    Style::new(',', None),
    Style::new(',', Some('.')),
    Style::new('.', Some(' ')),
    Style::new(',', Some(' ')),
    Style::new('.', Some('\u{a0}')),
    Style::new(',', Some('\u{a0}')),
    Style::new('.', Some('\u{202f}')),
    Style::new(',', Some('\u{202f}')),
    Style::new('.', Some('\'')),
    Style::new(',', Some('\'')),
    Style::new('.', Some('\u{2019}')),
];

/// What a number has around its digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Affixes {
    pub currency: Option<&'static str>,
    pub percent: bool,
    pub accounting: bool,
}

/// A number's digits, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shape {
    pub whole: usize,
    pub fraction: usize,
    pub is_grouped: bool,
    pub has_leading_zero: bool,
    pub has_plus: bool,
    pub has_exponent: bool,
    pub is_word: bool,
}

/// `text` without a currency, a per cent sign and the marks of accountants.
pub(crate) fn without_affixes(text: &str) -> (&str, Affixes) {
    let mut affixes = Affixes::default();
    let mut rest = text.trim_matches(' ');
    if let Some(inner) = rest.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')) {
        affixes.accounting = true;
        rest = inner.trim_matches(' ');
    } else if let Some(inner) =
        rest.strip_suffix('-').filter(|inner| inner.ends_with(|c: char| c.is_ascii_digit()))
    {
        affixes.accounting = true;
        rest = inner;
    }
    if let Some(inner) = rest.strip_suffix('%') {
        affixes.percent = true;
        rest = inner.trim_end_matches([' ', '\u{a0}']);
    }
    for currency in CURRENCIES {
        let (sign, unsigned) = match rest.strip_prefix('-') {
            Some(unsigned) => (true, unsigned),
            None => (false, rest),
        };
        if let Some(inner) = rest.strip_suffix(currency) {
            affixes.currency = Some(currency);
            rest = inner.trim_end_matches([' ', '\u{a0}']);
            break;
        }
        if let Some(inner) = unsigned.strip_prefix(currency) {
            affixes.currency = Some(currency);
            affixes.accounting |= sign && inner.starts_with(' ');
            rest = inner.trim_start_matches([' ', '\u{a0}']);
            break;
        }
    }
    (rest, affixes)
}

/// The digits of `text`, if it is a number written in `style`.
pub(crate) fn scan(text: &str, style: Style) -> Option<Shape> {
    let mut shape = Shape::default();
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let unsigned = match unsigned.strip_prefix('+') {
        Some(rest) if rest.len() + 1 == text.len() => {
            shape.has_plus = true;
            rest
        }
        _ => unsigned,
    };
    if ["nan", "inf", "infinity"].iter().any(|word| unsigned.eq_ignore_ascii_case(word)) {
        shape.is_word = true;
        return Some(shape);
    }
    let (mantissa, exponent) = match unsigned.find(['e', 'E']) {
        Some(at) => (&unsigned[..at], Some(&unsigned[at + 1..])),
        None => (unsigned, None),
    };
    if let Some(exponent) = exponent {
        let digits = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
        if digits.is_empty() || digits.len() > 4 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        shape.has_exponent = true;
    }
    let (whole, fraction) = match mantissa.split_once(style.decimal) {
        Some((_, "")) => return None,
        Some((whole, fraction)) => (whole, fraction),
        None => (mantissa, ""),
    };
    if !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let mut digits = 0;
    let groups: Vec<&str> = style.thousands.map_or_else(|| vec![whole], |mark| whole.split(mark).collect());
    for (number, group) in groups.iter().enumerate() {
        let is_right = match number {
            0 if groups.len() > 1 => (1..=3).contains(&group.len()),
            0 => true,
            _ => group.len() == 3,
        };
        if !is_right || !group.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        digits += group.len();
    }
    shape.is_grouped = groups.len() > 1;
    shape.has_leading_zero = digits > 1 && whole.starts_with('0');
    shape.whole = if whole == "0" { 0 } else { digits };
    shape.fraction = fraction.len();
    (digits + fraction.len() > 0).then_some(shape)
}

/// What the separators of other columns say, for those of this one that could mean two things.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Hint {
    pub points: bool,
    pub commas: bool,
}

impl Hint {
    fn decimal(self) -> Option<char> {
        match (self.points, self.commas) {
            (true, false) => Some('.'),
            (false, true) => Some(','),
            _ => None,
        }
    }
}

/// The style in which most of `texts` are numbers, and the shapes by it.
fn styled(texts: &[&str], hint: Hint) -> Result<(Style, Vec<Option<Shape>>), Evidence> {
    let by_style =
        |style: Style| -> Vec<Option<Shape>> { texts.iter().map(|text| scan(text, style)).collect() };
    let fitting = |shapes: &[Option<Shape>]| shapes.iter().flatten().count();
    let tried: Vec<_> = STYLES.into_iter().map(|style| (style, by_style(style))).collect();
    let most = tried.iter().map(|(_, shapes)| fitting(shapes)).max().unwrap_or(0);
    let mut best: Vec<_> = tried.into_iter().filter(|(_, shapes)| fitting(shapes) == most).collect();
    let has = |shapes: &[Option<Shape>], is: fn(&Shape) -> bool| shapes.iter().flatten().any(is);
    // `1,234` has groups by one style and a fraction by the other.
    let grouped = best.iter().position(|(style, shapes)| {
        style.thousands.is_some() && has(shapes, |shape| shape.is_grouped) && !has(shapes, |s| s.fraction > 0)
    });
    let broken = best
        .iter()
        .position(|(style, shapes)| style.thousands.is_none() && has(shapes, |shape| shape.fraction > 0));
    if let (Some(grouped), Some(broken)) = (grouped, broken) {
        let decimal = best[broken].0.decimal;
        let other = if decimal == '.' { ',' } else { '.' };
        let chosen = match hint.decimal() {
            Some(mark) if mark == decimal => broken,
            Some(mark) if mark == other => grouped,
            // A point before a fraction is what most files have.
            _ if decimal == '.' => broken,
            _ => {
                return Err(Evidence::of(
                    "numbers as 1,234 could have a fraction or thousands, and no other column tells which",
                ));
            }
        };
        return Ok(best.swap_remove(chosen));
    }
    Ok(best.swap_remove(0))
}

/// The narrowest type for numbers, and how they are written; with the rows that are none.
pub(crate) fn guess(texts: &[&str], hint: Hint) -> Result<Guess, Evidence> {
    let (plain, affixes): (Vec<&str>, Vec<Affixes>) = texts.iter().map(|text| without_affixes(text)).unzip();
    let currency = affixes.iter().find_map(|affixes| affixes.currency);
    let percent = affixes.iter().any(|affixes| affixes.percent);
    let (style, mut shapes) = styled(&plain, hint)?;
    for (shape, affixes) in shapes.iter_mut().zip(&affixes) {
        let is_other =
            affixes.currency.is_some_and(|one| Some(one) != currency) || affixes.percent != percent;
        if is_other || (affixes.percent && affixes.currency.is_some()) {
            *shape = None;
        }
    }
    let fails: Vec<usize> = (0..shapes.len()).filter(|&row| shapes[row].is_none()).collect();
    let numbers: Vec<Shape> = shapes.iter().flatten().copied().collect();
    if numbers.is_empty() || numbers.iter().all(|shape| shape.is_word) {
        return Ok(Guess::none(texts.len()));
    }
    if numbers.iter().any(|shape| shape.has_leading_zero) {
        let row = shapes.iter().position(|shape| shape.is_some_and(|shape| shape.has_leading_zero));
        let text = row.map_or("", |row| texts[row]);
        return Err(Evidence::of(format!("numbers with leading zeros, as {text}, are rather codes")));
    }
    let signed = texts.iter().any(|text| text.starts_with('-'));
    if !signed && numbers.iter().all(|shape| shape.has_plus && shape.fraction == 0) {
        return Err(Evidence::of("digits behind a plus sign are rather telephone numbers"));
    }
    let column_type = match narrowest(&numbers, percent) {
        Ok(column_type) => column_type,
        Err(why) => return Err(Evidence::of(why)),
    };
    let is_fraction = matches!(column_type, ColumnType::Decimal { .. } | ColumnType::Float64);
    let is_grouped = numbers.iter().any(|shape| shape.is_grouped);
    let options = FormatOptions {
        decimal_separator: (is_fraction && style.decimal != '.').then_some(style.decimal),
        thousands_separator: style.thousands.filter(|_| is_grouped),
        currency: currency.map(str::to_owned),
        percent,
        accounting: affixes.iter().any(|affixes| affixes.accounting),
        trim: if texts.iter().any(|text| text.trim() != *text) { Trim::Both } else { Trim::None },
        ..FormatOptions::default()
    };
    Ok(Guess { column_type, options, fails, what: what(column_type) })
}

fn what(column_type: ColumnType) -> &'static str {
    match column_type {
        ColumnType::Int64 => "integers",
        ColumnType::Float64 => "numbers with a point or an exponent",
        ColumnType::Decimal { scale: 0, .. } => "integers of more than 18 digits",
        _ => "decimals",
    }
}

/// The narrowest type that holds numbers of these shapes and has room for longer ones.
fn narrowest(numbers: &[Shape], percent: bool) -> Result<ColumnType, String> {
    let most = |of: fn(&Shape) -> usize| numbers.iter().map(of).max().unwrap_or(0);
    let (whole, fraction) = (most(|shape| shape.whole), most(|shape| shape.fraction));
    let significant = most(|shape| shape.whole + shape.fraction);
    let is_even = numbers.iter().all(|shape| shape.fraction == fraction);
    if numbers.iter().any(|shape| shape.has_exponent || shape.is_word) {
        return if significant <= DOUBLE_DIGITS {
            Ok(ColumnType::Float64)
        } else {
            Err("numbers with an exponent and more than 17 digits fit no type exactly".to_owned())
        };
    }
    if fraction == 0 && !percent {
        return if whole <= NARROW_DIGITS {
            Ok(ColumnType::Int64)
        } else if whole <= WIDE_DIGITS {
            Ok(ColumnType::Decimal { precision: 38, scale: 0 })
        } else {
            Err("numbers of more than 38 digits fit no type".to_owned())
        };
    }
    if fraction >= MEASURED_SCALE && !is_even && significant <= DOUBLE_DIGITS && !percent {
        return Ok(ColumnType::Float64);
    }
    // Money has two digits behind the point in every row; where there may be more, there is room for them. What
    // is per cent has two more.
    let is_fixed = is_even && (fraction == 2 || numbers.len() >= FIXED_SAMPLES);
    let room = if is_fixed { 0 } else { 2 } + if percent { 2 } else { 0 };
    let scale = fraction + room;
    let precision = if whole + 3 + scale <= NARROW_DIGITS { NARROW_DIGITS } else { WIDE_DIGITS };
    if whole + scale > WIDE_DIGITS {
        return Err("numbers of more than 38 digits fit no type".to_owned());
    }
    Ok(ColumnType::Decimal { precision: precision as u8, scale: scale as u8 })
}

/// What the separators of `texts` say where they can mean one thing only.
pub(crate) fn hint(texts: &[&str]) -> Hint {
    let mut hint = Hint::default();
    for text in texts {
        let (text, _) = without_affixes(text);
        let by = |decimal, thousands| scan(text, Style::new(decimal, thousands));
        let with_point = by('.', Some(',')).is_some_and(|shape| shape.fraction > 0);
        let with_comma = by(',', Some('.')).is_some_and(|shape| shape.fraction > 0);
        hint.points |= with_point && by(',', Some('.')).is_none();
        hint.commas |= with_comma && by('.', Some(',')).is_none();
    }
    hint
}
