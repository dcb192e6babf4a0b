//! `uuid`: sixteen bytes.

use crate::error::Fault;

/// Appends the UUID that `text` writes: 32 hexadecimal digits, in braces or not, with a hyphen behind any four of them.
pub(crate) fn from_text(text: &str, out: &mut Vec<u8>) -> Result<(), Fault> {
    let fault = |detail: String| Fault::new(text, "a UUID", detail);
    let inner = text.strip_prefix('{').and_then(|inner| inner.strip_suffix('}')).unwrap_or(text);
    let (mut bytes, mut digits) = (0_u128, 0);
    let mut may_have_hyphen = false;
    for letter in inner.chars() {
        if letter == '-' && may_have_hyphen {
            may_have_hyphen = false;
            continue;
        }
        let value =
            letter.to_digit(16).ok_or_else(|| fault(format!("{letter:?} is no hexadecimal digit")))?;
        if digits == 32 {
            return Err(fault("it has more than 32 digits".to_owned()));
        }
        bytes = bytes << 4 | u128::from(value);
        digits += 1;
        may_have_hyphen = digits % 4 == 0 && digits < 32;
    }
    if digits < 32 {
        return Err(fault(format!("it has {digits} of 32 digits")));
    }
    if inner.ends_with('-') {
        return Err(fault("it ends with a hyphen".to_owned()));
    }
    out.extend(bytes.to_be_bytes());
    Ok(())
}
