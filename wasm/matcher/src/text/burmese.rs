//! Burmese to Latin, by BGN/PCGN's agreement of 1970, which the Myanmar Language Commission's
//! transcription is near to, in the spelling of names. Written from the tables.
//!
//! Names run on without spaces, and each syllable of most is a word of its own: `Min Aung Hlaing`. A
//! syllable of a bare consonant belongs to its neighbours, as it does in words from Pali: `Wirathu`.

use super::transcribe::transcribe;

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

/// The signs of `y` and `w`.
const Y_W: [char; 2] = ['\u{103B}', '\u{103D}'];
/// The signs of each vowel. Of a syllable with several, the first is said.
const VOWELS: [&str; 9] = [
    "\u{102D}\u{102F}",
    "\u{1031}\u{102C}",
    "\u{1031}",
    "\u{1032}",
    "\u{102D}",
    "\u{102E}",
    "\u{102F}",
    "\u{1030}",
    "\u{102C}",
];
/// The signs of `h`, of a nasal, of the short tone, of no vowel, and of what is written over the next.
const H: char = '\u{103E}';
const NASAL: char = '\u{1036}';
const DOT: char = '\u{1037}';
const KILLER: char = '\u{103A}';
const STACK: char = '\u{1039}';

impl Syllable {
    fn is_bare(&self) -> bool {
        is_consonant(self.first) && self.signs.is_empty() && self.last.is_none()
    }

    /// What is said of it, in the order of the rows. `in_word`: a bare consonant of a longer word.
    fn in_order(&self, in_word: bool) -> String {
        match self.first {
            // A sign of no consonant.
            '\u{102B}'..=H => return String::new(),
            other if !is_consonant(other) => return other.to_string(),
            _ => {}
        }
        let has = |sign: &char| self.signs.contains(sign);
        let breath = Some(H).filter(has).into_iter().chain([self.first]);
        let mut said: String = breath.chain(Y_W.into_iter().filter(has)).collect();
        let is_said = |vowel: &&str| vowel.chars().all(|sign| has(&sign));
        said.extend(VOWELS.into_iter().find(is_said));
        said.extend(self.last.into_iter().flat_map(|last| [last, KILLER]));
        said.extend([NASAL, DOT].iter().filter(|sign| has(sign)));
        said.extend(in_word.then_some(STACK));
        said
    }
}

/// The words of a run in Latin letters; what is of no table stays.
///
/// ```
/// # use matcher::text::burmese::words;
/// assert_eq!(words("မင်းအောင်လှိုင်", '0'), ["min", "aung", "hlaing"]);
/// assert_eq!(words("ဝီရသူ", '0'), ["wirathu"]);
/// ```
pub fn words(run: &str, way: char) -> Vec<String> {
    let syllables = syllables_of(run);
    let mut words: Vec<String> = Vec::new();
    let mut joined = false;
    for (at, syllable) in syllables.iter().enumerate() {
        let bare = syllable.is_bare();
        let said = syllable.in_order(bare && syllables.len() > 1);
        let spelt = transcribe("Mymr", way, &said).unwrap_or_default();
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
        let ends = matches!(next, Some(&(KILLER | STACK)))
            // The dot may stand before the sign of no vowel.
            || next == Some(&DOT) && after == Some(&KILLER);
        let stacks = next == Some(&STACK) || after == Some(&STACK);
        match (letter, all.last_mut()) {
            (_, Some(open)) if ends && is_consonant(letter) && open.last.is_none() => {
                open.last = Some(letter);
                open.stacked = stacks;
            }
            ('\u{102B}'..='\u{1038}' | '\u{103B}'..='\u{103E}', Some(open)) => {
                // Two shapes of one sign.
                open.signs.push(match letter {
                    '\u{103C}' => '\u{103B}',
                    '\u{102B}' => '\u{102C}',
                    _ => letter,
                });
            }
            (STACK | KILLER, _) => {}
            _ => all.push(Syllable {
                first: letter,
                ..Syllable::default()
            }),
        }
    }
    all
}
