//! How text is written in bytes.

use std::fmt;
use std::str::FromStr;

/// The encoding of a text.
///
/// Encodings are those of the WHATWG standard, under any of its labels, with two exceptions: the labels
/// of ISO-8859-1 (`latin1` is one) mean ISO-8859-1, as they do in databases and in Python, where the
/// standard means windows-1252; and those of ASCII mean UTF-8, of which it is a part. Other labels
/// keep what the standard means: `iso-8859-9` is windows-1254, `gb2312` is GBK, `utf-16` is UTF-16LE.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding(pub(crate) Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// ISO-8859-1: every byte is the character of its number.
    Latin1,
    /// One of the standard's.
    Whatwg(&'static encoding_rs::Encoding),
}

impl Encoding {
    /// What text is in unless it is said otherwise.
    pub const UTF_8: Encoding = Encoding::whatwg(encoding_rs::UTF_8);

    /// The name of every encoding, to choose from or to find what was meant.
    #[rustfmt::skip]
    pub const NAMES: [&str; 40] = [
        "UTF-8", "UTF-16LE", "UTF-16BE", "ISO-8859-1", "windows-1252",
        "ISO-8859-2", "ISO-8859-3", "ISO-8859-4", "ISO-8859-5", "ISO-8859-6", "ISO-8859-7", "ISO-8859-8",
        "ISO-8859-8-I", "ISO-8859-10", "ISO-8859-13", "ISO-8859-14", "ISO-8859-15", "ISO-8859-16",
        "windows-874", "windows-1250", "windows-1251", "windows-1253", "windows-1254", "windows-1255",
        "windows-1256", "windows-1257", "windows-1258", "IBM866", "KOI8-R", "KOI8-U", "macintosh",
        "x-mac-cyrillic", "GBK", "gb18030", "Big5", "Shift_JIS", "EUC-JP", "ISO-2022-JP", "EUC-KR",
        "x-user-defined",
    ];

    /// What the byte order mark at the front of `head` says, and how many bytes it has.
    pub fn of_mark(head: &[u8]) -> Option<(Encoding, usize)> {
        encoding_rs::Encoding::for_bom(head).map(|(encoding, bytes)| (Encoding::whatwg(encoding), bytes))
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self.0 {
            Kind::Latin1 => "ISO-8859-1",
            Kind::Whatwg(encoding) => encoding.name(),
        }
    }

    pub(crate) fn is_utf_16(self) -> bool {
        [encoding_rs::UTF_16LE, encoding_rs::UTF_16BE].map(Encoding::whatwg).contains(&self)
    }

    const fn whatwg(encoding: &'static encoding_rs::Encoding) -> Self {
        Encoding(Kind::Whatwg(encoding))
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// A name that no [`Encoding`] has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is no encoding, expected a name like utf-8, utf-16le, latin1, windows-1252 or shift_jis")]
pub struct UnknownEncoding(pub String);

impl FromStr for Encoding {
    type Err = UnknownEncoding;

    fn from_str(label: &str) -> Result<Self, UnknownEncoding> {
        // `replacement` stands for encodings that the standard refuses to read, and so is none.
        let found = encoding_rs::Encoding::for_label_no_replacement(label.as_bytes())
            .ok_or_else(|| UnknownEncoding(label.to_owned()))?;
        if found != encoding_rs::WINDOWS_1252 {
            return Ok(Encoding::whatwg(found));
        }
        Ok(match label.trim().to_ascii_lowercase().as_str() {
            "windows-1252" | "cp1252" | "x-cp1252" => Encoding::whatwg(found),
            "ascii" | "us-ascii" | "ansi_x3.4-1968" => Encoding::UTF_8,
            _ => Encoding(Kind::Latin1),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for name in Encoding::NAMES {
            assert_eq!(name.parse::<Encoding>().unwrap().name(), name);
            assert_eq!(name.to_ascii_lowercase().parse::<Encoding>().unwrap().name(), name);
        }
    }

    #[test]
    fn labels_mean_what_databases_mean_by_them() {
        for (label, name) in [
            ("utf8", "UTF-8"),
            ("ascii", "UTF-8"),
            ("latin1", "ISO-8859-1"),
            ("L1", "ISO-8859-1"),
            ("iso8859-1", "ISO-8859-1"),
            ("cp1252", "windows-1252"),
            ("utf-16", "UTF-16LE"),
            ("sjis", "Shift_JIS"),
        ] {
            assert_eq!(label.parse::<Encoding>().unwrap().name(), name, "{label}");
        }
        for label in ["", "utf-9", "replacement", "hz-gb-2312"] {
            assert_eq!(label.parse::<Encoding>(), Err(UnknownEncoding(label.to_owned())));
        }
    }

    #[test]
    fn marks_name_their_encoding() {
        let name = |head: &[u8]| Encoding::of_mark(head).map(|(encoding, bytes)| (encoding.name(), bytes));
        assert_eq!(name(b"\xef\xbb\xbfa"), Some(("UTF-8", 3)));
        assert_eq!(name(b"\xff\xfea\0"), Some(("UTF-16LE", 2)));
        assert_eq!(name(b"\xfe\xff\0a"), Some(("UTF-16BE", 2)));
        assert_eq!(name(b"\xef\xbb"), None);
    }
}
