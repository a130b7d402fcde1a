//! Which listed names are worth comparing token by token.
//!
//! Every token of the query finds the tokens of the dictionary that are like it: by fold, by folds
//! with letters left out, by trigrams, by sound. Their postings add up, name by name, to an
//! estimate of what the full comparison will say; the best estimates go on.

use super::alike::Measure;
use super::in_short::find_in_short;
use super::scratch::Scratch;
use crate::name::query::Query;
use crate::name::query_token::QueryToken;
use crate::snapshot::lists::Lists;
use crate::snapshot::postings::{Gain, Tally};
use crate::weights::{SegmentWeights, Weights};

/// What no rounding of an estimate takes off it.
const ROUNDING: f32 = 0.999;

impl Scratch {
    /// Finds the names to compare, the most promising first; at most `limits.namesScored`, and as many
    /// that may stand in a field among other words.
    pub fn find(
        &mut self,
        lists: &Lists,
        query: &Query,
        in_field: bool,
        weights: &Weights,
        measure: Measure,
        out: &mut Vec<u32>,
    ) {
        out.clear();
        self.postings.begin(weights.limits.postings_read);
        for token in query.finding() {
            let alike = self.find_alike(lists, token, &mut *measure);
            let weight = token.least_weight();
            self.postings.next_round();
            for &(value, index) in &self.alike[alike] {
                let rarity = lists.dictionary.idf(index).min(token.idf);
                let gain = Gain {
                    weight,
                    alike: weight * value,
                    nats: weights.segment.nats_of(rarity, f64::from(value)) as f32,
                };
                self.postings.add(lists, index, gain);
            }
        }
        self.find_joined(lists, query, weights);
        self.find_split(lists, query, weights);
        self.select(lists, query, in_field, weights, out);
        let most = weights.limits.names_scored as usize;
        let exact = query.keys.iter();
        let exact = exact.flat_map(|key| lists.snapshot.names_with_set(*key));
        self.found.clear();
        self.found.extend(exact.take(most));
        find_in_short(lists, query, most, &mut self.found);
        let found = self.found.iter().copied();
        out.extend(found.filter(|name| self.seen.insert(*name)));
        self.seen.forget(out);
    }

    fn select(
        &mut self,
        lists: &Lists,
        query: &Query,
        in_field: bool,
        weights: &Weights,
        out: &mut Vec<u32>,
    ) {
        // Initials and particles find nothing by themselves: the estimate takes them as agreeing.
        let asked: f32 = query.finding().map(QueryToken::least_weight).sum();
        let penalties = &weights.penalties;
        let extra_person = penalties.extra_query as f32;
        let common_under = if is_as_found(lists, query) {
            penalties.common_part_under as f32
        } else {
            f32::NEG_INFINITY
        };
        let extra_least = penalties.extra_query.min(penalties.extra_query_body) as f32;
        let extra_listed = penalties.extra_listed as f32;
        let extra_covered = penalties.extra_query_covered.min(penalties.extra_query) as f32;
        let commonest = (weights.tokens.word * weights.tokens.commonest) as f32;
        // One word alone finds whoever has it, however much else the list's name has.
        let least = if query.lone().is_some() {
            0.0
        } else {
            weights.raw_of(weights.limits.floor) as f32 - weights.limits.estimate_short as f32
        };
        let fits = query.fits();
        let extra_fewest = extra_covered.min(extra_least).min(extra_person);
        let of_whole = |tally: &Tally, name: u32| {
            let matched = tally.matched.min(asked).max(f32::MIN_POSITIVE);
            // Most names fall short even if nothing is left of them.
            let at_least = matched + extra_fewest * (asked - matched);
            if !fits || tally.gained < ROUNDING * least * at_least {
                return None;
            }
            let left = (lists.name_weight(name) - matched).max(0.0);
            // Two words or more, and no other word in the list's name.
            let covered = left < commonest && matched >= 2.0 * commonest;
            let extra = if covered {
                extra_covered
            } else if tally.nats < common_under && lists.is_plain_person(name) {
                extra_person
            } else {
                extra_least
            };
            let value = tally.gained.min(asked)
                / (matched + extra * (asked - matched) + extra_listed * left);
            Some(value).filter(|value| *value >= least)
        };
        let of_part = |tally: &Tally, name: u32| {
            let whole = lists.name_weight(name);
            in_field
                .then(|| nats_in_field(tally, whole, &weights.segment))
                .flatten()
        };
        let estimates = |tally: &Tally, name: u32| [of_whole(tally, name), of_part(tally, name)];
        self.postings
            .best(lists, weights, estimates, &mut self.seen, out);
    }
}

/// An estimate of the information in a field of a name of a weight: what the field lacks of it, it lacks wherever
/// the name stands, and the words beside it do not count. None where that is too little.
fn nats_in_field(tally: &Tally, whole: f32, segment: &SegmentWeights) -> Option<f32> {
    let least = segment.least as f32;
    if tally.nats < least {
        return None;
    }
    let nats = tally.nats - segment.missing_by_weight as f32 * (whole - tally.matched).max(0.0);
    let is_most = tally.matched >= segment.least_share as f32 * whole;
    (is_most && nats >= least).then_some(nats)
}

/// Whether a comparison with a person's name will take no more of a query as agreeing than is found: it has no letter
/// or bare consonants, which stand for many words, and none of its words may be an alias beside a family name.
fn is_as_found(lists: &Lists, query: &Query) -> bool {
    query.tokens.iter().all(|t| {
        let is_alias = !t.borne && lists.is_listed(&t.token.fold);
        t.token.letters > 1 && !t.token.unvowelled && t.skeletons.is_empty() && !is_alias
    })
}
