//! What bodies are called in scripts whose words are not to be read from their letters: Chinese,
//! Japanese and Korean names run on without spaces, and Arabic, Armenian, Georgian, Greek and Hebrew
//! words for a company are not its name in another spelling but in another language.
//!
//! The words say what the tables of [`super::organisations`] say, in English. Legal forms after
//! ISO 20275 (GLEIF's list of entity legal forms, CC0); the rest is common vocabulary.

use super::tables::{NATIVE_INSIDE, NATIVE_RUNNING, NATIVE_WORDS};

/// The Arabic article, which is written together with its word.
const ARTICLE: &str = "ال";

/// The English for a word that stands by itself, as [`super::normalise`] finds it: in lower case.
pub fn known(word: &str) -> Option<&'static str> {
    if word.is_ascii() {
        return None;
    }
    let place_of = |word: &str| NATIVE_WORDS.binary_search_by(|(native, _)| (*native).cmp(word));
    let bare = word.strip_prefix(ARTICLE).unwrap_or(word);
    let at = place_of(word).or_else(|_| place_of(bare)).ok()?;
    Some(NATIVE_WORDS[at].1)
}

/// The pieces of a word of a running script that names a body; none where it names none.
///
/// Only what ends in a word of a body is a body's: people's names are left whole.
pub fn pieces(word: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let last = word.bytes().next_back();
    let ends = |native: &str| native.bytes().next_back() == last && word.ends_with(native);
    if word.is_ascii() || !NATIVE_RUNNING.iter().any(|(native, _)| ends(native)) {
        return pieces;
    }
    let (mut rest, mut plain) = (word, 0);
    while let Some(letter) = rest[plain..].chars().next() {
        let mut words = NATIVE_RUNNING.iter().chain(&NATIVE_INSIDE);
        let known = words.find(|(native, _)| rest[plain..].starts_with(native));
        match known {
            Some((native, english)) => {
                if plain > 0 {
                    pieces.push(&rest[..plain]);
                }
                pieces.extend(english.split('-'));
                rest = &rest[plain + native.len()..];
                plain = 0;
            }
            None => plain += letter.len_utf8(),
        }
    }
    if !rest.is_empty() {
        pieces.push(rest);
    }
    pieces
}
