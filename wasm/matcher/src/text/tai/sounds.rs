//! What consonants sound like and how they are spelt.

use super::Style;
use super::layout::{is_before, is_consonant};
use crate::text::letters::latin_of;
use crate::text::tables::{
    LETTERS_TAI, LETTERS_TAI_LAST, LETTERS_THAI_EVERYDAY, LETTERS_THAI_SANSKRIT,
};

/// How the consonants of a language are spelt.
#[derive(Clone, Copy)]
pub struct Spelling {
    /// Lao rather than Thai.
    pub lao: bool,
    /// In which style.
    pub style: Style,
}

impl Spelling {
    /// A consonant at the beginning of a syllable, after what is written already.
    pub fn initial(self, letter: char, before: &str) -> &'static str {
        let own = match (self.lao, self.style) {
            (true, Style::Sound) => lao_initial(letter, before),
            (true, _) => french_initial(letter, before),
            (false, Style::Sound) => None,
            (false, Style::Everyday) => latin_of(&LETTERS_THAI_EVERYDAY, letter),
            (false, Style::Sanskrit) => latin_of(&LETTERS_THAI_SANSKRIT, letter),
        };
        own.or_else(|| latin_of(&LETTERS_TAI, letter)).unwrap_or("")
    }

    /// A consonant at the end of a syllable, after what is written already.
    pub fn last(self, letter: char, before: &str) -> &'static str {
        let own = match (letter, self.style) {
            ('ง', _) => Some("ng"),
            ('ม', _) => Some("m"),
            ('ย', _) => Some("i"),
            ('ว', _) => Some("o"),
            ('ญ', _) if self.lao => Some("i"),
            (_, Style::Sound) => None,
            ('ล', _) => Some("l"),
            ('ร', _) => Some("rn"),
            ('น', _) if self.lao && before.ends_with(['o', 'a']) => Some("ne"),
            ('ด', _) if self.lao => Some("th"),
            _ if self.lao => None,
            ('จ', Style::Everyday) => Some("j"),
            ('ช', Style::Everyday) => Some("ch"),
            ('ด', Style::Everyday) => Some("d"),
            ('ท' | 'ธ', Style::Everyday) => Some("th"),
            (_, Style::Everyday) | ('ญ' | 'ณ' | 'น' | 'ฬ', _) => None,
            (_, Style::Sanskrit) => Some(self.initial(letter, before)),
        };
        own.or_else(|| latin_of(&LETTERS_TAI_LAST, letter))
            .unwrap_or("t")
    }
}

fn lao_initial(letter: char, before: &str) -> Option<&'static str> {
    match letter {
        'ว' => Some("v"),
        'ช' => Some("s"),
        'ญ' if before.is_empty() => Some("ny"),
        _ => None,
    }
}

fn french_initial(letter: char, before: &str) -> Option<&'static str> {
    match letter {
        'ช' => Some("x"),
        'ญ' if before.is_empty() => Some("nh"),
        _ => lao_initial(letter, before),
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
