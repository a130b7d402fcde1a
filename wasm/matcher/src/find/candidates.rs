//! Which listed names are worth comparing token by token.
//!
//! Every token of the query finds the tokens of the dictionary that are like it: by fold, by folds
//! with letters left out, by trigrams, by sound. Their postings add up, name by name, to an
//! estimate of what the full comparison will say; the best estimates go on.

use super::alike::Measure;
use super::estimate::Estimator;
use super::in_short::find_in_short;
use super::scratch::Scratch;
use crate::name::query::Query;
use crate::name::weigh::PERSON;
use crate::snapshot::lists::Lists;
use crate::snapshot::postings::Gain;
use crate::weights::Weights;

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
                let rarity = lists.dictionary.idf(index).min(token.idf[PERSON]);
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
        let estimates = Estimator::new(lists, query, in_field, weights);
        self.postings
            .best(lists, weights, &estimates, &mut self.seen, out);
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
}
