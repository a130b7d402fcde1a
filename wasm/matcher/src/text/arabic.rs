//! Arabic, Persian, Urdu and Pashto letters to Latin.
//!
//! The script leaves short vowels out, so the outcome is a skeleton (`mhmd`), marked as such by the
//! caller and compared by its consonants with what others wrote with vowels.

use super::arabic_words::{known, vowelled};
use super::letters::latin_of;
use super::tables::LETTERS_ARABIC;

/// How the letters that sound differently from one country to the next are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Arabic as it is written.
    Arabic,
    /// Persian, Pashto, Urdu: `ض` is `z`, `و` may be `v`.
    Persian,
    /// As Egypt, the Gulf and the Maghreb speak it: `ج` is `g`, `ظ` is `d`.
    Spoken,
}

/// In which languages a text may be read, the likeliest first.
///
/// ```
/// # use matcher::text::arabic::{Language, languages};
/// assert_eq!(languages("گلبدین")[0], Language::Persian);
/// assert_eq!(languages("رجب")[0], Language::Arabic);
/// ```
#[must_use]
pub fn languages(text: &str) -> &'static [Language] {
    if text.contains(is_persian) {
        &[Language::Persian, Language::Arabic, Language::Spoken]
    } else {
        &[Language::Arabic, Language::Persian, Language::Spoken]
    }
}

/// Whether a letter shows that a name is Persian, Pashto or Urdu.
fn is_persian(letter: char) -> bool {
    matches!(
        letter,
        'ی' | 'ک'
            | 'پ'
            | 'چ'
            | 'ژ'
            | 'گ'
            | 'ہ'
            | 'ھ'
            | 'ے'
            | 'ٹ'
            | 'ڈ'
            | 'ڑ'
            | 'ں'
            | 'ې'
            | 'ۍ'
            | 'ځ'
            | 'څ'
            | 'ډ'
            | 'ړ'
            | 'ښ'
            | 'ږ'
            | 'ټ'
            | 'ڼ'
            | 'ګ'
    )
}

/// A word in Latin letters; what is of no table stays.
///
/// ```
/// # use matcher::text::arabic::{Language, latin};
/// assert_eq!(latin("شريف", Language::Arabic), "shryf");
/// assert_eq!(latin("فضل", Language::Persian), "fzl");
/// assert_eq!(latin("رجب", Language::Spoken), "rgb");
/// assert_eq!(latin("ميلوفيتش", Language::Spoken), "mylwfych");
/// ```
#[must_use]
pub fn latin(word: &str, language: Language) -> String {
    if let Some(latin) = known(word).or_else(|| vowelled_in(word, language)) {
        return latin.to_owned();
    }
    let mut out = String::with_capacity(word.len());
    let mut before = None;
    let mut letters = word.chars().peekable();
    while let Some(letter) = letters.next() {
        let next = letters.peek().copied();
        let read = match letter {
            'و' if language == Language::Persian && is_consonant(before, next) => Some("v"),
            'ى' if language == Language::Persian => Some("y"),
            // No Arabic word has the two inside: it is how foreign names spell their `ch`.
            'ت' if language == Language::Spoken && before.is_some() && next == Some('ش') => {
                letters.next();
                Some("ch")
            }
            _ => in_language(letter, language).or_else(|| latin_of(&LETTERS_ARABIC, letter)),
        };
        match read {
            Some(letters) => push(&mut out, letters),
            None => out.push(letter),
        }
        before = Some(letter);
    }
    out
}

fn vowelled_in(word: &str, language: Language) -> Option<&'static str> {
    let (arab, persian) = vowelled(word)?;
    Some(if language == Language::Persian {
        persian
    } else {
        arab
    })
}

/// Whether a `و` is the consonant of `Javad` and `Mousavi` rather than the vowel of `Mahmud`.
fn is_consonant(before: Option<char>, next: Option<char>) -> bool {
    let vowel = |letter: char| matches!(letter, 'ا' | 'آ' | 'أ' | 'ی' | 'ي' | 'ى');
    before.is_none_or(vowel) || next.is_some_and(vowel)
}

/// Adds letters so that they make no pair with those before them: `سهيل` is `sahyl`, not `shyl`. Two
/// equal letters are two sounds, for the script writes a doubled one once: `ممدوح` is `mamdwh`.
fn push(out: &mut String, letters: &str) {
    let pair = match letters.as_bytes().first() {
        Some(b'h') => out.ends_with(['s', 'k', 't', 'd', 'z', 'g', 'c', 'p', 'h']),
        Some(b's') => out.ends_with(['t', 's']),
        Some(b'z') => out.ends_with(['d', 't', 'z']),
        Some(b'j') => out.ends_with(['d', 'j']),
        Some(b'f' | b'v') => out.ends_with(['f', 'v']),
        Some(b'k' | b'q') => out.ends_with(['k', 'q']),
        // Only God's name has two in a row, which Latin spellings write as one sound.
        Some(b'a' | b'l' | b'w' | b'y') | None => false,
        Some(first) => out.as_bytes().last() == Some(first),
    };
    if pair {
        out.push('a');
    }
    out.push_str(letters);
}

/// The Latin letters of what a language reads otherwise than the others.
fn in_language(letter: char, language: Language) -> Option<&'static str> {
    Some(match (language, letter) {
        (Language::Persian, 'ض' | 'ذ' | 'ظ') | (Language::Spoken, 'ذ') => "z",
        (Language::Persian, 'ث') => "s",
        (Language::Spoken, 'ث') => "t",
        (Language::Spoken, 'ج' | 'ق') => "g",
        (Language::Spoken, 'ظ') => "d",
        _ => return None,
    })
}
