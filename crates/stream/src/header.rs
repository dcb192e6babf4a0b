//! The first record of a file, where that names the columns.

use flatfile::{Column, Layout};

/// Compares `names` with those of the columns that `layout` says the fields are, in any case.
///
/// # Errors
///
/// What is different.
pub(crate) fn check_names(names: &[String], columns: &[Column], layout: &Layout) -> Result<(), String> {
    for (number, name) in names.iter().enumerate().take(layout.width) {
        let Some(column) = layout.column_of(number) else { continue };
        let column = &columns[column];
        if name.to_lowercase() != column.name.to_lowercase() {
            return Err(format!("column {} is {name:?}, expected {:?}", number + 1, column.name));
        }
    }
    if names.len() != layout.width {
        let word = if names.len() == 1 { "name" } else { "names" };
        return Err(format!("found {} {word}, expected {}", names.len(), layout.width));
    }
    Ok(())
}
