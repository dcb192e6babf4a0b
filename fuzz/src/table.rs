//! A table out of an input's bytes, written in a dialect that they choose.

use arbitrary::{Result, Unstructured};

use crate::choice::one_of;

const DELIMITERS: [&str; 10] = [",", ";", "\t", "|", "\u{1}", "||", "::", "|~|", "~", " "];

const LINE_ENDS: [&str; 3] = ["\n", "\r\n", "\r"];

/// What a column's values are like: each byte of the input is one of them. `{}` is a number that the byte makes.
const KINDS: [&[&str]; 14] = [
    &["{}", "-{}", "0"],
    &["{}.5", "{}.25", "-0.{}", "{}"],
    &["0{}", "00{}", "{}"],
    &["2024-01-0{d}", "1999-12-2{d}"],
    &["0{d}.01.2024", "1{d}.02.99", "0{d}.1.2024"],
    &["0{d}/0{d}/2024", "1{d}/02/2024"],
    &["2024-01-0{d} 12:30:0{d}", "2024-01-01T00:00:0{d}Z", "12:0{d}"],
    &["true", "false", "True"],
    &["yes", "no", "ja", "nein"],
    &["1.234,{}", "{},5", "1,{}", "1 000"],
    &["{}%", "{} €", "$ {}", "({})", "{}-"],
    &["{}e{d}", "inf", "nan", "12345678901234567890{}", "0.12345678901234567890{}"],
    &["a{}", "text", "two words", "x, and {}", "\"{}", "a\nb", "a\"b", "''", "é"],
    &["", "NULL", "-", "n/a", "#", "--", "---------", " {} ", "total {}"],
];

const NAMES: [&str; 8] = ["id", "Name", "c_{}", "date", "", "first name", "{}", "id"];

/// A table of one to six columns, perhaps with a header and lines around it.
pub fn written(u: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    let [flags, width, rows]: [u8; 3] = u.arbitrary()?;
    let is_set = |bit: u8| flags & 1 << bit != 0;
    let (delimiter, end) = (*one_of(u, &DELIMITERS)?, *one_of(u, &LINE_ENDS)?);
    let quoted = |field: String| {
        let is_special = field.contains(delimiter) || field.contains(['"', '\r', '\n']);
        match is_set(0) || is_special && is_set(1) {
            true => format!("\"{}\"", field.replace('"', "\"\"")),
            false => field,
        }
    };
    let kinds: Vec<&[&str]> =
        (0..1 + width % 6).map(|_| one_of(u, &KINDS).copied()).collect::<Result<_>>()?;
    let mut out = if is_set(2) { format!("# a report{end}") } else { String::new() };
    let mut write = |fields: Vec<String>| {
        out += &fields.into_iter().map(quoted).collect::<Vec<_>>().join(delimiter);
        out += if is_set(3) { delimiter } else { "" };
        out += end;
    };
    if is_set(4) {
        write(kinds.iter().map(|_| value(u, &NAMES)).collect::<Result<_>>()?);
    }
    for _ in 0..rows % 64 {
        write(kinds.iter().map(|kind| value(u, kind)).collect::<Result<_>>()?);
    }
    if is_set(5) {
        out += &format!("(total: 3 rows){end}");
    }
    if is_set(6) {
        out.truncate(out.len().saturating_sub(end.len()));
    }
    Ok(out.into_bytes())
}

fn value(u: &mut Unstructured<'_>, kind: &[&str]) -> Result<String> {
    let byte: u8 = u.arbitrary()?;
    let value = kind[usize::from(byte) % kind.len()];
    Ok(value.replace("{}", &(u32::from(byte) * 37).to_string()).replace("{d}", &(byte % 10).to_string()))
}
