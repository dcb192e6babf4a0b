//! What a column is in the server, as far as the format asks.

use std::fmt;
use std::str::FromStr;

/// What the server makes of a field's bytes: which `…recv` function its type has.
///
/// Spelled as the type's own name (`int4`, `timestamptz`), with `numeric(p,s)` and `element[oid]` where the format has
/// to know more. Everything that is sent as its own letters is `text`: varchar, char, json, xml, enums, citext.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `bool`
    Bool,
    /// `int2`
    Int2,
    /// `int4`
    Int4,
    /// `int8`
    Int8,
    /// `oid`
    Oid,
    /// `float4`
    Float4,
    /// `float8`
    Float8,
    /// `numeric`; with a scale, digits behind it are refused, which the server would round away.
    Numeric {
        /// Digits behind the point; before it, if negative.
        scale: Option<i16>,
    },
    /// Whatever is sent as its letters.
    Text,
    /// `jsonb`: letters, with a version in front.
    Jsonb,
    /// `bytea`
    Bytea,
    /// `date`
    Date,
    /// `time`
    Time,
    /// `timetz`
    TimeTz,
    /// `timestamp`
    Timestamp,
    /// `timestamptz`
    TimestampTz,
    /// `interval`
    Interval,
    /// `uuid`
    Uuid,
    /// `inet`
    Inet,
    /// `cidr`
    Cidr,
    /// An array, with its elements' kind and type.
    Array {
        /// What the elements are.
        element: Box<Kind>,
        /// The OID of their type.
        oid: u32,
    },
}

/// Not a kind.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no kind of column that can be sent")]
pub struct UnknownKind(pub String);

/// The kinds that are one word.
const WORDS: [(&str, Kind); 20] = [
    ("bool", Kind::Bool),
    ("int2", Kind::Int2),
    ("int4", Kind::Int4),
    ("int8", Kind::Int8),
    ("oid", Kind::Oid),
    ("float4", Kind::Float4),
    ("float8", Kind::Float8),
    ("numeric", Kind::Numeric { scale: None }),
    ("text", Kind::Text),
    ("jsonb", Kind::Jsonb),
    ("bytea", Kind::Bytea),
    ("date", Kind::Date),
    ("time", Kind::Time),
    ("timetz", Kind::TimeTz),
    ("timestamp", Kind::Timestamp),
    ("timestamptz", Kind::TimestampTz),
    ("interval", Kind::Interval),
    ("uuid", Kind::Uuid),
    ("inet", Kind::Inet),
    ("cidr", Kind::Cidr),
];

impl FromStr for Kind {
    type Err = UnknownKind;

    fn from_str(text: &str) -> Result<Kind, UnknownKind> {
        let unknown = || UnknownKind(text.to_owned());
        if let Some((_, kind)) = WORDS.iter().find(|(word, _)| *word == text) {
            return Ok(kind.clone());
        }
        if let Some(modifiers) = text.strip_prefix("numeric(").and_then(|rest| rest.strip_suffix(')')) {
            let (_, scale) = modifiers.split_once(',').ok_or_else(unknown)?;
            return Ok(Kind::Numeric { scale: Some(scale.parse().map_err(|_| unknown())?) });
        }
        let (element, oid) =
            text.strip_suffix(']').and_then(|text| text.rsplit_once('[')).ok_or_else(unknown)?;
        let element: Kind = element.parse().map_err(|_| unknown())?;
        if matches!(element, Kind::Array { .. }) {
            return Err(unknown());
        }
        Ok(Kind::Array { element: Box::new(element), oid: oid.parse().map_err(|_| unknown())? })
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Numeric { scale: Some(scale) } => write!(f, "numeric with {scale} digits behind the point"),
            Kind::Array { element, .. } => write!(f, "{element}[]"),
            kind => {
                let word = WORDS.iter().find(|(_, other)| other == kind).map_or("numeric", |(word, _)| word);
                f.write_str(word)
            }
        }
    }
}
