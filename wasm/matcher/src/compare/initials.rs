//! What a body's name is in short: `LTTE` for `Liberation Tigers of Tamil Eelam`, and `NIIEMP` for
//! `Scientific Research Institute of Electronic and Mechanical Devices`, whose Russian initials it is.
//!
//! Each word gives its first letter, a digraph that is one letter elsewhere (`ts`, `sh`), or, in
//! abbreviations by syllables (`Sevmash`), three letters or more.

use std::rc::Rc;

use crate::compare::alignment::{Alignment, Link};
use crate::compare::likeness::{How, Likeness, Listed};
use crate::name::masks::Mask;
use crate::name::parse::{Kind, TOKENS_MAX, set_key};
use crate::name::query::{BODY, Query, QueryToken};
use crate::snapshot::lists::Lists;
use crate::text::fold::fold;
use crate::text::organisations::{beginnings, first_letter, is_in_short, letters_in_short};
use crate::text::vocabulary::{Meaning, meaning_of};
use crate::weights::Weights;

/// Letters of what may be an abbreviation. Two are too many people's and firms' initials.
const LETTERS: std::ops::RangeInclusive<usize> = 3..=20;
/// Letters from which the words may stand in another order, as translations put them, and from which
/// initials are as good as words.
const LETTERS_SURE: usize = 4;
/// Words that an abbreviation stands for, and letters from which two do.
const WORDS_MIN: u32 = 3;
const SYLLABLES_FROM: usize = 6;
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

/// What is one letter in another script.
const DIGRAPHS: &[&str] = &["ch", "kh", "sh", "ts", "ya", "ye", "yo", "yu", "zh"];

/// A word of a name, as far as an abbreviation takes it up.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    text: &'a str,
    class: u16,
    kind: Kind,
    /// Which word of the text it is.
    place: u32,
    /// Written in a script that leaves short vowels out, whose words are no initials.
    unvowelled: bool,
    bit: Mask,
}

impl<'a> Part<'a> {
    const NONE: Part<'static> = Part {
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
        self.spellings().flat_map(move |word| {
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
        matches!(self.kind, Kind::OrganisationForm | Kind::Particle) || self.text == "and"
    }
}

/// The words that an abbreviation stands for. None where it stands for none.
///
/// Words that it leaves out are few, and none where it is short.
fn stands_for(abbreviation: &str, parts: &[Part]) -> Option<Mask> {
    let taken = in_order(abbreviation, parts).or_else(|| {
        let telling = || parts.iter().filter(|part| !part.is_skipped_freely());
        let count = telling().count();
        if abbreviation.len() < LETTERS_SURE || count > UNORDERED_MAX {
            return None;
        }
        let mut all = [Part::NONE; UNORDERED_MAX];
        let slots = all.iter_mut().zip(telling());
        slots.for_each(|(slot, part)| *slot = *part);
        in_any_order(abbreviation, &all[..count])
    })?;
    let count = taken.count_ones();
    let words = parts.iter().filter(|part| part.bit & taken != 0);
    let enough = count >= 2
        && (words.map(|part| part.words()).sum::<u32>() >= WORDS_MIN
            || abbreviation.len() >= SYLLABLES_FROM);
    enough.then_some(taken)
}

/// The words in their order, the fewest left out.
fn in_order(abbreviation: &str, parts: &[Part]) -> Option<Mask> {
    let most_left_out = abbreviation
        .len()
        .saturating_sub(*LETTERS.start())
        .min(LEFT_OUT_MAX);
    // By letters that are accounted for: words left out, and the words taken.
    let mut states: [Option<(usize, Mask)>; *LETTERS.end() + 1] = [None; *LETTERS.end() + 1];
    states[0] = Some((0, 0));
    for part in parts {
        let mut next = states;
        for (at, state) in states.iter().enumerate().take(abbreviation.len()) {
            let Some((left_out, taken)) = *state else {
                continue;
            };
            let skipped = left_out + usize::from(!part.is_skipped_freely());
            next[at] = (skipped <= most_left_out).then_some((skipped, taken));
        }
        for (at, state) in states.iter().enumerate().take(abbreviation.len()) {
            let Some((left_out, taken)) = *state else {
                continue;
            };
            for length in part.lengths(&abbreviation[at..]) {
                let reached = &mut next[at + length];
                if reached.is_none_or(|(fewest, _)| left_out < fewest) {
                    *reached = Some((left_out, taken | part.bit));
                }
            }
        }
        states = next;
    }
    states[abbreviation.len()].map(|(_, taken)| taken)
}

/// All of the words in any order.
fn in_any_order(abbreviation: &str, parts: &[Part]) -> Option<Mask> {
    let all = (1_usize << parts.len()) - 1;
    // By words taken, as bits of their places: the letters that may be accounted for, as bits.
    let mut reached = [0_u32; 1 << UNORDERED_MAX];
    reached[0] = 1;
    for taken in 0..all {
        let here = reached[taken];
        for at in (0..abbreviation.len()).filter(|at| here & (1 << at) != 0) {
            for (place, part) in parts.iter().enumerate() {
                if taken & (1 << place) == 0 {
                    for length in part.lengths(&abbreviation[at..]) {
                        reached[taken | (1 << place)] |= 1 << (at + length);
                    }
                }
            }
        }
    }
    let complete = reached[all] & (1 << abbreviation.len()) != 0;
    complete.then(|| parts.iter().fold(0, |bits, part| bits | part.bit))
}

fn may_be_short(text: &str, kind: Kind) -> bool {
    kind == Kind::Word
        && LETTERS.contains(&text.len())
        && text.bytes().all(|letter| letter.is_ascii_lowercase())
}

impl Alignment {
    /// Links what is left of one side to the words of the other that it is short for.
    pub(crate) fn link_initials(&mut self, query: &Query, listed: &[Listed], weights: &Weights) {
        let (q_taken, l_taken) = self.accounted();
        let left = |of: usize, taken: Mask| of.saturating_sub(taken.count_ones() as usize);
        let sides = (
            left(query.tokens.len(), q_taken),
            left(listed.len(), l_taken),
        );
        if !matches!(sides, (1.., 2..) | (2.., 1..)) {
            return;
        }
        let (mut asked, mut held) = ([Part::NONE; TOKENS_MAX], [Part::NONE; TOKENS_MAX]);
        let of_query = query.tokens.iter().map(|t| Part {
            text: &t.token.text,
            class: t.token.form,
            kind: t.kinds[BODY],
            place: t.position,
            unvowelled: t.token.unvowelled,
            bit: 0,
        });
        let of_list = listed.iter().zip(0..).map(|(t, place)| Part {
            text: t.text,
            class: t.form,
            kind: t.kind,
            place,
            unvowelled: t.unvowelled,
            bit: 0,
        });
        let asked = left_over(of_query, q_taken, &mut asked);
        let held = left_over(of_list, l_taken, &mut held);
        let likeness = Likeness {
            value: weights.similarity.initials,
            how: How::Initial,
            edit: 0.0,
            sounds: false,
        };
        let found = first_short(asked, held)
            .or_else(|| first_short(held, asked).map(|(listed, query)| (query, listed)));
        if let Some((query, listed)) = found {
            self.links.push(Link {
                query,
                listed,
                likeness,
            });
        }
    }
}

/// What nothing accounts for, in the order of the text.
fn left_over<'b, 'a>(
    parts: impl Iterator<Item = Part<'a>>,
    taken: Mask,
    into: &'b mut [Part<'a>; TOKENS_MAX],
) -> &'b [Part<'a>] {
    let parts = parts.take(TOKENS_MAX).enumerate();
    let left = parts.filter(|(at, _)| taken & (1 << at) == 0);
    let mut count = 0;
    for (slot, (at, part)) in into.iter_mut().zip(left) {
        *slot = Part {
            bit: 1 << at,
            ..part
        };
        count += 1;
    }
    let left = &mut into[..count];
    // No two places of a name have one bit, so that the order is theirs.
    left.sort_unstable_by_key(|part| (part.place, part.bit));
    left
}

/// The first of some words that is short for others, and those.
fn first_short(short: &[Part], parts: &[Part]) -> Option<(Mask, Mask)> {
    if parts.len() < 2 {
        return None;
    }
    let letters = parts.iter().fold(0, |letters, part| {
        letters | letters_in_short(part.text, part.class)
    });
    // The first letter and another begin words.
    let begins = |text: &str| {
        let count = (0..text.len()).filter(|at| first_letter(&text[*at..]) & letters != 0);
        first_letter(text) & letters != 0 && count.count() >= 2
    };
    short
        .iter()
        .filter(|part| !part.unvowelled && may_be_short(part.text, part.kind))
        .filter(|part| begins(part.text))
        .find_map(|part| Some((part.bit, stands_for(part.text, parts)?)))
}

/// Whether a link by initials takes up so many words that few other names have them.
#[must_use]
pub fn is_sure(link: &Link) -> bool {
    let words = link.query.count_ones().max(link.listed.count_ones());
    link.likeness.how == How::Initial && words as usize >= LETTERS_SURE
}

/// The initials of a body's name: of its words as written, and as Russian says them. Empty where they
/// are too few or too many.
#[must_use]
pub fn initials_of<'a>(tokens: impl Iterator<Item = (&'a str, u16, Kind)>) -> [String; 2] {
    let mut initials = [String::new(), String::new()];
    let mut words = 0;
    for (text, class, kind) in tokens {
        let part = Part {
            text,
            class,
            kind,
            place: 0,
            unvowelled: false,
            bit: 0,
        };
        if part.is_skipped_freely() {
            continue;
        }
        words += 1;
        let russian = beginnings(class).get(1).copied().unwrap_or(text);
        let in_short = is_in_short(class) && text.len() < SYLLABLES_FROM;
        for (initials, word) in initials.iter_mut().zip([text, russian]) {
            let digraph = word != text && DIGRAPHS.iter().any(|two| word.starts_with(two));
            let taken = match word.char_indices().nth(if digraph { 2 } else { 1 }) {
                _ if in_short => text,
                Some((end, _)) => &word[..end],
                None => word,
            };
            initials.push_str(taken);
        }
    }
    for initials in &mut initials {
        if words < WORDS_MIN || !may_be_short(initials, Kind::Word) {
            initials.clear();
        }
    }
    initials
}

/// Key by which the names are found that initials may be short for. No set of folds has it.
#[must_use]
pub fn initials_key(initials: &str) -> u64 {
    set_key([(initials, u16::MAX, Kind::Initial)].into_iter())
}

/// Keys of what in a query may be short for a name.
pub(crate) fn keys_asked(query: &Query) -> impl Iterator<Item = u64> + '_ {
    let short =
        |t: &&Rc<QueryToken>| !t.token.unvowelled && may_be_short(&t.token.text, t.kinds[BODY]);
    query
        .tokens
        .iter()
        .filter(short)
        .map(|t| initials_key(&t.token.text))
}

/// What the name of a query may be in short, as a body's, each with its fold.
pub(crate) fn short_forms(query: &Query) -> Vec<[String; 2]> {
    let words = query.in_order.iter().map(|at| &query.tokens[*at]);
    let initials = initials_of(words.map(|t| (&*t.token.text, t.token.form, t.kinds[BODY])));
    let is_short =
        |initials: &String| !initials.is_empty() && meaning_of(initials, true) == Meaning::Plain;
    let short = initials.into_iter().filter(is_short);
    short
        .map(|initials| [initials.clone(), fold(&initials)])
        .collect()
}

/// Adds the names of bodies that have the initials of a query as a word, at most so many.
///
/// They are found apart from those that share words: the initials of a person may be a frequent name
/// or a legal form, which would leave no room for the person.
pub(crate) fn find_in_short(lists: &Lists, query: &Query, most: usize, names: &mut Vec<u32>) {
    let s = &lists.snapshot;
    let most = names.len() + most;
    for [initials, fold] in &query.in_short {
        let mut short = lists.dictionary.with_fold(fold);
        let Some(token) = short.find(|index| lists.dictionary.text(*index) == initials) else {
            continue;
        };
        let (first, end) = s.posting_range(token);
        let having = &s.all_postings()[first as usize..end as usize];
        let having = having.iter().map(|name| u32::from_le_bytes(*name));
        let of_body = |name: &u32| lists.reading(*name) == BODY;
        names.extend(having.filter(of_body).take(most - names.len()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::name::parse::{Bearer, NameToken, Told, parse_name};

    fn parts(tokens: &[NameToken]) -> Vec<Part<'_>> {
        let mut parts = Vec::new();
        for (at, t) in tokens.iter().enumerate() {
            parts.push(Part {
                text: &t.token.text,
                class: t.token.form,
                kind: t.kind,
                place: t.position,
                unvowelled: t.token.unvowelled,
                bit: 1 << at,
            });
        }
        parts
    }

    #[test]
    fn stands_for_reads_initials_of_either_tongue_and_syllables() {
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
            ("ltte", "Liberation Tigers", false),
            ("irgc", "Islamic Republic of Iran Shipping Lines", false),
            ("kama", "Kazan Motor", false),
            ("abc", "Aurora Best", false),
        ] {
            let tokens = parse_name(name, Bearer::Body, Told::default());
            assert_eq!(
                stands_for(short, &parts(&tokens)).is_some(),
                expected,
                "{short} {name}"
            );
        }
    }

    #[test]
    fn initials_of_a_name_are_those_of_both_tongues() {
        let tokens = parse_name(
            "Islamic Revolutionary Guard Corps (IRGC) LLC",
            Bearer::Body,
            Told::default(),
        );
        let all = tokens[..4]
            .iter()
            .map(|t| (&*t.token.text, t.token.form, t.kind));
        assert_eq!(initials_of(all), ["irgc", "irgk"]);
        let tokens = parse_name("Ministry of Defence", Bearer::Body, Told::default());
        let all = tokens
            .iter()
            .map(|t| (&*t.token.text, t.token.form, t.kind));
        assert_eq!(initials_of(all), ["", ""]);
    }

    #[test]
    fn in_any_order_is_bounded_and_takes_all() {
        let tokens = parse_name("aa ab ac ad ae af ag ah", Bearer::Body, Told::default());
        assert!(in_any_order("aaaaaaaa", &parts(&tokens)).is_some());
        assert!(in_any_order("aaaaaaab", &parts(&tokens)).is_none());
    }
}
