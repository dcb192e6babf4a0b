//! A text means the same by every instruction set and from blocks of any size.

use arbitrary::{Result, Unstructured};
use flatfile::index::InstructionSet;

use crate::choice;
use crate::reading::Reading;

/// Any text, dialect, columns and formats.
pub fn check(data: &[u8]) {
    let _ = try_check(data);
}

fn try_check(data: &[u8]) -> Result<()> {
    let mut u = Unstructured::new(data);
    let Some(dialect) = choice::dialect(&mut u)? else { return Ok(()) };
    let ragged = choice::ragged(&mut u)?;
    let columns = choice::columns(&mut u)?;
    let layout = choice::layout(&mut u, columns.len())?;
    let block_bytes = 1 + usize::from(u.arbitrary::<u8>()?);
    let text = choice::text(u, &dialect)?;

    let reading = Reading { columns, dialect, layout, ragged };
    let expected = reading.parse(&text, text.len().max(1), InstructionSet::Portable);
    for set in InstructionSet::ALL.into_iter().filter(|set| set.is_available()) {
        for block_bytes in [block_bytes, text.len().max(1)] {
            let found = reading.parse(&text, block_bytes, set);
            assert_eq!(
                found,
                expected,
                "{} by {}, blocks of {block_bytes}, {reading:?}",
                text.escape_ascii(),
                set.name()
            );
        }
    }
    Ok(())
}
