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
        let mut taken = Taken::default();
        let mut rest = text;
        while let Some(tail) = self.take_front(rest, &mut taken)? {
            rest = SPACES.iter().find_map(|space| tail.strip_prefix(space.as_bytes())).unwrap_or(tail);
        }
        while let Some(head) = self.take_back(rest, &mut taken)? {
            rest = SPACES.iter().find_map(|space| head.strip_suffix(space.as_bytes())).unwrap_or(head);
        }
        if taken.opening != taken.closing {
            return Err("a parenthesis is open".to_owned());
        }
        if self.percent && !taken.percent {
            return Err("it has no per cent sign".to_owned());
        }
        Ok((taken.is_negative, rest))
    }

    /// `text` without the mark that it begins with.
    fn take_front<'a>(&self, text: &'a [u8], taken: &mut Taken) -> Result<Option<&'a [u8]>, String> {
        match text {
            [sign @ (b'+' | b'-'), tail @ ..] => {
                once(&mut taken.sign, "signs")?;
                taken.is_negative = *sign == b'-';
                Ok(Some(tail))
            }
            [b'(', tail @ ..] if self.accounting => {
                once(&mut taken.sign, "signs")?;
                (taken.is_negative, taken.opening) = (true, true);
                Ok(Some(tail))
            }
            _ => taken.currency(self.currency.as_deref().and_then(|currency| text.strip_prefix(currency))),
        }
    }

    /// `text` without the mark that it ends with.
    fn take_back<'a>(&self, text: &'a [u8], taken: &mut Taken) -> Result<Option<&'a [u8]>, String> {
        match text {
            [head @ .., b'-'] if self.accounting => {
                once(&mut taken.sign, "signs")?;
                taken.is_negative = true;
                Ok(Some(head))
            }
            [head @ .., b')'] if taken.opening => {
                once(&mut taken.closing, "closing parentheses")?;
                Ok(Some(head))
            }
            [head @ .., b'%'] if self.percent => {
                once(&mut taken.percent, "per cent signs")?;
                Ok(Some(head))
            }
            _ => taken.currency(self.currency.as_deref().and_then(|currency| text.strip_suffix(currency))),
        }
    }
}

/// The marks that a number was found to have.
#[derive(Default)]
struct Taken {
    is_negative: bool,
    /// Whatever says that, or the contrary.
    sign: bool,
    opening: bool,
    closing: bool,
    currency: bool,
    percent: bool,
}

impl Taken {
    /// `rest`, which is there if a currency stood before it or behind it.
    fn currency<'a>(&mut self, rest: Option<&'a [u8]>) -> Result<Option<&'a [u8]>, String> {
        if rest.is_some() {
            once(&mut self.currency, "currencies")?;
        }
        Ok(rest)
    }
}

fn once(seen: &mut bool, marks: &str) -> Result<(), String> {
    if std::mem::replace(seen, true) { Err(format!("it has two {marks}")) } else { Ok(()) }
}
