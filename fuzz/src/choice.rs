//! What the first bytes of an input choose.

use std::sync::Arc;

use arbitrary::{Result, Unstructured};
use flatfile::index::InstructionSet;
use flatfile::{
    Column, ColumnType, Dialect, Format, FormatOptions, Layout, OnError, Ragged, Terminator, Trim,
};

/// Names of column types, as their columns come in tables.
pub const TYPES: [&str; 26] = [
    "text",
    "int32",
    "int64",
    "decimal(15,2)",
    "date",
    "bool",
    "int8",
    "int16",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "float32",
    "float64",
    "decimal(18,18)",
    "decimal(38,10)",
    "decimal(38,38)",
    "decimal(1,0)",
    "time(us)",
    "timestamp(s)",
    "timestamp(ms)",
    "timestamp(us)",
    "timestamp(ns)",
    "timestamptz(us)",
    "binary",
    "decimal(19,0)",
];

/// What can stand between fields.
const DELIMITERS: [&str; 14] =
    [",", "|", ";", "\t", " ", "\"", "\u{1}", "||", "<>", "é", "::=", "aab", "12345678", "\u{1f980}"];

/// What can end a record.
const TERMINATORS: [&str; 8] = [";", "||", "\u{1e}", "END", "\r\n\r\n", "\n", "é", "aa"];

const COMMENTS: [&str; 5] = ["#", "--", "//", "é", "\""];

const NULLS: [&[&str]; 7] = [&[""], &[], &["\\N"], &["", "NULL"], &["n/a", "-", "0"], &["é"], &[" "]];

pub fn one_of<'a, T>(u: &mut Unstructured<'_>, of: &'a [T]) -> Result<&'a T> {
    // Not `choose`: a byte that means the same wherever the list grows is worth more than an even choice.
    Ok(&of[usize::from(u.arbitrary::<u8>()?) % of.len()])
}

/// A dialect that is allowed; `None` if what was chosen is not.
pub fn dialect(u: &mut Unstructured<'_>) -> Result<Option<Dialect>> {
    let [flags, kind]: [u8; 2] = u.arbitrary()?;
    let is_set = |bit: u8| flags & 1 << bit != 0;
    let quotes = [None, Some(b'"'), Some(b'"'), Some(b'\'')];
    let quote = quotes[usize::from(kind & 3)];
    let escape = [None, None, Some(b'\\'), Some(b'a')][usize::from(kind >> 2 & 3)];
    let dialect = Dialect {
        delimiter: one_of(u, &DELIMITERS)?.as_bytes().to_vec(),
        trailing_delimiter: is_set(0),
        quote,
        refuse_quote: (quote.is_none() && is_set(1)).then_some(b'"'),
        escape,
        terminator: match kind >> 4 & 3 {
            0 | 1 => Terminator::Lines,
            2 => Terminator::AnyLine,
            _ => Terminator::Bytes(one_of(u, &TERMINATORS)?.as_bytes().to_vec()),
        },
        comment: if is_set(2) { Some(one_of(u, &COMMENTS)?.as_bytes().to_vec()) } else { None },
        skip_blank_lines: is_set(3),
        null_texts: if is_set(4) { nulls(u)? } else { vec![vec![]] },
        null_quoted: is_set(5),
    };
    Ok(dialect.check().is_ok().then_some(dialect))
}

fn nulls(u: &mut Unstructured<'_>) -> Result<Vec<Vec<u8>>> {
    Ok(one_of(u, &NULLS)?.iter().map(|text| text.as_bytes().to_vec()).collect())
}

/// One to five columns, some of them with formats.
pub fn columns(u: &mut Unstructured<'_>) -> Result<Vec<Column>> {
    let number = 1 + usize::from(u.arbitrary::<u8>()?) % 5;
    (0..number).map(|number| column(u, number)).collect()
}

fn column(u: &mut Unstructured<'_>, number: usize) -> Result<Column> {
    let column_type = self::column_type(u)?;
    let flags: u8 = u.arbitrary()?;
    Ok(Column {
        name: format!("c{number}"),
        column_type,
        nullable: flags & 1 == 0,
        null_texts: if flags & 6 == 6 { Some(nulls(u)?) } else { None },
        // What does not go together is said when it is compiled; then the column is plain.
        format: match flags & 0x18 {
            0x18 => Format::compile(&format_options(u)?, column_type).ok().flatten(),
            _ => None,
        },
        on_error: [OnError::Fail, OnError::Reject, OnError::Null, OnError::Reject]
            [usize::from(flags >> 5 & 3)],
        limit: None,
    })
}

pub fn column_type(u: &mut Unstructured<'_>) -> Result<ColumnType> {
    Ok(one_of(u, &TYPES)?.parse().expect("the list is of types"))
}

/// Which field each of `columns` is; `None` if they are the fields in their order.
pub fn layout(u: &mut Unstructured<'_>, columns: usize) -> Result<Option<Arc<Layout>>> {
    let kind: u8 = u.arbitrary()?;
    if kind & 3 != 3 {
        return Ok(None);
    }
    let width = 1 + usize::from(kind >> 2) % 6;
    let fields = (0..columns).map(|column| {
        let field = (column * 5 + usize::from(kind >> 4)) % (width + 1);
        (field < width).then_some(field)
    });
    Ok(Some(Arc::new(Layout { width, fields: fields.collect() })))
}

pub fn ragged(u: &mut Unstructured<'_>) -> Result<Ragged> {
    one_of(u, &[Ragged::Reject, Ragged::Fail, Ragged::Pad]).copied()
}

pub fn instruction_set(u: &mut Unstructured<'_>) -> Result<InstructionSet> {
    let sets: Vec<_> = InstructionSet::ALL.into_iter().filter(|set| set.is_available()).collect();
    one_of(u, &sets).copied()
}

/// Directives and what stands between them, each by one byte of the input.
const PATTERN: [&str; 40] = [
    "%Y", "%m", "%d", "%H", "%M", "%S", "%f", "%z", "%y", "%b", "%B", "%e", "%j", "%a", "%A", "%I", "%p",
    "%Z", "%s", "%Q", "%F", "%D", "%T", "%R", "%%", "-", "/", ".", ":", " ", "T", ",", "Z", "é", "%", "%x",
    "%-d", "12", "a", "+",
];

/// How a column's fields are written, sensible or not.
pub fn format_options(u: &mut Unstructured<'_>) -> Result<FormatOptions> {
    let [kind, flags]: [u8; 2] = u.arbitrary()?;
    let is_set = |bit: u8| flags & 1 << bit != 0;
    let mut options = FormatOptions {
        trim: [Trim::None, Trim::Both, Trim::Left, Trim::Right][usize::from(kind >> 6)],
        ..FormatOptions::default()
    };
    match kind & 3 {
        0 => {
            options.percent = is_set(0);
            options.scientific = is_set(1);
            options.accounting = is_set(2);
            options.hex = is_set(3) && is_set(4);
            if is_set(5) {
                options.decimal_separator = Some(*one_of(u, &[',', '.', '٫', '1', '-', '\''])?);
            }
            if is_set(6) {
                options.thousands_separator =
                    Some(*one_of(u, &['.', ',', ' ', '\u{a0}', '\'', '\u{202f}', '0'])?);
            }
            if is_set(7) {
                options.currency =
                    Some((*one_of(u, &["€", "$", "USD", "kr.", "-", "1", " ", "%", ""])?).to_owned());
            }
        }
        1 => {
            let length = usize::from(flags & 0x1f);
            let parts: Result<Vec<&str>> = (0..length).map(|_| one_of(u, &PATTERN).copied()).collect();
            options.pattern = Some(parts?.concat());
            options.timezone = timezone(u)?;
        }
        2 => options.timezone = timezone(u)?,
        _ => {
            let words = [["ja", "j"], ["é", "É"], ["ß", "SS"], ["", "0"], ["1", "ſ"]];
            options.true_words = one_of(u, &words)?.map(str::to_owned).to_vec();
            options.false_words = vec![(*one_of(u, &["nein", "ß", "", "0", "İ"])?).to_owned()];
        }
    }
    Ok(options)
}

fn timezone(u: &mut Unstructured<'_>) -> Result<Option<String>> {
    let zones = [
        "",
        "",
        "Europe/Berlin",
        "UTC",
        "America/New_York",
        "Australia/Lord_Howe",
        "Pacific/Apia",
        "No/Where",
    ];
    let zone = *one_of(u, &zones)?;
    Ok((!zone.is_empty()).then(|| zone.to_owned()))
}

/// The text of an input: all bytes that are left, as they are, or each of them one of those that mean
/// something in `dialect`, so that blind changes make structure.
pub fn text(mut u: Unstructured<'_>, dialect: &Dialect) -> Result<Vec<u8>> {
    let is_raw = u.arbitrary::<u8>()? & 1 == 0;
    let rest = u.take_rest();
    // Long enough for what goes 64 bytes at a time, and for records longer than blocks.
    let rest = &rest[..rest.len().min(4096)];
    if is_raw {
        return Ok(rest.to_vec());
    }
    let mut alphabet = dialect.delimiter.repeat(2);
    alphabet.extend(b"\n\n\r\"a1\\-0");
    alphabet.extend(dialect.quote);
    alphabet.extend(dialect.escape);
    alphabet.extend(dialect.comment.iter().flatten());
    if let Terminator::Bytes(bytes) = &dialect.terminator {
        alphabet.extend(bytes);
    }
    Ok(rest.iter().map(|byte| alphabet[usize::from(*byte) % alphabet.len()]).collect())
}
