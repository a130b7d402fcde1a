//! Greek to Latin, by ISO 843 and by variant.
//!
//! Passports follow the first, the press often the second: `Γκίκας` is `Gkikas` and `Gikas`.

use super::letters::latin_of;
use super::tables::LETTERS_GREEK;

/// Pairs of letters with a sound of their own: by variant, and by the letters.
const PAIRS: &[(&str, &str, &str)] = &[
    ("μπ", "b", "mp"),
    ("ντ", "nt", "nt"),
    ("γκ", "gk", "gk"),
    ("γγ", "ng", "ng"),
    ("γχ", "nch", "nch"),
    ("γξ", "nx", "nx"),
    ("ου", "ou", "ou"),
    ("αι", "ai", "ai"),
    ("ει", "ei", "ei"),
    ("οι", "oi", "oi"),
];

/// As a pair sounds, for who writes it so.
const BY_SOUND: &[(&str, &str)] = &[
    ("μπ", "b"),
    ("ντ", "d"),
    ("γκ", "g"),
    ("αι", "e"),
    ("ει", "i"),
    ("οι", "i"),
];

/// A lower-case word without marks in Latin letters. `by_ear`: as it sounds, not letter by letter.
///
/// ```
/// # use matcher::text::greek::latin;
/// assert_eq!(latin("παπανδρεου", false), "papandreou");
/// assert_eq!(latin("ευαγγελος", false), "evangelos");
/// assert_eq!(latin("χρηστος", true), "hristos");
/// ```
#[must_use]
pub fn latin(word: &str, by_ear: bool) -> String {
    let mut out = String::with_capacity(word.len());
    let mut rest = word;
    while let Some(letter) = rest.chars().next() {
        let heard = BY_SOUND
            .iter()
            .find(|(pair, _)| by_ear && rest.starts_with(pair));
        let pair = PAIRS.iter().find(|(pair, ..)| rest.starts_with(pair));
        if let Some((pair, letters)) = heard {
            out.push_str(letters);
            rest = &rest[pair.len()..];
        } else if let Some((pair, first, inside)) = pair {
            out.push_str(if out.is_empty() { first } else { inside });
            rest = &rest[pair.len()..];
        } else {
            let tail = &rest[letter.len_utf8()..];
            match single(letter, by_ear) {
                _ if letter == 'υ' && ends_in_a_or_e(word, rest) => {
                    out.push(if is_voiceless(tail) { 'f' } else { 'v' });
                }
                Some(letters) => out.push_str(letters),
                None => out.push(letter),
            }
            rest = tail;
        }
    }
    out
}

/// Whether the letter before `rest` makes an upsilon a consonant: `αυ`, `ευ`, `ηυ`.
fn ends_in_a_or_e(word: &str, rest: &str) -> bool {
    word[..word.len() - rest.len()].ends_with(['α', 'ε', 'η'])
}

fn is_voiceless(rest: &str) -> bool {
    let next = rest.chars().next();
    next.is_none_or(|next| {
        matches!(
            next,
            'θ' | 'κ' | 'ξ' | 'π' | 'σ' | 'ς' | 'τ' | 'φ' | 'χ' | 'ψ'
        )
    })
}

fn single(letter: char, by_ear: bool) -> Option<&'static str> {
    match letter {
        'χ' if by_ear => Some("h"),
        _ => latin_of(&LETTERS_GREEK, letter),
    }
}
