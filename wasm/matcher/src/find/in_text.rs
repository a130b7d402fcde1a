//! Names inside a text: a query of more words than any name has is also searched for every listed
//! name that its words spell, so that nothing can be hidden behind words that nobody looks at.
//!
//! What is found is by listed word, the best word of the text for each. The work is bounded by the
//! lists: each posting is read once at most, however long the text is.

use super::alike::Measure;
use super::scratch::{Hit, Scratch};
use super::splits::{ARTICLES, joined};
use crate::name::query::Query;
use crate::name::query_token::QueryToken;
use crate::name::token::{Kind, Part, TOKENS_MAX};
use crate::name::weigh::weigh;
use crate::snapshot::lists::Lists;
use crate::snapshot::postings::Tally;
use crate::weights::Weights;

/// Words of the text that are tried for one listed word.
const PER_LISTED_TOKEN: usize = 3;

impl Scratch {
    /// Finds the names that the words of a text spell, the most promising first.
    pub fn find_in_text(
        &mut self,
        lists: &Lists,
        query: &Query,
        weights: &Weights,
        measure: Measure,
        out: &mut Vec<u32>,
    ) {
        out.clear();
        self.postings.begin(u32::MAX);
        self.collect_hits(lists, query, weights, measure);
        for run in self.hits.chunk_by(|a, b| a.token == b.token) {
            let Some(best) = run.first() else { continue };
            let weight = lists.word_weight(best.token, weights);
            self.postings.next_round();
            self.postings
                .add(lists, best.token, weight, weight * best.value);
        }
        let extra_listed = weights.penalties.extra_listed as f32;
        let least = weights.raw_of(weights.limits.floor) as f32 - 0.03;
        // One word of several is no name.
        let one_word = weigh(weights, Kind::Word, Part::Family, 1.0) as f32;
        let estimate = |tally: &Tally| {
            let left = (tally.whole - tally.matched).max(0.0);
            let estimate = tally.gained / (tally.matched + extra_listed * left);
            (estimate >= least && (left < 0.5 || tally.matched > one_word)).then_some(estimate)
        };
        self.postings.best(lists, weights, estimate, out);
    }

    /// Every word of the text with the tokens of the dictionary that it is like, by token, the most
    /// alike first.
    fn collect_hits(&mut self, lists: &Lists, query: &Query, weights: &Weights, measure: Measure) {
        let mut hits = std::mem::take(&mut self.hits);
        let mut splits = std::mem::take(&mut self.splits);
        hits.clear();
        let by_joining = weights.similarity.joined as f32;
        for (asked, token) in query.tokens.iter().enumerate() {
            // Equal tokens are neighbours: each is looked up once.
            let again = asked > 0 && query.tokens[asked - 1].token == token.token;
            let kept = hits.len();
            if again {
                let same = hits.iter().rev();
                let same = same.take_while(|hit| hit.asked == asked - 1).count();
                hits.extend_from_within(kept - same..);
                hits[kept..].iter_mut().for_each(|hit| hit.asked = asked);
            } else {
                if token.finds() {
                    self.find_alike(lists, token, measure);
                    let alike = self.alike.iter();
                    hits.extend(alike.map(|&(value, token)| Hit {
                        token,
                        asked,
                        value,
                    }));
                }
                splits.each(lists, &token.token.fold, |lefts, rights| {
                    hits.extend(lefts.iter().chain(rights).map(|token| Hit {
                        token: *token,
                        asked,
                        value: by_joining,
                    }));
                });
            }
            debug_assert!(hits[kept..].iter().all(|hit| hit.asked == asked));
        }
        collect_joined(lists, query, by_joining, &mut self.joined, &mut hits);
        hits.sort_unstable_by(|a, b| {
            let best_first = b.value.total_cmp(&a.value);
            a.token
                .cmp(&b.token)
                .then(best_first)
                .then(a.asked.cmp(&b.asked))
        });
        (self.hits, self.splits) = (hits, splits);
    }

    /// Makes `part` of the words of the text that may account for a name.
    pub fn part_for(&self, query: &Query, tokens: impl Iterator<Item = u32>, part: &mut Query) {
        let mut chosen = [0; TOKENS_MAX];
        let mut count = 0;
        for token in tokens {
            let first = self.hits.partition_point(|hit| hit.token < token);
            let hits = self.hits[first..].iter();
            let hits = hits.take_while(|hit| hit.token == token);
            let mut left = PER_LISTED_TOKEN;
            for hit in hits {
                if left == 0 || count == TOKENS_MAX {
                    break;
                }
                if !chosen[..count].contains(&hit.asked) {
                    chosen[count] = hit.asked;
                    count += 1;
                    left -= 1;
                }
            }
        }
        let chosen = &mut chosen[..count];
        chosen.sort_unstable();
        query.part(chosen.iter().copied(), part);
    }
}

/// Words next to each other, or with one between, that a list writes as one.
fn collect_joined(
    lists: &Lists,
    query: &Query,
    value: f32,
    letters: &mut String,
    hits: &mut Vec<Hit>,
) {
    let fold = |at: usize| -> &str { &query.tokens[at].token.fold };
    let is_particle = |token: &QueryToken| token.kinds.contains(&Kind::Particle);
    for (at, &left) in query.in_order.iter().enumerate() {
        for &right in query.in_order.iter().skip(at + 1).take(2) {
            let mut add = |parts: &[&str]| {
                let both = |token| {
                    [left, right].map(|asked| Hit {
                        token,
                        asked,
                        value,
                    })
                };
                hits.extend(joined(lists, parts, letters).flat_map(both));
            };
            add(&[fold(left), fold(right)]);
            if !is_particle(&query.tokens[left]) && !is_particle(&query.tokens[right]) {
                for article in ARTICLES {
                    add(&[fold(left), article, fold(right)]);
                }
            }
        }
    }
}
