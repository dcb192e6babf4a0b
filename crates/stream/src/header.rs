//! The first record of a file, where that names the columns.

use flatfile::Column;

/// Compares `names` with those of `columns`, in any case.
///
/// # Errors
///
/// What is different.
pub(crate) fn check_names(names: &[String], columns: &[Column]) -> Result<(), String> {
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
