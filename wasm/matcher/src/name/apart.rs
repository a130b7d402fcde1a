//! A query's words taken apart where somebody wrote several together: `Vladimirputin`, `Fleet22`.

use crate::text::fold::fold;
use crate::text::phrases::is_of_phrase;
use crate::text::vocabulary::{Meaning, meaning_of};
use crate::text::word::{Word, Words};

/// Shortest and longest word that may be several.
const LETTERS: std::ops::RangeInclusive<usize> = 12..=64;
/// Shortest part that is no particle or legal form, and longest.
const PART_LETTERS: std::ops::RangeInclusive<usize> = 3..=18;
/// Longest text in which words are taken apart.
const WORDS_MAX: usize = 12;
/// What each part costs besides its rarity: of two readings of equal words, that of fewer.
const COST_OF_PART: f64 = 2.0;
/// What it costs besides that a part is short: the shorter, the more words it is an accident in.
const COST_OF_SHORT: f64 = 3.0;
/// Letters of a part that is not short.
const LONG_FROM: usize = 4;
/// What a particle or legal form costs that no list has.
const COST_OF_FORM: f64 = 8.0;

/// Roman numbers that are written after a word, the longer first.
const NUMERALS: &[&str] = &["viii", "iii", "vii", "ii", "iv"];

/// What the lists say of a fold.
pub struct KnownWords<'a> {
    /// Whether any listed name has it.
    pub is_listed: &'a dyn Fn(&str) -> bool,
    /// Its idf.
    pub idf: &'a dyn Fn(&str) -> f64,
}

/// The words of a query with each that no list has taken apart, where all of its parts are words of the
/// lists or where a number begins. None where nothing is.
pub fn taken_apart(words: &Words, known: &KnownWords) -> Option<Words> {
    if words.words.len() > WORDS_MAX {
        return None;
    }
    let mut apart: Vec<Word> = Vec::new();
    for word in &words.words {
        let parts = parts_of(&word.text, known);
        if parts.len() < 2 {
            apart.push(word.clone());
            continue;
        }
        apart.extend(parts.iter().map(|part| Word {
            text: (*part).to_owned(),
            ..word.clone()
        }));
    }
    (apart.len() > words.words.len()).then_some(Words {
        words: apart,
        commas: words.commas,
    })
}

/// The parts of a word; none where it is one.
fn parts_of<'a>(word: &'a str, known: &KnownWords) -> Vec<&'a str> {
    let is_known = || (known.is_listed)(&fold(word));
    if !word.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return Vec::new();
    }
    if let Some(at) = number_after_letters(word) {
        return if is_known() {
            Vec::new()
        } else {
            vec![&word[..at], &word[at..]]
        };
    }
    if let Some(at) = numeral_after_word(word, known).filter(|_| !is_known()) {
        return vec![&word[..at], &word[at..]];
    }
    let letters = word.bytes().all(|byte| byte.is_ascii_lowercase());
    if !letters || !LETTERS.contains(&word.len()) || is_known() {
        return Vec::new();
    }
    cheapest(word, known)
}

/// Where the number begins of two letters or more and a number.
fn number_after_letters(word: &str) -> Option<usize> {
    let at = word.bytes().position(|byte| byte.is_ascii_digit())?;
    (at >= 2).then_some(at)
}

/// Where the Roman number begins of a listed word and one.
fn numeral_after_word(word: &str, known: &KnownWords) -> Option<usize> {
    let ends = NUMERALS.iter().filter(|end| word.ends_with(*end));
    let mut places = ends.map(|end| word.len() - end.len());
    places.find(|at| *at >= LONG_FROM && (known.is_listed)(&fold(&word[..*at])))
}

/// The cheapest parts that spell a word, each a word of the lists.
fn cheapest<'a>(word: &'a str, known: &KnownWords) -> Vec<&'a str> {
    // By end: what the parts up to there cost, and where the last begins.
    let mut best: Vec<Option<(f64, usize)>> = vec![None; word.len() + 1];
    best[0] = Some((0.0, 0));
    for start in 0..word.len() {
        let Some((before, _)) = best[start] else {
            continue;
        };
        let longest = word.len().min(start + PART_LETTERS.end());
        for end in start + 2..=longest {
            if start == 0 && end == word.len() {
                continue;
            }
            let Some(cost) = cost_of(&word[start..end], known) else {
                continue;
            };
            let sum = before + cost;
            if best[end].is_none_or(|(least, _)| sum < least) {
                best[end] = Some((sum, start));
            }
        }
    }
    let mut parts = Vec::new();
    let mut end = word.len();
    while let Some((_, start)) = best[end].filter(|_| end > 0) {
        parts.push(&word[start..end]);
        end = start;
    }
    parts.reverse();
    parts
}

/// What it costs to read a part of a word as a word; none where it is none.
fn cost_of(part: &str, known: &KnownWords) -> Option<f64> {
    let is_form = || {
        let as_person = meaning_of(part, false) == Meaning::Particle;
        as_person || matches!(meaning_of(part, true), Meaning::OrganisationForm(_))
    };
    let fold = fold(part);
    let is_short = part.len() < LONG_FROM;
    if (known.is_listed)(&fold) && (part.len() >= *PART_LETTERS.start() || is_form()) {
        let short = if is_short { COST_OF_SHORT } else { 0.0 };
        return Some((known.idf)(&fold) + COST_OF_PART + short);
    }
    let is_form = || is_form() || is_of_phrase(part);
    (!is_short && is_form()).then_some(COST_OF_FORM)
}
