//! Which of the dialects that were tried it is.
//!
//! Records of one width say most, then quotes that are in order, then fields that are more than text: `1,5;2,5`
//! has three even fields by the comma and two by the semicolon, but only these are numbers. Shares are compared
//! in steps, so that one odd record does not outweigh what all others say.

use memchr::memmem;

use crate::candidates::Candidate;
use crate::trial::Trial;
use crate::{Given, Sample, SniffError};

/// Bytes of a sample that dialects are compared by.
const SCOUTED_BYTES: usize = 64 << 10;

/// Samples that dialects are compared by.
const SCOUTED_SAMPLES: usize = 12;

/// The dialect that `samples` are most likely written in, of `candidates`.
pub(crate) fn choose(
    samples: &[Sample], candidates: Vec<Candidate>, given: &Given,
) -> Result<Trial, SniffError> {
    if candidates.is_empty() {
        let detail = "the marks that are given contradict each other".to_owned();
        return Err(SniffError::Dialect { detail });
    }
    let scouts = scouts(samples);
    let mut trials: Vec<_> = candidates.into_iter().map(|candidate| Trial::of(&scouts, candidate)).collect();
    if trials.iter().all(|trial| trial.even == 0) {
        trials = trials.into_iter().map(|trial| Trial::of(samples, trial.candidate)).collect();
    }
    if trials.iter().all(|trial| trial.even == 0) {
        let longest = samples.iter().max_by_key(|sample| sample.text.len()).expect("there is a sample");
        return Err(SniffError::NoRecordEnds { file: longest.file, bytes: longest.text.len() });
    }
    let explained: Vec<_> =
        trials.iter().map(|short| trials.iter().any(|long| explains(long, short))).collect();
    let one_column_typed =
        trials.iter().filter(|trial| trial.candidate.is_one_column).map(|trial| trial.typed);
    let one_column_typed = one_column_typed.fold(0.0, f64::max);
    let class = |trial: &Trial| class(trial, given.delimiter.is_some(), one_column_typed);
    // First the marks for each delimiter, then the delimiter.
    let mut by_delimiter: Vec<Trial> = Vec::new();
    for (trial, _) in trials.into_iter().zip(explained).filter(|(_, is_explained)| !is_explained) {
        let of_other = |other: &Trial| {
            let (one, two) = (&trial.candidate, &other.candidate);
            (&one.dialect.delimiter, one.is_one_column) == (&two.dialect.delimiter, two.is_one_column)
        };
        match by_delimiter.iter_mut().find(|other| of_other(other)) {
            Some(best) if marks_rank(&trial, class(&trial)).is_above(marks_rank(best, class(best))) => {
                *best = trial
            }
            Some(_) => {}
            None => by_delimiter.push(trial),
        }
    }
    let mut best: Option<Trial> = None;
    for trial in by_delimiter {
        if best.as_ref().is_none_or(|best| rank(&trial, class(&trial)).is_above(rank(best, class(best)))) {
            best = Some(trial);
        }
    }
    Ok(best.expect("the longest delimiter is explained by no other"))
}

/// The heads first, then parts from further behind, from files that are spread over all of them.
fn scouts(samples: &[Sample]) -> Vec<Sample> {
    let step = samples.len().div_ceil(SCOUTED_SAMPLES).max(1);
    let spread = samples.iter().step_by(step);
    let heads = samples.iter().filter(|sample| sample.is_head).take(1);
    let mut chosen: Vec<&Sample> = heads.chain(spread).collect();
    chosen.sort_by_key(|sample| (sample.file, sample.first_byte));
    chosen.dedup_by_key(|sample| (sample.file, sample.first_byte));
    chosen.into_iter().map(|sample| sample.shortened(SCOUTED_BYTES)).collect()
}

/// Whether every mark of `short` is a part of one of `long`, so that the empty fields between them are none.
fn explains(long: &Trial, short: &Trial) -> bool {
    let (inner, outer) = (&short.candidate.dialect.delimiter, &long.candidate.dialect.delimiter);
    if outer.len() <= inner.len() || long.width < 2 || short.candidate.is_one_column {
        return false;
    }
    let times = memmem::find_iter(outer, inner).count();
    times > 0
        && short.width == (long.width - 1) * times + 1
        && long.even >= short.even
        && long.outside <= short.outside
        && long.evenness >= short.evenness
}

/// What a trial is worth, the most important first; of equals, the one that was tried first wins.
#[derive(Clone, Copy)]
struct Rank([f64; 8]);

impl Rank {
    fn is_above(self, other: Rank) -> bool {
        let pairs = self.0.iter().zip(&other.0);
        pairs
            .map(|(one, two)| one.total_cmp(two))
            .find(|order| order.is_ne())
            .is_some_and(std::cmp::Ordering::is_gt)
    }
}

/// How far a trial is to be believed at all.
fn class(trial: &Trial, is_given: bool, one_column_typed: f64) -> f64 {
    let Trial { width, even, evenness, outside, .. } = *trial;
    let is_framed = outside == 0 || (even >= 2 && even * 2 >= outside);
    match trial.candidate {
        Candidate { is_one_column: true, .. } => 2.0,
        _ if is_given => 4.0,
        _ if width < 2 || !is_framed => 0.0,
        Candidate { is_weak: true, .. } => {
            let stands_out = evenness >= 0.95 && even >= 2 && one_column_typed < 0.5;
            if stands_out { 3.0 } else { 0.0 }
        }
        _ if evenness >= 0.8 => 4.0,
        _ if evenness >= 0.6 => 3.0,
        _ => 0.0,
    }
}

fn steps(share: f64) -> f64 {
    (share * 20.0).round()
}

fn are_quotes_right(trial: &Trial) -> f64 {
    f64::from(u8::from(trial.quoted_fields > 0 && trial.quoted_fields > 20 * trial.faults))
}

/// Of trials with one delimiter: an escape has to make more records even, or it is a backslash.
fn marks_rank(trial: &Trial, class: f64) -> Rank {
    Rank([
        class,
        steps(trial.evenness),
        are_quotes_right(trial),
        -(trial.outside as f64),
        -(trial.faults as f64),
        trial.even as f64,
        trial.quoted_fields as f64,
        0.0,
    ])
}

fn rank(trial: &Trial, class: f64) -> Rank {
    Rank([
        class,
        steps(trial.evenness),
        are_quotes_right(trial),
        steps(trial.typed),
        -(trial.outside as f64),
        trial.width as f64 - trial.spaced as f64 / trial.even.max(1) as f64,
        trial.evenness,
        trial.quoted_fields as f64,
    ])
}
