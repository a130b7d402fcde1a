//! Thai and Lao to Latin.
//!
//! The two scripts have one layout, 128 characters apart, and write a syllable in the same way: a vowel
//! may stand before, above, below or after its consonants, or around them, and in Thai a short `a` or
//! `o` is not written. Words are not spaced, so that a syllable ends where the next must begin.
//!
//! Thai after the Royal Thai General System of Transcription (RTGS, Royal Institute 1999), Lao after
//! BGN/PCGN's table of 1966 (in use in Laos); the other readings are those of names: with the letters of
//! Sanskrit that their bearers keep (ISO 11940-2 has the sounds, ALA-LC the letters), and as spelt in
//! French. Written from the standards.

mod layout;
mod reader;
mod sounds;

use layout::{SILENT, is_consonant, is_sign};
use reader::Reader;
use sounds::Spelling;

use super::tables::{THAI_RESPELT_INSIDE, THAI_RESPELT_LAST};

/// A Thai word in Latin letters; what is of no table stays.
///
/// ```
/// # use matcher::text::tai::thai;
/// assert_eq!(thai("สมชาย", '0'), "somchai");
/// assert_eq!(thai("ภูมิพล", '2'), "bhumibol");
/// ```
pub fn thai(word: &str, way: char) -> String {
    let mut text = word.replace('ฤ', "ริ");
    for (written, said) in &THAI_RESPELT_INSIDE {
        if text.contains(written) {
            text = text.replace(written, said);
        }
    }
    for (written, said) in &THAI_RESPELT_LAST {
        if let Some(stem) = text.strip_suffix(written) {
            text = format!("{stem}{said}");
        }
    }
    Reader::new(without_silent(text.chars()), Spelling(way)).read()
}

/// A Lao word in Latin letters; what is of no table stays.
///
/// ```
/// # use matcher::text::tai::lao;
/// assert_eq!(lao("ວັງ", 'L'), "vang");
/// ```
pub fn lao(word: &str, way: char) -> String {
    let as_thai = |letter: char| match letter {
        'ຼ' => 'ล',
        '\u{0E80}'..='\u{0EFF}' => char::from_u32(letter as u32 - 0x80).unwrap_or(letter),
        other => other,
    };
    Reader::new(without_silent(word.chars().map(as_thai)), Spelling(way)).read()
}

/// The letters of a word without tones and without what a sign makes silent: a consonant with its
/// vowel, and one more before it where two are one in speech.
fn without_silent(word: impl Iterator<Item = char>) -> Vec<char> {
    let mut letters: Vec<char> = Vec::new();
    for letter in word {
        match letter {
            '\u{0E46}'..='\u{0E4B}' | '\u{0E4E}' | '\u{0E2F}' | '\u{0E3A}' => {}
            SILENT => {
                if letters.last().is_some_and(|last| matches!(last, 'ิ' | 'ุ')) {
                    letters.pop();
                }
                let silent = letters.pop();
                let is_double = matches!(silent, Some('ร' | 'ณ' | 'ย' | 'ม'))
                    && matches!(
                        letters.last(),
                        Some('ท' | 'ต' | 'ด' | 'ษ' | 'ศ' | 'ส' | 'ธ')
                    )
                    && letters.len() > 2
                    && is_consonant(letters[letters.len() - 2])
                    && is_sign(letters[letters.len() - 3]);
                if is_double {
                    letters.pop();
                }
            }
            letter => letters.push(letter),
        }
    }
    letters
}
