//! What stands around the digits of a number: signs, parentheses, a currency, a per cent sign.

use super::super::{FormatError, FormatOptions};

#[derive(Clone, Debug)]
pub(super) struct Marks {
    currency: Option<Box<[u8]>>,
    percent: bool,
    accounting: bool,
}

/// The spaces that may stand between a number and a mark: French and others put a no-break space there, of
/// full or narrow width.
const SPACES: [&str; 3] = [" ", "\u{a0}", "\u{202f}"];

impl Marks {
    pub fn compile(options: &FormatOptions) -> Result<Marks, FormatError> {
        if let Some(currency) = &options.currency {
            let is_number = |character: char| character.is_ascii_digit() || "+-()%".contains(character);
            if currency.trim() != currency || currency.is_empty() || currency.contains(is_number) {
                let detail = "a currency is a sign or a code like € or USD, without spaces around it";
                return Err(FormatError::Value {
                    option: "currency",
                    value: currency.clone(),
                    detail: detail.to_owned(),
                });
            }
        }
        let currency = options.currency.as_ref().map(|currency| currency.as_bytes().into());
        Ok(Marks { currency, percent: options.percent, accounting: options.accounting })
    }

    /// How far the marks move the point.
    pub fn shift(&self) -> i64 {
        if self.percent { -2 } else { 0 }
    }

    /// Whether `text` is negative, and what is left of it without marks. They are taken off from the outside
    /// inwards, each at most once and with at most one space, so that their order makes no difference:
    /// `-€5`, `€ -5`, `(5 €)`, `(5) €`.
    pub fn take_off<'a>(&self, text: &'a [u8]) -> Result<(bool, &'a [u8]), String> {
        let currency = self.currency.as_deref();
        let (mut negative, mut opened) = (false, false);
        let (mut signed, mut closed, mut has_currency, mut has_percent) = (false, false, false, false);
        let mut rest = text;
        loop {
            let tail = match rest {
                [sign @ (b'+' | b'-'), tail @ ..] => {
                    once(&mut signed, "signs")?;
                    negative = *sign == b'-';
                    tail
                }
                [b'(', tail @ ..] if self.accounting => {
                    once(&mut signed, "signs")?;
                    (negative, opened) = (true, true);
                    tail
                }
                _ => match currency.and_then(|currency| rest.strip_prefix(currency)) {
                    Some(tail) => {
                        once(&mut has_currency, "currencies")?;
                        tail
                    }
                    None => break,
                },
            };
            rest = SPACES.iter().find_map(|space| tail.strip_prefix(space.as_bytes())).unwrap_or(tail);
        }
        loop {
            let head = match rest {
                [head @ .., b'-'] if self.accounting => {
                    once(&mut signed, "signs")?;
                    negative = true;
                    head
                }
                [head @ .., b')'] if opened => {
                    once(&mut closed, "closing parentheses")?;
                    head
                }
                [head @ .., b'%'] if self.percent => {
                    once(&mut has_percent, "per cent signs")?;
                    head
                }
                _ => match currency.and_then(|currency| rest.strip_suffix(currency)) {
                    Some(head) => {
                        once(&mut has_currency, "currencies")?;
                        head
                    }
                    None => break,
                },
            };
            rest = SPACES.iter().find_map(|space| head.strip_suffix(space.as_bytes())).unwrap_or(head);
        }
        if opened && !closed {
            return Err("a parenthesis is open".to_owned());
        }
        if self.percent && !has_percent {
            return Err("it has no per cent sign".to_owned());
        }
        Ok((negative, rest))
    }
}

fn once(seen: &mut bool, marks: &str) -> Result<(), String> {
    if std::mem::replace(seen, true) { Err(format!("it has two {marks}")) } else { Ok(()) }
}
