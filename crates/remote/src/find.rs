//! Many remote files at once.

use std::time::Duration;

use futures_util::{StreamExt, TryStreamExt, stream};
use glob::{MatchOptions, Pattern};
use object_store::Error;
use object_store::aws::AmazonS3;
use object_store::list::{PaginatedListOptions, PaginatedListStore};
use source::SourceError;

use crate::address::{Address, Buckets, bucket, s3, shown};
use crate::failure;
use crate::file::{RemoteFile, RemoteOptions, Version, look};
use crate::runtime::runtime;

/// Files that are looked at at a time: each takes a round trip or two, and next to no work.
const LOOKS: usize = 32;

/// How often a page of a listing is asked for again, and what is waited for before that, times the number of times.
const PAGE_RETRIES: u32 = 5;
const PAUSE: Duration = Duration::from_millis(50);

/// Opens the files at `urls`, in their order; see [`RemoteFile::open`].
///
/// # Errors
///
/// That of the first file, in their order, which cannot be opened.
pub fn open_all(urls: &[String], options: &RemoteOptions) -> Result<Vec<RemoteFile>, SourceError> {
    let mut buckets = Buckets::new();
    let addresses: Vec<_> =
        urls.iter().map(|url| Address::parse(url, options, &mut buckets)).collect::<Result<_, _>>()?;
    runtime("the network".as_ref())?.block_on(
        stream::iter(addresses)
            .map(|address| async {
                let version = look(&address).await?;
                Ok(RemoteFile::known(address, version, options.clone()))
            })
            .buffered(LOOKS)
            .try_collect(),
    )
}

/// Opens the objects of S3 whose keys match the pattern of `url`, in the order of their keys: `*` and `?` stand
/// for what is between two slashes, `**` for any number of folders, `[a-z]` for one of these characters.
///
/// # Errors
///
/// If `url` is none of S3, its pattern none, or the bucket cannot be listed.
pub fn find(url: &str, options: &RemoteOptions) -> Result<Vec<(String, RemoteFile)>, SourceError> {
    let path = std::path::PathBuf::from(shown(url));
    let refused = |detail: &str| failure::other(path.clone(), 0, detail);
    let (name, key) = s3(url).ok_or_else(|| refused("only buckets of S3 can be listed"))?;
    let pattern = Pattern::new(key).map_err(|error| refused(error.msg))?;
    let mut buckets = Buckets::new();
    let store = bucket(name, options, &mut buckets)?;
    // What stands before the first wildcard, letter by letter: the listing is of what begins so.
    let prefix = &key[..key.find(['*', '?', '[']).unwrap_or(key.len())];
    let mut found = Vec::new();
    let listing = list(&store, prefix, |key, version| {
        let matched = MatchOptions { require_literal_separator: true, ..MatchOptions::new() };
        if pattern.matches_with(key, matched) {
            found.push((format!("s3://{name}/{key}"), version));
        }
    });
    runtime(&path)?.block_on(listing).map_err(|error| failure::of(error, &path, 0))?;
    found.sort_by(|(one, _), (other, _)| one.cmp(other));
    found
        .into_iter()
        .map(|(url, version)| {
            let address = Address::parse(&url, options, &mut buckets)?;
            Ok((url, RemoteFile::known(address, version, options.clone())))
        })
        .collect()
}

/// Gives `take` every object whose key begins with `prefix`.
async fn list(store: &AmazonS3, prefix: &str, mut take: impl FnMut(&str, Version)) -> Result<(), Error> {
    let (mut page_token, mut failures) = (None, 0);
    loop {
        let options =
            PaginatedListOptions { page_token: page_token.clone(), ..PaginatedListOptions::default() };
        // The store makes a request again that has no answer, but not one whose answer breaks off.
        let page = match store.list_paginated(Some(prefix).filter(|prefix| !prefix.is_empty()), options).await
        {
            Err(Error::Generic { .. }) if failures < PAGE_RETRIES => {
                failures += 1;
                tokio::time::sleep(PAUSE * failures).await;
                continue;
            }
            page => page?,
        };
        for object in &page.result.objects {
            take(object.location.as_ref(), Version::of(object));
        }
        page_token = page.page_token;
        if page_token.is_none() {
            return Ok(());
        }
    }
}
