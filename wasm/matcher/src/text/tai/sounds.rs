//! What consonants sound like and how they are spelt.

use super::layout::{is_before, is_consonant};
use crate::text::transcribe::letter_in;

/// How the consonants of a language are spelt: the way of their rows.
#[derive(Clone, Copy)]
pub struct Spelling(pub char);

impl Spelling {
    /// Whether Lao is read, not Thai.
    pub fn is_lao(self) -> bool {
        matches!(self.0, 'L' | 'F')
    }

    /// Whether letters are spelt as they sound.
    pub fn is_by_sound(self) -> bool {
        matches!(self.0, '0' | 'L')
    }

    /// A consonant at the beginning of a syllable, after what is written already.
    pub fn initial(self, letter: char, before: &str) -> &'static str {
        letter_in("Tai", self.0, letter, before).unwrap_or("")
    }

    /// A consonant at the end of a syllable, after what is written already.
    pub fn last(self, letter: char, before: &str) -> &'static str {
        if self.0 == '2' && !"งญณนมยรลวฬ".contains(letter) {
            return self.initial(letter, before);
        }
        letter_in("Tai last", self.0, letter, before).unwrap_or("t")
    }
}

/// Whether a consonant that ends a syllable is also the beginning of a next one, with an `a` that is
/// not written: in words from Sanskrit, as in `wat-tha-na`.
pub fn links(last: char, next: char) -> bool {
    match last {
        'ษ' if matches!(next, 'ฐ' | 'ฏ') => false,
        'ฐ' | 'ฒ' | 'ณ' | 'ษ' | 'ศ' | 'ช' | 'ภ' => {
            is_consonant(next) || is_before(next)
        }
        'ต' => next == 'น',
        _ => false,
    }
}
