//! Arrays: dimensions, whether there are NULLs, the elements' type, sizes and lower bounds, then elements as fields are.

use crate::Kind;
use crate::binary::{FromText, NULL, from_text as of_kind};
use crate::error::Fault;

/// The server's limit.
const MOST_DIMENSIONS: usize = 6;

const EXPECTED: &str = "an array";

/// What makes arrays of `element`, whose type has the number `oid`, out of their letters; `None` if elements of it
/// cannot be made.
pub(crate) fn from_text(element: &Kind, oid: u32) -> Option<FromText> {
    let make = scalar(element)?;
    Some(Box::new(move |text, out| {
        let (sizes, elements) = Literal::read(text)?;
        let has_nulls = elements.iter().any(Option::is_none);
        out.extend((sizes.len() as i32).to_be_bytes());
        out.extend(i32::from(has_nulls).to_be_bytes());
        out.extend(oid.to_be_bytes());
        for size in sizes {
            out.extend((size as i32).to_be_bytes());
            out.extend(1_i32.to_be_bytes());
        }
        for element in elements {
            let Some(element) = element else {
                out.extend(NULL);
                continue;
            };
            let at = out.len();
            out.extend([0; 4]);
            make(&element, out)?;
            let bytes = (out.len() - at - 4) as u32;
            out[at..at + 4].copy_from_slice(&bytes.to_be_bytes());
        }
        Ok(())
    }))
}

/// What makes an element out of its letters.
fn scalar(kind: &Kind) -> Option<FromText> {
    macro_rules! number {
        ($type:ty, $expected:literal) => {
            Box::new(|text: &str, out: &mut Vec<u8>| {
                let value: $type =
                    text.parse().map_err(|error| Fault::new(text, $expected, format!("{error}")))?;
                out.extend(value.to_be_bytes());
                Ok(())
            })
        };
    }
    Some(match kind {
        Kind::Bool => Box::new(|text, out| {
            let value = match text.to_ascii_lowercase().as_str() {
                "t" | "true" | "yes" | "on" | "1" => 1,
                "f" | "false" | "no" | "off" | "0" => 0,
                _ => return Err(Fault::new(text, "a boolean", "the forms are t and f")),
            };
            out.push(value);
            Ok(())
        }),
        Kind::Int2 => number!(i16, "an integer of 16 bits"),
        Kind::Int4 => number!(i32, "an integer of 32 bits"),
        Kind::Int8 => number!(i64, "an integer of 64 bits"),
        Kind::Float4 => number!(f32, "a number"),
        Kind::Float8 => number!(f64, "a number"),
        Kind::Text => Box::new(|text, out| {
            out.extend(text.as_bytes());
            Ok(())
        }),
        Kind::Jsonb => Box::new(|text, out| {
            out.push(1);
            out.extend(text.as_bytes());
            Ok(())
        }),
        kind => of_kind(kind)?,
    })
}

/// An array as it is written: `{1,NULL,"a, b"}`, in braces within braces if it has several dimensions.
struct Literal<'a> {
    text: &'a str,
    rest: std::iter::Peekable<std::str::Chars<'a>>,
    sizes: Vec<usize>,
    elements: Vec<Option<String>>,
}

impl<'a> Literal<'a> {
    /// The sizes of the dimensions, and the elements. An array without elements has no dimension.
    fn read(text: &'a str) -> Result<(Vec<usize>, Vec<Option<String>>), Fault> {
        let mut literal =
            Literal { text, rest: text.chars().peekable(), sizes: Vec::new(), elements: Vec::new() };
        literal.skip_blanks();
        if text
            .trim()
            .strip_prefix('{')
            .and_then(|rest| rest.strip_suffix('}'))
            .is_some_and(|in_it| in_it.trim().is_empty())
        {
            return Ok((Vec::new(), Vec::new()));
        }
        literal.dimension(0)?;
        literal.skip_blanks();
        match literal.rest.next() {
            None => Ok((literal.sizes, literal.elements)),
            Some(other) => Err(literal.fault(&format!("{other:?} stands behind its end"))),
        }
    }

    fn fault(&self, detail: &str) -> Fault {
        Fault::new(self.text, EXPECTED, detail)
    }

    fn skip_blanks(&mut self) {
        while self.rest.next_if(char::is_ascii_whitespace).is_some() {}
    }

    fn dimension(&mut self, depth: usize) -> Result<(), Fault> {
        if self.rest.next() != Some('{') {
            return Err(self.fault("the form is {1,2,3}, without bounds"));
        }
        if depth == MOST_DIMENSIONS {
            return Err(self.fault("it has more than 6 dimensions"));
        }
        let is_first = self.sizes.len() == depth;
        if is_first {
            self.sizes.push(0);
        }
        let mut size = 0;
        loop {
            self.skip_blanks();
            if self.rest.peek() == Some(&'{') {
                if self.sizes.len() == depth + 1 && !self.elements.is_empty() {
                    return Err(self.fault("its braces are not equally deep"));
                }
                self.dimension(depth + 1)?;
            } else {
                if self.sizes.len() > depth + 1 {
                    return Err(self.fault("its braces are not equally deep"));
                }
                let element = self.element()?;
                self.elements.push(element);
            }
            size += 1;
            self.skip_blanks();
            match self.rest.next() {
                Some(',') => {}
                Some('}') => break,
                _ => return Err(self.fault("a brace is not closed")),
            }
        }
        if is_first {
            self.sizes[depth] = size;
        } else if self.sizes[depth] != size {
            return Err(self.fault("its rows are not equally long"));
        }
        Ok(())
    }

    /// An element; `None` is NULL, which stands in no quotes.
    fn element(&mut self) -> Result<Option<String>, Fault> {
        let mut value = String::new();
        if self.rest.next_if_eq(&'"').is_some() {
            loop {
                match self.rest.next() {
                    Some('"') => return Ok(Some(value)),
                    Some('\\') => value.extend(self.rest.next()),
                    Some(letter) => value.push(letter),
                    None => return Err(self.fault("a quote is not closed")),
                }
            }
        }
        // Blanks at the end are no part of it, unless escaped.
        let mut kept = 0;
        let mut is_escaped = false;
        while let Some(letter) = self.rest.next_if(|letter| !matches!(letter, ',' | '}')) {
            match letter {
                '\\' => {
                    value.extend(self.rest.next());
                    (kept, is_escaped) = (value.len(), true);
                }
                '{' | '"' => return Err(self.fault(&format!("{letter:?} stands within an element"))),
                letter => {
                    value.push(letter);
                    if !letter.is_ascii_whitespace() {
                        kept = value.len();
                    }
                }
            }
        }
        value.truncate(kept);
        if value.is_empty() {
            return Err(self.fault("an element is missing"));
        }
        Ok((is_escaped || !value.eq_ignore_ascii_case("null")).then_some(value))
    }
}
