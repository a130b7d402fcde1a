//! Khmer to Latin, by the UNGEGN table of Khmer, which BGN/PCGN's of 1972 is, without its
//! marks and in the plain vowels that people spell their names by. Written from the tables.
//!
//! A consonant belongs to one of two series, and a vowel sounds by the series of its consonant. A vowel
//! that is not written is `a` or `o`; a consonant without one may end the syllable before.

use super::letters::latin_of;
use super::tables::{LETTERS_KHMER, LETTERS_KHMER_LAST, LETTERS_KHMER_VOWELS};
use super::transcribe::transcribe;

/// Whose vowels those of a consonant are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Series {
    A,
    O,
}

/// The consonants that begin a syllable, and all that is written about them.
#[derive(Default)]
struct Unit {
    consonants: Vec<char>,
    series: Option<Series>,
    vowels: Vec<char>,
    short: bool,
    silent: bool,
}

impl Unit {
    fn is_bare(&self) -> bool {
        self.vowels.is_empty()
    }

    /// Whether another consonant stands below the first that no syllable begins with after it.
    fn is_doubled(&self) -> bool {
        let below = self.consonants.get(1);
        below.is_some_and(|letter| !matches!(letter, 'រ' | 'ល' | 'យ' | 'វ'))
    }

    fn series(&self) -> Series {
        let own = || self.consonants.first().map(|letter| series_of(*letter));
        self.series.or_else(own).unwrap_or(Series::A)
    }
}

/// A word in Latin letters; what is of no table stays. `full`: with the vowels that names spell in two ways as in
/// `Seyhanouk` and `Saophea`, not `Sihanouk` and `Sophea`.
///
/// ```
/// # use matcher::text::khmer::latin;
/// assert_eq!(latin("ជា", false), "chea");
/// assert_eq!(latin("សុខ", false), "sok");
/// ```
pub fn latin(word: &str, full: bool) -> String {
    let units = units_of(word);
    let mut out = String::with_capacity(word.len());
    // Whether the syllable before can still be closed.
    let mut open = false;
    for (at, unit) in units.iter().enumerate() {
        let next = units.get(at + 1);
        let Some((&first, stacked)) = unit.consonants.split_first() else {
            continue;
        };
        if unit.silent {
            continue;
        }
        let can_close = !matches!(first, 'ហ' | 'អ' | 'ឡ') && consonant_of(first).is_some();
        // Before two consonants of which the first closes its syllable it begins one.
        let begins = next.is_some_and(Unit::is_doubled);
        if unit.is_bare() && open && can_close && stacked.is_empty() && !begins {
            let is_glide = first == 'វ' && full && out.ends_with('e');
            out.push_str(if is_glide { "o" } else { last_of(first) });
            open = false;
            continue;
        }
        let parted = open && can_close && unit.is_doubled();
        if parted {
            out.push_str(last_of(first));
            if unit.is_bare() && next.is_none() {
                open = false;
                continue;
            }
        } else {
            push_first(first, unit, &mut out);
        }
        for letter in stacked {
            out.push_str(consonant_of(*letter).unwrap_or(""));
        }
        open = push_vowel(unit, parted, next.is_none(), full, &mut out);
    }
    out
}

fn push_first(first: char, unit: &Unit, out: &mut String) {
    match consonant_of(first) {
        // With the sign of the other series, or a consonant below it, it is voiceless.
        Some("b") if unit.series == Some(Series::A) || unit.consonants.len() > 1 => out.push('p'),
        Some(latin) => out.push_str(latin),
        None => match vowel_letter(first) {
            Some(vowel) => out.push_str(vowel),
            None => out.push(first),
        },
    }
}

/// Writes the vowel of a syllable and returns whether a consonant may follow in it.
fn push_vowel(unit: &Unit, parted: bool, at_end: bool, full: bool, out: &mut String) -> bool {
    let first = unit.consonants.first().copied().unwrap_or('អ');
    if consonant_of(first).is_none() {
        return vowel_letter(first).is_some();
    }
    let heard = unit.consonants.get(1).filter(|_| parted);
    let series = heard.map_or_else(|| unit.series(), |letter| series_of(*letter));
    if unit.is_bare() {
        out.push_str(match series {
            _ if parted => "a",
            Series::A if at_end && full => "ar",
            Series::A => "a",
            Series::O if unit.short => "u",
            Series::O if full => "a",
            Series::O => "o",
        });
        return true;
    }
    let way = match (series, full) {
        (Series::A, false) => 'a',
        (Series::O, false) => 'o',
        (Series::A, true) => 'A',
        (Series::O, true) => 'O',
    };
    let signs = unit.vowels.iter().chain((!at_end).then_some(&'-'));
    let signs: String = signs.collect();
    out.push_str(&transcribe("Khmer signs", way, &signs).unwrap_or_default());
    !matches!(unit.vowels.last(), Some('ំ' | 'ះ'))
}

fn units_of(word: &str) -> Vec<Unit> {
    let mut units: Vec<Unit> = Vec::new();
    let mut below = false;
    for letter in word.chars() {
        let is_letter = ('\u{1780}'..='\u{17B3}').contains(&letter);
        match (letter, units.last_mut()) {
            ('\u{17D2}', _) => {
                below = true;
                continue;
            }
            (_, Some(unit)) if below && is_letter => unit.consonants.push(letter),
            ('\u{17C9}', Some(unit)) => unit.series = Some(Series::A),
            ('\u{17CA}', Some(unit)) => unit.series = Some(Series::O),
            ('\u{17CB}', _) => shorten(&mut units),
            ('\u{17CD}', Some(unit)) => unit.silent = true,
            ('\u{17B6}'..='\u{17C8}' | '\u{17D0}', Some(unit)) => unit.vowels.push(letter),
            ('\u{17CC}' | '\u{17CE}'..='\u{17D3}' | '\u{17D7}' | '\u{17DD}', _) => {}
            _ => units.push(Unit {
                consonants: vec![letter],
                ..Unit::default()
            }),
        }
        below = false;
    }
    units
}

/// The sign over a last consonant says that the vowel before it is short.
fn shorten(units: &mut [Unit]) {
    if let Some(at) = units.len().checked_sub(2) {
        units[at].short = true;
    }
}

fn series_of(consonant: char) -> Series {
    match consonant {
        'គ' | 'ឃ' | 'ង' | 'ជ' | 'ឈ' | 'ញ' | 'ឌ' | 'ឍ' | 'ទ' | 'ធ' | 'ន' | 'ព' | 'ភ' | 'ម' | 'យ'
        | 'រ' | 'ល' | 'វ' => Series::O,
        _ => Series::A,
    }
}

/// A consonant at the end of a syllable.
fn last_of(letter: char) -> &'static str {
    let last = latin_of(&LETTERS_KHMER_LAST, letter);
    last.or_else(|| consonant_of(letter)).unwrap_or("")
}

fn consonant_of(letter: char) -> Option<&'static str> {
    latin_of(&LETTERS_KHMER, letter)
}

fn vowel_letter(letter: char) -> Option<&'static str> {
    latin_of(&LETTERS_KHMER_VOWELS, letter)
}
