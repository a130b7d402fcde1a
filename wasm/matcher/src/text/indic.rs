//! Devanagari, Bengali, Gurmukhi and Gujarati to Latin.
//!
//! The four blocks have one layout, 128 characters apart, so one table reads them all. A consonant
//! has the vowel `a` unless a sign says otherwise; where speech drops it, so does spelling: at the end
//! of a word and, but in Bengali, between syllables that keep theirs.

/// First character of the four blocks, of 128 each.
const FIRST: u32 = 0x0900;
const LAST: u32 = 0x0AFF;

/// What a character does, by its place in the block.
enum Part {
    Vowel(&'static str),
    Consonant(&'static str),
    Sign(&'static str),
    Nasal,
    Killer,
    Silent,
}

/// A word in Latin letters; what is of no table stays.
///
/// ```
/// # use matcher::text::indic::latin;
/// assert_eq!(latin("दाऊद"), "daud");
/// assert_eq!(latin("इब्राहिम"), "ibrahim");
/// assert_eq!(latin("मुंबई"), "munbai");
/// ```
#[must_use]
pub fn latin(word: &str) -> String {
    // Pieces of consonant and vowel; an empty vowel was taken away by a sign.
    let mut pieces: Vec<(String, Option<&'static str>)> = Vec::new();
    let mut bengali = false;
    for letter in word.chars() {
        bengali |= (0x0980..0x0A00).contains(&(letter as u32));
        match part_of(letter) {
            Some(Part::Vowel(vowel)) => pieces.push((String::new(), Some(vowel))),
            Some(Part::Consonant(letters)) => pieces.push((letters.to_owned(), None)),
            Some(Part::Sign(vowel)) => set_vowel(&mut pieces, vowel),
            Some(Part::Killer) => set_vowel(&mut pieces, ""),
            Some(Part::Nasal) => pieces.push(("n".to_owned(), Some(""))),
            Some(Part::Silent) => {}
            None => pieces.push((letter.to_string(), Some(""))),
        }
    }
    let mut out = String::with_capacity(word.len());
    let mut kept = true;
    for (at, (consonant, vowel)) in pieces.iter().enumerate() {
        out.push_str(consonant);
        let next = pieces.get(at + 1);
        let silent = match next {
            None => at > 0,
            // Gap two syllables with vowels: `Ram(a)dev`.
            Some((after, Some(vowel))) if !bengali => {
                kept && at > 0 && !after.is_empty() && !vowel.is_empty()
            }
            Some(_) => false,
        };
        match vowel {
            Some(vowel) => out.push_str(vowel),
            None if !silent => out.push('a'),
            None => {}
        }
        kept = vowel.map_or(!silent, |vowel| !vowel.is_empty());
    }
    out
}

fn set_vowel(pieces: &mut [(String, Option<&'static str>)], vowel: &'static str) {
    if let Some((_, last)) = pieces.last_mut() {
        *last = Some(vowel);
    }
}

fn part_of(letter: char) -> Option<Part> {
    let code = letter as u32;
    if !(FIRST..=LAST).contains(&code) {
        return None;
    }
    Some(match (code - FIRST) % 0x80 {
        0x01 | 0x02 | 0x70 => Part::Nasal,
        0x03 | 0x3C | 0x3D | 0x71 => Part::Silent,
        0x05 | 0x06 => Part::Vowel("a"),
        0x07 | 0x08 => Part::Vowel("i"),
        0x09 | 0x0A => Part::Vowel("u"),
        0x0B => Part::Vowel("ri"),
        0x0D..=0x0F => Part::Vowel("e"),
        0x10 => Part::Vowel("ai"),
        0x11..=0x13 => Part::Vowel("o"),
        0x14 => Part::Vowel("au"),
        0x15 => Part::Consonant("k"),
        0x16 | 0x59 => Part::Consonant("kh"),
        0x17 => Part::Consonant("g"),
        0x18 | 0x5A => Part::Consonant("gh"),
        0x19 | 0x1E | 0x23 | 0x28 | 0x29 => Part::Consonant("n"),
        0x1A => Part::Consonant("ch"),
        0x1B => Part::Consonant("chh"),
        0x1C => Part::Consonant("j"),
        0x1D => Part::Consonant("jh"),
        0x1F | 0x24 | 0x4E => Part::Consonant("t"),
        0x20 | 0x25 => Part::Consonant("th"),
        0x21 | 0x26 => Part::Consonant("d"),
        0x22 | 0x27 => Part::Consonant("dh"),
        0x2A => Part::Consonant("p"),
        0x2B => Part::Consonant("ph"),
        0x2C => Part::Consonant("b"),
        0x2D => Part::Consonant("bh"),
        0x2E => Part::Consonant("m"),
        0x2F | 0x5F => Part::Consonant("y"),
        0x30 | 0x31 | 0x5C => Part::Consonant("r"),
        0x32..=0x34 => Part::Consonant("l"),
        0x35 => Part::Consonant("v"),
        0x36 | 0x37 => Part::Consonant("sh"),
        0x38 => Part::Consonant("s"),
        0x39 => Part::Consonant("h"),
        0x58 => Part::Consonant("q"),
        0x5B => Part::Consonant("z"),
        0x5D => Part::Consonant("rh"),
        0x5E => Part::Consonant("f"),
        0x3E => Part::Sign("a"),
        0x3F | 0x40 => Part::Sign("i"),
        0x41 | 0x42 => Part::Sign("u"),
        0x43 => Part::Sign("ri"),
        0x45..=0x47 => Part::Sign("e"),
        0x48 => Part::Sign("ai"),
        0x49..=0x4B => Part::Sign("o"),
        0x4C => Part::Sign("au"),
        0x4D => Part::Killer,
        _ => return None,
    })
}
