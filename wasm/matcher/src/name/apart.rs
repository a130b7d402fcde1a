//! A query's words taken apart where somebody wrote several together: `Vladimirputin`, `Fleet22`.

use crate::text::fold::fold;
use crate::text::known_words::KnownWords;
use crate::text::word::{Read, Word, Words};

/// Shortest and longest word that may be several.
const LETTERS: std::ops::RangeInclusive<usize> = 12..=64;
/// Letters of a word of a field that is hardly one.
const LETTERS_OF_SEVERAL: usize = 16;
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
    with_parts(words, |word| parts_of(word, known, *LETTERS.start()))
}

/// The same of a field: words that are so long that they are hardly one, and numbers behind a word of the lists.
pub fn taken_apart_in_field(words: &Words, known: &KnownWords) -> Option<Words> {
    with_parts(words, |word| {
        let is_name = |at: usize| at >= WORD_LETTERS_MIN && known.has(&word[..at]);
        match number_after_letters(word) {
            Some(at) if !is_name(at) => Vec::new(),
            _ => parts_of(word, known, LETTERS_OF_SEVERAL),
        }
    })
}

/// Words with the parts of those that have some, of which none stands for another.
fn with_parts<'w>(words: &'w Words, parts_of: impl Fn(&'w str) -> Vec<&'w str>) -> Option<Words> {
    let mut apart: Vec<Word> = Vec::new();
    for word in &words.words {
        let is_written = word.sense.read == Read::AsWritten;
        let parts = if is_written {
            parts_of(&word.text)
        } else {
            Vec::new()
        };
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

/// The parts of a word, of so many letters or of letters and a number; none where it is one.
fn parts_of<'a>(word: &'a str, known: &KnownWords, letters_min: usize) -> Vec<&'a str> {
    let is_known = || (known.is_listed)(&fold(word));
    if !word.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return Vec::new();
    }
    let number = number_after_letters(word);
    if let Some(at) = number.or_else(|| numeral_after_word(word, known)) {
        return if is_known() {
            Vec::new()
        } else {
            vec![&word[..at], &word[at..]]
        };
    }
    let letters = word.bytes().all(|byte| byte.is_ascii_lowercase());
    let is_long = word.len() >= letters_min && LETTERS.contains(&word.len());
    if !letters || !is_long || is_known() {
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
