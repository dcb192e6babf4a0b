//! The first line of a file, where that names the columns.

use flatfile::{Column, Dialect};

/// Compares the names in `line` with those of `columns`, in any case.
///
/// # Errors
///
/// What is different.
pub(crate) fn check_names(line: &[u8], columns: &[Column], dialect: &Dialect) -> Result<(), String> {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let line = match line.split_last() {
        Some((last, front)) if dialect.trailing_delimiter && *last == dialect.delimiter => front,
        _ => line,
    };
    let names: Vec<_> =
        line.split(|byte| *byte == dialect.delimiter).map(|name| String::from_utf8_lossy(name)).collect();
    for (number, (name, column)) in names.iter().zip(columns).enumerate() {
        if name.to_lowercase() != column.name.to_lowercase() {
            return Err(format!("column {} is {name:?}, expected {:?}", number + 1, column.name));
        }
    }
    if names.len() != columns.len() {
        let word = if names.len() == 1 { "name" } else { "names" };
        return Err(format!("found {} {word}, expected {}", names.len(), columns.len()));
    }
    Ok(())
}
