//! From a clock on a wall to UTC.

use jiff::civil::DateTime;
use jiff::tz::{AmbiguousOffset, TimeZone, TimeZoneDatabase};

use super::calendar::Moment;
use crate::format::FormatError;

#[derive(Clone, Debug)]
pub(in crate::format) struct Zone {
    name: String,
    rules: TimeZone,
}

impl Zone {
    /// The zone that IANA calls `name`, by the copy of its database that comes with teraload: what a load
    /// makes of a file must not depend on the machine it runs on.
    pub fn compile(name: &str) -> Result<Zone, FormatError> {
        let rules = TimeZoneDatabase::bundled().get(name).ok();
        let named = rules.and_then(|rules| Some(Zone { name: rules.iana_name()?.to_owned(), rules }));
        named.ok_or_else(|| FormatError::Value {
            option: "timezone",
            value: name.to_owned(),
            detail: "the IANA database has no such zone; names are like Europe/Berlin or UTC".to_owned(),
        })
    }

    /// The moment in UTC at which clocks of the zone show `local`, or why that is not one moment.
    pub(super) fn to_utc(&self, local: Moment) -> Result<Moment, String> {
        let (year, month, day) = local.date();
        let second = local.second_of_day();
        let (hour, minute) = ((second / 3600) as i8, (second / 60 % 60) as i8);
        let shown = DateTime::new(year as i16, month as i8, day as i8, hour, minute, (second % 60) as i8, 0)
            .expect("a moment has a date and a time");
        match self.rules.to_ambiguous_timestamp(shown).offset() {
            AmbiguousOffset::Unambiguous { offset } => {
                Ok(Moment { seconds: local.seconds - i64::from(offset.seconds()), ..local })
            }
            AmbiguousOffset::Gap { before, after } => Err(format!(
                "there is no such time in {}, where clocks went forward over it, from UTC{before} to UTC{after}",
                self.name
            )),
            AmbiguousOffset::Fold { before, after } => Err(format!(
                "it came twice in {}, where clocks went back from UTC{before} to UTC{after}; write the offset",
                self.name
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What Berlin's clocks showed at a moment in UTC, and back.
    #[test]
    fn whole_and_odd_offsets() {
        for (zone, local, utc) in [
            ("Europe/Berlin", 1_700_003_600, 1_700_000_000),
            ("europe/berlin", 1_690_007_200, 1_690_000_000),
            ("UTC", 1_690_000_000, 1_690_000_000),
            ("Asia/Kathmandu", 1_690_020_700, 1_690_000_000),
            // Before standard time France was 9 minutes and 21 seconds ahead.
            ("Europe/Paris", -2_000_000_000 + 561, -2_000_000_000),
        ] {
            let moment = |seconds| Moment { seconds, nanos: 7 };
            let found = Zone::compile(zone).unwrap().to_utc(moment(local));
            assert_eq!(found, Ok(moment(utc)), "{zone}");
        }
    }

    #[test]
    fn the_ends_of_the_calendar() {
        let berlin = Zone::compile("Europe/Berlin").unwrap();
        for seconds in [-62_135_596_800, 253_402_300_799] {
            assert!(berlin.to_utc(Moment { seconds, nanos: 0 }).is_ok());
        }
    }
}
