//! Where the decimal point goes among digits that were written without it.

/// Why a number cannot be written.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Misplaced {
    /// It has so many digits before the point that no type holds it.
    TooLarge,
    /// It has more digits behind the point than the type.
    TooFine { digits: usize, scale: usize },
}

/// More zeros than any type holds digits: `1E999999999` is refused before it is written out.
const MOST_ZEROS: i64 = 40;

/// Makes of the digits that `out` has from `first` on a number with `point` digits before the point, and
/// without zeros at the end of its fraction. Where `point` is beyond the digits, zeros are put between.
pub(super) fn place(
    out: &mut Vec<u8>, first: usize, point: i64, scale: Option<usize>,
) -> Result<(), Misplaced> {
    let Some(last) = out[first..].iter().rposition(|&digit| digit != b'0') else {
        out.truncate(first);
        out.push(b'0');
        return Ok(());
    };
    // The digits that have to stay: up to the last that is no zero, and all before the point.
    let kept = point.clamp(last as i64 + 1, (out.len() - first) as i64);
    out.truncate(first + kept as usize);
    let behind = (kept - point).max(0) as usize;
    if let Some(scale) = scale.filter(|&scale| behind > scale) {
        return Err(Misplaced::TooFine { digits: behind, scale });
    }
    if point - kept > MOST_ZEROS {
        return Err(Misplaced::TooLarge);
    }
    if point > kept {
        out.resize(first + point as usize, b'0');
    } else if point <= 0 {
        insert_zeros(out, first, (1 - point) as usize);
        out.insert(first + 1, b'.');
    } else if point < kept {
        out.insert(first + point as usize, b'.');
    }
    Ok(())
}

fn insert_zeros(out: &mut Vec<u8>, at: usize, zeros: usize) {
    let past = out.len();
    out.resize(past + zeros, b'0');
    out.copy_within(at..past, at + zeros);
    out[at..at + zeros].fill(b'0');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_and_a_point() {
        for (digits, point, expected) in [
            ("12345", 5, "12345"),
            ("12345", 3, "123.45"),
            ("12345", 0, "0.12345"),
            ("12345", -3, "0.00012345"),
            ("12345", 8, "12345000"),
            ("120", 1, "1.2"),
            ("120", 2, "12"),
            ("120", 3, "120"),
            ("120", 0, "0.12"),
            ("007", 1, "0.07"),
            ("007", 3, "007"),
            ("000", 1, "0"),
            ("000", -1_000_000_000, "0"),
            ("000", 1_000_000_000, "0"),
        ] {
            let mut out = format!("before{digits}").into_bytes();
            place(&mut out, 6, point, None).unwrap();
            assert_eq!(String::from_utf8(out).unwrap(), format!("before{expected}"), "{digits} {point}");
        }
    }

    #[test]
    fn numbers_that_nothing_holds() {
        let placed = |point, scale| place(&mut b"150".to_vec(), 0, point, scale);
        assert_eq!(placed(2, Some(0)), Ok(()));
        assert_eq!(placed(1, Some(0)), Err(Misplaced::TooFine { digits: 1, scale: 0 }));
        assert_eq!(placed(-5, Some(6)), Err(Misplaced::TooFine { digits: 7, scale: 6 }));
        assert_eq!(
            placed(-1_000_000_000, Some(38)),
            Err(Misplaced::TooFine { digits: 1_000_000_002, scale: 38 })
        );
        assert_eq!(placed(43, Some(2)), Ok(()));
        assert_eq!(placed(44, Some(2)), Err(Misplaced::TooLarge));
    }
}
