//! Which listed names are worth comparing token by token.
//!
//! Every token of the query finds the tokens of the dictionary that are like it: by fold, by folds
//! with letters left out, by trigrams, by sound. Their postings add up, name by name, to an
//! estimate of what the full comparison will say; the best estimates go on.

use crate::compare::initials::find_in_short;
use crate::compare::likeness::{Likeness, likeness};
use crate::find::compounds::Splits;
use crate::find::in_text::Hit;
use crate::name::parse::Kind;
use crate::name::query::{BODY, Query, QueryToken};
use crate::snapshot::keys::{TRIGRAMS_FROM, deletion_keys, trigrams};
use crate::snapshot::lists::Lists;
use crate::snapshot::postings::{Postings, Tally};
use crate::snapshot::reader::Index;
use crate::weights::Weights;

/// Of so many of a long token's trigrams, two must be shared.
const TRIGRAMS_PER_TWO_SHARED: usize = 5;

/// Buffers that are used again for every query on one snapshot.
#[derive(Debug, Default)]
pub struct Scratch {
    keys: Vec<u32>,
    found: Vec<u32>,
    pub(crate) alike: Vec<(f32, u32)>,
    pub(crate) postings: Postings,
    pub(crate) hits: Vec<Hit>,
    pub(crate) splits: Splits,
    pub(crate) joined: String,
    shared: Vec<u32>,
    /// Tokens of the dictionary that were compared with one of the query.
    pub(crate) compared: u64,
}

impl Scratch {
    /// Finds the names to compare, the most promising first; at most `limits.namesScored`.
    pub fn find(&mut self, lists: &Lists, query: &Query, weights: &Weights, out: &mut Vec<u32>) {
        out.clear();
        self.postings.begin(weights.limits.postings_read);
        for token in query.finding() {
            self.find_alike(lists, token, weights);
            let weight = least_weight(token);
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

    /// Finds the tokens of the dictionary that are like one of the query's, best first.
    pub(crate) fn find_alike(&mut self, lists: &Lists, token: &QueryToken, weights: &Weights) {
        let s = &lists.snapshot;
        self.alike.clear();
        self.found.clear();
        self.found
            .extend(lists.dictionary.with_fold(&token.token.fold));
        if token.kinds[BODY] == Kind::Topic {
            self.found.extend(lists.tokens_of_class(token.token.form));
        }
        if token.kinds[0] != Kind::Number && token.token.letters > 1 {
            deletion_keys(&token.token.text, &token.token.fold, &mut self.keys);
            for key in &self.keys {
                self.found.extend(s.find(Index::Deletions, *key));
            }
            let [western, slavic] = token.token.sounds;
            for key in [western, slavic, token.token.skeleton, token.foreign]
                .into_iter()
                .filter(|k| *k != 0)
            {
                self.found.extend(s.find(Index::Sounds, key));
            }
            for variant in &token.variants {
                self.found.extend(lists.dictionary.with_fold(variant.fold));
            }
            if token.token.letters as usize >= TRIGRAMS_FROM {
                self.find_by_trigrams(lists, &token.token.fold);
            }
        }
        self.found.sort_unstable();
        self.found.dedup();
        self.compared += self.found.len() as u64;
        for index in &self.found {
            let Likeness { value, .. } = likeness(token, &lists.dictionary.listed(*index), weights);
            if value > 0.0 {
                self.alike.push((value as f32, *index));
            }
        }
        self.alike
            .sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    }

    fn find_by_trigrams(&mut self, lists: &Lists, fold: &str) {
        trigrams(fold, &mut self.keys);
        let least = (2 * self.keys.len()).div_ceil(TRIGRAMS_PER_TWO_SHARED);
        let s = &lists.snapshot;
        let keys = self.keys.iter();
        self.shared.clear();
        self.shared
            .extend(keys.flat_map(|key| s.find(Index::Trigrams, *key)));
        self.shared.sort_unstable();
        for run in self
            .shared
            .chunk_by(|a, b| a == b)
            .filter(|run| run.len() >= least)
        {
            self.found.extend(run.first());
        }
    }

    fn select(&mut self, lists: &Lists, query: &Query, weights: &Weights, out: &mut Vec<u32>) {
        // Initials and particles find nothing by themselves: the estimate takes them as agreeing.
        let asked: f32 = query.finding().map(least_weight).sum();
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

/// Whether a token finds names by itself: initials, particles and legal forms do not.
pub(crate) fn finds(token: &QueryToken) -> bool {
    let by_kind = |kind: &Kind| kind.is_telling() || *kind == Kind::Title;
    token.kinds.iter().any(by_kind)
}

/// The lesser of what a token weighs in a person's and in a body's name.
pub(crate) fn least_weight(token: &QueryToken) -> f32 {
    token.weights[0].min(token.weights[1]) as f32
}
