//! The initials of a body's name: `LTTE` for `Liberation Tigers of Tamil Eelam`.

use std::ops::RangeInclusive;
use std::rc::Rc;

use super::query_token::QueryToken;
use super::set_key::set_key;
use super::token::Kind;
use super::weigh::BODY;
use crate::order::sort;
use crate::text::fold::fold;
use crate::text::normalise::split_words;
use crate::text::organisations::{beginnings, is_in_short};
use crate::text::vocabulary::{Meaning, meaning_of};
use crate::text::word::Word;

/// Letters of what may be an abbreviation. Two are too many people's and firms' initials.
pub const LETTERS: RangeInclusive<usize> = 3..=20;
/// Words that an abbreviation stands for, and letters from which two do.
pub const WORDS_MIN: u32 = 3;
/// See [`WORDS_MIN`].
pub const SYLLABLES_FROM: usize = 6;

/// What is one letter in another script.
pub const DIGRAPHS: &[&str] = &["ch", "kh", "sh", "ts", "ya", "ye", "yo", "yu", "zh"];

/// Words that bind others and give no letter.
const FUNCTION_WORDS: [&str; 16] = [
    "and", "at", "by", "dlya", "et", "for", "from", "fur", "in", "on", "para", "pour", "the", "to",
    "und", "with",
];

/// Whether a word of a name may be an abbreviation.
pub fn may_be_short(text: &str, kind: Kind) -> bool {
    kind == Kind::Word
        && LETTERS.contains(&text.len())
        && text.bytes().all(|letter| letter.is_ascii_lowercase())
}

/// Whether an abbreviation leaves a word out without saying less.
pub fn is_skipped_freely(text: &str, kind: Kind) -> bool {
    matches!(kind, Kind::OrganisationForm | Kind::Particle) || FUNCTION_WORDS.contains(&text)
}

/// The initials of a body's name: of its words as written, and as Russian says them. Empty where they
/// are too few or too many.
pub fn initials_of<'a>(tokens: impl Iterator<Item = (&'a str, u16, Kind)>) -> [String; 2] {
    let mut initials = [String::new(), String::new()];
    let mut words = 0;
    for (text, class, kind) in tokens {
        if is_skipped_freely(text, kind) {
            continue;
        }
        words += 1;
        let russian = beginnings(class).get(1).copied().unwrap_or(text);
        let in_short = is_in_short(class) && text.len() < SYLLABLES_FROM;
        for (initials, word) in initials.iter_mut().zip([text, russian]) {
            let digraph = word != text && DIGRAPHS.iter().any(|two| word.starts_with(two));
            let taken = match word.char_indices().nth(if digraph { 2 } else { 1 }) {
                _ if in_short => text,
                Some((end, _)) => &word[..end],
                None => word,
            };
            initials.push_str(taken);
        }
    }
    for initials in &mut initials {
        if words < WORDS_MIN || !may_be_short(initials, Kind::Word) {
            initials.clear();
        }
    }
    initials
}

/// Words that nobody takes a letter of.
const NEVER_COUNTED: [&str; 10] = [
    "and", "de", "del", "et", "for", "in", "la", "of", "the", "und",
];
/// Letters from which few other words are what a name is in short.
const FURTHER_LETTERS: RangeInclusive<usize> = 4..=8;

/// What else people make of a listed body's name: the initials of its words as they are written, where
/// several of them are read as one (`Russian Federation`); with those of a legal form or a particle; and
/// of what stands outside of its brackets.
pub fn further_initials_of(name: &str) -> Vec<String> {
    let mut found = Vec::new();
    let outside = without_brackets(name);
    for text in [Some(name), outside.as_deref()].into_iter().flatten() {
        let words = split_words(text).words;
        let counted = || words.iter().filter(|w| !NEVER_COUNTED.contains(&&*w.text));
        let says_more = |word: &&Word| {
            let meaning = meaning_of(&word.text, true);
            !matches!(meaning, Meaning::OrganisationForm(_) | Meaning::Particle)
                && !FUNCTION_WORDS.contains(&&*word.text)
        };
        found.extend(letters_of(counted()));
        found.extend(letters_of(counted().filter(says_more)));
    }
    sort(&mut found);
    found.dedup();
    found
}

/// The first letters of words, where they may be an abbreviation.
fn letters_of<'a>(words: impl Iterator<Item = &'a Word>) -> Option<String> {
    let letters: String = words.filter_map(|word| word.text.chars().next()).collect();
    let is_short = FURTHER_LETTERS.contains(&letters.len()) && may_be_short(&letters, Kind::Word);
    is_short.then_some(letters)
}

/// A text without what stands in brackets. None where none does.
fn without_brackets(text: &str) -> Option<String> {
    let (before, rest) = text.split_once('(')?;
    let mut outside = before.to_owned();
    let mut rest = rest;
    loop {
        let (_, after) = rest.split_once(')')?;
        let Some((between, next)) = after.split_once('(') else {
            outside.push_str(after);
            return Some(outside);
        };
        outside.push_str(between);
        rest = next;
    }
}

/// Key by which the names are found that initials may be short for. No set of folds has it.
pub fn initials_key(initials: &str) -> u64 {
    set_key([(initials, u16::MAX, Kind::Initial)].into_iter())
}

/// Keys of those of a query's tokens that may be short for a name.
pub(super) fn keys_of_short(tokens: &[Rc<QueryToken>]) -> impl Iterator<Item = u64> + '_ {
    let short =
        |t: &&Rc<QueryToken>| !t.token.unvowelled && may_be_short(&t.token.text, t.kinds[BODY]);
    tokens
        .iter()
        .filter(short)
        .map(|t| initials_key(&t.token.text))
}

/// What a name of these words may be in short, as a body's, each with its fold.
pub(super) fn short_forms<'a>(words: impl Iterator<Item = &'a QueryToken>) -> Vec<[String; 2]> {
    let initials = initials_of(words.map(|t| (&*t.token.text, t.token.form, t.kinds[BODY])));
    let is_short =
        |initials: &String| !initials.is_empty() && meaning_of(initials, true) == Meaning::Plain;
    let short = initials.into_iter().filter(is_short);
    short
        .map(|initials| [initials.clone(), fold(&initials)])
        .collect()
}
