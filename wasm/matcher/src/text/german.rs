//! Arabic, Persian and Slavic names as Germans write them, in the letters that English has for the
//! same sounds: `Asis` is `Aziz`, `Chalid` `Khalid`, `Jasid` `Yazid`, `Kusnezow` `Kuznetsov`.
//!
//! Compiled by hand from the usage of German newspapers and Duden's rules of transcription. `dsch`,
//! `sch` and `w` are joined by the fold of every word.

use super::consonants::is_vowel;

/// Letters of a word that may be read otherwise.
const LETTERS: std::ops::RangeInclusive<usize> = 4..=24;
/// Ways to read a word that are tried.
const WAYS_MAX: usize = 32;

/// How else a word of lower-case letters may be spelt in English, the likeliest first; none where German
/// writes it as English does.
///
/// ```
/// # use matcher::text::german::in_english;
/// assert!(in_english("chalid").contains(&"khalid".to_owned()));
/// assert!(in_english("jasid").contains(&"yazid".to_owned()));
/// assert!(in_english("kusnezow").contains(&"kuznetsow".to_owned()));
/// assert!(in_english("omar").is_empty());
/// ```
#[must_use]
pub fn in_english(word: &str) -> Vec<String> {
    let is_plain = word.bytes().all(|byte| byte.is_ascii_lowercase());
    if !is_plain || !LETTERS.contains(&word.len()) {
        return Vec::new();
    }
    let mut ways = vec![String::new()];
    let mut at = 0;
    while at < word.len() {
        let (taken, sounds) = sounds_at(word, at);
        if ways.len() * sounds.len() > WAYS_MAX {
            return Vec::new();
        }
        let longer = ways
            .iter()
            .flat_map(|way| sounds.iter().map(move |sound| [&**way, sound].concat()));
        ways = longer.collect();
        at += taken;
    }
    ways.retain(|way| way != word);
    ways
}

/// How many letters of a word spell the sound at a place, and how English may spell it.
fn sounds_at(word: &str, at: usize) -> (usize, Vec<&str>) {
    /// What German spells in several letters, longer ones first.
    const SEVERAL: &[(&str, &[&str])] = &[
        ("dsch", &["j", "dz"]),
        ("tsch", &["ch"]),
        ("sch", &["sh", "zh"]),
        ("ch", &["kh", "ch"]),
        ("dj", &["dj"]),
        ("ss", &["ss"]),
        ("st", &["st"]),
        ("sp", &["sp"]),
        ("sh", &["sh"]),
        ("zh", &["zh"]),
        ("tz", &["tz"]),
        ("ts", &["ts"]),
    ];
    let rest = &word[at..];
    // What South Slavs spell `-ić`.
    if rest == "tsch" {
        return (rest.len(), vec!["ch", "c"]);
    }
    if let Some((german, english)) = SEVERAL.iter().find(|(german, _)| rest.starts_with(german)) {
        return (german.len(), english.to_vec());
    }
    let sounds = match rest.as_bytes()[0] {
        b's' if is_voiced(word, at) => vec!["z", "s"],
        b'z' => vec!["ts", "z"],
        b'j' => vec!["y", "j"],
        _ => vec![&rest[..1]],
    };
    (1, sounds)
}

/// Whether an `s` may be read as that of `rose`: not beside a consonant without voice.
fn is_voiced(word: &str, at: usize) -> bool {
    let voiced = |letter: &u8| is_vowel(*letter) || b"bdglmnrwjv".contains(letter);
    let letters = word.as_bytes();
    let before = at.checked_sub(1).map(|at| &letters[at]);
    before.is_none_or(voiced) && letters.get(at + 1).is_none_or(voiced)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn german_letters_are_read_as_english_spells_their_sounds() {
        for (german, english) in [
            ("hisbollah", "hizbollah"),
            ("schahbas", "shahbaz"),
            ("achunsada", "akhunzada"),
            ("resa", "reza"),
            ("dschasira", "jazira"),
            ("chodorkowski", "khodorkowski"),
            ("prigoschin", "prigozhin"),
            ("jewgeni", "yewgeni"),
            ("karadschitsch", "karadzic"),
        ] {
            let found = in_english(german);
            assert!(found.iter().any(|way| way == english), "{german} {found:?}");
        }
    }

    #[test]
    fn letters_that_both_read_alike_stay() {
        for word in ["mustafa", "hassan", "putin", "abu", "сергей", "q7", "zso"] {
            assert_eq!(in_english(word).len(), 0, "{word}");
        }
    }
}
