//! The words of the lists that a word may be short for.
//!
//! A word that may be one of several says less than that one does: it is as likely meant as the rarity of
//! all of them is to its own.

use std::ops::Range;

use crate::order::{sort, sort_by};
use crate::snapshot::index::Index;
use crate::snapshot::lists::Lists;
use crate::text::consonants::{PhoneticVariant, is_vowel};
use crate::text::edits::bag_of;
use crate::text::fold::fold;
use crate::text::phonetic::key;
use crate::text::word::Form;

/// Words that are looked at one by one, at most.
const WORDS_MAX: usize = 4096;
/// The same of those that begin with one letter.
const OF_LETTER_MAX: usize = 4 * WORDS_MAX;
/// Vowels that a word lacks which has others of them: one is a slip.
const VOWELS_LEFT_OUT_MIN: usize = 2;
/// Letters of such a word: a shorter one is more likely a slip.
const HALF_LETTERS_MIN: usize = 6;

/// The words that begin as a word of Latin letters does; none where so many do that this says nothing.
pub(super) fn begun_by(lists: &Lists, word: &str) -> Vec<Form> {
    let fold = fold(word);
    // The last letter may be one half of what the fold makes one.
    let start = &fold[..fold.len().saturating_sub(1)];
    let begins = |token: &u32| {
        let text = lists.dictionary.text(*token);
        text.len() > word.len() && text.starts_with(word)
    };
    let mut tokens = lists.dictionary.beginning_with(start);
    if tokens.len() > WORDS_MAX {
        tokens = lists.dictionary.beginning_with(&fold);
    }
    if tokens.len() > WORDS_MAX {
        return Vec::new();
    }
    forms_of(lists, tokens.filter(begins).collect())
}

/// The words that a word of Latin letters is without their inner vowels; where there are none, those that have one of
/// these left, or lack the last one as well.
pub(super) fn with_vowels(lists: &Lists, word: &str) -> Vec<Form> {
    let mut tokens = tokens_with_vowels(lists, word, OF_LETTER_MAX);
    let is_bare = |token: &u32| is_bare(word, lists.dictionary.text(*token));
    if tokens.iter().any(is_bare) {
        tokens.retain(is_bare);
    }
    forms_of(lists, tokens)
}

/// Whether a word is another without all of its inner vowels, and no other letter.
fn is_bare(word: &str, text: &str) -> bool {
    let last = text.len().saturating_sub(1);
    let letters = text.bytes().enumerate();
    let kept = letters
        .filter(|(at, letter)| *at == 0 || *at == last || *letter == b'y' || !is_vowel(*letter));
    kept.map(|(_, letter)| letter).eq(word.bytes())
}

/// The tokens that a word is without their inner vowels: of more words of its first letter than so many, those that
/// have its consonants, each sounded with the next, or by itself.
fn tokens_with_vowels(lists: &Lists, word: &str, of_letter_max: usize) -> Vec<u32> {
    let dictionary = &lists.dictionary;
    let (first, letters) = (&word[..word.len().min(1)], bag_of(word));
    // A first letter may fold by what follows: `c` before `e` and before a consonant.
    let folded = fold(word);
    let folded = folded.get(..1).unwrap_or_default();
    let other = (first != folded).then_some(first);
    let begun = std::iter::once(folded).chain(other);
    let begun = begun.map(|start| dictionary.beginning_with(start));
    let begun: Vec<Range<u32>> = begun.collect();
    let is_same = |token: &u32| {
        let text = dictionary.text(*token);
        text.len() > word.len() && is_without_vowels(word, text)
    };
    let may_be = |token: &u32| dictionary.has_letters(*token, letters) && is_same(token);
    if begun.iter().map(ExactSizeIterator::len).sum::<usize>() <= of_letter_max {
        return begun.into_iter().flatten().filter(may_be).collect();
    }
    // Before `e`, which may be the last vowel, some consonants sound otherwise.
    let apart = |vowel: char| word.chars().flat_map(|letter| [letter, vowel]).collect();
    let spelt: [String; 4] = [word.to_owned(), apart('a'), apart('e'), format!("{word}e")];
    let sounds = spelt.iter().map(|text| key(text, PhoneticVariant::Bare));
    let found = sounds.filter(|key| *key != 0);
    let found = found.flat_map(|key| lists.snapshot.find(Index::Sounds, key));
    let is_begun = |token: &u32| begun.iter().any(|range| range.contains(token));
    let found = found.filter(|token| is_begun(token) && may_be(token));
    let mut tokens: Vec<u32> = found.collect();
    sort(&mut tokens);
    tokens.dedup();
    tokens
}

/// Whether a word is another without its inner vowels, or without two or more of its vowels.
fn is_without_vowels(word: &str, text: &str) -> bool {
    let mut letters = word.bytes().peekable();
    let mut left_out = 0;
    for (at, letter) in text.bytes().enumerate() {
        if letters.next_if_eq(&letter).is_none() {
            if at == 0 || letter == b'y' || !is_vowel(letter) {
                return false;
            }
            left_out += 1;
        }
    }
    let is_half = left_out >= VOWELS_LEFT_OUT_MIN
        && word.len() >= HALF_LETTERS_MIN
        && letters.peek().is_none();
    is_half || is_bare(word, text)
}

/// The tokens as forms of a word that may be any of them, the likeliest first.
fn forms_of(lists: &Lists, mut tokens: Vec<u32>) -> Vec<Form> {
    let dictionary = &lists.dictionary;
    tokens.retain(|token| !dictionary.is_unvowelled(*token));
    let borne: f64 = tokens
        .iter()
        .map(|token| (-dictionary.idf(*token)).exp())
        .sum();
    let nats = -borne.ln();
    let mut forms: Vec<Form> = tokens
        .into_iter()
        .map(|token| Form {
            text: dictionary.text(token).to_owned(),
            likely: (nats / dictionary.idf(token)).clamp(0.0, 1.0),
        })
        .collect();
    sort_by(&mut forms, |a, b| {
        b.likely
            .total_cmp(&a.likely)
            .then_with(|| a.text.cmp(&b.text))
    });
    forms
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::snapshot::reader::Snapshot;
    use crate::snapshot::sample::snapshot_of;
    use crate::weights::Weights;

    fn lists(names: &[&str]) -> Lists {
        let weights = include_str!("../../../../core/matching/weights.json");
        let snapshot = Snapshot::open(snapshot_of("ORGANISATION", names)).unwrap();
        Lists::new(snapshot, &Weights::parse(weights).unwrap())
    }

    #[test]
    fn words_without_vowels_are_found_by_their_consonants_in_long_lists_as_well() {
        let lists = lists(&[
            "Maritime Shipping",
            "Mortem Commerce",
            "Cement Sahara",
            "Marathon Sanaa",
        ]);
        for (word, expected) in [
            ("mrtme", &["maritime"][..]),
            ("mrtm", &["mortem"]),
            ("cmnt", &["cement"]),
            ("cmmrce", &["commerce"]),
            ("commrc", &["commerce"]),
            ("cmmrc", &[]),
            ("shra", &["sahara"]),
            ("mrthn", &["marathon"]),
            ("shppng", &["shipping"]),
            ("mrmr", &[]),
        ] {
            for of_letter_max in [OF_LETTER_MAX, 0] {
                let found = tokens_with_vowels(&lists, word, of_letter_max);
                let texts = found.iter().map(|token| lists.dictionary.text(*token));
                assert!(texts.eq(expected.iter().copied()), "{word}");
            }
        }
    }
}
