//! Han characters to Latin, by the reading that each has in Mandarin.
//!
//! Japanese and Korean names in the same characters are read otherwise, which no table can distinguish from
//! the characters.

use super::tables::HAN_SURNAMES;
use std::sync::LazyLock;

/// One little-endian number a character from [`FIRST`]: a line of [`SYLLABLES`] from 1, or 0.
const READINGS: &[u8] = include_bytes!("han/readings.bin");
static SYLLABLES: LazyLock<Vec<&str>> =
    LazyLock::new(|| include_str!("han/syllables.txt").lines().collect());
const FIRST: u32 = 0x4E00;

/// How Chinese write their names in Latin letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Hanyu Pinyin without tones, the official one of the mainland.
    Pinyin,
    /// Wade-Giles without its signs, the habit of Taiwan.
    WadeGiles,
}

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
#[must_use]
pub fn pinyin(character: char) -> Option<&'static str> {
    let at = 2 * (character as u32).checked_sub(FIRST)? as usize;
    let &[low, high] = READINGS.get(at..at + 2)? else {
        return None;
    };
    let line = usize::from(u16::from_le_bytes([low, high]));
    SYLLABLES.get(line.checked_sub(1)?).copied()
}

/// Longest name that is written as one word.
const NAME_CHARACTERS_MAX: usize = 4;

/// A word in Latin letters: surname and given name where it is a whole name, one word elsewhere.
/// `None` where it holds what has no reading.
///
/// `alone`: no other word stands beside it, so that it has both. `first`: none stands before it.
#[must_use]
pub fn words(word: &str, alone: bool, first: bool, style: Style) -> Option<Vec<String>> {
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
            let mut words = vec![spell_surname(surname, style)?];
            if !given.is_empty() {
                words.push(spell(given, style)?);
            }
            return Some(words);
        }
    }
    Some(vec![spell(word, style)?])
}

fn spell(word: &str, style: Style) -> Option<String> {
    let syllables = word.chars().map(|character| {
        let syllable = pinyin(character)?;
        Some(match style {
            Style::WadeGiles => wade_giles(syllable),
            Style::Pinyin => syllable.to_owned(),
        })
    });
    syllables.collect()
}

fn spell_surname(surname: &str, style: Style) -> Option<String> {
    match HAN_SURNAMES.iter().find(|(han, _)| *han == surname) {
        Some((_, syllable)) if style == Style::WadeGiles => Some(wade_giles(syllable)),
        Some((_, syllable)) => Some((*syllable).to_owned()),
        None => spell(surname, style),
    }
}

/// Every syllable of Pinyin that a character has.
pub fn syllables() -> impl Iterator<Item = &'static str> {
    SYLLABLES.iter().copied()
}

/// A syllable of Pinyin in Wade-Giles, without apostrophes and umlauts.
#[must_use]
pub fn wade_giles(syllable: &str) -> String {
    const WHOLE: &[(&str, &str)] = &[
        ("zi", "tzu"),
        ("ci", "tzu"),
        ("si", "szu"),
        ("zhi", "chih"),
        ("chi", "chih"),
        ("shi", "shih"),
        ("ri", "jih"),
        ("er", "erh"),
        ("ye", "yeh"),
        ("yan", "yen"),
        ("you", "yu"),
        ("yong", "yung"),
        ("yue", "yueh"),
        ("e", "o"),
    ];
    const INITIALS: &[(&str, &str)] = &[
        ("zh", "ch"),
        ("ch", "ch"),
        ("sh", "sh"),
        ("b", "p"),
        ("d", "t"),
        ("g", "k"),
        ("j", "ch"),
        ("q", "ch"),
        ("x", "hs"),
        ("r", "j"),
        ("z", "ts"),
        ("c", "ts"),
    ];
    const FINALS: &[(&str, &str)] = &[
        ("ian", "ien"),
        ("ie", "ieh"),
        ("ue", "ueh"),
        ("iong", "iung"),
        ("ong", "ung"),
    ];
    if let Some((_, whole)) = WHOLE.iter().find(|(pinyin, _)| *pinyin == syllable) {
        return (*whole).to_owned();
    }
    let initial = INITIALS
        .iter()
        .find(|(pinyin, _)| syllable.starts_with(pinyin));
    let (start, rest) = match initial {
        Some((pinyin, wade)) => (*wade, &syllable[pinyin.len()..]),
        None if syllable.starts_with(['a', 'e', 'o']) => ("", syllable),
        None => syllable.split_at(1),
    };
    let end = match FINALS.iter().find(|(pinyin, _)| *pinyin == rest) {
        Some((_, wade)) => wade,
        None if rest == "e" && matches!(start, "k" | "h") => "o",
        None if rest == "uo" && !matches!(start, "k" | "h" | "sh") => "o",
        None => rest,
    };
    [start, end].concat()
}
