//! Sinhala to Latin, after ISO 15919:2001 in the plain spelling of Sri Lankan passports (`t` is `th`,
//! `ṭ` is `t`, the half nasals `mb`, `nd` and `ng`), as ALA-LC's table of Sinhalese has the letters.
//! Written from the standards.

use super::letters::latin_of;
use super::tables::{LETTERS_SINHALA, LETTERS_SINHALA_VOWELS};

/// A word in Latin letters; what is of no table stays.
///
/// ```
/// # use matcher::text::sinhala::latin;
/// assert_eq!(latin("මහින්ද"), "mahinda");
/// assert_eq!(latin("සිල්වා"), "silwa");
/// ```
#[must_use]
pub fn latin(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    let mut open = false;
    let mut letters = word.chars().peekable();
    while let Some(letter) = letters.next() {
        if let Some(vowel) = sign_of(letter) {
            open = false;
            out.push_str(vowel);
            continue;
        }
        if std::mem::take(&mut open) {
            out.push('a');
        }
        if let Some(consonant) = latin_of(&LETTERS_SINHALA, letter) {
            // `kṣ` is written `ks`.
            let after_k = letter == 'ෂ' && out.ends_with('k');
            out.push_str(if after_k { "s" } else { consonant });
            open = true;
        } else if let Some(vowel) = latin_of(&LETTERS_SINHALA_VOWELS, letter) {
            out.push_str(vowel);
        } else if letter == 'ං' {
            // Before a breath it is heard as a stop: `sinha` is Singha.
            out.push_str(if letters.peek() == Some(&'හ') {
                "ng"
            } else {
                "n"
            });
        } else if letter != 'ඃ' {
            out.push(letter);
        }
    }
    if open {
        out.push('a');
    }
    out
}

/// A vowel sign, or the sign of none.
fn sign_of(letter: char) -> Option<&'static str> {
    Some(match letter as u32 {
        0x0DCA => "",
        0x0DCF..=0x0DD1 => "a",
        0x0DD2 | 0x0DD3 => "i",
        0x0DD4 | 0x0DD6 => "u",
        0x0DD8 | 0x0DF2 => "ru",
        0x0DD9 | 0x0DDA => "e",
        0x0DDB => "ai",
        0x0DDC | 0x0DDD => "o",
        0x0DDE | 0x0DDF => "au",
        _ => return None,
    })
}
