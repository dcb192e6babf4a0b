//! Records taken apart, where the index alone does not say where fields are: each field as a place and a
//! length, without its quotes, and with what was written twice or escaped written once.

use crate::error::Reason;

/// What a field is besides its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Plain,
    Quoted,
    /// Not in quotes, and what was escaped in it is not any more: `\\N` for `\N`. It is a text, since what
    /// means NULL is written as it is.
    Unescaped,
    /// NULL whatever the text: the file does not have it, or it could not be read and becomes NULL.
    Absent,
}

/// Where a field is. Two words, because there is one for every field of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    /// The offset in the text, or in the scratch if `FLAG` is set.
    at: u32,
    /// The length in bytes; `FLAG`: in quotes. Both: absent.
    length: u32,
}

const FLAG: u32 = 1 << 31;

impl Span {
    /// What has no bytes and is NULL. No scratch is as long as its offset says.
    pub const ABSENT: Span = Span { at: u32::MAX, length: FLAG };

    #[inline(always)]
    pub fn in_text(first: usize, past: usize, quoted: bool) -> Self {
        Span { at: first as u32, length: (past - first) as u32 | if quoted { FLAG } else { 0 } }
    }

    #[inline(always)]
    pub fn in_scratch(first: usize, past: usize, quoted: bool) -> Self {
        let span = Span::in_text(first, past, quoted);
        Span { at: span.at | FLAG, ..span }
    }

    #[inline(always)]
    pub fn is_in_scratch(self) -> bool {
        self.at & FLAG != 0
    }

    #[inline(always)]
    pub fn first(self) -> usize {
        (self.at & !FLAG) as usize
    }

    #[inline(always)]
    pub fn len(self) -> usize {
        (self.length & !FLAG) as usize
    }

    #[inline(always)]
    pub fn is_plain_and_empty(self) -> bool {
        self.length == 0
    }

    #[inline(always)]
    pub fn kind(self) -> Kind {
        if self.length & FLAG == 0 {
            if self.is_in_scratch() { Kind::Unescaped } else { Kind::Plain }
        } else if self.at == u32::MAX {
            Kind::Absent
        } else {
            Kind::Quoted
        }
    }
}

/// The bytes of a record, its line end included, as offsets into the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Extent {
    pub first: u32,
    pub past: u32,
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// The field that is to blame, counted from 0, and where it begins.
    pub field: Option<(usize, u32)>,
    pub reason: Reason,
}

/// A record that cannot be taken apart into the fields that the table has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Broken {
    pub extent: Extent,
    /// How many records that are whole stand before it.
    pub before: usize,
    pub fault: Fault,
}

/// The records of a text.
#[derive(Debug, Default)]
pub(crate) struct Tokens {
    /// Fields a record.
    pub width: usize,
    /// `width` of them for each of `records`.
    pub spans: Vec<Span>,
    /// Whole records.
    pub records: Vec<Extent>,
    /// The others.
    pub broken: Vec<Broken>,
    /// Fields whose bytes do not stand in the text as they are, with `PADDING` bytes behind them.
    pub scratch: Vec<u8>,
    /// Bytes of the text that are taken apart: records, comments and blank lines.
    pub bytes: usize,
    /// Fields that were added to records which had too few.
    pub padded: u64,
}

impl Tokens {
    /// Forgets all, and keeps the memory.
    pub fn clear(&mut self, width: usize) {
        self.width = width;
        self.spans.clear();
        self.records.clear();
        self.broken.clear();
        self.scratch.clear();
        self.bytes = 0;
        self.padded = 0;
    }

    /// The bytes of `span`, which is one of a field of `text`.
    pub fn field<'a>(&'a self, text: &'a [u8], span: Span) -> &'a [u8] {
        let base = if span.is_in_scratch() { &self.scratch } else { text };
        &base[span.first()..][..span.len()]
    }
}
