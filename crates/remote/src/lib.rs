//! Files behind http, https and S3.
//!
//! A [`RemoteFile`] is read by position with ranged requests, like a local file, and is a
//! [`source::Source`]. Requests that fail for a while are made again, and a read that breaks off goes on where
//! it was. Credentials come from the environment (`AWS_ACCESS_KEY_ID` and the like) or from the URL, and are in
//! no error.
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod address;
mod failure;
mod file;
mod find;
mod runtime;

pub use address::shown;
pub use file::{RemoteFile, RemoteOptions, Version};
pub use find::{find, open_all};
