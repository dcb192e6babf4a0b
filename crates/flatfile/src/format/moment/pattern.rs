//! From a pattern as people write it to a list of what to read.

use super::directive::{Directive, KNOWN, Number};
use super::parts::Parts;
use crate::ColumnType;

/// One thing that the text has to have next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// These characters.
    Literal(String),
    /// What a directive stands for. `exact`: a number with all its digits, because digits stand beside it.
    Read { directive: Directive, exact: bool },
}

/// The items of `pattern`, if they are what a field of `column_type` needs.
pub(super) fn compile(pattern: &str, column_type: ColumnType, has_zone: bool) -> Result<Vec<Item>, String> {
    let mut items = Vec::new();
    parse(pattern, &mut items)?;
    let directives: Vec<_> = items
        .iter()
        .filter_map(|item| match item {
            Item::Read { directive, .. } => Some(*directive),
            Item::Literal(_) => None,
        })
        .collect();
    let mut parts = Parts::default();
    if let Some(twice) = directives.iter().find(|directive| !parts.insert(directive.part())) {
        return Err(format!("it gives the {} twice", twice.part().name()));
    }
    let has = |directive| directives.contains(&directive);
    if has(Directive::Number(Number::HourOfHalfDay)) != has(Directive::HalfDay) {
        return Err("%I and %p need each other".to_owned());
    }
    if has(Directive::EpochMillis) && has(Directive::Fraction) {
        return Err("%Q counts milliseconds; %f goes with %s".to_owned());
    }
    parts.check(column_type, has_zone)?;
    measure(&mut items)?;
    Ok(items)
}

fn parse(pattern: &str, items: &mut Vec<Item>) -> Result<(), String> {
    let mut characters = pattern.chars().zip(1..);
    while let Some((character, position)) = characters.next() {
        if character != '%' {
            push_literal(character, items);
            continue;
        }
        let Some((letter, _)) = characters.next() else {
            return Err(format!("a % without a letter at position {position}; %% is a per cent sign"));
        };
        if letter == '%' {
            push_literal('%', items);
        } else if let Some(directive) = Directive::of(letter) {
            items.push(Item::Read { directive, exact: false });
        } else if let Some(longer) = Directive::expanded(letter) {
            parse(longer, items)?;
        } else {
            return Err(format!("%{letter} at position {position} is not known; known are {KNOWN}"));
        }
    }
    Ok(())
}

fn push_literal(character: char, items: &mut Vec<Item>) {
    match items.last_mut() {
        Some(Item::Literal(literal)) => literal.push(character),
        _ => items.push(Item::Literal(character.into())),
    }
}

/// Decides where a number needs all its digits: `%d%m` would read `111` in two ways.
fn measure(items: &mut [Item]) -> Result<(), String> {
    for at in 1..items.len() {
        let (before, behind) = items.split_at_mut(at);
        let (before, behind) = (&mut before[at - 1], &mut behind[0]);
        if !(before.ends_with_digit() && behind.begins_with_digit()) {
            continue;
        }
        if matches!(before, Item::Read { directive, .. } if directive.is_open_ended()) {
            return Err("nothing tells where %f, %z, %s or %Q ends: digits follow it".to_owned());
        }
        for item in [before, behind] {
            if let Item::Read { exact, .. } = item {
                *exact = true;
            }
        }
    }
    Ok(())
}

impl Item {
    fn begins_with_digit(&self) -> bool {
        match self {
            Item::Literal(literal) => literal.starts_with(|first: char| first.is_ascii_digit()),
            Item::Read { directive, .. } => directive.begins_with_digit(),
        }
    }

    fn ends_with_digit(&self) -> bool {
        match self {
            Item::Literal(literal) => literal.ends_with(|last: char| last.is_ascii_digit()),
            Item::Read { directive, .. } => directive.ends_with_digit(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compiled(pattern: &str, column_type: &str, has_zone: bool) -> Result<Vec<Item>, String> {
        compile(pattern, column_type.parse().unwrap(), has_zone)
    }

    #[test]
    fn what_a_type_needs() {
        for (column_type, pattern, expected) in [
            ("date", "%d/%m", "a year is missing: %Y or %y"),
            ("date", "", "a year is missing: %Y or %y"),
            ("date", "%Y-%m", "month or day is missing: %m, %b or %B with %d or %e, or %j for both"),
            (
                "timestamp(us)",
                "%Y-%d %H:%M",
                "month or day is missing: %m, %b or %B with %d or %e, or %j for both",
            ),
            ("date", "%Y-%j-%d", "%j gives month and day a second time"),
            ("date", "%F %Y", "it gives the year twice"),
            ("date", "%d %e %m %Y", "it gives the day twice"),
            ("date", "%F %M", "%M needs an hour: %H, or %I with %p"),
            ("date", "%F %z", "an offset is for timestamptz"),
            ("timestamp(us)", "%F %T %Z", "an offset is for timestamptz"),
            ("timestamp(us)", "%F %H:%S", "%S needs %M"),
            ("timestamp(us)", "%F %R.%f", "%f needs %S"),
            ("timestamp(us)", "%F %I:%M", "%I and %p need each other"),
            ("timestamp(us)", "%F %H:%M %p", "%I and %p need each other"),
            ("timestamp(us)", "%F %H:%I %p", "it gives the hour twice"),
            ("timestamp(us)", "%s %F", "%s and %Q are whole moments, with nothing beside but %f behind %s"),
            ("timestamp(us)", "%Q.%f", "%Q counts milliseconds; %f goes with %s"),
            ("timestamptz(us)", "%s%z", "%s and %Q are whole moments, with nothing beside but %f behind %s"),
            ("timestamptz(us)", "%F %T", "an offset is missing: %z, or the option timezone"),
            ("time(us)", "%M:%S", "an hour is missing: %H, or %I with %p"),
            ("time(us)", "%F %T", "a time of day has no date"),
            ("time(us)", "%s", "a time of day has no %s or %Q"),
            ("time(us)", "%T%z", "an offset is for timestamptz"),
        ] {
            assert_eq!(
                compiled(pattern, column_type, false).unwrap_err(),
                expected,
                "{column_type} {pattern}"
            );
        }
        for (pattern, expected) in [
            ("%F %T%z", "the text says its offset; leave out timezone"),
            ("%s", "%s and %Q count in UTC; leave out timezone"),
        ] {
            assert_eq!(compiled(pattern, "timestamptz(us)", true).unwrap_err(), expected);
        }
    }

    #[test]
    fn what_is_no_pattern() {
        for (pattern, expected) in [
            ("%Y-%m-%", "a % without a letter at position 7; %% is a per cent sign"),
            ("é%Y-%k", &format!("%k at position 5 is not known; known are {KNOWN}")),
            ("%-d", &format!("%- at position 1 is not known; known are {KNOWN}")),
            ("%T%f%F", "nothing tells where %f, %z, %s or %Q ends: digits follow it"),
            ("%F %T.%f000", "nothing tells where %f, %z, %s or %Q ends: digits follow it"),
        ] {
            assert_eq!(compiled(pattern, "timestamp(us)", false).unwrap_err(), expected, "{pattern}");
        }
    }

    #[test]
    fn numbers_side_by_side_have_all_their_digits() {
        let exact = |pattern: &str| -> Vec<bool> {
            let items = compiled(pattern, "timestamp(us)", false).unwrap();
            let reads = items.iter().filter_map(|item| match item {
                Item::Read { exact, .. } => Some(*exact),
                Item::Literal(_) => None,
            });
            reads.collect()
        };
        assert_eq!(exact("%Y%m%d %H:%M"), [true, true, true, false, false]);
        assert_eq!(exact("%d.%m.20%y"), [false, false, true]);
        assert_eq!(exact("%d%b%Y"), [false, false, false]);
        assert_eq!(exact("%F %H%M%S%f"), [false, false, false, true, true, true, true]);
    }
}
