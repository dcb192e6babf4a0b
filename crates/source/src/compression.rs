//! The kinds of compression.

use std::fmt;
use std::str::FromStr;

/// How the bytes of a file are compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compression {
    /// Not at all.
    None,
    /// RFC 1952, one member or several.
    Gzip,
    /// RFC 8878, one frame or several.
    Zstd,
    /// One stream or several.
    Bzip2,
    /// One stream or several, with padding between them.
    Xz,
    /// The frame format, one frame or several.
    Lz4,
}

/// What skippable frames of zstd and lz4 begin with, but for the last four bits of the first byte.
const SKIPPABLE: [u8; 4] = [0x50, 0x2a, 0x4d, 0x18];

impl Compression {
    /// Every kind, as it is named.
    pub const ALL: [Compression; 6] = [
        Compression::None,
        Compression::Gzip,
        Compression::Zstd,
        Compression::Bzip2,
        Compression::Xz,
        Compression::Lz4,
    ];

    /// What a file that begins with `head` is compressed with, by its content and never by its name.
    ///
    /// The first 10 bytes are enough, unless the archive begins with a skippable frame: zstd and lz4 share
    /// those, so what follows it is looked at as well, and zstd (whose `pzstd` begins every file with one)
    /// is assumed if `head` ends before that.
    pub fn detect(head: &[u8]) -> Compression {
        match head {
            // The third byte is the method, and 8 (deflate) is the only one there has ever been.
            [0x1f, 0x8b, 0x08, ..] => Compression::Gzip,
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Compression::Zstd,
            // "BZh" alone could begin a word: the level and the mark of a block, or of the end, follow it.
            [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41, 0x59, 0x26, 0x53, 0x59, ..]
            | [b'B', b'Z', b'h', b'1'..=b'9', 0x17, 0x72, 0x45, 0x38, 0x50, 0x90, ..] => Compression::Bzip2,
            [0xfd, b'7', b'z', b'X', b'Z', 0x00, ..] => Compression::Xz,
            [0x04, 0x22, 0x4d, 0x18, ..] => Compression::Lz4,
            [kind, a, b, c, size @ ..] if [kind & 0xf0, *a, *b, *c] == SKIPPABLE => {
                let behind = size.split_first_chunk().and_then(|(size, content)| {
                    content.get(usize::try_from(u32::from_le_bytes(*size)).ok()?..)
                });
                match Compression::detect(behind.unwrap_or_default()) {
                    Compression::Lz4 => Compression::Lz4,
                    _ => Compression::Zstd,
                }
            }
            _ => Compression::None,
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Compression::None => "none",
            Compression::Gzip => "gzip",
            Compression::Zstd => "zstd",
            Compression::Bzip2 => "bzip2",
            Compression::Xz => "xz",
            Compression::Lz4 => "lz4",
        }
    }
}

impl fmt::Display for Compression {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// A name that no [`Compression`] has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is no compression, expected none, gzip, zstd, bzip2, xz or lz4")]
pub struct UnknownCompression(pub String);

impl FromStr for Compression {
    type Err = UnknownCompression;

    fn from_str(name: &str) -> Result<Self, UnknownCompression> {
        let known = Compression::ALL.into_iter().find(|known| known.name() == name);
        known.ok_or_else(|| UnknownCompression(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for known in Compression::ALL {
            assert_eq!(known.to_string().parse(), Ok(known));
        }
        assert_eq!("gz".parse::<Compression>(), Err(UnknownCompression("gz".into())));
    }

    #[test]
    fn text_is_not_taken_for_an_archive() {
        for text in [&b""[..], b"BZh", b"BZh9 is a word|1\n", b"\x1f\x8b", b"PK\x03\x04", b"P*M", b"a|b\n"] {
            assert_eq!(Compression::detect(text), Compression::None, "{text:?}");
        }
    }

    #[test]
    fn what_follows_a_skippable_frame_decides() {
        let lz4 = b"\x5f\x2a\x4d\x18\x03\0\0\0xyz\x04\x22\x4d\x18";
        assert_eq!(Compression::detect(lz4), Compression::Lz4);
        assert_eq!(Compression::detect(b"\x50\x2a\x4d\x18\x03\0\0\0xyz\x28\xb5\x2f\xfd"), Compression::Zstd);
        for end in 4..lz4.len() {
            assert_eq!(Compression::detect(&lz4[..end]), Compression::Zstd, "cut at {end}");
        }
    }
}
