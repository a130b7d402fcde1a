//! The search for the stretch of a field that says most of a listed name.

use super::hit::{Hit, Segment};
use crate::name::listed::Listed;
use crate::name::masks::{Mask, left_of_all, members};
use crate::name::query::Query;
use crate::name::query_token::QueryToken;
use crate::name::token::{Kind, Part, TOKENS_MAX};
use crate::name::weigh::PERSON;
use crate::weights::SegmentWeights;

/// Words that a stretch has at most for each of the listed name.
const SPAN_PER_TOKEN: usize = 2;

/// What no rounding of a sum takes off it.
const ROUNDING: f64 = 1e-9;

/// Letters of a lone word beside a name that may be a family name and is never left: `Ta`.
const SHORT_NAME_LETTERS: u32 = 3;

/// The Arabic article, as it is normalised.
const ARTICLE: &str = "al";

/// What it costs that a listed token has no counterpart in the stretch.
pub(super) fn missing_cost(token: &Listed, reading: usize, costs: &SegmentWeights) -> f64 {
    match token.kind {
        Kind::Word if reading == PERSON => match token.part {
            Part::Family => costs.missing_family,
            Part::Given => costs.missing_given,
            Part::Patronymic => costs.missing_patronymic,
            Part::Any => costs.missing_name,
        },
        Kind::Word | Kind::Number => token.idf,
        Kind::Generic | Kind::Topic => token.idf * costs.missing_generic,
        Kind::Initial | Kind::Particle | Kind::OrganisationForm | Kind::Title | Kind::Ordinal => {
            0.0
        }
    }
}

/// A field and what a listed name costs in it.
pub(super) struct Field<'a> {
    query: &'a Query,
    reading: usize,
    listed: &'a [Listed<'a>],
    /// Whether the listed name has a number.
    has_number: bool,
    missing: [f64; TOKENS_MAX],
    span: usize,
    words_min: u32,
    costs: &'a SegmentWeights,
}

/// What of a stretch is accounted for.
#[derive(Default)]
struct Taken {
    /// By token of the listed name that is: what it gains.
    gains: [f64; TOKENS_MAX],
    /// By token of the listed name that is: the slot, counted from 1.
    slots: [u8; TOKENS_MAX],
    listed: Mask,
    /// Those of them that are words.
    words: Mask,
    /// Slots from the first of the stretch on.
    asked: u64,
}

impl Taken {
    /// Forgets all that was taken.
    fn forget(&mut self) {
        (self.listed, self.words, self.asked) = (0, 0, 0);
    }

    /// Takes a hit where it gains more than what it stands in place of.
    fn take(&mut self, hit: &Hit, first: usize) {
        let l = hit.listed.trailing_zeros() as usize;
        let slots = (1u64 << (hit.last - first + 1)) - (1u64 << (hit.first - first));
        if self.asked & slots != 0 || self.listed & hit.listed != 0 && self.gains[l] >= hit.gain {
            return;
        }
        if self.listed & hit.listed != 0 {
            // A slot that is given up for a better one is taken for nothing else.
            if !hit.listed.is_power_of_two() || self.slots[l] == 0 {
                return;
            }
            self.asked &= !(1 << (self.slots[l] - 1));
        }
        self.listed |= hit.listed;
        if hit.is_word && hit.gain > 0.0 {
            self.words |= hit.listed;
        }
        self.asked |= slots;
        for second in members(hit.listed).skip(1) {
            (self.gains[second], self.slots[second]) = (0.0, 0);
        }
        self.gains[l] = hit.gain;
        self.slots[l] = (hit.first - first + 1) as u8;
    }

    fn has_number(&self, listed: &[Listed]) -> bool {
        members(self.listed).any(|l| listed[l].kind == Kind::Number)
    }

    fn gained(&self) -> f64 {
        members(self.listed).map(|l| self.gains[l]).sum()
    }

    /// Whether the listed words stand in another order than theirs, wherever that begins.
    fn is_out_of_order(&self) -> bool {
        let slots = members(self.listed)
            .map(|l| self.slots[l])
            .filter(|slot| *slot > 0);
        let (mut falls, mut first, mut before) = (0, 0, 0);
        for slot in slots {
            falls += u32::from(slot < before);
            if first == 0 {
                first = slot;
            }
            before = slot;
        }
        falls + u32::from(first < before && falls > 0) > 1
    }
}

impl<'a> Field<'a> {
    /// A field in which so many words of a listed name must stand.
    pub(super) fn new(
        query: &'a Query,
        reading: usize,
        listed: &'a [Listed<'a>],
        words_min: u32,
        costs: &'a SegmentWeights,
    ) -> Field<'a> {
        let mut missing = [0.0; TOKENS_MAX];
        for (cost, token) in missing.iter_mut().zip(listed) {
            *cost = missing_cost(token, reading, costs);
        }
        Field {
            query,
            reading,
            listed,
            has_number: listed.iter().any(|t| t.kind == Kind::Number),
            missing,
            span: TOKENS_MAX.min(SPAN_PER_TOKEN * listed.len() + 1),
            words_min,
            costs,
        }
    }

    /// No less than any stretch is worth: by the best hit of each token, wherever it stands.
    pub(super) fn most(&self, hits: &[Hit]) -> f64 {
        let (mut best, mut listed) = ([0.0_f64; TOKENS_MAX], 0);
        for hit in hits {
            let first = hit.listed.trailing_zeros() as usize;
            best[first] = best[first].max(hit.gain);
            listed |= hit.listed;
        }
        let left = members(left_of_all(self.listed.len(), listed)).map(|l| self.missing[l]);
        let missing = left.sum::<f64>() * self.costs.missing_further.min(1.0);
        let starts = (self.query.in_order.len() + 1)
            .saturating_sub(self.span)
            .max(1);
        best.iter().sum::<f64>() - missing - (starts as f64).ln() + ROUNDING
    }

    /// The best stretch, by hits in the order of the field.
    pub(super) fn best(&self, hits: &[Hit]) -> Option<Segment> {
        let (mut best, mut taken) = (None, Taken::default());
        for (at, hit) in hits.iter().enumerate() {
            let is_start = at == 0 || hits[at - 1].first < hit.first;
            if is_start {
                taken.forget();
                self.extend(&hits[at..], &mut taken, &mut best);
            }
        }
        best
    }

    /// The best stretch that begins with the first of the hits.
    fn extend(&self, hits: &[Hit], taken: &mut Taken, best: &mut Option<Segment>) {
        let first = hits[0].first;
        let near = hits.iter().take_while(|hit| hit.last < first + self.span);
        let mut near = near.peekable();
        while let Some(hit) = near.next() {
            taken.take(hit, first);
            let is_last = near.peek().is_none_or(|next| next.first > hit.first);
            let too_few = taken.listed.count_ones() < self.words_min;
            if !is_last || taken.words == 0 || too_few {
                continue;
            }
            let last = first + (63 - taken.asked.leading_zeros() as usize);
            let known = best.map_or(self.costs.least, |best| best.nats);
            let slots = (first, last);
            let nats = self.nats(taken, slots, known);
            let is_better = |best: Segment| nats > best.nats || best.slots.0 == first;
            if nats >= known && best.is_none_or(is_better) {
                *best = Some(Segment { slots, nats });
            }
        }
    }

    /// The information of a stretch; of one that falls short of one that is known, that or none at all.
    fn nats(&self, taken: &Taken, (first, last): (usize, usize), known: f64) -> f64 {
        let costs = self.costs;
        let gained = taken.gained();
        let starts = (self.query.in_order.len() - (last - first)) as f64;
        let of_starts = starts.ln();
        if gained - of_starts + ROUNDING < known {
            return f64::NEG_INFINITY;
        }
        let missing = self.missing.iter().enumerate().take(self.listed.len());
        let missing = missing.filter(|(l, _)| taken.listed & 1 << l == 0);
        let missing: f64 = missing
            .map(|(l, cost)| cost * self.share_of_missing(taken, l))
            .sum();
        let inserted = self.inserted(taken, (first, last)).count();
        let nats = gained - missing - costs.inserted * inserted as f64;
        if nats - of_starts + ROUNDING < known {
            return f64::NEG_INFINITY;
        }
        if self.has_number && self.has_another_number(taken, (first, last)) {
            return f64::NEG_INFINITY;
        }
        let order = if taken.is_out_of_order() {
            costs.order
        } else {
            0.0
        };
        let before = first.checked_sub(1).map(|before| (before, first));
        let beside = before.into_iter().chain(Some((last + 1, last)));
        let leave = beside.map(|(slot, edge)| self.cost_to_leave(slot, edge));
        let leave: f64 = leave.sum();
        nats - costs.substituted * self.substituted(taken, inserted, (first, last)) as f64
            - order
            - leave
            - self.cost_of_lone_word(first, last)
            - of_starts
    }

    /// Counts the missing words that have a word of the field in their place: one that nothing explains,
    /// within the stretch or next to it. People leave out patronymics and further names, and bodies what
    /// kind of body they are.
    fn substituted(&self, taken: &Taken, inserted: usize, (first, last): (usize, usize)) -> usize {
        // What identifies nobody, such as a particle, stands between a name and its place.
        let before = first.checked_sub(1).and_then(|slot| self.word_at(slot, -1));
        let behind = self.word_at(last + 1, 1);
        let beside = || before.into_iter().chain(behind);
        let mut instead = self.inserted(taken, (first, last)).chain(beside());
        let has_name = instead.any(|slot| self.token(slot).borne);
        let missing = self.listed.iter().enumerate().take(TOKENS_MAX);
        let missing = missing.filter(|(l, token)| {
            taken.listed & 1 << l == 0
                && token.kind.identifies()
                && token.kind != Kind::Generic
                && token.part != Part::Patronymic
                && (!self.has_another_of_part(taken, *l) || has_name && self.is_first_given(*l))
        });
        missing.count().min(inserted + beside().count())
    }

    /// The words of a stretch that nothing explains.
    fn inserted(
        &self,
        taken: &Taken,
        (first, last): (usize, usize),
    ) -> impl Iterator<Item = usize> + use<'_, 'a> {
        let asked = taken.asked;
        (first..=last)
            .filter(move |slot| asked & 1 << (slot - first) == 0)
            .filter(|slot| self.identifies(*slot))
    }

    /// Whether another number stands in place of the listed one: in the stretch or next to it, perhaps
    /// behind letters that say that it is a number.
    fn has_another_number(&self, taken: &Taken, (first, last): (usize, usize)) -> bool {
        let is_number = |slot: usize| self.token(slot).kinds[self.reading] == Kind::Number;
        let is_word = |slot: &usize| {
            is_number(*slot) || self.identifies(*slot) && self.token(*slot).token.letters > 1
        };
        let before = (0..first).rev().find(is_word);
        let behind = (last + 1..self.query.in_order.len()).find(is_word);
        let mut instead = self
            .inserted(taken, (first, last))
            .chain(before)
            .chain(behind);
        !taken.has_number(self.listed) && instead.any(is_number)
    }

    /// Whether a listed token is the name that a person is called by: the first of the given ones.
    fn is_first_given(&self, l: usize) -> bool {
        let is_given = |token: &Listed| token.part == Part::Given;
        self.reading == PERSON && self.listed.iter().position(is_given) == Some(l)
    }

    /// The word that identifies at a slot, or behind the particles that begin there.
    fn word_at(&self, slot: usize, step: isize) -> Option<usize> {
        let mut slot = Some(slot);
        while let Some(at) = slot.filter(|at| *at < self.query.in_order.len()) {
            if self.identifies(at) {
                return Some(at);
            }
            if self.token(at).kinds[self.reading] != Kind::Particle {
                return None;
            }
            slot = at.checked_add_signed(step);
        }
        None
    }

    fn identifies(&self, slot: usize) -> bool {
        self.token(slot).kinds[self.reading].identifies()
    }

    /// Share of its cost that a missing token takes off: less where another of its part is there.
    fn share_of_missing(&self, taken: &Taken, l: usize) -> f64 {
        if self.has_another_of_part(taken, l) {
            self.costs.missing_further
        } else {
            1.0
        }
    }

    /// Whether a person's name in the stretch has another word of the part that a token is of.
    fn has_another_of_part(&self, taken: &Taken, l: usize) -> bool {
        let part = self.listed[l].part;
        self.reading == PERSON
            && part != Part::Any
            && members(taken.words).any(|other| self.listed[other].part == part)
    }

    /// What it costs that one word alone stands beside a person's name: most likely it is a part of it.
    fn cost_of_lone_word(&self, first: usize, last: usize) -> f64 {
        let outside = (0..first).chain(last + 1..self.query.in_order.len());
        let mut outside = outside.map(|slot| self.token(slot).token.letters);
        match (self.reading, outside.next(), outside.next()) {
            (_, Some(letters), None) if letters <= SHORT_NAME_LETTERS => f64::INFINITY,
            (PERSON, Some(_), None) => self.costs.leave_lone * self.costs.leave,
            _ => 0.0,
        }
    }

    fn token(&self, slot: usize) -> &QueryToken {
        &self.query.tokens[self.query.in_order[slot]]
    }

    /// What it costs that a slot beside a person's name is no part of it: the more, the more people bear it.
    /// A syllable is never left beside another.
    fn cost_to_leave(&self, slot: usize, edge: usize) -> f64 {
        if slot >= self.query.in_order.len() {
            return 0.0;
        }
        let token = self.token(slot);
        if token.syllabic && self.token(edge).syllabic {
            return f64::INFINITY;
        }
        if self.reading != PERSON {
            return 0.0;
        }
        // An article is a part of the word behind it, and so is what says whose child somebody is.
        if slot > edge && (token.between || token.token.text == ARTICLE) {
            return self.cost_to_leave(slot + 1, slot);
        }
        if token.kinds[PERSON] == Kind::Particle {
            return 0.0;
        }
        // Of a word without its vowels no table says how common it is.
        let unknown = if token.token.unvowelled {
            self.costs.leave_unvowelled * self.costs.leave
        } else {
            f64::INFINITY
        };
        (self.costs.leave - token.among_people.unwrap_or(unknown)).max(0.0)
    }
}
