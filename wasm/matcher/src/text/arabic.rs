//! Arabic, Persian, Urdu and Pashto letters to Latin.
//!
//! The script leaves short vowels out, so the outcome is a skeleton (`mhmd`), marked as such by the
//! caller and compared by its consonants with what others wrote with vowels.

use super::arabic_words::{known, vowelled};
use super::transcribe::transcribe;

/// The languages in which a text may be read, as `transcriptions.tsv` calls them, the likeliest first.
///
/// ```
/// # use matcher::text::arabic::languages;
/// assert_eq!(languages("گلبدين"), "PAS");
/// assert_eq!(languages("رجب"), "APS");
/// ```
pub fn languages(text: &str) -> &'static str {
    if text.contains(is_persian) {
        "PAS"
    } else {
        "APS"
    }
}

/// Whether a letter shows that a name is Persian, Pashto or Urdu.
fn is_persian(letter: char) -> bool {
    "یکپچژگہھےٹڈڑںېۍځڅډړښږټڼګ".contains(letter)
}

/// A word in Latin letters; what is of no table stays.
///
/// ```
/// # use matcher::text::arabic::latin;
/// assert_eq!(latin("شريف", 'A'), "shryf");
/// assert_eq!(latin("ميلوفيتش", 'S'), "mylwfych");
/// ```
pub fn latin(word: &str, language: char) -> String {
    let in_full = || {
        let (arab, persian) = vowelled(word)?;
        Some(if language == 'P' { persian } else { arab })
    };
    match known(word).or_else(in_full) {
        Some(latin) => latin.to_owned(),
        None => transcribe("Arab", language, word).unwrap_or_default(),
    }
}
