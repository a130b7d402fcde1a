//! What consonants sound like and how they are spelt.

use super::Style;
use super::layout::{is_before, is_consonant};

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
            (false, Style::Everyday) => everyday_initial(letter),
            (false, Style::Sanskrit) => sanskrit_initial(letter),
        };
        own.unwrap_or_else(|| by_sound(letter))
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
        own.unwrap_or_else(|| by_end(letter))
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

fn everyday_initial(letter: char) -> Option<&'static str> {
    match letter {
        'ข' | 'ค' | 'ฆ' => Some("k"),
        'จ' => Some("j"),
        'ผ' | 'พ' | 'ภ' => Some("p"),
        'ฐ' | 'ฒ' => Some("t"),
        _ => None,
    }
}

fn sanskrit_initial(letter: char) -> Option<&'static str> {
    match letter {
        'ค' => Some("g"),
        'ฆ' => Some("gh"),
        'จ' | 'ช' => Some("j"),
        'ท' | 'ฑ' => Some("d"),
        'ธ' | 'ฒ' => Some("dh"),
        'พ' => Some("b"),
        'ภ' => Some("bh"),
        'ว' => Some("v"),
        _ => None,
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

/// The sound of a consonant at the beginning of a syllable.
fn by_sound(letter: char) -> &'static str {
    match letter {
        'ก' => "k",
        'ข' | 'ฃ' | 'ค' | 'ฅ' | 'ฆ' => "kh",
        'ง' => "ng",
        'จ' | 'ฉ' | 'ช' | 'ฌ' => "ch",
        'ซ' | 'ศ' | 'ษ' | 'ส' => "s",
        'ญ' | 'ย' => "y",
        'ฎ' | 'ด' => "d",
        'ฏ' | 'ต' => "t",
        'ฐ' | 'ฑ' | 'ฒ' | 'ถ' | 'ท' | 'ธ' => "th",
        'ณ' | 'น' => "n",
        'บ' => "b",
        'ป' => "p",
        'ผ' | 'พ' | 'ภ' => "ph",
        'ฝ' | 'ฟ' => "f",
        'ม' => "m",
        'ร' => "r",
        'ล' | 'ฬ' => "l",
        'ว' => "w",
        'ห' | 'ฮ' => "h",
        _ => "",
    }
}

/// The sound of a consonant at the end of a syllable.
fn by_end(letter: char) -> &'static str {
    match letter {
        'ก' | 'ข' | 'ค' | 'ฆ' => "k",
        'ญ' | 'ณ' | 'น' | 'ร' | 'ล' | 'ฬ' => "n",
        'บ' | 'ป' | 'พ' | 'ฟ' | 'ภ' => "p",
        'ห' | 'ฮ' | 'อ' | 'ฉ' | 'ฌ' | 'ผ' | 'ฝ' => "",
        _ => "t",
    }
}
