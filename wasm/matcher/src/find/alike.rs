//! Which tokens of the dictionary are like one of a query.

use std::ops::Range;

use super::scratch::Scratch;
use crate::name::listed::Listed;
use crate::name::query_token::QueryToken;
use crate::name::token::Kind;
use crate::name::weigh::BODY;
use crate::snapshot::index::Index;
use crate::snapshot::keys::{TRIGRAMS_FROM, deletion_keys, trigrams};
use crate::snapshot::lists::Lists;
use crate::snapshot::postings::sort_best_first;

/// How alike two tokens are, 0 to 1, as the comparison of names will say.
pub type Measure<'m> = &'m mut dyn FnMut(&QueryToken, &Listed) -> f64;

/// Of so many of a long token's trigrams, two must be shared.
const TRIGRAMS_PER_TWO_SHARED: usize = 5;

impl Scratch {
    /// Forgets the last query. The next has so many different tokens.
    pub fn begin(&mut self, different: usize) {
        self.alike.clear();
        self.alike_of.clear();
        self.alike_of.resize(different, None);
    }

    /// Where in `alike` the tokens of the dictionary are that are like one of the query's, best first. Most
    /// readings of a query have most of its tokens.
    pub(super) fn find_alike(
        &mut self,
        lists: &Lists,
        token: &QueryToken,
        measure: Measure,
    ) -> Range<usize> {
        let number = token.number.map(|number| number as usize);
        let known = number.and_then(|number| self.alike_of.get(number).cloned().flatten());
        known.unwrap_or_else(|| {
            let first = self.alike.len();
            self.add_alike(lists, token, measure);
            sort_best_first(&mut self.alike[first..]);
            let found = first..self.alike.len();
            if let Some(slot) = number.and_then(|number| self.alike_of.get_mut(number)) {
                *slot = Some(found.clone());
            }
            found
        })
    }

    /// Appends the tokens of the dictionary that are like one of the query's.
    fn add_alike(&mut self, lists: &Lists, token: &QueryToken, measure: Measure) {
        let s = &lists.snapshot;
        self.found.clear();
        self.found
            .extend(lists.dictionary.with_fold(&token.token.fold));
        for fold in &token.spellings {
            self.found.extend(lists.dictionary.with_fold(fold));
        }
        for form in &token.sense.forms {
            self.found.extend(lists.dictionary.with_fold(&form.text));
        }
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
                .chain(token.skeletons.iter().copied())
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
        self.found.retain(|index| self.seen.insert(*index));
        self.seen.forget(&self.found);
        self.compared += self.found.len() as u64;
        for index in &self.found {
            let value = measure(token, &lists.dictionary.listed(*index));
            if value > 0.0 {
                self.alike.push((value as f32, *index));
            }
        }
    }

    fn find_by_trigrams(&mut self, lists: &Lists, fold: &str) {
        trigrams(fold, &mut self.keys);
        let least = (2 * self.keys.len()).div_ceil(TRIGRAMS_PER_TWO_SHARED);
        let s = &lists.snapshot;
        let keys = self.keys.iter();
        self.shared.clear();
        for token in keys.flat_map(|key| s.find(Index::Trigrams, *key)) {
            let count = count_of(&mut self.counts, token);
            *count += 1;
            if *count == 1 {
                self.shared.push(token);
            }
        }
        for token in self.shared.drain(..) {
            let count = std::mem::take(count_of(&mut self.counts, token));
            if usize::from(count) >= least {
                self.found.push(token);
            }
        }
    }
}

/// How often a token was found.
fn count_of(counts: &mut Vec<u16>, token: u32) -> &mut u16 {
    let at = token as usize;
    if at >= counts.len() {
        counts.resize(at + 1, 0);
    }
    &mut counts[at]
}
