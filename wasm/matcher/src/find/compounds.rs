//! Candidates by words that one side writes as one and the other as two: `Binladin`, `Abd
//! al-Rahman`.

use std::ops::{Range, RangeInclusive};

use crate::find::candidates::{Scratch, least_weight};
use crate::name::parse::Kind;
use crate::name::query::Query;
use crate::snapshot::keys::one_edit_keys;
use crate::snapshot::lists::Lists;
use crate::snapshot::reader::Index;
use crate::text::edits::Pattern;
use crate::text::fold::seam_is_doubled;
use crate::text::phonetic::joined_skeleton;
use crate::weights::Weights;

/// Shortest compound.
const LETTERS_MIN: usize = 4;
/// Shortest and longest token that is tried as two.
const SPLIT_LETTERS: RangeInclusive<usize> = 6..=32;
/// Shortest part of a token that may be misspelt when the other is not.
const MISSPELT_LETTERS_MIN: usize = 4;
/// How the Arabic article is written inside a compound. The single vowels stand for one whose
/// consonant has become that of the next word, as in `Abdurrahman`.
pub(crate) const ARTICLES: [&str; 7] = ["al", "el", "ul", "il", "a", "e", "u"];

impl Scratch {
    /// Two tokens of the query that a list writes as one, perhaps with the article between them.
    pub(crate) fn find_joined(&mut self, lists: &Lists, query: &Query, weights: &Weights) {
        let particle = |kinds: [Kind; 2]| kinds.contains(&Kind::Particle);
        let with_article = query.tokens.iter().any(|t| particle(t.kinds));
        // A word that stands there twice is no second compound: names with one would crowd out all.
        let tokens = &query.tokens;
        let says = |at: usize| (&tokens[at].token.text, tokens[at].kinds);
        let is_again = |at: usize| at > 0 && says(at) == says(at - 1);
        let distinct = || tokens.iter().enumerate().filter(|(at, _)| !is_again(*at));
        for (at, a) in distinct() {
            for (other, b) in distinct() {
                if at == other {
                    continue;
                }
                let weight = least_weight(a) + least_weight(b);
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
        let gain = weight * weights.similarity.joined as f32;
        self.postings.next_round();
        for index in found {
            self.postings.add(lists, index, weight, gain);
        }
    }

    /// The tokens of the dictionary with these consonants.
    fn add_unvowelled(&mut self, lists: &Lists, skeleton: u32, weight: f32, weights: &Weights) {
        if skeleton == 0 {
            return;
        }
        let s = &weights.similarity;
        let gain = weight * (s.joined * s.unvowelled) as f32;
        self.postings.next_round();
        for index in lists.snapshot.find(Index::Sounds, skeleton) {
            self.postings.add(lists, index, weight, gain);
        }
    }

    /// One token of the query that a list writes as two, perhaps with the article between them.
    pub(crate) fn find_split(&mut self, lists: &Lists, query: &Query, weights: &Weights) {
        let mut splits = std::mem::take(&mut self.splits);
        for token in &query.tokens {
            let weight = least_weight(token);
            let gain = weight * weights.similarity.joined as f32;
            splits.each(lists, &token.token.fold, |lefts, rights| {
                self.add_both(lists, lefts, rights, weight, gain);
            });
        }
        self.splits = splits;
    }

    /// Adds to the names that have a token of both.
    fn add_both(&mut self, lists: &Lists, lefts: &[u32], rights: &[u32], weight: f32, gain: f32) {
        self.postings.next_round();
        for index in lefts {
            self.postings.add(lists, *index, 0.0, 0.0);
        }
        self.postings.next_round();
        for index in rights {
            self.postings.add_to_last(lists, *index, weight, gain);
        }
    }
}

/// The tokens of the dictionary that parts spell together; `letters` is a buffer.
pub(crate) fn joined(lists: &Lists, parts: &[&str], letters: &mut String) -> Range<u32> {
    letters.clear();
    for part in parts {
        if !part.is_ascii() {
            return 0..0;
        }
        let doubled = seam_is_doubled(letters.as_bytes(), part.as_bytes());
        letters.push_str(&part[usize::from(doubled)..]);
    }
    // `v` and `vladimirovich`, whose letter at the seam counts once, are no more than the second.
    if letters.len() < LETTERS_MIN || parts.contains(&&**letters) {
        return 0..0;
    }
    lists.dictionary.with_fold(letters)
}

/// Finds the two tokens that a word is written together of. Its buffers are used again for every word.
#[derive(Debug, Default)]
pub(crate) struct Splits {
    keys: Vec<u32>,
    lefts: Vec<u32>,
    rights: Vec<u32>,
}

impl Splits {
    /// Calls for every way in which a fold is two tokens of the dictionary, or one and a slip of
    /// another.
    pub(crate) fn each(&mut self, lists: &Lists, fold: &str, mut call: impl FnMut(&[u32], &[u32])) {
        if !fold.is_ascii() || !SPLIT_LETTERS.contains(&fold.len()) {
            return;
        }
        let Splits {
            keys,
            lefts,
            rights,
        } = self;
        for at in 2..fold.len() - 1 {
            let (left, rest) = fold.split_at(at);
            let spelt_left = lists.dictionary.with_fold(left);
            let without_article = ARTICLES.iter().filter_map(|a| rest.strip_prefix(a));
            for right in [rest].into_iter().chain(without_article) {
                if right.len() < 2 {
                    continue;
                }
                let spelt_right = lists.dictionary.with_fold(right);
                lefts.clear();
                rights.clear();
                lefts.extend(spelt_left.clone());
                rights.extend(spelt_right);
                match (lefts.is_empty(), rights.is_empty()) {
                    (false, false) => {}
                    (false, true) => misspelt(lists, right, keys, rights),
                    (true, false) if right == rest => misspelt(lists, left, keys, lefts),
                    _ => continue,
                }
                if !lefts.is_empty() && !rights.is_empty() {
                    call(lefts, rights);
                }
            }
        }
    }
}

/// The tokens of the dictionary that are one letter from a part of a compound.
fn misspelt(lists: &Lists, part: &str, keys: &mut Vec<u32>, found: &mut Vec<u32>) {
    if part.len() < MISSPELT_LETTERS_MIN {
        return;
    }
    one_edit_keys(part, keys);
    for key in keys {
        found.extend(lists.snapshot.find(Index::Deletions, *key));
    }
    if found.is_empty() {
        return;
    }
    found.sort_unstable();
    found.dedup();
    let pattern = Pattern::new(part);
    found.retain(|index| {
        let fold = lists.dictionary.listed(*index).fold;
        pattern.distance(fold, 1).is_some()
    });
}
