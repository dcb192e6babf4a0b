//! What stands around a field and is no part of it.

/// On which sides of a field spaces, tabs and no-break spaces (U+00A0) are taken away.
///
/// The no-break space is among them because spreadsheets and web pages pad with it, where it cannot be told
/// from a space. Nothing is trimmed unless it is asked for: a space may be a part of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trim {
    /// The field is taken as it is.
    #[default]
    None,
    /// In front of the field.
    Left,
    /// Behind the field.
    Right,
    /// On both sides.
    Both,
}

impl Trim {
    /// What is left of `field`.
    pub(super) fn of(self, field: &[u8]) -> &[u8] {
        let mut rest = field;
        if matches!(self, Trim::Left | Trim::Both) {
            while let [b' ' | b'\t', behind @ ..] | [0xC2, 0xA0, behind @ ..] = rest {
                rest = behind;
            }
        }
        if matches!(self, Trim::Right | Trim::Both) {
            while let [front @ .., b' ' | b'\t'] | [front @ .., 0xC2, 0xA0] = rest {
                rest = front;
            }
        }
        rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_sides_asked_for() {
        let field = " \t\u{a0} a\u{a0}b \u{a0}\t";
        for (trim, left) in [
            (Trim::None, field),
            (Trim::Left, "a\u{a0}b \u{a0}\t"),
            (Trim::Right, " \t\u{a0} a\u{a0}b"),
            (Trim::Both, "a\u{a0}b"),
        ] {
            assert_eq!(trim.of(field.as_bytes()), left.as_bytes(), "{trim:?}");
        }
    }

    #[test]
    fn nothing_but_space() {
        for trim in [Trim::Left, Trim::Right, Trim::Both] {
            assert_eq!(trim.of(" \u{a0}\t \u{a0}".as_bytes()), b"", "{trim:?}");
            assert_eq!(trim.of(b""), b"");
        }
    }

    #[test]
    fn other_spaces_stay() {
        for field in ["\na\r", "\u{2009}a\u{2009}", "\u{3000}a"] {
            assert_eq!(Trim::Both.of(field.as_bytes()), field.as_bytes());
        }
        // Half a no-break space is none.
        assert_eq!(Trim::Both.of(b"\xa0a\xc2"), b"\xa0a\xc2");
    }
}
