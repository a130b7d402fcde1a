//! The consonants of a word in classes that sound alike.

/// Which sounds a key takes for one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhoneticVariant {
    /// `g` sounds like `k` and `q`.
    Western,
    /// `g` sounds like `h`; a last `au` or `ou` like `ov`.
    Slavic,
    /// Consonants alone.
    Bare,
}

/// The class of the first bare consonant of a word, 0 where it has none.
pub fn first_sound(word: &str) -> u8 {
    let mut rest = word.as_bytes();
    while let Some((&letter, tail)) = rest.split_first() {
        let (class, taken) = class_of(
            letter,
            tail,
            PhoneticVariant::Bare,
            word.len() == rest.len(),
        );
        if let Some(class) = class {
            return class;
        }
        rest = &rest[taken..];
    }
    0
}

/// Bytes that are worked on without taking memory: more than names have in a word, or in two.
const ROOM: usize = 64;

/// Calls with so many bytes to write on.
pub(super) fn with_room<T>(bytes: usize, call: impl FnOnce(&mut [u8]) -> T) -> T {
    let mut room = [0; ROOM];
    match room.get_mut(..bytes) {
        Some(room) => call(room),
        None => call(&mut vec![0; bytes]),
    }
}

/// Calls with the consonant classes of a word, doubled letters once. A first vowel counts as `a`.
pub(super) fn with_consonants<T>(
    word: &[u8],
    variant: PhoneticVariant,
    call: impl FnOnce(&[u8]) -> T,
) -> T {
    // Beside a class for each letter, that of a first vowel and of a last.
    with_room(word.len() + 2, |classes| {
        let count = consonants(word, variant, classes);
        call(&classes[..count])
    })
}

/// Writes the consonant classes of a word and returns how many they are.
fn consonants(word: &[u8], variant: PhoneticVariant, key: &mut [u8]) -> usize {
    let mut count = 0;
    let mut push = |class: u8, count: &mut usize| {
        key[*count] = class;
        *count += 1;
    };
    if variant != PhoneticVariant::Bare && word.first().is_some_and(|letter| is_vowel(*letter)) {
        push(b'a', &mut count);
    }
    let mut last = (count > 0).then_some(b'a');
    let mut rest = word;
    let mut after_vowel = true;
    while let Some((&letter, tail)) = rest.split_first() {
        let (class, taken) = if variant == PhoneticVariant::Western
            && is_diphthong(&word[..word.len() - tail.len()], tail)
        {
            (None, 1)
        } else {
            class_of(letter, tail, variant, word.len() == rest.len())
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
    if variant == PhoneticVariant::Slavic
        && word.len() > 4
        && (word.ends_with(b"au") || word.ends_with(b"ou"))
    {
        push(b'f', &mut count);
        last = Some(b'f');
    }
    // A last h is written or not at will: Fatima, Fatimah.
    if variant != PhoneticVariant::Slavic && count > 2 && last == Some(b'h') {
        count -= 1;
    }
    count
}

/// Whether a word read so far ends in the `aw` of Jawlani, which others write `au`, `ou` or `u`.
fn is_diphthong(read: &[u8], tail: &[u8]) -> bool {
    read.ends_with(b"aw") && tail.first().is_some_and(|next| !is_vowel(*next))
}

/// The class of the consonant that a word goes on with, and how many letters spell it.
pub(super) fn class_of(
    letter: u8,
    tail: &[u8],
    variant: PhoneticVariant,
    first: bool,
) -> (Option<u8>, usize) {
    let next = tail.first().copied();
    let bare = variant == PhoneticVariant::Bare;
    let (guttural, kh) = match variant {
        PhoneticVariant::Western => (b'k', b'h'),
        PhoneticVariant::Slavic => (b'h', b'h'),
        PhoneticVariant::Bare => (b'k', b'q'),
    };
    let soft = matches!(next, Some(b'e' | b'i' | b'y'));
    match (letter, next) {
        (b'a' | b'e' | b'i' | b'o' | b'u' | b'y', _) => (None, 1),
        (b'w', _) if bare => (None, 1),
        (b's', Some(b'h')) => (Some(b'x'), 2),
        (b's', Some(b'c')) if tail.get(1) == Some(&b'h') => (Some(b'x'), 3),
        (b'c', Some(b'h')) => (Some(if bare { b'x' } else { b'c' }), 2),
        (b't', Some(b's' | b'z')) => (Some(b'c'), 2),
        (b'd', Some(b'z')) => (
            Some(if variant == PhoneticVariant::Slavic {
                b'd'
            } else {
                b'j'
            }),
            2,
        ),
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
pub fn is_vowel(letter: u8) -> bool {
    matches!(letter, b'a' | b'e' | b'i' | b'o' | b'u' | b'y')
}
