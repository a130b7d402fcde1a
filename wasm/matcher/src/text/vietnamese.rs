//! Syllables of Vietnamese, of which each word of a name is one.

/// What a syllable begins with, as it is written without marks, the longer first where one begins another.
const ONSETS: &[&str] = &[
    "ngh", "ch", "gh", "gi", "kh", "ng", "nh", "ph", "qu", "th", "tr", "b", "c", "d", "g", "h",
    "k", "l", "m", "n", "p", "r", "s", "t", "v", "x", "",
];
/// What it ends with.
const CODAS: &[&str] = &["", "c", "ch", "m", "n", "ng", "nh", "p", "t"];
/// Vowels of a syllable.
const VOWELS_MAX: usize = 3;

/// Whether a normalised word has the form of a Vietnamese syllable.
///
/// ```
/// # use matcher::text::vietnamese::is_vietnamese_syllable;
/// for word in ["ngo", "quang", "huy", "nguyen", "ta", "an"] {
///     assert!(is_vietnamese_syllable(word), "{word}");
/// }
/// for word in ["star", "mas", "barus", "h", "ltd"] {
///     assert!(!is_vietnamese_syllable(word), "{word}");
/// }
/// ```
pub fn is_vietnamese_syllable(word: &str) -> bool {
    let is_vowel = |letter: &u8| b"aeiouy".contains(letter);
    let onsets = ONSETS.iter().filter_map(|onset| word.strip_prefix(onset));
    onsets.into_iter().any(|rest| {
        let vowels = rest.bytes().take_while(|letter| is_vowel(letter)).count();
        (1..=VOWELS_MAX).contains(&vowels) && CODAS.contains(&&rest[vowels..])
    })
}
