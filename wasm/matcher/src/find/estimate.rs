//! What the full comparison will say of a name, estimated by what the tokens of a query contribute to it.

use crate::name::query::Query;
use crate::name::query_token::QueryToken;
use crate::snapshot::lists::{Heaviest, Lists, Outline};
use crate::snapshot::postings::{Estimates, Gain, Tally};
use crate::weights::{SegmentWeights, Weights};

/// What no rounding of an estimate takes off it.
const ROUNDING: f32 = 0.999;

/// What the estimates of all names for one query have in common.
#[derive(Debug)]
pub(super) struct Estimator<'a> {
    lists: &'a Lists,
    segment: &'a SegmentWeights,
    /// What the tokens weigh that find names. Initials and particles find nothing by themselves: the estimate
    /// takes them as agreeing.
    asked: f32,
    /// The least estimate that counts.
    least: f32,
    /// What a name gains at least that is like the whole query: one of which something is left over, and any.
    gained_min: [f32; 2],
    /// Whether a name may be like the whole query.
    fits: bool,
    /// Whether a name may stand in it among other words.
    in_field: bool,
    /// What the commonest word weighs.
    commonest: f32,
    /// The information under which a plain name of a person leaves out more of the query than others.
    common_under: f32,
    /// What a left-over token of the query counts beside such a name.
    extra_person: f32,
    /// The same beside any other.
    extra_least: f32,
    /// The same beside one of which nothing is left over.
    extra_covered: f32,
    /// What one of the name counts.
    extra_listed: f32,
}

impl Estimator<'_> {
    /// Prepares the estimates for a query.
    pub(super) fn new<'a>(
        lists: &'a Lists,
        query: &Query,
        in_field: bool,
        weights: &'a Weights,
    ) -> Estimator<'a> {
        let penalties = &weights.penalties;
        // One word alone finds whoever has it, however much else the list's name has.
        let least = if query.lone().is_some() {
            0.0
        } else {
            weights.raw_of(weights.limits.floor) as f32 - weights.limits.estimate_short as f32
        };
        let asked: f32 = query.finding().map(QueryToken::least_weight).sum();
        let extra_least = penalties.extra_query.min(penalties.extra_query_body) as f32;
        let extra_covered = penalties.extra_query_covered.min(penalties.extra_query) as f32;
        // No name gains more than what it matches weighs.
        let gained_min = [extra_least, extra_covered.min(extra_least)].map(|extra| {
            let (extra, share) = (extra.clamp(0.0, 1.0), ROUNDING * least.clamp(0.0, 1.0));
            ROUNDING * share * extra * asked / (1.0 - share * (1.0 - extra))
        });
        Estimator {
            lists,
            segment: &weights.segment,
            asked,
            least,
            gained_min,
            fits: query.fits(),
            in_field,
            commonest: (weights.tokens.word * weights.tokens.commonest) as f32,
            common_under: if is_as_found(lists, query) {
                penalties.common_part_under as f32
            } else {
                f32::NEG_INFINITY
            },
            extra_person: penalties.extra_query as f32,
            extra_least,
            extra_covered,
            extra_listed: if query.is_cut {
                (penalties.extra_listed * weights.meant.behind_cut) as f32
            } else {
                penalties.extra_listed as f32
            },
        }
    }

    /// Up to which weight a name may be like the whole query, were so much of it found.
    fn heaviest_whole(&self, found: Gain, is_plain: bool, kept: f32) -> f32 {
        let least = kept.max(self.least);
        if !self.fits {
            return f32::NEG_INFINITY;
        }
        if least <= 0.0 {
            return f32::INFINITY;
        }
        let gained = found.alike.min(self.asked);
        // What it gains beyond what it has to where nothing of it is left over.
        let beyond =
            |extra: f32| gained - ROUNDING * least * (extra * self.asked + (1.0 - extra) * gained);
        let is_common = is_plain && found.nats < self.common_under;
        let beyond_any = beyond(if is_common {
            self.extra_person
        } else {
            self.extra_least
        });
        let mut heaviest = f32::NEG_INFINITY;
        if beyond_any >= 0.0 {
            heaviest = found.weight + beyond_any / (least * self.extra_listed);
        }
        if found.weight >= 2.0 * self.commonest && beyond(self.extra_covered) >= 0.0 {
            heaviest = heaviest.max(found.weight + self.commonest);
        }
        heaviest
    }

    /// Up to which weight a name may stand in a field, were so much of it found.
    fn heaviest_part(&self, found: Gain, kept: f32) -> f32 {
        let least = kept.max(self.segment.least as f32);
        if !self.in_field || found.nats < ROUNDING * least {
            return f32::NEG_INFINITY;
        }
        let missing = (found.nats - ROUNDING * least) / self.segment.missing_by_weight as f32;
        let heaviest = found.weight / self.segment.least_share as f32;
        heaviest.min(found.weight + missing)
    }

    fn matched(&self, tally: &Tally) -> f32 {
        least(tally.matched, self.asked) + f32::MIN_POSITIVE
    }
}

impl Estimates for Estimator<'_> {
    fn heaviest(&self, gain: Gain, rest: Gain, kept: [f32; 2]) -> Heaviest {
        let found = gain.plus(rest);
        let part = self.heaviest_part(found, kept[1]);
        Heaviest::of([false, true].map(|is_plain| {
            let whole = self.heaviest_whole(found, is_plain, kept[0]);
            whole.max(part)
        }))
    }

    #[inline]
    fn of_name(&self, tally: &Tally, name: u32, kept: [f32; 2]) -> [Option<f32>; 2] {
        let gained_min = self.gained_min[usize::from(tally.matched >= 2.0 * self.commonest)];
        let is_whole = tally.gained >= gained_min && self.may_be_whole(tally);
        let is_part = self.in_field && tally.nats >= self.segment.least as f32;
        if !is_whole && !is_part {
            return [None; 2];
        }
        let outline = self.lists.outline(name);
        let of = |weight: f32| {
            let whole = is_whole.then(|| self.of_whole(tally, outline, weight));
            let part = is_part.then(|| nats_in_field(tally, weight, self.segment));
            [whole.flatten(), part.flatten()]
        };
        // The heavier a name, the less it is like the query: most need no look at what they weigh.
        let [whole, part] = of(outline.weight_at_least());
        if whole >= Some(kept[0]) || part >= Some(kept[1]) {
            of(self.lists.name_weight(name))
        } else {
            [None; 2]
        }
    }
}

impl Estimator<'_> {
    /// Whether a name leaves over no other word, of two or more.
    fn is_covered(&self, matched: f32, left: f32) -> bool {
        left < self.commonest && matched >= 2.0 * self.commonest
    }

    /// Whether a name does not fall short, were nothing of it left over. Most do.
    fn may_be_whole(&self, tally: &Tally) -> bool {
        let matched = self.matched(tally);
        let mut extra = self.extra_least;
        if self.is_covered(matched, 0.0) {
            extra = least(extra, self.extra_covered);
        }
        let at_least = matched + extra * (self.asked - matched);
        self.fits && tally.gained >= ROUNDING * self.least * at_least
    }

    fn of_whole(&self, tally: &Tally, outline: Outline, weight: f32) -> Option<f32> {
        let matched = self.matched(tally);
        let left = most(weight - matched, 0.0);
        let extra = if self.is_covered(matched, left) {
            self.extra_covered
        } else if tally.nats < self.common_under && outline.is_plain_person() {
            self.extra_person
        } else {
            self.extra_least
        };
        let all = matched + extra * (self.asked - matched) + self.extra_listed * left;
        let value = least(tally.gained, self.asked) / all;
        (value >= self.least).then_some(value)
    }
}

/// The lesser of two numbers, neither of which is NaN: what the standard library asks of any takes a call.
fn least(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// The greater of two such numbers.
fn most(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// An estimate of the information in a field of a name of a weight: what the field lacks of it, it lacks wherever
/// the name stands, and the words beside it do not count. None where that is too little.
fn nats_in_field(tally: &Tally, whole: f32, segment: &SegmentWeights) -> Option<f32> {
    let nats = tally.nats - segment.missing_by_weight as f32 * most(whole - tally.matched, 0.0);
    let is_most = tally.matched >= segment.least_share as f32 * whole;
    (is_most && nats >= segment.least as f32).then_some(nats)
}

/// Whether a comparison with a person's name will take no more of a query as agreeing than is found: it has no letter
/// or bare consonants, which stand for many words, and none of its words may be an alias beside a family name.
fn is_as_found(lists: &Lists, query: &Query) -> bool {
    query.tokens.iter().all(|t| {
        let is_alias = !t.borne && lists.is_listed(&t.token.fold);
        t.token.letters > 1 && !t.token.unvowelled && t.skeletons.is_empty() && !is_alias
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::snapshot::reader::Snapshot;
    use crate::snapshot::sample::snapshot_of;
    use crate::text::normalise::SplitText;

    const NAMES: [&str; 4] = ["Omar", "Omar Hassan", "Said Hassan", "Ali Hassan"];

    fn gains(most: f32) -> impl Strategy<Value = (Gain, Gain)> {
        let share = || prop_oneof![Just(1.0), 0_f32..=1.0];
        let shares = [share(), share(), share(), share(), share()];
        shares.prop_map(move |[weight, alike, nats, later, later_nats]| {
            let of = |weight: f32, nats: f32| Gain {
                weight: weight * most,
                alike: weight * most * alike,
                nats: 8.0 * nats,
            };
            (of(weight, nats), of(later, later_nats))
        })
    }

    proptest! {
        #[test]
        fn no_name_that_has_an_estimate_is_too_heavy(
            asked in prop::sample::select(vec!["Omar", "Omar Hassan", "Omar Hassan Said", "Acme Oil 12 Ltd Basra"]),
            (gain, rest) in gains(3.0),
            shares in [0_f32..=1.0, 0.0..=1.0, 0.0..=1.0],
            kept in [0_f32..=1.0, 0.0..=12.0],
        ) {
            let weights = include_str!("../../../../core/matching/weights.json");
            let weights = Weights::parse(weights).unwrap();
            let snapshot = Snapshot::open(snapshot_of("INDIVIDUAL", &NAMES)).unwrap();
            let lists = Lists::new(snapshot, &weights);
            let words = SplitText::of(asked).words();
            let query = Query::new(words, &weights, &|fold| lists.rarity_of(fold));
            let estimates = Estimator::new(&lists, &query, query.is_field(), &weights);
            let mut found = Tally::default();
            found.matched = gain.weight + shares[0] * rest.weight;
            found.gained = found.matched.min(gain.alike + shares[1] * rest.alike);
            found.nats = gain.nats + shares[2] * rest.nats;
            let heaviest = estimates.heaviest(gain, rest, kept);
            for (parts, is_plain) in (0_u16..130).flat_map(|parts| [(parts, false), (parts, true)]) {
                let weight = f32::from(parts) * 0.06;
                let outline = Outline::of(is_plain, weight);
                let whole = estimates.of_whole(&found, outline, weight).filter(|_| estimates.fits);
                let part = nats_in_field(&found, weight, estimates.segment).filter(|_| estimates.in_field);
                let has = whole >= Some(kept[0]) || part >= Some(kept[1]);
                prop_assert!(!has || heaviest.has(outline), "{weight} {is_plain}");
            }
        }
    }
}
