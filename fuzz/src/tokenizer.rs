//! What the index says of a text is what going through it byte by byte says.

use arbitrary::{Result, Unstructured};
use flatfile::{Column, ColumnType, Dialect, Terminator, Way};

use crate::choice;
use crate::reading::Reading;

/// Any text, in a dialect that the index takes.
pub fn check(data: &[u8]) {
    let _ = try_check(data);
}

fn try_check(data: &[u8]) -> Result<()> {
    let mut u = Unstructured::new(data);
    let Some(dialect) = choice::dialect(&mut u)? else { return Ok(()) };
    let by_index = Dialect {
        delimiter: dialect.delimiter[..1].to_vec(),
        escape: None,
        terminator: Terminator::Lines,
        comment: dialect.comment.filter(|_| dialect.quote.is_none()),
        ..dialect
    };
    if by_index.check().is_err() || !by_index.delimiter[0].is_ascii() {
        return Ok(());
    }
    assert_ne!(by_index.way(), Way::Scanned);
    let ragged = choice::ragged(&mut u)?;
    let width = 1 + usize::from(u.arbitrary::<u8>()?) % 4;
    let set = choice::instruction_set(&mut u)?;
    let block_bytes = 1 + usize::from(u.arbitrary::<u8>()?);
    let text = choice::text(u, &by_index)?;

    // An escape that stands nowhere changes nothing but the way.
    let Some(absent) = (1..0x20).find(|byte| !text.contains(byte) && !b"\r\n\t\x01".contains(byte)) else {
        return Ok(());
    };
    let scanned = Dialect { escape: Some(absent), ..by_index.clone() };
    assert_eq!(scanned.way(), Way::Scanned);
    let columns =
        (0..width).map(|number| Column::new(format!("c{number}"), ColumnType::Text, true)).collect();
    let scanned = Reading { columns, dialect: scanned, layout: None, ragged };
    let by_index = Reading { dialect: by_index, ..scanned.clone() };
    let expected = scanned.parse(&text, text.len().max(1), set);
    for block_bytes in [text.len().max(1), block_bytes] {
        let found = by_index.parse(&text, block_bytes, set);
        assert_eq!(
            found,
            expected,
            "{} by {}, blocks of {block_bytes}, {by_index:?}",
            text.escape_ascii(),
            set.name()
        );
    }
    Ok(())
}
