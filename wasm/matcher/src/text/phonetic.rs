//! Keys of words that sound alike: the consonants in classes, as 32-bit hashes.
//!
//! Three keys, because three questions differ. [`Ear::Western`] hears `g` with `k`, [`Ear::Slavic`]
//! hears it with `h`, as Ukrainian and Belarusian write it; both keep what Latin spellings keep
//! apart. [`Ear::Bare`] compares with a script that writes no short vowels, so it drops every letter
//! that may be one. A key says in its lowest three bits how many consonants it has.

/// Shorter keys than this say too little to find a candidate by.
const CONSONANTS_LEAST: u32 = 2;

/// How a word is heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ear {
    /// `g` sounds like `k` and `q`.
    Western,
    /// `g` sounds like `h`; a last `au` or `ou` like `ov`.
    Slavic,
    /// Consonants alone.
    Bare,
}

/// Key of a word, or 0 where it has too few consonants.
///
/// ```
/// # use matcher::text::phonetic::{Ear, key};
/// assert_eq!(key("muhammad", Ear::Western), key("mohamed", Ear::Western));
/// assert_eq!(key("gaidukevich", Ear::Slavic), key("haidukevich", Ear::Slavic));
/// assert_eq!(key("mhmd", Ear::Bare), key("muhammad", Ear::Bare));
/// assert_eq!(key("ali", Ear::Western), 0);
/// ```
#[must_use]
pub fn key(word: &str, ear: Ear) -> u32 {
    if !word.is_ascii() {
        return 0;
    }
    let start = 0x811C_9DC5 ^ (ear as u32 + 1);
    with_consonants(word.as_bytes(), ear, |classes| {
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

/// The class of the first bare consonant of a word, 0 where it has none.
#[must_use]
pub fn first_sound(word: &str) -> u8 {
    let mut rest = word.as_bytes();
    while let Some((&letter, tail)) = rest.split_first() {
        let (class, taken) = class_of(letter, tail, Ear::Bare, word.len() == rest.len());
        if let Some(class) = class {
            return class;
        }
        rest = &rest[taken..];
    }
    0
}

/// Fewer consonants than this are shared by too many words to tell a compound.
const COMPOUND_CONSONANTS_MIN: u32 = 3;

/// Key of the bare consonants of two words written as one, or 0 where it has too few.
///
/// ```
/// # use matcher::text::phonetic::{Ear, joined_skeleton, key};
/// assert_eq!(joined_skeleton("nsr", "allah"), key("nasrallah", Ear::Bare));
/// ```
#[must_use]
pub fn joined_skeleton(left: &str, right: &str) -> u32 {
    // A vowel between them keeps the last consonant of one from that of the other.
    let parts = [left, "a", right].map(str::as_bytes);
    let key = with_room(left.len() + 1 + right.len(), |room| {
        let letters = parts.into_iter().flatten();
        room.iter_mut()
            .zip(letters)
            .for_each(|(to, from)| *to = *from);
        std::str::from_utf8(room).map_or(0, |word| key(word, Ear::Bare))
    });
    if consonants_of(key) < COMPOUND_CONSONANTS_MIN {
        return 0;
    }
    key
}

/// Whether a word without short vowels has the consonants of another, where that writes two sounds so
/// that they look like one: `mzahry` is `mazhari`, whose `zh` is no `zh`.
///
/// ```
/// # use matcher::text::phonetic::squeezed_alike;
/// assert!(squeezed_alike("mzahry", "mazhari"));
/// ```
#[must_use]
pub fn squeezed_alike(bare: &str, full: &str) -> bool {
    let is_heard = |letter: &u8| !is_vowel(*letter) && *letter != b'w';
    with_room(bare.len(), |room| {
        let letters = bare.bytes().filter(is_heard);
        let count = room.iter_mut().zip(letters).fold(0, |count, (to, from)| {
            *to = from;
            count + 1
        });
        with_consonants(&room[..count], Ear::Bare, |heard| {
            heard.len() >= AKIN_CONSONANTS_MIN
                && with_consonants(full.as_bytes(), Ear::Bare, |full| heard == full)
        })
    })
}

/// Whether a word that writes long vowels alone may be another of the same consonants: where it has a
/// long vowel, that one has none that sounds otherwise. `hsyn` is Husayn, and neither Hassan nor Ehsan.
///
/// ```
/// # use matcher::text::phonetic::long_vowels_agree;
/// assert!(long_vowels_agree("hsyn", "hossein"));
/// assert!(!long_vowels_agree("hsyn", "hassan"));
/// assert!(long_vowels_agree("mhmwd", "mahmoud"));
/// assert!(!long_vowels_agree("mhmwd", "mohammad"));
/// assert!(long_vowels_agree("mhmd", "mohammad"));
/// ```
#[must_use]
pub fn long_vowels_agree(bare: &str, full: &str) -> bool {
    // Of other consonants nothing tells which vowel is which.
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
            let (class, taken) = class_of(letter, tail, Ear::Bare, at == 0);
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
/// # use matcher::text::phonetic::akin;
/// assert!(akin("kazam", "kathim"));
/// assert!(akin("mwhdy", "movahedi"));
/// assert!(!akin("krym", "salim"));
/// ```
#[must_use]
pub fn akin(left: &str, right: &str) -> bool {
    if !left.is_ascii() || !right.is_ascii() {
        return false;
    }
    with_consonants(left.as_bytes(), Ear::Bare, |a| {
        with_consonants(right.as_bytes(), Ear::Bare, |b| {
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

/// How many consonants a key has; 7 stands for more.
#[must_use]
pub fn consonants_of(key: u32) -> u32 {
    key & 7
}

/// Bytes that are worked on without taking memory: more than names have in a word, or in two.
const ROOM: usize = 64;

/// Calls with so many bytes to write on.
fn with_room<T>(bytes: usize, call: impl FnOnce(&mut [u8]) -> T) -> T {
    let mut room = [0; ROOM];
    match room.get_mut(..bytes) {
        Some(room) => call(room),
        None => call(&mut vec![0; bytes]),
    }
}

/// Calls with the consonant classes of a word, doubled letters once. A first vowel counts as `a`.
fn with_consonants<T>(word: &[u8], ear: Ear, call: impl FnOnce(&[u8]) -> T) -> T {
    // Beside a class for each letter, that of a first vowel and of a last.
    with_room(word.len() + 2, |classes| {
        let count = consonants(word, ear, classes);
        call(&classes[..count])
    })
}

/// Writes the consonant classes of a word and tells how many they are.
fn consonants(word: &[u8], ear: Ear, key: &mut [u8]) -> usize {
    let mut count = 0;
    let mut push = |class: u8, count: &mut usize| {
        key[*count] = class;
        *count += 1;
    };
    if ear != Ear::Bare && word.first().is_some_and(|letter| is_vowel(*letter)) {
        push(b'a', &mut count);
    }
    let mut last = (count > 0).then_some(b'a');
    let mut rest = word;
    let mut after_vowel = true;
    while let Some((&letter, tail)) = rest.split_first() {
        let (class, taken) =
            if ear == Ear::Western && is_diphthong(&word[..word.len() - tail.len()], tail) {
                (None, 1)
            } else {
                class_of(letter, tail, ear, word.len() == rest.len())
            };
        if let Some(class) = class
            && (after_vowel || last != Some(class))
        {
            push(class, &mut count);
            last = Some(class);
        }
        after_vowel = class.is_none();
        rest = &rest[taken..];
    }
    if ear == Ear::Slavic && word.len() > 4 && (word.ends_with(b"au") || word.ends_with(b"ou")) {
        push(b'f', &mut count);
        last = Some(b'f');
    }
    // A last h is written or not at will: Fatima, Fatimah.
    if ear != Ear::Slavic && count > 2 && last == Some(b'h') {
        count -= 1;
    }
    count
}

/// Whether a word read so far ends in the `aw` of Jawlani, which others write `au`, `ou` or `u`.
fn is_diphthong(read: &[u8], tail: &[u8]) -> bool {
    read.ends_with(b"aw") && tail.first().is_some_and(|next| !is_vowel(*next))
}

/// The class of the consonant that a word goes on with, and how many letters spell it.
fn class_of(letter: u8, tail: &[u8], ear: Ear, first: bool) -> (Option<u8>, usize) {
    let next = tail.first().copied();
    let bare = ear == Ear::Bare;
    let (guttural, kh) = match ear {
        Ear::Western => (b'k', b'h'),
        Ear::Slavic => (b'h', b'h'),
        Ear::Bare => (b'k', b'q'),
    };
    let soft = matches!(next, Some(b'e' | b'i' | b'y'));
    match (letter, next) {
        (b'a' | b'e' | b'i' | b'o' | b'u' | b'y', _) => (None, 1),
        (b'w', _) if bare => (None, 1),
        (b's', Some(b'h')) => (Some(b'x'), 2),
        (b's', Some(b'c')) if tail.get(1) == Some(&b'h') => (Some(b'x'), 3),
        (b'c', Some(b'h')) => (Some(if bare { b'x' } else { b'c' }), 2),
        (b't', Some(b's' | b'z')) => (Some(b'c'), 2),
        (b'd', Some(b'z')) => (Some(if ear == Ear::Slavic { b'd' } else { b'j' }), 2),
        (b't' | b'd', Some(b'h')) => (Some(letter), 2),
        (b'p', Some(b'h')) => (Some(b'f'), 2),
        (b'k', Some(b'h')) => (Some(kh), 2),
        (b'g', Some(b'h')) => (Some(guttural), 2),
        (b'z', Some(b'h')) | (b'd', Some(b'j')) => (Some(b'j'), 2),
        (b'c', _) if soft => (Some(b's'), 1),
        (b'g', _) if soft && bare => (Some(b'j'), 1),
        (b'g', _) => (Some(guttural), 1),
        (b'c' | b'k' | b'q' | b'x', _) => (Some(b'k'), 1),
        (b'j', Some(after)) if !first && !bare && !is_vowel(after) => (None, 1),
        (b'f' | b'v' | b'w', _) => (Some(b'f'), 1),
        (b'b'..=b'z', _) => (Some(letter), 1),
        _ => (None, 1),
    }
}

/// Whether a letter is, or may stand for, a vowel.
#[must_use]
pub fn is_vowel(letter: u8) -> bool {
    matches!(letter, b'a' | b'e' | b'i' | b'o' | b'u' | b'y')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_joins_what_sounds_alike() {
        let cases = [
            ("mohammed", "muhamad", Ear::Western),
            ("yusuf", "youssef", Ear::Western),
            ("wladimir", "vladimir", Ear::Western),
            ("fatima", "fatimah", Ear::Western),
            ("qaddafi", "gadhafi", Ear::Western),
            ("igor", "ihar", Ear::Slavic),
            ("dzmitry", "dmitri", Ear::Slavic),
            ("barabanov", "barabanau", Ear::Slavic),
            ("qasm", "qasem", Ear::Bare),
        ];
        for (left, right, ear) in cases {
            assert_eq!(key(left, ear), key(right, ear), "{left} {right}");
        }
    }

    #[test]
    fn key_keeps_apart_what_does_not() {
        for (left, right) in [("ivanov", "petrov"), ("omar", "mar"), ("putin", "potanin")] {
            assert_ne!(
                key(left, Ear::Western),
                key(right, Ear::Western),
                "{left} {right}"
            );
        }
        assert_eq!(key("", Ear::Western), 0);
        assert_eq!(key("王小明", Ear::Bare), 0);
    }
}
