//! What is found out of texts, one line a case, and of random tables.

mod cases;
mod parts;
mod properties;
