//! Plain timestamps of which some or all have no offset: those are on the clocks of a zone.

use super::calendar::Moment;
use super::zone::Zone;
use super::{check_plain, write_utc};
use crate::TimeUnit;
use crate::convert::{Converter, Timestamp};
use crate::error::{Reason, shown};

#[derive(Clone, Debug)]
pub(in crate::format) struct Local {
    pub zone: Zone,
    pub unit: TimeUnit,
}

impl Local {
    pub fn rewrite(&self, text: &[u8], out: &mut Vec<u8>) -> Result<(), Reason> {
        // A date has no time before its end, and its hyphens are no signs.
        let time = text.get("YYYY-MM-DD".len()..).unwrap_or_default();
        if time.iter().any(|byte| matches!(byte, b'Z' | b'z' | b'+' | b'-')) {
            out.extend_from_slice(text);
            return Ok(());
        }
        let value = Timestamp { unit: self.unit, zoned: false }.exact(text)?;
        let per_second = 10_i64.pow(self.unit.digits());
        let fraction = value.rem_euclid(per_second) as u32;
        let nanos = fraction * 10_u32.pow(9 - self.unit.digits());
        let local = Moment { seconds: value.div_euclid(per_second), nanos };
        let moment = self.zone.to_utc(local).map_err(|detail| Reason::NotA {
            found: shown(text),
            expected: "a timestamp",
            detail,
        })?;
        check_plain(moment, text)?;
        write_utc(moment, out);
        Ok(())
    }
}
