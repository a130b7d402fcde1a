//! Candidates by words that one side writes as one and the other as two.

use super::scratch::Scratch;
use super::splits::{ARTICLES, joined};
use crate::name::query::Query;
use crate::name::token::Kind;
use crate::snapshot::index::Index;
use crate::snapshot::lists::Lists;
use crate::snapshot::postings::Gain;
use crate::text::phonetic::joined_skeleton;
use crate::weights::Weights;

/// Places between which words of a text may be parts of one.
const NEAR_PLACES: u32 = 2;

impl Scratch {
    /// Two tokens of the query that a list writes as one, perhaps with the article between them.
    pub(super) fn find_joined(&mut self, lists: &Lists, query: &Query, weights: &Weights) {
        let particle = |kinds: [Kind; 2]| kinds.contains(&Kind::Particle);
        let with_article = query.tokens.iter().any(|t| particle(t.kinds));
        // A word that stands there twice is no second compound: names with one would crowd out all.
        let tokens = &query.tokens;
        let says = |at: usize| (&tokens[at].token.text, tokens[at].kinds);
        let is_again = |at: usize| at > 0 && says(at) == says(at - 1);
        let distinct = || tokens.iter().enumerate().filter(|(at, _)| !is_again(*at));
        for (at, a) in distinct() {
            for (other, b) in distinct() {
                let is_far = || !query.fits() && a.place.abs_diff(b.place) > NEAR_PLACES;
                if at == other || is_far() {
                    continue;
                }
                let weight = a.least_weight() + b.least_weight();
                let (left, right) = (&*a.token.fold, &*b.token.fold);
                self.add_joined(lists, &[left, right], weight, weights);
                let known = [a, b].map(|t| t.known);
                let bare = a.token.unvowelled || b.token.unvowelled;
                if known == [true; 2] || bare && known.contains(&true) {
                    let key = joined_skeleton(&a.token.text, &b.token.text);
                    self.add_unvowelled(lists, key, weight, weights);
                }
                if with_article && !particle(a.kinds) && !particle(b.kinds) {
                    for article in ARTICLES {
                        self.add_joined(lists, &[left, article, right], weight, weights);
                    }
                }
            }
        }
    }

    fn add_joined(&mut self, lists: &Lists, parts: &[&str], weight: f32, weights: &Weights) {
        let found = joined(lists, parts, &mut self.joined);
        self.postings.next_round();
        for index in found {
            let gain = gain(lists, index, weight, weights.similarity.joined);
            self.postings.add(lists, index, gain);
        }
    }

    /// The tokens of the dictionary with these consonants.
    fn add_unvowelled(&mut self, lists: &Lists, skeleton: u32, weight: f32, weights: &Weights) {
        if skeleton == 0 {
            return;
        }
        let s = &weights.similarity;
        self.postings.next_round();
        for index in lists.snapshot.find(Index::Sounds, skeleton) {
            let gain = gain(lists, index, weight, s.joined * s.unvowelled);
            self.postings.add(lists, index, gain);
        }
    }

    /// One token of the query that a list writes as two, perhaps with the article between them.
    pub(super) fn find_split(&mut self, lists: &Lists, query: &Query, weights: &Weights) {
        let mut splits = std::mem::take(&mut self.splits);
        for token in &query.tokens {
            let weight = token.least_weight();
            let value = weights.similarity.joined;
            splits.each(lists, &token.token.fold, |lefts, rights| {
                self.add_both(lists, lefts, rights, weight, value);
            });
        }
        self.splits = splits;
    }

    /// Adds to the names that have a token of both.
    fn add_both(&mut self, lists: &Lists, lefts: &[u32], rights: &[u32], weight: f32, value: f64) {
        self.postings.next_round();
        for index in lefts {
            let nats = lists.dictionary.idf(*index) as f32;
            let gain = Gain {
                nats,
                ..Gain::default()
            };
            self.postings.add(lists, *index, gain);
        }
        self.postings.next_round();
        for index in rights {
            let gain = gain(lists, *index, weight, value);
            self.postings.add_to_last(lists, *index, gain);
        }
    }
}

/// What a token of the dictionary gains that stands for a word of so much weight.
fn gain(lists: &Lists, token: u32, weight: f32, value: f64) -> Gain {
    Gain {
        weight,
        alike: weight * value as f32,
        nats: lists.dictionary.idf(token) as f32,
    }
}
