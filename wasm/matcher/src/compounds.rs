//! Candidates by words that one side writes as one and the other as two: `Binladin`, `Abd
//! al-Rahman`.

use std::ops::{Range, RangeInclusive};

use crate::candidates::{Scratch, least_weight};
use crate::edits::Pattern;
use crate::lists::Lists;
use crate::name::Kind;
use crate::query::{Query, QueryToken};
use crate::snapshot::format::Section;
use crate::snapshot::keys::deletion_keys;
use crate::text::arabic::is_known;
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
        let mut distinct: Vec<&QueryToken> = query.tokens.iter().collect();
        distinct.dedup_by_key(|token| (&token.token.text, token.kinds));
        for (at, a) in distinct.iter().enumerate() {
            for (other, b) in distinct.iter().enumerate() {
                if at == other {
                    continue;
                }
                let weight = least_weight(a) + least_weight(b);
                let (left, right) = (&*a.token.fold, &*b.token.fold);
                self.add_joined(lists, &[left, right], weight, weights);
                let known = [a, b].map(|t| is_known(&t.token.text));
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
        let found = joined(lists, parts);
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
        let sounds = (Section::SoundKeys, Section::SoundTokens);
        self.postings.next_round();
        for index in lists.snapshot.find(sounds.0, sounds.1, skeleton) {
            self.postings.add(lists, index, weight, gain);
        }
    }

    /// One token of the query that a list writes as two, perhaps with the article between them.
    pub(crate) fn find_split(&mut self, lists: &Lists, query: &Query, weights: &Weights) {
        for token in &query.tokens {
            let weight = least_weight(token);
            let gain = weight * weights.similarity.joined as f32;
            each_split(lists, &token.token.fold, |lefts, rights| {
                self.add_both(lists, lefts, rights, weight, gain);
            });
        }
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

/// The tokens of the dictionary that parts spell together.
pub(crate) fn joined(lists: &Lists, parts: &[&str]) -> Range<u32> {
    let mut joined = String::with_capacity(24);
    for part in parts {
        if !part.is_ascii() {
            return 0..0;
        }
        let doubled = seam_is_doubled(joined.as_bytes(), part.as_bytes());
        joined.push_str(&part[usize::from(doubled)..]);
    }
    // `v` and `vladimirovich`, whose letter at the seam counts once, are no more than the second.
    if joined.len() < LETTERS_MIN || parts.contains(&&*joined) {
        return 0..0;
    }
    lists.snapshot.tokens_with_fold(&joined)
}

/// Calls for every way in which a fold is two tokens of the dictionary, or one and a slip of another.
pub(crate) fn each_split(lists: &Lists, fold: &str, mut call: impl FnMut(&[u32], &[u32])) {
    let s = &lists.snapshot;
    if !fold.is_ascii() || !SPLIT_LETTERS.contains(&fold.len()) {
        return;
    }
    for at in 2..fold.len() - 1 {
        let (left, rest) = fold.split_at(at);
        let lefts = s.tokens_with_fold(left);
        let without_article = ARTICLES.iter().filter_map(|a| rest.strip_prefix(a));
        for right in [rest].into_iter().chain(without_article) {
            let rights = s.tokens_with_fold(right);
            let (lefts, rights): (Vec<u32>, Vec<u32>) = match (lefts.is_empty(), rights.is_empty())
            {
                (false, false) => (lefts.clone().collect(), rights.collect()),
                (false, true) => (lefts.clone().collect(), misspelt(lists, right)),
                (true, false) if right == rest => (misspelt(lists, left), rights.collect()),
                _ => continue,
            };
            if right.len() >= 2 && !lefts.is_empty() && !rights.is_empty() {
                call(&lefts, &rights);
            }
        }
    }
}

/// The tokens of the dictionary that are one letter from a part of a compound.
fn misspelt(lists: &Lists, part: &str) -> Vec<u32> {
    let mut found = Vec::new();
    if part.len() < MISSPELT_LETTERS_MIN {
        return found;
    }
    let mut keys = Vec::new();
    deletion_keys(part, part, &mut keys);
    for key in keys {
        found.extend(
            lists
                .snapshot
                .find(Section::DeletionKeys, Section::DeletionTokens, key),
        );
    }
    found.sort_unstable();
    found.dedup();
    let pattern = Pattern::new(part);
    found.retain(|index| pattern.distance(lists.listed(*index).fold, 1).is_some());
    found
}
