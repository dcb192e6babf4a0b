//! Arrow record batches to the bytes that `COPY … FROM STDIN` takes, in PostgreSQL's binary format or as text.
//!
//! ```text
//! batch ─▶ measure: how long each row becomes, a column at a time
//!       ─▶ write: each column's fields to where their rows have come to
//! ```
//!
//! Rows are what goes over the wire, columns are what there is. So a few hundred rows at a time are laid out first and
//! written then, and both steps are one loop for a column: no type is asked for a field, nothing is copied twice.
//!
//! The formats are those of the server's `…recv` functions (binary; `src/backend/utils/adt`) and of the documentation of
//! COPY (text).

mod array;
mod binary;
mod error;
mod fixed;
mod inet;
mod interval;
mod kind;
mod made;
mod numeric;
mod plain;
mod text;
mod time;
mod uuid;

pub use binary::BinaryEncoder;
pub use error::{Refused, Unsendable};
pub use kind::{Kind, UnknownKind};
pub use text::TextEncoder;
