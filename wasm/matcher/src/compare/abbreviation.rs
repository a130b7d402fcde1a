//! Which words an abbreviation stands for: `NIIEMP` stands for `Scientific Research Institute of
//! Electronic and Mechanical Devices`, whose Russian initials it is.
//!
//! Each word gives its first letter, a digraph that is one letter elsewhere (`ts`, `sh`), or, in
//! abbreviations by syllables (`Sevmash`), three letters or more.

use crate::name::initials::{DIGRAPHS, LETTERS, SYLLABLES_FROM, WORDS_MIN, is_skipped_freely};
use crate::name::masks::Mask;
use crate::name::token::Kind;
use crate::text::organisations::{beginnings, first_letter, letters_in_short};
use crate::text::phrases::initials_of_phrases;

/// Letters from which the words may stand in another order, as translations put them, and from which
/// initials are as good as words.
pub(super) const LETTERS_SURE: usize = 4;
/// Shortest syllable.
const SYLLABLE: usize = 3;
/// Words that a long one leaves out at most.
const LEFT_OUT_MAX: usize = 3;
/// Words that are tried in another order.
const UNORDERED_MAX: usize = 8;

/// Heads of compounds, whose second word gives a letter as well: `rt` for `radiotekhnicheskiy`.
const HEADS: &[&str] = &[
    "aero", "auto", "avto", "electro", "elektro", "gidro", "hydro", "micro", "mikro", "radio",
    "tele",
];

/// A word of a name, as far as an abbreviation takes it up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    pub(super) class: u16,
    pub(super) kind: Kind,
    /// Which word of the text it is.
    pub(super) place: u32,
    /// Written in a script that leaves short vowels out, whose words are no initials.
    pub(super) unvowelled: bool,
    pub(super) bit: Mask,
}

impl<'a> Word<'a> {
    pub(super) const NONE: Word<'static> = Word {
        text: "",
        class: 0,
        kind: Kind::Word,
        place: 0,
        unvowelled: false,
        bit: 0,
    };

    /// The words that it may be short for: as it is written, and as English and Russian say it.
    fn spellings(self) -> impl Iterator<Item = &'a str> {
        let others = beginnings(self.class)
            .iter()
            .map(|word| -> &'a str { word });
        std::iter::once(self.text).chain(others)
    }

    /// How many letters of an abbreviation's rest it may give.
    fn lengths(self, rest: &str) -> impl Iterator<Item = usize> {
        let phrases = initials_of_phrases(self.text).filter(|initials| rest.starts_with(initials));
        let first = rest.bytes().next();
        let alike = self
            .spellings()
            .filter(move |word| word.bytes().next() == first);
        let letters = alike.flat_map(move |word| {
            let shared = word
                .bytes()
                .zip(rest.bytes())
                .take_while(|(a, b)| a == b)
                .count();
            let digraph = DIGRAPHS.iter().any(|two| word.starts_with(two));
            let whole = shared == word.len();
            let seam = HEADS.iter().find_map(|head| word.strip_prefix(head));
            let second = seam.and_then(|rest| rest.bytes().next());
            let compound =
                shared > 0 && second.is_some() && rest.as_bytes().get(1).copied() == second;
            (1..=shared.max(2)).filter(move |taken| match taken {
                1 => shared > 0,
                2 => compound || shared > 1 && (digraph || whole),
                _ => *taken >= SYLLABLE,
            })
        });
        letters.chain(phrases.map(str::len))
    }

    /// The letters that what it gives may begin with, as bits.
    fn first_letters(self) -> u32 {
        let phrases = initials_of_phrases(self.text).map(first_letter);
        phrases.fold(letters_in_short(self.text, self.class), |all, one| {
            all | one
        })
    }

    /// How many words it is written with elsewhere.
    fn words(self) -> u32 {
        let compound = self
            .spellings()
            .any(|word| HEADS.iter().any(|head| word.starts_with(head)));
        1 + u32::from(compound)
    }

    fn is_skipped_freely(self) -> bool {
        is_skipped_freely(self.text, self.kind)
    }
}

/// The words that an abbreviation stands for. None where it stands for none.
///
/// Words that it leaves out are few, and none where it is short.
pub(super) fn stands_for(abbreviation: &str, words: &[Word]) -> Option<Mask> {
    let taken = in_order(abbreviation, words).or_else(|| {
        let kept = || words.iter().filter(|word| !word.is_skipped_freely());
        let count = kept().count();
        if abbreviation.len() < LETTERS_SURE || count > UNORDERED_MAX {
            return None;
        }
        let mut all = [Word::NONE; UNORDERED_MAX];
        let slots = all.iter_mut().zip(kept());
        slots.for_each(|(slot, word)| *slot = *word);
        in_any_order(abbreviation, &all[..count])
    })?;
    let count = taken.count_ones();
    let words = words.iter().filter(|word| word.bit & taken != 0);
    let enough = count >= 2
        && (words.map(|word| word.words()).sum::<u32>() >= WORDS_MIN
            || abbreviation.len() >= SYLLABLES_FROM);
    enough.then_some(taken)
}

/// The words in their order, the fewest left out.
fn in_order(abbreviation: &str, words: &[Word]) -> Option<Mask> {
    let most_left_out = abbreviation
        .len()
        .saturating_sub(*LETTERS.start())
        .min(LEFT_OUT_MAX);
    // By letters that are accounted for: words left out, and the words taken.
    let mut states: [Option<(usize, Mask)>; *LETTERS.end() + 1] = [None; *LETTERS.end() + 1];
    states[0] = Some((0, 0));
    for word in words {
        let mut next = states;
        for (at, state) in states.iter().enumerate().take(abbreviation.len()) {
            let Some((left_out, taken)) = *state else {
                continue;
            };
            let skipped = left_out + usize::from(!word.is_skipped_freely());
            next[at] = (skipped <= most_left_out).then_some((skipped, taken));
        }
        let letters = word.first_letters();
        for (at, state) in states.iter().enumerate().take(abbreviation.len()) {
            let Some((left_out, taken)) = *state else {
                continue;
            };
            if first_letter(&abbreviation[at..]) & letters == 0 {
                continue;
            }
            for length in word.lengths(&abbreviation[at..]) {
                let reached = &mut next[at + length];
                if reached.is_none_or(|(fewest, _)| left_out < fewest) {
                    *reached = Some((left_out, taken | word.bit));
                }
            }
        }
        states = next;
    }
    states[abbreviation.len()].map(|(_, taken)| taken)
}

/// All of the words in any order.
fn in_any_order(abbreviation: &str, words: &[Word]) -> Option<Mask> {
    let all = (1_usize << words.len()) - 1;
    let mut letters = [0; UNORDERED_MAX];
    for (letters, word) in letters.iter_mut().zip(words) {
        *letters = word.first_letters();
    }
    // Each of them gives a letter.
    let given = (0..abbreviation.len()).map(|at| first_letter(&abbreviation[at..]));
    let given = given.fold(0, |all, one| all | one);
    if letters[..words.len()].iter().any(|own| own & given == 0) {
        return None;
    }
    // By words taken, as bits of their places: the letters that may be accounted for, as bits.
    let mut reached = [0_u32; 1 << UNORDERED_MAX];
    reached[0] = 1;
    for taken in 0..all {
        let here = reached[taken];
        for at in (0..abbreviation.len()).filter(|at| here & (1 << at) != 0) {
            let first = first_letter(&abbreviation[at..]);
            for (place, word) in words.iter().enumerate() {
                if taken & (1 << place) == 0 && first & letters[place] != 0 {
                    for length in word.lengths(&abbreviation[at..]) {
                        reached[taken | (1 << place)] |= 1 << (at + length);
                    }
                }
            }
        }
    }
    let complete = reached[all] & (1 << abbreviation.len()) != 0;
    complete.then(|| words.iter().fold(0, |bits, word| bits | word.bit))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::name::parse::parse_name;
    use crate::name::token::{Bearer, NameToken, StatedParts};

    fn words(tokens: &[NameToken]) -> Vec<Word<'_>> {
        let mut words = Vec::new();
        for (at, t) in tokens.iter().enumerate() {
            words.push(Word {
                text: &t.token.text,
                class: t.token.form,
                kind: t.kind,
                place: t.position,
                unvowelled: t.token.unvowelled,
                bit: 1 << at,
            });
        }
        words
    }

    #[test]
    fn stands_for_reads_initials_of_either_language_and_syllables() {
        for (short, name, expected) in [
            ("ltte", "Liberation Tigers of Tamil Eelam", true),
            ("irgc", "Islamic Revolutionary Guard Corps", true),
            (
                "vsmpo",
                "Verkhnyaya Salda Metallurgical Production Association",
                true,
            ),
            (
                "tsniimash",
                "Central Research Institute for Machine Building",
                true,
            ),
            ("rosatomflot", "Russian Atomic Flotilla", true),
            ("rti", "Radio Technical Institute", true),
            ("srcp", "Ship Repair Center Poljarnik", true),
            ("cbrf", "Court of Bailiffs of the Russian Federation", true),
            ("ltte", "Liberation Tigers", false),
            ("irgc", "Islamic Republic of Iran Shipping Lines", false),
            ("kama", "Kazan Motor", false),
            ("abc", "Aurora Best", false),
        ] {
            let tokens = parse_name(name, Bearer::Body, StatedParts::default());
            assert_eq!(
                stands_for(short, &words(&tokens)).is_some(),
                expected,
                "{short} {name}"
            );
        }
    }

    #[test]
    fn in_any_order_is_bounded_and_takes_all() {
        let tokens = parse_name(
            "aa ab ac ad ae af ag ah",
            Bearer::Body,
            StatedParts::default(),
        );
        assert!(in_any_order("aaaaaaaa", &words(&tokens)).is_some());
        assert!(in_any_order("aaaaaaab", &words(&tokens)).is_none());
    }
}
