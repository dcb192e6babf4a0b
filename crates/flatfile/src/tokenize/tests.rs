//! The two ways of taking texts apart against each other, and against the `csv` crate.

use std::collections::HashMap;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::*;
use crate::index::{Index, InstructionSet};
use crate::tokens::Kind;
use crate::{Block, Way};

fn commas() -> Dialect {
    Dialect { quote: Some(b'"'), ..Dialect::default() }
}

/// A field as text, and whether it is in quotes; `None` where it is absent.
type Token = Option<(Vec<u8>, bool)>;

/// The whole records in the order of the text: bytes, and fields.
fn records(text: &[u8], tokens: &Tokens) -> Vec<(Extent, Vec<Token>)> {
    let token = |span: &Span| {
        let base = if span.is_in_scratch() { &tokens.scratch } else { text };
        (*span != Span::ABSENT)
            .then(|| (base[span.first()..][..span.len()].to_vec(), span.kind() == Kind::Quoted))
    };
    let fields = tokens.spans.chunks(tokens.width).map(|spans| spans.iter().map(token).collect());
    assert_eq!(fields.len(), tokens.records.len());
    tokens.records.iter().copied().zip(fields).collect()
}

fn scanned(dialect: &Dialect, width: usize, ragged: Ragged, text: &[u8], is_end: bool) -> Tokens {
    let mut tokens = Tokens::default();
    Tokenizer::new(dialect.clone(), width, ragged).scan(text, usize::MAX, is_end, &mut tokens);
    tokens
}

/// Whether the index vouches for `text`; if it does, both ways find the same.
fn is_taken_by_index(dialect: &Dialect, width: usize, ragged: Ragged, text: &[u8]) -> bool {
    assert_eq!(dialect.way(), Way::Indexed);
    let block = Block::from(text);
    let index = Index::with_quote(dialect.delimiter[0], dialect.quote.unwrap_or(0), InstructionSet::detect());
    let mut positions = vec![u32::MAX];
    // SAFETY: a block has the padding.
    let quoted = unsafe {
        match dialect.quote {
            Some(_) => index.find_quoted(block.text(), &mut positions),
            None => {
                let line_feeds = index.find(block.text(), &mut positions);
                crate::index::Quoted { line_feeds, is_regular: true, has_doubled: false }
            }
        }
    };
    if !quoted.is_regular {
        return false;
    }
    let mut tokens = Tokens::default();
    let tokenizer = Tokenizer::new(dialect.clone(), width, ragged);
    if tokenizer.by_index(text, &positions, quoted.has_doubled, &mut tokens).is_err() {
        return false;
    }
    let expected = scanned(dialect, width, ragged, text, false);
    assert_eq!(records(text, &tokens), records(text, &expected));
    assert_eq!(tokens.broken, expected.broken);
    assert_eq!((tokens.bytes, tokens.padded), (expected.bytes, expected.padded));
    true
}

#[test]
fn what_the_index_vouches_for() {
    for (text, is_taken) in [
        ("a,b\n", true),
        ("\"a\",b\n\"c\"\r\n", true),
        ("\"a\"\"b\",\"\"\"\"\n", true),
        ("\"\",\n", true),
        ("\"a,\r\n\"\r\n", true),
        ("a,\"b", true),
        ("a\"b\n", false),
        ("\"a\"b\n", false),
        ("\"a\"\r,b\n", false),
        ("\"a\"\r\r\n", false),
        (" \"a\"\n", false),
    ] {
        assert_eq!(is_taken_by_index(&commas(), 2, Ragged::Reject, text.as_bytes()), is_taken, "{text:?}");
    }
}

fn ragged() -> impl Strategy<Value = Ragged> {
    select(&[Ragged::Fail, Ragged::Reject, Ragged::Pad][..])
}

/// The dialects that the index takes.
fn indexed() -> impl Strategy<Value = Dialect> {
    (any::<bool>(), any::<bool>(), any::<bool>()).prop_map(|(quotes, trailing_delimiter, skip)| Dialect {
        quote: quotes.then_some(b'"'),
        comment: (!quotes).then(|| b"##".to_vec()),
        skip_blank_lines: skip,
        trailing_delimiter,
        ..Dialect::default()
    })
}

/// Fields of which most are in quotes, and ends; all of them right.
fn regular() -> impl Strategy<Value = String> {
    let field = prop_oneof!["\"([ab,\n\r]|\"\"){0,20}\"", "[ab#\r]{0,20}", Just(String::new())];
    vec((field, select(&[",", ",", "\n", "\r\n"][..])), 0..60)
        .prop_map(|fields| fields.into_iter().map(|(field, end)| field + end).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn the_index_and_the_scan_agree(
        dialect in indexed(), width in 1..4_usize, ragged in ragged(), text in vec(select(&b"\",,#\r\n\na"[..]), 0..80),
    ) {
        is_taken_by_index(&dialect, width, ragged, &text);
    }

    #[test]
    fn the_index_and_the_scan_agree_on_regular_texts(
        skip_blank_lines: bool, width in 1..4_usize, ragged in ragged(), text in regular(),
    ) {
        // `"a"` CR delimiter is text behind the quote, which the index leaves to the scan.
        let dialect = Dialect { skip_blank_lines, ..commas() };
        prop_assert!(is_taken_by_index(&dialect, width, ragged, text.as_bytes()));
    }

    /// Any text at all. The `csv` crate takes text behind a closing quote for part of the field; here such a
    /// record is broken, and both agree on where it ends.
    #[test]
    fn any_text_against_csv(
        quotes: bool, comments: bool, semicolons: bool, width in 1..4_usize,
        text in vec(select(&b"\"\",,#\r\n\n;;a"[..]), 0..60),
    ) {
        let mut text = text;
        if comments {
            // The crate's comments end with a line feed only, not even with the file.
            text.retain(|&byte| byte != b'\r');
            text.push(b'\n');
        }
        let dialect = Dialect {
            quote: quotes.then_some(b'"'),
            comment: (comments && !semicolons).then(|| b"#".to_vec()),
            skip_blank_lines: true,
            terminator: if semicolons { Terminator::Bytes(b";".to_vec()) } else { Terminator::AnyLine },
            ..Dialect::default()
        };
        let mut reader = csv::ReaderBuilder::new();
        reader.has_headers(false).flexible(true).quoting(quotes).comment(dialect.comment.as_ref().map(|c| c[0]));
        if semicolons {
            reader.terminator(csv::Terminator::Any(b';'));
        }
        let expected: Vec<_> =
            reader.from_reader(&text[..]).into_byte_records().map(|record| record.unwrap()).collect();
        let tokens = scanned(&dialect, width, Ragged::Reject, &text, true);
        prop_assert_eq!(tokens.bytes, text.len());
        let whole = records(&text, &tokens);
        prop_assert_eq!(whole.len() + tokens.broken.len(), expected.len());
        let broken: HashMap<_, _> =
            tokens.broken.iter().enumerate().map(|(number, broken)| (broken.before + number, broken)).collect();
        let mut whole = whole.into_iter();
        for (number, record) in expected.iter().enumerate() {
            match broken.get(&number).map(|broken| &broken.fault.reason) {
                None => {
                    let fields = whole.next().unwrap().1;
                    let found: Vec<_> = fields.iter().flatten().map(|(bytes, _)| bytes.as_slice()).collect();
                    prop_assert_eq!(found, record.iter().collect::<Vec<_>>());
                }
                Some(Reason::Width { found, .. }) => {
                    prop_assert_eq!(*found, record.len());
                    prop_assert_ne!(*found, width);
                }
                Some(Reason::BehindQuote { .. } | Reason::Unclosed) => prop_assert!(quotes),
                Some(reason) => panic!("{reason}"),
            }
        }
    }
}

#[test]
fn the_first_record_is_found_behind_what_is_passed_over() {
    let comments = Dialect { comment: Some(b"#".to_vec()), ..Dialect::default() };
    let blanks = Dialect { skip_blank_lines: true, ..Dialect::default() };
    let both = Dialect { skip_blank_lines: true, ..comments.clone() };
    let quoted = Dialect { quote: Some(b'"'), ..both.clone() };
    let bytes = Dialect { terminator: Terminator::Bytes(b"~~".to_vec()), ..both.clone() };
    let trailing = Dialect { trailing_delimiter: true, ..commas() };
    for (text, dialect, is_end, expected) in [
        ("#x\na,b\nc", &comments, false, Some((vec!["a", "b"], 7))),
        ("\na,b\n", &comments, false, Some((vec![""], 1))),
        ("\r\n\na,b\nc", &blanks, false, Some((vec!["a", "b"], 7))),
        ("#x\na,b\n", &blanks, false, Some((vec!["#x"], 3))),
        ("\n#x\r\n\r\n#\na\n", &both, false, Some((vec!["a"], 11))),
        ("\n#\"x\n\"\na\",b\n", &quoted, false, Some((vec!["\na", "b"], 12))),
        ("\"\"\na\n", &quoted, false, Some((vec![""], 3))),
        ("~~#\n~~~~\na,b~~c", &bytes, false, Some((vec!["\na", "b"], 14))),
        ("a,b,\n", &trailing, false, Some((vec!["a", "b"], 5))),
        // An empty field in quotes is a field, and no end.
        ("a,\"\"\n", &trailing, false, Some((vec!["a", ""], 5))),
        // What is passed over may go on, and so may the line end.
        ("\n\n", &both, false, None),
        ("\n#x", &both, false, None),
        ("\n\r", &both, false, None),
        ("\n\r", &both, true, Some((vec![""], 2))),
        ("\n#x", &both, true, Some((vec![""], 3))),
    ] {
        let found = crate::first_record(text.as_bytes(), dialect, is_end);
        let expected = expected.map(|(names, past)| (names.into_iter().map(str::to_owned).collect(), past));
        assert_eq!(found, expected, "{text:?}");
    }
}
