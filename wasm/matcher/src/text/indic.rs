//! Devanagari, Bengali, Gurmukhi, Gujarati, Oriya, Telugu, Kannada and Malayalam to Latin.
//!
//! The blocks have one layout, 128 characters apart, so one table reads them all. A consonant has the
//! vowel `a` unless a sign says otherwise; where speech drops it, so does spelling: at the end of a
//! word and, but in Bengali and Oriya, between syllables that keep theirs. The languages of the south
//! keep it, and their dental `t` is written `th`.
//!
//! Letters after ISO 15919:2001, in the plain spelling that ALA-LC and passports have for its marks
//! (`ś` and `ṣ` are `sh`, `ḻ` is `zh`), written from the standard. Tamil, whose letters do not tell
//! voiced from voiceless, has a module of its own.

/// First character of the blocks, of 128 each.
const FIRST: u32 = 0x0900;
const LAST: u32 = 0x0D7F;

/// A block of the layout.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Block {
    /// Devanagari, Gurmukhi and Gujarati.
    North,
    /// Bengali and Oriya.
    East,
    Telugu,
    Kannada,
    Malayalam,
}

impl Block {
    fn of(letter: char) -> Option<Block> {
        let code = letter as u32;
        if !(FIRST..=LAST).contains(&code) {
            return None;
        }
        Some(match (code - FIRST) / 0x80 {
            0 | 2 | 3 => Block::North,
            1 | 4 => Block::East,
            6 => Block::Telugu,
            7 => Block::Kannada,
            8 => Block::Malayalam,
            _ => return None,
        })
    }

    fn is_southern(self) -> bool {
        matches!(self, Block::Telugu | Block::Kannada | Block::Malayalam)
    }
}

/// What a character does, by its place in the block.
enum Part {
    Vowel(&'static str),
    Consonant(&'static str),
    Sign(&'static str),
    /// A consonant without its vowel.
    Bare(&'static str),
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
/// assert_eq!(latin("లక్ష్మి"), "lakshmi");
/// assert_eq!(latin("വിജയൻ"), "vijayan");
/// ```
#[must_use]
pub fn latin(word: &str) -> String {
    // Pieces of consonant and vowel; an empty vowel was taken away by a sign.
    let mut pieces: Vec<(String, Option<&'static str>)> = Vec::new();
    let mut block = Block::North;
    let mut letters = word.chars().peekable();
    while let Some(letter) = letters.next() {
        block = Block::of(letter).unwrap_or(block);
        match part_of(letter) {
            Some(Part::Vowel(vowel)) => pieces.push((String::new(), Some(vowel))),
            Some(Part::Consonant(latin)) => {
                let bare = letters.peek().is_some_and(|next| is_killer(*next));
                let latin = said_in(block, letter, latin, bare, &mut pieces);
                pieces.push((latin.to_owned(), None));
            }
            Some(Part::Bare(letters)) => pieces.push((letters.to_owned(), Some(""))),
            Some(Part::Sign(vowel)) => set_vowel(&mut pieces, vowel),
            Some(Part::Killer) => set_vowel(&mut pieces, ""),
            Some(Part::Nasal) => {
                let nasal = nasal_before(letters.peek().copied(), block);
                pieces.push((nasal.to_owned(), Some("")));
            }
            Some(Part::Silent) => {}
            None => pieces.push((letter.to_string(), Some(""))),
        }
    }
    let mut out = String::with_capacity(word.len());
    join_pieces(&pieces, block, &mut out);
    // Rao is written `rāvu`, `rāv` or `rāva`.
    if block == Block::Telugu && out.ends_with("avu") || out == "rav" {
        let stem = out.trim_end_matches(['u', 'v']).len();
        out.truncate(stem);
        out.push('o');
    }
    out
}

/// Writes the pieces with the vowels that are pronounced.
fn join_pieces(pieces: &[(String, Option<&'static str>)], block: Block, out: &mut String) {
    let mut kept = true;
    for (at, (consonant, vowel)) in pieces.iter().enumerate() {
        out.push_str(consonant);
        let next = pieces.get(at + 1);
        let silent = match next {
            _ if block.is_southern() => false,
            None => at > 0,
            // Gap two syllables with vowels: `Ram(a)dev`.
            Some((after, Some(vowel))) if block == Block::North => {
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
}

/// Whether a character is the sign of no vowel.
fn is_killer(letter: char) -> bool {
    matches!(part_of(letter), Some(Part::Killer))
}

/// A consonant as it is said beside its neighbours: in Malayalam `ṟṟ` and `nṟ` are a `t`, and a `ṭ` that
/// is not doubled is voiced within a word.
fn said_in(
    block: Block,
    letter: char,
    latin: &'static str,
    bare: bool,
    before: &mut [(String, Option<&'static str>)],
) -> &'static str {
    let Some((consonant, vowel)) = before.last_mut().filter(|_| block == Block::Malayalam) else {
        return latin;
    };
    let closed = *vowel == Some("");
    match letter {
        'റ' if closed && consonant == "r" => {
            "t".clone_into(consonant);
            "t"
        }
        'റ' if closed && consonant == "n" => "t",
        'ട' if !(bare || closed && consonant == "t") => "d",
        _ => latin,
    }
}

/// The nasal that a dot is before a letter: in the south `m` before lips and at the end of a word.
fn nasal_before(next: Option<char>, block: Block) -> &'static str {
    let lips = next.is_none_or(|letter| matches!(letter as u32 % 0x80, 0x2A..=0x2E));
    if lips && block.is_southern() {
        "m"
    } else {
        "n"
    }
}

fn set_vowel(pieces: &mut [(String, Option<&'static str>)], vowel: &'static str) {
    if let Some((_, last)) = pieces.last_mut() {
        *last = Some(vowel);
    }
}

/// Vowels that stand by themselves, consonants, signs of vowels, and the consonants that a dot makes of
/// others, by their places in a block; nothing where it has none.
const VOWELS: [&str; 16] = [
    "a", "a", "i", "i", "u", "u", "ri", "", "e", "e", "e", "ai", "o", "o", "o", "au",
];
const CONSONANTS: [&str; 37] = [
    "k", "kh", "g", "gh", "n", "ch", "chh", "j", "jh", "n", "t", "th", "d", "dh", "n", "t", "th",
    "d", "dh", "n", "n", "p", "ph", "b", "bh", "m", "y", "r", "r", "l", "l", "l", "v", "sh", "sh",
    "s", "h",
];
const SIGNS: [&str; 15] = [
    "a", "i", "i", "u", "u", "ri", "", "e", "e", "e", "ai", "o", "o", "o", "au",
];
const FURTHER: [&str; 8] = ["q", "kh", "gh", "z", "r", "rh", "f", "y"];

fn part_of(letter: char) -> Option<Part> {
    let block = Block::of(letter)?;
    let place = (letter as u32 - FIRST) % 0x80;
    if let Some(part) = own_part(place, block) {
        return Some(part);
    }
    let letters = |table: &[&'static str], first: u32| {
        let at = place.checked_sub(first)? as usize;
        table.get(at).copied().filter(|latin| !latin.is_empty())
    };
    let consonant = || letters(&CONSONANTS, 0x15).or_else(|| letters(&FURTHER, 0x58));
    match place {
        0x01 | 0x02 | 0x70 => Some(Part::Nasal),
        0x03 | 0x3C | 0x3D | 0x71 => Some(Part::Silent),
        0x4D => Some(Part::Killer),
        0x4E => Some(Part::Consonant("t")),
        0x05..=0x14 => letters(&VOWELS, 0x05).map(Part::Vowel),
        0x3E..=0x4C => letters(&SIGNS, 0x3E).map(Part::Sign),
        _ => consonant().map(Part::Consonant),
    }
}

/// What a character does in its script alone.
fn own_part(place: u32, block: Block) -> Option<Part> {
    Some(match (place, block) {
        (0x24, _) if block.is_southern() => Part::Consonant("th"),
        (0x1B, _) if block.is_southern() => Part::Consonant("ch"),
        (0x14, Block::Kannada) => Part::Vowel("ow"),
        (0x4C, Block::Kannada) => Part::Sign("ow"),
        (0x55 | 0x56, Block::Telugu | Block::Kannada) => Part::Silent,
        (0x58, Block::Telugu) => Part::Consonant("ts"),
        (0x59, Block::Telugu) => Part::Consonant("dz"),
        (0x34, Block::Malayalam) => Part::Consonant("zh"),
        (0x57, Block::Malayalam) => Part::Sign("au"),
        // Consonants that never have a vowel.
        (0x7A | 0x7B, Block::Malayalam) => Part::Bare("n"),
        (0x4E | 0x7C, Block::Malayalam) => Part::Bare("r"),
        (0x7D | 0x7E, Block::Malayalam) => Part::Bare("l"),
        (0x7F, Block::Malayalam) => Part::Bare("k"),
        _ => return None,
    })
}
