//! Whether the first record of each file names the columns.

use std::collections::HashSet;

use crate::evidence::{Evidence, counted};
use crate::shape::is_typed;

/// What the first record of each file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Header {
    /// A row.
    None,
    /// The names of the columns, in any order.
    Names,
    /// Names that cannot stand as they are: it is passed over.
    Skip,
}

/// Words that tables call their columns, which values rarely are.
const NAMES: [&str; 40] = [
    "id",
    "name",
    "code",
    "date",
    "time",
    "timestamp",
    "type",
    "status",
    "city",
    "country",
    "state",
    "address",
    "email",
    "phone",
    "price",
    "amount",
    "quantity",
    "qty",
    "total",
    "value",
    "key",
    "description",
    "comment",
    "title",
    "first name",
    "last name",
    "year",
    "month",
    "day",
    "number",
    "no",
    "category",
    "currency",
    "user",
    "customer",
    "product",
    "region",
    "zip",
    "url",
    "text",
];

/// Decides whether `first` is a header of the columns whose other fields are `bodies`. `others` are the first
/// records of other files.
pub(crate) fn is_header(first: &[String], bodies: &[Vec<&[u8]>], others: &[Vec<String>]) -> (bool, Evidence) {
    let no = |text: &str| (false, Evidence::of(text));
    let trimmed: Vec<&str> = first.iter().map(|name| name.trim()).collect();
    if trimmed.iter().all(|name| name.is_empty()) {
        return no("the first record is empty");
    }
    if let Some(typed) = trimmed.iter().find(|name| is_typed(name.as_bytes())) {
        return no(&format!("the first record has {typed:?}, which is rather a value"));
    }
    let typed = bodies.iter().zip(&trimmed).filter(|(body, name)| {
        let filled = body.iter().filter(|field| !field.is_empty()).count();
        let typed = body.iter().filter(|field| is_typed(field)).count();
        filled > 0 && typed * 10 >= filled * 9 && !name.is_empty()
    });
    let typed = typed.count();
    if typed > 0 {
        let text = format!(
            "the first record has text where {} else",
            if typed == 1 {
                "1 column has something".to_owned()
            } else {
                format!("{} columns have something", crate::evidence::grouped(typed))
            }
        );
        return (true, Evidence::of(text));
    }
    let sorted = |names: &[String]| {
        let mut names: Vec<String> = names.iter().map(|name| name.trim().to_lowercase()).collect();
        names.sort();
        names
    };
    let are_alike = others.iter().all(|other| sorted(other) == sorted(first));
    if !others.is_empty() && !are_alike {
        return no("the files begin with different records");
    }
    if !others.is_empty() {
        return (
            true,
            Evidence::of(format!("{} begin with the same names", counted(others.len() + 1, "file"))),
        );
    }
    by_looks(&trimmed, bodies)
}

/// Where all columns are text: whether the first record looks like names, and unlike what is below.
fn by_looks(names: &[&str], bodies: &[Vec<&[u8]>]) -> (bool, Evidence) {
    let no = |text: &str| (false, Evidence::of(format!("{text}; say --header names if it is one")));
    let different: HashSet<String> = names.iter().map(|name| name.to_lowercase()).collect();
    if different.len() < names.len() {
        return no("the first record has a text twice");
    }
    let looks_like_name = |name: &&str| {
        let first = name.chars().next();
        first.is_some_and(|first| first.is_alphabetic() || first == '_' || first == '#')
            && name.chars().count() <= 64
    };
    if !names.iter().all(looks_like_name) {
        return no("the first record has a field that is no name");
    }
    let is_below =
        |name: &str, body: &[&[u8]]| body.iter().any(|field| field.eq_ignore_ascii_case(name.as_bytes()));
    if names.iter().zip(bodies).any(|(name, body)| is_below(name, body)) {
        return no("the first record has a text that stands below it, too");
    }
    if bodies.iter().all(|body| body.is_empty()) {
        let is_known =
            names.iter().all(|name| NAMES.contains(&&name.to_lowercase()[..]) || name.contains('_'));
        return if is_known && names.len() > 1 {
            (true, Evidence::of("the only record has names that columns have"))
        } else {
            no("there is one record")
        };
    }
    let known =
        names.iter().filter(|name| NAMES.contains(&&name.to_lowercase()[..]) || name.contains('_')).count();
    let unlike = names.iter().zip(bodies).filter(|(name, body)| is_unlike(name, body)).count();
    let votes = known + unlike;
    if names.len() > 1 && votes * 2 >= names.len() || names.len() == 1 && known == 1 {
        return (
            true,
            Evidence::of(
                "all columns are text, and the first record looks like names and unlike what is below",
            ),
        );
    }
    no("all columns are text, and the first record looks like what is below")
}

/// Whether a name is written otherwise than all fields below it.
fn is_unlike(name: &str, body: &[&[u8]]) -> bool {
    let filled = || body.iter().filter(|field| !field.is_empty());
    if filled().count() == 0 {
        return false;
    }
    let has = |text: &[u8], is: fn(&u8) -> bool| text.iter().any(is);
    let all_have = |is: fn(&u8) -> bool| filled().all(|field| has(field, is)) && !has(name.as_bytes(), is);
    let length = filled().next().map_or(0, |field| field.len());
    let is_fixed =
        filled().count() > 2 && filled().all(|field| field.len() == length) && name.len() != length;
    let is_lower = !has(name.as_bytes(), u8::is_ascii_uppercase) && all_have(u8::is_ascii_uppercase);
    let is_upper = !has(name.as_bytes(), u8::is_ascii_lowercase) && all_have(u8::is_ascii_lowercase);
    all_have(u8::is_ascii_digit) || is_fixed || is_lower || is_upper || all_have(|byte| *byte == b' ')
}

/// The columns' names: those of the header as far as they can stand, and whether all can as they are.
pub(crate) fn column_names(header: Option<&[String]>, width: usize) -> (Vec<String>, bool) {
    let Some(header) = header else {
        return ((1..=width).map(|number| format!("column_{number}")).collect(), true);
    };
    let mut taken: HashSet<String> = HashSet::new();
    let (mut names, mut are_plain) = (Vec::new(), true);
    for number in 0..width {
        let given = header.get(number).map_or("", String::as_str);
        let trimmed = given.trim();
        // `*` is every other column to a job.
        let wanted = match trimmed {
            "" | "*" => format!("column_{}", number + 1),
            name => name.chars().filter(|letter| !letter.is_control()).collect(),
        };
        let mut name = wanted.clone();
        for suffix in 2.. {
            if taken.insert(name.to_lowercase()) {
                break;
            }
            name = format!("{wanted}_{suffix}");
        }
        are_plain &= name == given;
        names.push(name);
    }
    (names, are_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_cannot_stand_are_changed() {
        let names = |header: &[&str], width| {
            let header: Vec<String> = header.iter().map(|name| (*name).to_owned()).collect();
            let (names, are_plain) = column_names(Some(&header), width);
            (names.join("|"), are_plain)
        };
        assert_eq!(names(&["a", "B"], 2), ("a|B".to_owned(), true));
        assert_eq!(names(&["", "a", "A", "A_2", " b "], 5), ("column_1|a|A_2|A_2_2|b".to_owned(), false));
        assert_eq!(names(&["a", "*"], 3), ("a|column_2|column_3".to_owned(), false));
    }
}
