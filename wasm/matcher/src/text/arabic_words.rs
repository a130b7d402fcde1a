//! Words in Arabic letters whose vowels are known.

use super::tables::{ARABIC_VOWELLED, ARABIC_WORDS};

/// How Latin texts write a word that they all write alike.
///
/// ```
/// # use matcher::text::arabic_words::known;
/// assert_eq!(known("أبو"), Some("abu"));
/// assert_eq!(known("بشار"), None);
/// ```
pub fn known(word: &str) -> Option<&'static str> {
    let found = ARABIC_WORDS.iter().find(|(arabic, _)| *arabic == word);
    found.map(|(_, latin)| *latin)
}

/// How Latin texts write a word whose consonants say too little: as Arabs and as Persians do.
pub fn vowelled(word: &str) -> Option<(&'static str, &'static str)> {
    let found = ARABIC_VOWELLED.iter().find(|(arabic, ..)| *arabic == word);
    found.map(|(_, arab, persian)| (*arab, *persian))
}

/// Whether a word in Latin letters is one of [`known`]'s.
pub fn is_known(latin: &str) -> bool {
    ARABIC_WORDS.iter().any(|(_, known)| *known == latin)
}

/// Whether a transliterated word has its vowels.
pub fn has_vowels(latin: &str) -> bool {
    is_known(latin)
        || ARABIC_VOWELLED
            .iter()
            .any(|(_, arab, persian)| *arab == latin || *persian == latin)
}
