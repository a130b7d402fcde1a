//! Keys of words that sound alike: the consonants in classes, as 32-bit hashes.
//!
//! Two keys, because two questions differ. [`sound`] compares spellings that both have vowels and
//! keeps what Latin spellings keep apart; [`skeleton`] compares with a script that writes no short
//! vowels, so it drops every letter that may be one.

/// Shorter keys than this say too little to find a candidate by.
const CONSONANTS_LEAST: usize = 2;

/// Key of a vowelled word, or 0 where it has too few consonants.
///
/// ```
/// # use matcher::text::phonetic::sound;
/// assert_eq!(sound("muhammad"), sound("mohamed"));
/// assert_eq!(sound("qaddafi"), sound("gadhafi"));
/// assert_eq!(sound("ali"), 0);
/// ```
#[must_use]
pub fn sound(word: &str) -> u32 {
    hash(b's', &consonants(word, false))
}

/// Key of the consonants that remain when short vowels are not written, or 0 where too few do.
///
/// ```
/// # use matcher::text::phonetic::skeleton;
/// assert_eq!(skeleton("mhmd"), skeleton("muhammad"));
/// ```
#[must_use]
pub fn skeleton(word: &str) -> u32 {
    hash(b'k', &consonants(word, true))
}

/// The consonant classes of a word, doubled ones once.
fn consonants(word: &str, bare: bool) -> Vec<u8> {
    let mut key = Vec::with_capacity(8);
    let mut rest = word.as_bytes();
    if word.is_ascii() && !bare && rest.first().is_some_and(|l| is_vowel(*l)) {
        key.push(b'a');
    }
    let mut after_vowel = true;
    while let Some((&letter, tail)) = rest.split_first() {
        let (class, taken) = class_of(letter, tail, bare, word.len() == rest.len());
        if let Some(class) = class
            && (after_vowel || key.last() != Some(&class))
            && key.last() != Some(&class)
        {
            key.push(class);
        }
        after_vowel = class.is_none();
        rest = &rest[taken..];
    }
    // A last h is written or not at will: Fatima, Fatimah.
    if key.len() > CONSONANTS_LEAST && key.last() == Some(&b'h') {
        key.pop();
    }
    key
}

fn class_of(letter: u8, tail: &[u8], bare: bool, first: bool) -> (Option<u8>, usize) {
    let next = tail.first().copied();
    match (letter, next) {
        (b'a' | b'e' | b'i' | b'o' | b'u' | b'y', _) => (None, 1),
        (b'w', _) if bare => (None, 1),
        (b's', Some(b'h')) => (Some(b'x'), 2),
        (b's', Some(b'c')) if tail.get(1) == Some(&b'h') => (Some(b'x'), 3),
        (b'c', Some(b'h')) => (Some(b'c'), 2),
        (b't', Some(b's' | b'z')) => (Some(b'c'), 2),
        (b't' | b'd', Some(b'h')) => (Some(letter), 2),
        (b'p', Some(b'h')) => (Some(b'f'), 2),
        (b'k', Some(b'h')) => (Some(b'h'), 2),
        (b'g', Some(b'h')) => (Some(b'k'), 2),
        (b'z', Some(b'h')) => (Some(b'j'), 2),
        (b'd', Some(b'j' | b'z')) => (Some(b'j'), 2),
        (b'c', Some(b'e' | b'i' | b'y')) => (Some(b's'), 1),
        (b'x', _) => (Some(b'k'), 1),
        (b'c' | b'k' | b'q' | b'g', _) => (Some(b'k'), 1),
        (b'j', Some(after)) if !first && !bare && !is_vowel(after) => (None, 1),
        (b'f' | b'v' | b'w', _) => (Some(b'f'), 1),
        (b'b'..=b'z', _) => (Some(letter), 1),
        _ => (None, 1),
    }
}

fn is_vowel(letter: u8) -> bool {
    matches!(letter, b'a' | b'e' | b'i' | b'o' | b'u' | b'y')
}

/// FNV-1a, never 0 for a key that is long enough.
fn hash(space: u8, key: &[u8]) -> u32 {
    if key.iter().filter(|class| **class != b'a').count() < CONSONANTS_LEAST {
        return 0;
    }
    let start = (0x811C_9DC5 ^ u32::from(space)).wrapping_mul(0x0100_0193);
    key.iter()
        .fold(start, |hash, class| {
            (hash ^ u32::from(*class)).wrapping_mul(0x0100_0193)
        })
        .max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sound_joins_what_sounds_alike() {
        for (left, right) in [
            ("mohammed", "muhamad"),
            ("yusuf", "youssef"),
            ("wladimir", "vladimir"),
            ("fatima", "fatimah"),
            ("hussein", "husayn"),
        ] {
            assert_eq!(sound(left), sound(right), "{left} {right}");
        }
        assert_ne!(sound("ivanov"), sound("petrov"));
        assert_ne!(sound("omar"), sound("mar"));
    }

    #[test]
    fn keys_of_other_letters_are_zero_or_stable() {
        assert_eq!(sound(""), 0);
        assert_eq!(skeleton("王小明"), 0);
    }
}
