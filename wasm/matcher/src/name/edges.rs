//! Where names may begin and end in a field: at signs, brackets, words that join two names, remarks, words in small
//! letters beside those with capitals, and behind a word that says that a ship follows.

use std::ops::Range;

use super::craft::ships_in;
use super::field::{Place, divide};
use super::weigh::PERSON;
use crate::text::fold::fold;
use crate::text::people::is_borne;
use crate::text::vocabulary::{Meaning, meaning_of};
use crate::text::word::Words;

/// Commas that set names apart: that of `Family, Given` is one.
const COMMAS_MIN: u32 = 2;

/// Letters of a word in small letters that is left out of a name with capitals: a shorter one may be a syllable of it.
const SMALL_LETTERS_MIN: usize = 4;

/// The edges of names in a field, by slot: the places of its tokens in the order of the text. None where it has none.
#[derive(Clone, Debug, Default)]
pub struct Edges {
    slots: Vec<Slot>,
    /// Slots of what the text says to be the name of a ship.
    pub ships: Vec<Range<usize>>,
}

/// What a token of a field is a part of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Slot {
    /// The piece of the field, and which of those between its commas; none of what is no part of a name.
    part: Option<(usize, usize)>,
    /// What of the field it is.
    place: Place,
    /// Whether it stands within a name that goes on behind it: in brackets, or as a nickname.
    is_aside: bool,
    /// Whether it is a legal form.
    is_form: bool,
    /// Whether it is a long word in small letters that is no common name of people.
    is_small: bool,
}

impl Edges {
    /// Those of a text, of whose words tokens are at these positions, rising.
    pub(super) fn of(words: &Words, positions: &[u32]) -> Edges {
        let all = slots_of(words);
        let words = &words.words;
        let slot_at = |position: &u32| {
            let at = words.partition_point(|word| word.position < *position);
            all.get(at).copied().unwrap_or_default()
        };
        let mut slots: Vec<Slot> = positions.iter().map(slot_at).collect();
        let slot_of = |at: usize| {
            let before = |position| positions.partition_point(|other| *other < position);
            words
                .get(at)
                .map_or(positions.len(), |word| before(word.position))
        };
        let ships = ships_in(words).into_iter();
        let ships = ships.map(|ship| slot_of(ship.start)..slot_of(ship.end));
        let ships: Vec<Range<usize>> = ships.filter(|ship| !ship.is_empty()).collect();
        let is_like = |a: &Slot, b: &Slot| (a.part, a.is_small) == (b.part, b.is_small);
        if slots.windows(2).all(|pair| is_like(&pair[0], &pair[1])) {
            slots.clear();
        }
        Edges { slots, ships }
    }

    /// Whether nothing is set apart by them.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty() && self.ships.is_empty()
    }

    /// Whether a slot is a part of a remark.
    pub fn is_remark(&self, slot: usize) -> bool {
        self.is_at(slot, Place::Remark)
    }

    /// Whether a slot is a letter of what sets two names apart, and of neither: of `a.k.a.`.
    pub fn is_letter_between(&self, slot: usize) -> bool {
        self.is_at(slot, Place::Letters)
    }

    fn is_at(&self, slot: usize, place: Place) -> bool {
        self.slots.get(slot).is_some_and(|slot| slot.place == place)
    }

    /// Whether an edge or a legal form stands within a stretch, from its first slot to its last.
    pub fn divide(&self, (first, last): (usize, usize)) -> bool {
        let stretch = self.slots.get(first..=last).unwrap_or_default();
        let is_other = |slot: &Slot| slot.is_form || slot.part != stretch[0].part;
        stretch.iter().any(is_other)
    }

    /// Whether a stretch, from its first slot to its last, is set apart from what is before it, and from what is behind
    /// it. A person's name that has an edge or a legal form within is set apart by none.
    pub fn set_apart(&self, (first, last): (usize, usize), reading: usize) -> [bool; 2] {
        let stretch = self.slots.get(first..=last).unwrap_or_default();
        let [Some(begin), Some(end)] = [stretch.first(), stretch.last()] else {
            return [false; 2];
        };
        if reading == PERSON && self.divide((first, last)) {
            return [false; 2];
        }
        // A name goes on behind what stands within it.
        let is_beside = |own: &Slot, slot: &Slot| own.is_aside || !slot.is_aside;
        let mut all_before = self.slots[..first].iter().rev();
        let before = all_before.find(|slot| is_beside(begin, slot));
        let mut all_behind = self.slots[last + 1..].iter();
        let behind = all_behind.find(|slot| is_beside(end, slot));
        // A word that is no name's sets nothing apart.
        [(begin, before), (end, behind)].map(|(own, beside)| {
            let is_other = |slot: &Slot| slot.part != own.part || slot.is_small && !own.is_small;
            own.part.is_some() && beside.is_none_or(is_other)
        })
    }
}

/// What the words of a text are parts of.
fn slots_of(words: &Words) -> Vec<Slot> {
    let has_commas = words.commas >= COMMAS_MIN;
    let division = divide(&words.words);
    // By piece: its words so far, and commas; none of one that begins `Family, Given`.
    let mut within = vec![(0_usize, Some(0_usize)); division.pieces.len()];
    let both = words.words.iter().zip(&division.places);
    both.map(|(word, place)| {
        let part = if let Place::In(piece) = *place {
            let (count, commas) = &mut within[piece];
            if has_commas && word.after_comma && *count > 0 {
                let is_family = *count == 1 && *commas == Some(0);
                *commas = commas.filter(|_| !is_family).map(|commas| commas + 1);
            }
            *count += 1;
            Some((piece, commas.unwrap_or_default()))
        } else {
            None
        };
        let meaning = meaning_of(&word.text, true);
        Slot {
            part,
            place: *place,
            is_aside: word.in_brackets
                || part.is_some_and(|(piece, _)| division.pieces[piece].is_aside),
            is_form: matches!(meaning, Meaning::OrganisationForm(_)),
            is_small: word.is_small
                && word.text.len() >= SMALL_LETTERS_MIN
                && !is_borne(&fold(&word.text)),
        }
    })
    .collect()
}
