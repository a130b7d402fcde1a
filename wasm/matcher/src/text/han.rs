//! Han characters to Latin, by the reading that each has in Mandarin.
//!
//! Japanese and Korean names in the same characters are read otherwise, which no table can distinguish from
//! the characters.

use super::tables::HAN_SURNAMES;
use super::transcribe::transcribe;
use std::sync::LazyLock;

/// Twelve bits a character from [`FIRST`]: the place of its pair in [`PAIRS`].
const READINGS: &[u8] = include_bytes!("han/readings.bin");
const FIRST: u32 = 0x4E00;
/// Syllables of Mandarin by line, each before those of Cantonese that its characters have.
const SYLLABLES: &str = include_str!("han/syllables.txt");
/// What stands for a syllable that a character lacks.
const NONE: &str = "-";
/// Syllables that a character has in Mandarin and in Cantonese.
static PAIRS: LazyLock<Vec<[&str; 2]>> = LazyLock::new(|| {
    let by_line = SYLLABLES.lines().filter_map(|line| line.split_once(' '));
    let pairs = |(mandarin, spoken): (&'static str, &'static str)| {
        spoken.split(' ').map(move |spoken| [mandarin, spoken])
    };
    by_line.flat_map(pairs).collect()
});

/// Surnames of two characters that are read as they stand.
const DOUBLE_SURNAMES: &[&str] = &[
    "欧阳", "歐陽", "司马", "司馬", "诸葛", "諸葛", "上官", "夏侯", "东方", "東方", "皇甫", "公孙",
    "公孫", "慕容", "令狐", "宇文", "司徒", "司空", "轩辕", "軒轅", "端木", "独孤", "獨孤", "南宫",
    "南宮", "闻人", "聞人", "申屠", "呼延", "钟离", "鍾離", "公冶", "淳于", "濮阳", "濮陽", "太叔",
    "拓跋", "西门", "西門",
];

/// The syllable of a character, or `None` for one of no table.
///
/// ```
/// # use matcher::text::han::pinyin;
/// assert_eq!(pinyin('习'), Some("xi"));
/// assert_eq!(pinyin('習'), Some("xi"));
/// ```
pub fn pinyin(character: char) -> Option<&'static str> {
    let [mandarin, _] = pair_of(character)?;
    (mandarin != NONE).then_some(mandarin)
}

/// The reading of a character in Jyutping without its tone, or `None` for one of no table.
///
/// ```
/// # use matcher::text::han::jyutping;
/// assert_eq!(jyutping('黃'), Some("wong"));
/// ```
pub fn jyutping(character: char) -> Option<&'static str> {
    let [_, cantonese] = pair_of(character)?;
    (cantonese != NONE).then_some(cantonese)
}

fn pair_of(character: char) -> Option<[&'static str; 2]> {
    let at = (character as u32).checked_sub(FIRST)? as usize;
    let &[low, high] = READINGS.get(at * 3 / 2..)?.first_chunk()?;
    let place = u16::from_le_bytes([low, high]) >> (at % 2 * 4) & 0xFFF;
    PAIRS.get(usize::from(place)).copied()
}

/// Longest name that is written as one word.
const NAME_CHARACTERS_MAX: usize = 4;

/// A word in Latin letters: surname and given name where it is a whole name, one word elsewhere.
/// `None` where it holds what has no reading.
///
/// `alone`: no other word stands beside it, so that it has both. `first`: none stands before it. `in_wade_giles`: in
/// Wade-Giles without its signs, the habit of Taiwan, not in Hanyu Pinyin without tones.
pub fn words(word: &str, alone: bool, first: bool, in_wade_giles: bool) -> Option<Vec<String>> {
    let count = word.chars().count();
    let is_name = alone && (2..=NAME_CHARACTERS_MAX).contains(&count);
    if is_name || first && count <= 2 {
        let letters = if first && DOUBLE_SURNAMES.iter().any(|s| word.starts_with(s))
            || HAN_SURNAMES
                .iter()
                .any(|(s, _)| s.len() > 3 && word.starts_with(s))
        {
            2
        } else {
            1
        };
        if is_name || letters == count {
            let end = word
                .char_indices()
                .nth(letters)
                .map_or(word.len(), |(at, _)| at);
            let (surname, given) = word.split_at(end);
            let mut words = vec![spell_surname(surname, in_wade_giles)?];
            if !given.is_empty() {
                words.push(spell(given, in_wade_giles)?);
            }
            return Some(words);
        }
    }
    Some(vec![spell(word, in_wade_giles)?])
}

fn spell(word: &str, in_wade_giles: bool) -> Option<String> {
    let syllables = word.chars().map(|character| {
        let syllable = pinyin(character)?;
        Some(if in_wade_giles {
            wade_giles(syllable)
        } else {
            syllable.to_owned()
        })
    });
    syllables.collect()
}

fn spell_surname(surname: &str, in_wade_giles: bool) -> Option<String> {
    match HAN_SURNAMES.iter().find(|(han, _)| *han == surname) {
        Some((_, syllable)) if in_wade_giles => Some(wade_giles(syllable)),
        Some((_, syllable)) => Some((*syllable).to_owned()),
        None => spell(surname, in_wade_giles),
    }
}

/// Every syllable of Pinyin that a character has.
pub fn syllables() -> impl Iterator<Item = &'static str> {
    let by_line = SYLLABLES.lines().filter_map(|line| line.split(' ').next());
    by_line.filter(|syllable| *syllable != NONE)
}

/// A syllable of Pinyin in Wade-Giles, without apostrophes and umlauts.
pub fn wade_giles(syllable: &str) -> String {
    transcribe("Wade-Giles", '0', syllable).unwrap_or_default()
}

/// A syllable of Pinyin in Cyrillic letters, as Russian texts write it.
///
/// ```
/// # use matcher::text::han::palladius;
/// assert_eq!(palladius("jin"), "цзинь");
/// ```
pub fn palladius(syllable: &str) -> String {
    transcribe("Palladius", '0', syllable).unwrap_or_default()
}
