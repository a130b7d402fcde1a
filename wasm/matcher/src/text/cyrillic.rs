//! Cyrillic to Latin, the way English texts write the names of each language.
//!
//! What differs between transcriptions (`ya`/`ia`, `ts`/`tz`, `y`/`i`) is left to the fold; here
//! only what the letters themselves distinguish.

use super::transcribe::transcribe;

/// The languages in which a text may be read, as `transcriptions.tsv` calls them, the likeliest first. The text
/// is in lower case.
///
/// ```
/// # use matcher::text::cyrillic::languages;
/// assert!(languages("гліб").starts_with('U'));
/// assert!(languages("игорь").starts_with('R'));
/// ```
pub fn languages(text: &str) -> &'static str {
    let has = |letters: &str| text.contains(|letter| letters.contains(letter));
    match () {
        () if has("әғқңөұүһҳҷӣӯҗҡ") => "RY",
        () if has("ђћљњџјѓќѕ") => "ST",
        () if has("їєґ") => "UR",
        () if has("ў") => "BYR",
        () if has("і") && has("ыэё") => "BR",
        () if has("і") => "UBR",
        () if has("ъ") && !has("ыэё") => "GR",
        () => "RZY",
    }
}

/// A lower-case word in Latin letters; what is of no table stays.
///
/// ```
/// # use matcher::text::cyrillic::latin;
/// assert_eq!(latin("жуков", 'R'), "zhukov");
/// assert_eq!(latin("земцов", 'Z'), "ziamtsau");
/// ```
pub fn latin(word: &str, language: char) -> String {
    let softened = (language == 'Z').then(|| soften(word)).flatten();
    transcribe("Cyrl", language, softened.as_deref().unwrap_or(word)).unwrap_or_default()
}

/// Marks by a capital the first `е` that Belarusian writes as `я`: behind a consonant or nothing, where
/// another vowel follows.
fn soften(word: &str) -> Option<String> {
    let is_marked = |(at, _): &(usize, &str)| {
        let (before, rest) = (&word[..*at], &word[at + 'е'.len_utf8()..]);
        !before.ends_with(is_vowel) && rest.contains(is_vowel)
    };
    let (at, letter) = word.match_indices('е').find(is_marked)?;
    Some([&word[..at], "Ѣ", &word[at + letter.len()..]].concat())
}

fn is_vowel(letter: char) -> bool {
    "аеёиіїоуыэєюя".contains(letter)
}
