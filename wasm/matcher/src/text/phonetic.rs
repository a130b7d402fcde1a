//! Keys of words that sound alike: the consonants in classes, as 32-bit hashes.
//!
//! Three keys, because three questions differ. [`PhoneticVariant::Western`] takes `g` and `k` for one
//! sound, [`PhoneticVariant::Slavic`] `g` and `h`, as Ukrainian and Belarusian write it; both keep what
//! Latin spellings keep apart. [`PhoneticVariant::Bare`] compares with a script that writes no short
//! vowels, so it drops every letter that may be one. A key holds in its lowest three bits how many
//! consonants it has.

use super::consonants::{PhoneticVariant, with_consonants, with_room};

/// Shorter keys than this say too little to find a candidate by.
const CONSONANTS_LEAST: u32 = 2;

/// Key of a word, or 0 where it has too few consonants.
///
/// ```
/// # use matcher::text::consonants::PhoneticVariant;
/// # use matcher::text::phonetic::key;
/// assert_eq!(key("muhammad", PhoneticVariant::Western), key("mohamed", PhoneticVariant::Western));
/// assert_eq!(key("gaidukevich", PhoneticVariant::Slavic), key("haidukevich", PhoneticVariant::Slavic));
/// assert_eq!(key("mhmd", PhoneticVariant::Bare), key("muhammad", PhoneticVariant::Bare));
/// assert_eq!(key("ali", PhoneticVariant::Western), 0);
/// ```
pub fn key(word: &str, variant: PhoneticVariant) -> u32 {
    if !word.is_ascii() {
        return 0;
    }
    let start = 0x811C_9DC5 ^ (variant as u32 + 1);
    with_consonants(word.as_bytes(), variant, |classes| {
        let count = classes.iter().filter(|class| **class != b'a').count() as u32;
        if count < CONSONANTS_LEAST {
            return 0;
        }
        let hash = classes.iter().fold(start, |hash, class| {
            (hash ^ u32::from(*class)).wrapping_mul(0x0100_0193)
        });
        (hash & !7) | count.min(7)
    })
}

/// Fewer consonants than this are shared by too many words to show a compound.
const COMPOUND_CONSONANTS_MIN: u32 = 3;

/// Key of the bare consonants of two words written as one, or 0 where it has too few.
///
/// ```
/// # use matcher::text::consonants::PhoneticVariant;
/// # use matcher::text::phonetic::{joined_skeleton, key};
/// assert_eq!(joined_skeleton("nsr", "allah"), key("nasrallah", PhoneticVariant::Bare));
/// ```
pub fn joined_skeleton(left: &str, right: &str) -> u32 {
    // A vowel between them keeps the last consonant of one from that of the other.
    let parts = [left, "a", right].map(str::as_bytes);
    let key = with_room(left.len() + 1 + right.len(), |room| {
        let letters = parts.into_iter().flatten();
        room.iter_mut()
            .zip(letters)
            .for_each(|(to, from)| *to = *from);
        std::str::from_utf8(room).map_or(0, |word| key(word, PhoneticVariant::Bare))
    });
    if consonants_of(key) < COMPOUND_CONSONANTS_MIN {
        return 0;
    }
    key
}

/// How many consonants a key has; 7 stands for more.
pub fn consonants_of(key: u32) -> u32 {
    key & 7
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_latin_letter_has_no_key() {
        assert_eq!(key("", PhoneticVariant::Western), 0);
        assert_eq!(key("王小明", PhoneticVariant::Bare), 0);
    }
}
