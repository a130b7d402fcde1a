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
use crate::snapshot::postings::Tally;
use crate::weights::Weights;

impl Scratch {
    /// Finds the names to compare, the most promising first; at most `limits.namesScored`.
    pub fn find(
        &mut self,
        lists: &Lists,
        query: &Query,
        weights: &Weights,
        measure: Measure,
        out: &mut Vec<u32>,
    ) {
        out.clear();
        self.postings.begin(weights.limits.postings_read);
        for token in query.finding() {
            self.find_alike(lists, token, measure);
            let weight = token.least_weight();
            self.postings.next_round();
            for (value, index) in &self.alike {
                self.postings.add(lists, *index, weight, weight * value);
            }
        }
        self.find_joined(lists, query, weights);
        self.find_split(lists, query, weights);
        self.select(lists, query, weights, out);
        let most = weights.limits.names_scored as usize;
        let exact = query.keys.iter();
        let exact = exact.flat_map(|key| lists.snapshot.names_with_set(*key));
        self.found.clear();
        self.found.extend(exact.take(most));
        find_in_short(lists, query, most, &mut self.found);
        for name in &self.found {
            if !out.contains(name) {
                out.push(*name);
            }
        }
    }

    fn select(&mut self, lists: &Lists, query: &Query, weights: &Weights, out: &mut Vec<u32>) {
        // Initials and particles find nothing by themselves: the estimate takes them as agreeing.
        let asked: f32 = query.finding().map(QueryToken::least_weight).sum();
        let penalties = &weights.penalties;
        let extra_query = penalties.extra_query.min(penalties.extra_query_body) as f32;
        let extra_listed = penalties.extra_listed as f32;
        let extra_covered = penalties.extra_query_covered.min(penalties.extra_query) as f32;
        let commonest = (weights.tokens.word * weights.tokens.commonest) as f32;
        // One word alone finds whoever has it, however much else the list's name has.
        let least = if query.lone().is_some() {
            0.0
        } else {
            weights.raw_of(weights.limits.floor) as f32 - 0.03
        };
        let estimate = |tally: &Tally| {
            let matched = tally.matched.min(asked).max(f32::MIN_POSITIVE);
            let left = (tally.whole - matched).max(0.0);
            // Two words or more, and no other word in the list's name.
            let covered = left < commonest && matched >= 2.0 * commonest;
            let extra = if covered { extra_covered } else { extra_query };
            let value = tally.gained.min(asked)
                / (matched + extra * (asked - matched) + extra_listed * left);
            Some(value).filter(|value| *value >= least)
        };
        self.postings.best(lists, weights, estimate, out);
    }
}
