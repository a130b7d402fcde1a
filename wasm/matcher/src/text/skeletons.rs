//! Words without short vowels beside words with them: `mhmd` and `mohammad`.

use super::consonants::{PhoneticVariant, class_of, is_vowel, with_consonants, with_room};

/// The class of the first consonant of a word as [`squeezed_alike`] reads it, 0 where it has none.
pub fn first_squeezed(bare: &str) -> u8 {
    let mut heard = bare.bytes().filter(|letter| is_heard(*letter));
    // No class is spelled in more letters.
    let letters: [u8; 3] = std::array::from_fn(|_| heard.next().unwrap_or_default());
    let count = letters.iter().take_while(|letter| **letter != 0).count();
    let class = letters[..count].split_first();
    let class =
        class.and_then(|(first, tail)| class_of(*first, tail, PhoneticVariant::Bare, true).0);
    class.unwrap_or_default()
}

/// Whether words whose first consonants are of these classes may be [`akin`].
pub fn begin_akin(a: u8, b: u8) -> bool {
    a == b || are_akin(a, b) || [a, b].iter().any(|class| matches!(class, 0 | b'f' | b'h'))
}

fn is_heard(letter: u8) -> bool {
    !is_vowel(letter) && letter != b'w'
}

/// Whether a word without short vowels has the consonants of another, where that writes two sounds so
/// that they look like one: `mzahry` is `mazhari`, whose `zh` is no `zh`.
///
/// ```
/// # use matcher::text::skeletons::squeezed_alike;
/// assert!(squeezed_alike("mzahry", "mazhari"));
/// ```
pub fn squeezed_alike(bare: &str, full: &str) -> bool {
    with_room(bare.len(), |room| {
        let letters = bare.bytes().filter(|letter| is_heard(*letter));
        let count = room.iter_mut().zip(letters).fold(0, |count, (to, from)| {
            *to = from;
            count + 1
        });
        with_consonants(&room[..count], PhoneticVariant::Bare, |heard| {
            heard.len() >= AKIN_CONSONANTS_MIN
                && with_consonants(full.as_bytes(), PhoneticVariant::Bare, |full| heard == full)
        })
    })
}

/// Whether a word that writes long vowels alone may be another of the same consonants: where it has a
/// long vowel, that one has none that sounds otherwise. `hsyn` is Husayn, and neither Hassan nor Ehsan.
///
/// ```
/// # use matcher::text::skeletons::long_vowels_agree;
/// assert!(long_vowels_agree("hsyn", "hossein"));
/// assert!(!long_vowels_agree("hsyn", "hassan"));
/// assert!(long_vowels_agree("mhmwd", "mahmoud"));
/// assert!(!long_vowels_agree("mhmwd", "mohammad"));
/// assert!(long_vowels_agree("mhmd", "mohammad"));
/// ```
pub fn long_vowels_agree(bare: &str, full: &str) -> bool {
    // Of other consonants nothing says which vowel is which.
    if inner_vowels(bare).count() != inner_vowels(full).count() {
        return true;
    }
    inner_vowels(bare)
        .zip(inner_vowels(full))
        .all(|(written, heard)| {
            let may_be = |letters: &[u8]| heard.iter().any(|vowel| letters.contains(vowel));
            match written {
                [] => true,
                [.., b'y'] => may_be(b"eiy"),
                [.., b'w'] => may_be(b"ouw"),
                _ => heard.is_empty() || may_be(b"aeo"),
            }
        })
}

/// The vowels between each two consonants of a word.
fn inner_vowels(word: &str) -> impl Iterator<Item = &[u8]> {
    let word = word.as_bytes();
    let (mut at, mut open) = (0, 0);
    let mut last: Option<u8> = None;
    std::iter::from_fn(move || {
        loop {
            let (&letter, tail) = word[at..].split_first()?;
            let (class, taken) = class_of(letter, tail, PhoneticVariant::Bare, at == 0);
            let here = at;
            at += taken;
            // A doubled consonant is one.
            if class.is_some() && !(class == last && open == here) {
                let between = &word[open..here];
                let is_inner = last.is_some();
                (last, open) = (class, at);
                if is_inner {
                    return Some(between);
                }
            } else if class.is_some() {
                open = at;
            }
        }
    })
}

/// Fewer consonants than this say too little to let one of them differ.
const AKIN_CONSONANTS_MIN: usize = 3;

/// Whether the bare consonants of two words are the same but for one that countries read differently
/// or, as a weak `h` or `v`, leave out; or they are one and the same.
///
/// ```
/// # use matcher::text::skeletons::akin;
/// assert!(akin("kazam", "kathim"));
/// assert!(akin("mwhdy", "movahedi"));
/// assert!(!akin("krym", "salim"));
/// ```
pub fn akin(left: &str, right: &str) -> bool {
    if !left.is_ascii() || !right.is_ascii() {
        return false;
    }
    with_consonants(left.as_bytes(), PhoneticVariant::Bare, |a| {
        with_consonants(right.as_bytes(), PhoneticVariant::Bare, |b| {
            if a.len() > b.len() {
                differ_by_one(b, a)
            } else {
                differ_by_one(a, b)
            }
        })
    })
}

/// Whether consonants are others, no fewer, but for one at most: see [`akin`].
fn differ_by_one(a: &[u8], b: &[u8]) -> bool {
    if b.len() == 1 {
        return a == b;
    }
    if b.len() < AKIN_CONSONANTS_MIN || b.len() - a.len() > 1 {
        return false;
    }
    let at = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    if a.len() < b.len() {
        return matches!(b[at], b'f' | b'h') && a[at..] == b[at + 1..];
    }
    at < a.len() && a[at + 1..] == b[at + 1..] && are_akin(a[at], b[at])
}

/// Whether two consonants are those of one letter in two countries.
fn are_akin(a: u8, b: u8) -> bool {
    let both = |letters: &[u8]| letters.contains(&a) && letters.contains(&b);
    both(b"dtz") || both(b"ts") || both(b"kj") || both(b"bp")
}
