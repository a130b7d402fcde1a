//! Burmese to Latin, by BGN/PCGN's agreement of 1970, which the Myanmar Language Commission's
//! transcription is near to, in the spelling of names. Written from the tables.
//!
//! Names run on without spaces, and each syllable of most is a word of its own: `Min Aung Hlaing`. A
//! syllable of a bare consonant belongs to its neighbours, as it does in words from Pali: `Wirathu`.

use super::letters::latin_of;
use super::tables::LETTERS_BURMESE;

/// How sounds are spelt that names spell in two ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// With the breath: `Htun`, and a long `a` as `a`.
    Breathed,
    /// `Tun`, `Swar`, `Nay`.
    Plain,
}

/// One syllable, in the order in which it is said.
#[derive(Default)]
struct Syllable {
    first: char,
    /// Signs about it, of consonants, vowels and tones.
    signs: Vec<char>,
    last: Option<char>,
    /// Written over the next, as one word.
    stacked: bool,
}

/// The signs of `y`, `w` and `h`, and of the short tone.
const Y: [char; 2] = ['\u{103B}', '\u{103C}'];
const W: char = '\u{103D}';
const H: char = '\u{103E}';
const DOT: char = '\u{1037}';

impl Syllable {
    fn has(&self, sign: char) -> bool {
        self.signs.contains(&sign)
    }

    fn has_y(&self) -> bool {
        Y.into_iter().any(|sign| self.has(sign))
    }

    fn is_bare(&self) -> bool {
        is_consonant(self.first) && self.signs.is_empty() && self.last.is_none()
    }
}

/// The words of a run in Latin letters; what is of no table stays.
///
/// ```
/// # use matcher::text::burmese::{Style, words};
/// assert_eq!(words("မင်းအောင်လှိုင်", Style::Breathed), ["min", "aung", "hlaing"]);
/// assert_eq!(words("ဝီရသူ", Style::Breathed), ["wirathu"]);
/// ```
#[must_use]
pub fn words(run: &str, style: Style) -> Vec<String> {
    let syllables = syllables_of(run);
    let mut words: Vec<String> = Vec::new();
    let mut joined = false;
    for (at, syllable) in syllables.iter().enumerate() {
        let bare = syllable.is_bare();
        let spelt = spell(syllable, bare && syllables.len() > 1, style);
        match words.last_mut().filter(|_| joined || bare && at > 0) {
            Some(word) => word.push_str(&spelt),
            None => words.push(spelt),
        }
        joined = bare || syllable.stacked;
    }
    words
}

fn is_consonant(letter: char) -> bool {
    ('\u{1000}'..='\u{1021}').contains(&letter) || letter == '\u{103F}'
}

fn syllables_of(run: &str) -> Vec<Syllable> {
    let mut all: Vec<Syllable> = Vec::new();
    let letters: Vec<char> = run.chars().collect();
    for (at, &letter) in letters.iter().enumerate() {
        let next = letters.get(at + 1);
        let after = letters.get(at + 2);
        let ends = next == Some(&'\u{103A}') || next == Some(&'\u{1039}')
            // The dot may stand before the sign of no vowel.
            || next == Some(&'\u{1037}') && after == Some(&'\u{103A}');
        let stacks = next == Some(&'\u{1039}') || after == Some(&'\u{1039}');
        match (letter, all.last_mut()) {
            (_, Some(open)) if ends && is_consonant(letter) && open.last.is_none() => {
                open.last = Some(letter);
                open.stacked = stacks;
            }
            ('\u{102B}'..='\u{1038}' | '\u{103B}'..='\u{103E}', Some(open)) => {
                open.signs.push(letter);
            }
            ('\u{1039}' | '\u{103A}', _) => {}
            _ => all.push(Syllable {
                first: letter,
                ..Syllable::default()
            }),
        }
    }
    all
}

/// `pali`: a bare consonant in a longer word, where `r` is kept.
fn spell(syllable: &Syllable, pali: bool, style: Style) -> String {
    let mut out = String::new();
    let Some(first) = consonant_of(syllable.first, style) else {
        match vowel_letter(syllable.first) {
            Some(vowel) => out.push_str(vowel),
            None => out.push(syllable.first),
        }
        return out;
    };
    let (y, h) = (syllable.has_y(), syllable.has(H));
    let onset = match syllable.first {
        'ရ' if pali => "r",
        'ရ' if h => "sh",
        'လ' | 'သ' if y && h => "sh",
        'ခ' if y => "ch",
        _ => first,
    };
    if h && !matches!(onset, "sh") {
        out.push('h');
    }
    out.push_str(onset);
    if y && !matches!(onset, "ch" | "sh") {
        out.push('y');
    }
    rhyme(syllable, style, &mut out);
    out
}

/// Writes the vowel of a syllable and what closes it.
fn rhyme(syllable: &Syllable, style: Style, out: &mut String) {
    let has = |sign: char| syllable.has(sign);
    let (i, u, e) = (has('\u{102D}'), has('\u{102F}'), has('\u{1031}'));
    let closed = syllable.last;
    // `w` before a stop or nasal is the vowel.
    let is_u = syllable.has(W) && matches!(closed, Some('န' | 'မ' | 'တ' | 'ပ')) && !(i || u || e);
    if syllable.has(W) && !is_u {
        out.push('w');
    }
    let (vowel, last) = match closed {
        Some('က') if e => ("au", "k"),
        Some('က') if i && u => ("ai", "k"),
        Some('က') => ("e", "t"),
        Some('င') if e => ("au", "ng"),
        Some('င') if i && u => ("ai", "ng"),
        Some('င' | 'ဉ') => ("i", "n"),
        Some('စ') => ("i", "t"),
        Some('ည') => ("i", ""),
        Some('ယ') => ("e", ""),
        Some('တ' | 'ပ' | 'ဒ' | 'သ' | 'ဗ' | 'ဇ') if i => ("ei", "k"),
        Some('တ' | 'ပ' | 'ဒ' | 'သ' | 'ဗ' | 'ဇ') if u => ("o", "k"),
        Some('တ' | 'ပ' | 'ဒ' | 'သ' | 'ဗ' | 'ဇ') => (["a", "u"][usize::from(is_u)], "t"),
        Some('န' | 'မ' | 'ဏ') if i => ("ei", "n"),
        Some('န' | 'မ' | 'ဏ') if u => ("o", "n"),
        Some('န' | 'မ' | 'ဏ') => (["a", "u"][usize::from(is_u)], "n"),
        // The sign over a bare vowel only changes its tone.
        Some(_) | None => (open_vowel(syllable, style), ""),
    };
    out.push_str(vowel);
    out.push_str(last);
    let nasal = has('\u{1036}');
    if nasal {
        out.push('n');
    }
    // `Myint`, `Thant`: how names spell the short tone.
    if syllable.has(DOT) && (nasal || last == "n") {
        out.push('t');
    }
}

/// The vowel of a syllable that no consonant closes, `n` aside.
fn open_vowel(syllable: &Syllable, style: Style) -> &'static str {
    let has = |sign: char| syllable.has(sign);
    let nasal = has('\u{1036}');
    match () {
        () if has('\u{102D}') && has('\u{102F}') => "o",
        () if has('\u{1031}') && (has('\u{102B}') || has('\u{102C}')) => "aw",
        () if style == Style::Plain && has('\u{1031}') && syllable.first == 'အ' => "aye",
        () if style == Style::Plain && has('\u{1031}') && !syllable.has(W) => "ay",
        () if has('\u{1031}') || has('\u{1032}') => "e",
        () if has('\u{102D}') && nasal => "ei",
        () if has('\u{102D}') || has('\u{102E}') => "i",
        () if has('\u{102F}') && nasal => "o",
        () if has('\u{102F}') || has('\u{1030}') => "u",
        () if style == Style::Plain && (has('\u{102B}') || has('\u{102C}')) => "ar",
        () => "a",
    }
}

fn vowel_letter(letter: char) -> Option<&'static str> {
    Some(match letter {
        'ဣ' | 'ဤ' => "i",
        'ဥ' | 'ဦ' => "u",
        'ဧ' => "e",
        'ဩ' | 'ဪ' => "aw",
        _ => return None,
    })
}

fn consonant_of(letter: char, style: Style) -> Option<&'static str> {
    match letter {
        'ဌ' | 'ထ' if style == Style::Breathed => Some("ht"),
        _ => latin_of(&LETTERS_BURMESE, letter),
    }
}
