//! What a URL stands for.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use object_store::aws::{AmazonS3, AmazonS3Builder};
use object_store::http::HttpBuilder;
use object_store::path::Path;
use object_store::{BackoffConfig, ClientOptions, HeaderMap, HeaderValue, ObjectStore, RetryConfig};
use percent_encoding::percent_decode_str;
use source::SourceError;
use url::Url;

use crate::RemoteOptions;
use crate::failure;

/// Where a file is.
pub(crate) struct Address {
    pub store: Arc<dyn ObjectStore>,
    pub location: Path,
    /// The URL as it may be shown: a password may stand in front of the host, a signature in the query.
    pub shown: PathBuf,
}

/// Stores by bucket: one has its connections and its credentials in common for all of its objects.
pub(crate) type Buckets = HashMap<String, Arc<AmazonS3>>;

impl Address {
    pub fn parse(text: &str, options: &RemoteOptions, buckets: &mut Buckets) -> Result<Self, SourceError> {
        let shown = PathBuf::from(shown(text));
        if let Some((name, key)) = s3(text) {
            let location = Path::parse(key).map_err(|error| failure::of(error.into(), &shown, 0))?;
            return Ok(Address { store: bucket(name, options, buckets)?, location, shown });
        }
        // Not the text itself: what is no URL may still have a password in it.
        let url = Url::parse(text)
            .map_err(|error| failure::other("this URL".into(), 0, &format!("it is no URL: {error}")))?;
        if !matches!(url.scheme(), "http" | "https") {
            let detail = format!("{}: is not read, expected http:, https: or s3:", url.scheme());
            return Err(failure::other(shown, 0, &detail));
        }
        let client = ClientOptions::new().with_allow_http(true).with_default_headers(authorization(&url));
        // The whole URL is the root of the store, so that it is requested letter by letter, with its query.
        let builder = HttpBuilder::new().with_url(url.as_str()).with_client_options(client);
        let store =
            builder.with_retry(retry(options)).build().map_err(|error| failure::of(error, &shown, 0))?;
        Ok(Address { store: Arc::new(store), location: Path::default(), shown })
    }
}

/// Bucket and key of an address of S3. A key is no URL: it stands there as it is, as AWS's own tools have it.
pub(crate) fn s3(text: &str) -> Option<(&str, &str)> {
    let rest = text.strip_prefix("s3://")?;
    Some(rest.split_once('/').unwrap_or((rest, "")))
}

/// The store of a bucket.
pub(crate) fn bucket(
    name: &str, options: &RemoteOptions, buckets: &mut Buckets,
) -> Result<Arc<AmazonS3>, SourceError> {
    if let Some(store) = buckets.get(name) {
        return Ok(store.clone());
    }
    let builder = AmazonS3Builder::from_env().with_bucket_name(name).with_retry(retry(options));
    let store = builder.build().map_err(|error| failure::of(error, format!("s3://{name}").as_ref(), 0))?;
    Ok(buckets.entry(name.to_owned()).or_insert(Arc::new(store)).clone())
}

/// `text` without user, password, query and fragment; and without anything where these cannot be told apart.
pub fn shown(text: &str) -> String {
    if s3(text).is_some() {
        return text.to_owned();
    }
    let Ok(url) = Url::parse(text) else { return "this URL".to_owned() };
    let Some(host) = url.host_str() else { return format!("{}:", url.scheme()) };
    let port = url.port().map(|port| format!(":{port}")).unwrap_or_default();
    format!("{}://{host}{port}{}", url.scheme(), url.path())
}

/// User and password of `url` as a header, which nothing below does on its own.
fn authorization(url: &Url) -> HeaderMap {
    let mut headers = HeaderMap::new();
    if !url.username().is_empty() {
        let decoded = |text| percent_decode_str(text).collect::<Vec<u8>>();
        let pair = [decoded(url.username()), decoded(url.password().unwrap_or_default())].join(&b':');
        let header = format!("Basic {}", BASE64_STANDARD.encode(pair));
        let mut header = HeaderValue::try_from(header).expect("base64 is printable");
        header.set_sensitive(true);
        headers.insert("authorization", header);
    }
    headers
}

fn retry(options: &RemoteOptions) -> RetryConfig {
    let (init_backoff, max_backoff) = (Duration::from_millis(100), Duration::from_secs(10));
    let backoff = BackoffConfig { init_backoff, max_backoff, base: 2.0 };
    RetryConfig { backoff, max_retries: options.retries, ..RetryConfig::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_not_shown() {
        let url = "https://me:secret@host:8443/a%20b/c.csv?X-Amz-Signature=secret#secret";
        assert_eq!(shown(url), "https://host:8443/a%20b/c.csv");
        assert_eq!(shown("http://me:secret@:x/"), "this URL");
        assert_eq!(shown("s3://bucket/a key"), "s3://bucket/a key");
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for (text, message) in [
            (
                "ftp://host/file",
                "ftp://host/file: cannot be read at byte 0: ftp: is not read, expected http:, https: or s3:",
            ),
            (
                "me:secret@host",
                "me:: cannot be read at byte 0: me: is not read, expected http:, https: or s3:",
            ),
            ("no url", "this URL: cannot be read at byte 0: it is no URL: relative URL without a base"),
        ] {
            let error = Address::parse(text, &RemoteOptions::default(), &mut Buckets::new()).err().unwrap();
            assert_eq!(error.to_string(), message);
        }
    }
}
