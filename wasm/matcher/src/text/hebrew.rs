//! Words of Hebrew that Latin texts all write alike. As in Arabic script, vowels are mostly left out.

use super::tables::HEBREW_WORDS;

/// How Latin texts write a word that they all write alike.
pub fn known(word: &str) -> Option<&'static str> {
    let found = HEBREW_WORDS.iter().find(|(hebrew, _)| *hebrew == word);
    found.map(|(_, latin)| *latin)
}

/// Whether a word in Latin letters is one of those, and not written without its vowels.
pub fn is_known(latin: &str) -> bool {
    HEBREW_WORDS.iter().any(|(_, known)| *known == latin)
}
