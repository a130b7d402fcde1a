//! A query's words taken apart where somebody wrote several together: `Vladimirputin`, `Fleet22`.

use crate::text::fold::fold;
use crate::text::known_words::KnownWords;
use crate::text::word::{Word, Words};

/// Shortest and longest word that may be several.
const LETTERS: std::ops::RangeInclusive<usize> = 12..=64;
/// Longest text in which words are taken apart.
const WORDS_MAX: usize = 12;
/// Roman numbers that are written after a word, the longer first.
const NUMERALS: &[&str] = &["viii", "iii", "vii", "ii", "iv"];

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
    known.spell(word)
}

/// Where the number begins of two letters or more and a number.
fn number_after_letters(word: &str) -> Option<usize> {
    let at = word.bytes().position(|byte| byte.is_ascii_digit())?;
    (at >= 2).then_some(at)
}

/// Letters of a word before a Roman number, at least.
const WORD_LETTERS_MIN: usize = 4;

/// Where the Roman number begins of a listed word and one.
fn numeral_after_word(word: &str, known: &KnownWords) -> Option<usize> {
    let ends = NUMERALS.iter().filter(|end| word.ends_with(*end));
    let mut places = ends.map(|end| word.len() - end.len());
    places.find(|at| *at >= WORD_LETTERS_MIN && (known.is_listed)(&fold(&word[..*at])))
}
