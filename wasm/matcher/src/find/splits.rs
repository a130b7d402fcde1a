//! Words that one side writes as one and the other as two: `Binladin`, `Abd al-Rahman`.

use std::ops::{Range, RangeInclusive};

use crate::snapshot::index::Index;
use crate::snapshot::keys::one_edit_keys;
use crate::snapshot::lists::Lists;
use crate::text::edits::Pattern;
use crate::text::fold::seam_is_doubled;

/// Shortest compound.
const LETTERS_MIN: usize = 4;
/// Shortest and longest token that is tried as two.
const SPLIT_LETTERS: RangeInclusive<usize> = 6..=32;
/// Shortest part of a token that may be misspelt when the other is not.
const MISSPELT_LETTERS_MIN: usize = 4;
/// How the Arabic article is written inside a compound. The single vowels stand for one whose
/// consonant has become that of the next word, as in `Abdurrahman`.
pub(super) const ARTICLES: [&str; 7] = ["al", "el", "ul", "il", "a", "e", "u"];

/// The tokens of the dictionary that parts spell together; `letters` is a buffer.
pub(super) fn joined(lists: &Lists, parts: &[&str], letters: &mut String) -> Range<u32> {
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
pub(super) struct Splits {
    keys: Vec<u32>,
    lefts: Vec<u32>,
    rights: Vec<u32>,
}

impl Splits {
    /// Calls for every way in which a fold is two tokens of the dictionary, or one and a slip of
    /// another.
    pub(super) fn each(&mut self, lists: &Lists, fold: &str, mut call: impl FnMut(&[u32], &[u32])) {
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
    found.retain(|index| pattern.distance(lists.dictionary.fold(*index), 1).is_some());
}
