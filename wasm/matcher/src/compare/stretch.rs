//! The search for the stretch of a field that says most of a listed name.

use super::hit::{Hit, Segment};
use super::taken::Taken;
use crate::name::listed::Listed;
use crate::name::masks::{left_of_all, members};
use crate::name::query::Query;
use crate::name::query_token::QueryToken;
use crate::name::token::{Kind, Part, TOKENS_MAX};
use crate::name::weigh::PERSON;
use crate::text::organisations::is_nation;
use crate::weights::SegmentWeights;

/// Words that a stretch has at most for each of the listed name.
const SPAN_PER_TOKEN: usize = 2;

/// Slots of a stretch, remarks within counted.
const SLOTS_MAX: usize = 32;

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
    /// Whether the listed name is a ship's, and the field says where such names stand.
    has_ships: bool,
    costs: &'a SegmentWeights,
}

impl<'a> Field<'a> {
    /// A field in which so many words of a listed name must stand.
    pub(super) fn new(
        query: &'a Query,
        reading: usize,
        has_ships: bool,
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
            has_ships,
            costs,
        }
    }

    /// Whether a stretch may say enough: by the best hit of each token, wherever it stands.
    pub(super) fn may_have_name(&self, hits: &[Hit]) -> bool {
        let (mut best, mut listed) = ([0.0_f64; TOKENS_MAX], 0);
        for hit in hits {
            let first = hit.listed.trailing_zeros() as usize;
            best[first] = best[first].max(hit.gain);
            listed |= hit.listed;
        }
        let left = members(left_of_all(self.listed.len(), listed)).map(|l| self.missing[l]);
        let missing = left.sum::<f64>() * self.costs.missing_further.min(1.0);
        let places = self.places_at_least() as f64;
        let most = best.iter().sum::<f64>() - missing - places.ln() + ROUNDING;
        most >= self.least(self.has_ships, [!self.query.edges.is_empty(); 2])
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
        let end = self.end_of_span(first);
        let near = hits.iter().take_while(|hit| hit.last < end);
        let mut near = near.peekable();
        while let Some(hit) = near.next() {
            taken.take(hit, first);
            let is_last = near.peek().is_none_or(|next| next.first > hit.first);
            if !is_last || taken.words == 0 {
                continue;
            }
            let slots = (first, first + (63 - taken.asked.leading_zeros() as usize));
            let is_ship = self.is_ship(slots);
            let too_few = taken.listed.count_ones() < self.words_min || self.is_generic(taken);
            if too_few && !(is_ship && self.has_all(taken)) {
                continue;
            }
            let ends = if is_ship {
                [true; 2]
            } else {
                self.query.edges.set_apart(slots, self.reading)
            };
            let enough = self.least(is_ship, ends);
            let known = best.map_or(enough, |best| best.nats.max(enough));
            let set_apart = self.nats(taken, slots, ends, known);
            if set_apart < known {
                continue;
            }
            // Edges say that a stretch is a name, and not which of two that overlap.
            let nats = if ends == [false; 2] {
                set_apart
            } else {
                self.nats(taken, slots, [false; 2], f64::NEG_INFINITY)
            };
            let is_better = |best: Segment| {
                nats > best.nats || nats.total_cmp(&best.nats).is_eq() && best.slots.0 == first
            };
            if best.is_none_or(is_better) {
                let asked = taken.asked;
                *best = Some(Segment { slots, asked, nats });
            }
        }
    }

    /// The slot behind the last of a stretch that begins at one, remarks within not counted.
    fn end_of_span(&self, first: usize) -> usize {
        let all = first..self.query.in_order.len().min(first + SLOTS_MAX);
        let mut left = self.span;
        let within = all.take_while(|slot| {
            let is_within = left > 0;
            left -= usize::from(is_within && !self.query.edges.is_remark(*slot));
            is_within
        });
        first + within.count()
    }

    /// The information of a stretch; of one that falls short of one that is known, that or none at all.
    fn nats(
        &self,
        taken: &Taken,
        (first, last): (usize, usize),
        ends: [bool; 2],
        known: f64,
    ) -> f64 {
        let costs = self.costs;
        let gained = taken.gained();
        let of_places = (self.places(taken, (first, last)) as f64).ln();
        if gained - of_places + ROUNDING < known {
            return f64::NEG_INFINITY;
        }
        let missing = self.missing.iter().enumerate().take(self.listed.len());
        let missing = missing.filter(|(l, _)| taken.listed & 1 << l == 0);
        let missing: f64 = missing
            .map(|(l, cost)| cost * self.share_of_missing(taken, l))
            .sum();
        let inserted = self.inserted(taken, (first, last)).count();
        let nats = gained - missing - costs.inserted * inserted as f64;
        if nats - of_places + ROUNDING < known {
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
        let beside = [before, Some((last + 1, last))].into_iter().zip(ends);
        let beside = beside.filter_map(|(beside, is_end)| beside.filter(|_| !is_end));
        let leave = beside.map(|(slot, edge)| self.cost_to_leave(slot, edge));
        let leave: f64 = leave.sum();
        let slots = (first, last);
        nats - costs.substituted * self.substituted(taken, inserted, slots, ends) as f64
            - order
            - leave
            - self.cost_of_lone_word(slots, ends)
            - of_places
    }

    /// Number of places of the field where a stretch could stand: only common names are such places of a person's name
    /// that has no other words and no edge within.
    fn places(&self, taken: &Taken, slots @ (first, last): (usize, usize)) -> usize {
        let is_common = |slot: &usize| self.token(*slot).is_common_name();
        let asked = (first..=last).filter(|slot| taken.has_slot(slot - first));
        let mut asked = asked.filter(|slot| self.identifies(*slot));
        let is_persons = self.reading == PERSON && !self.query.edges.divide(slots);
        if is_persons && asked.all(|slot| is_common(&slot)) {
            self.query.common + 1 - (first..=last).filter(is_common).count()
        } else {
            self.query.in_order.len() - (last - first)
        }
    }

    /// No stretch has fewer [`Field::places`]: it is no longer than the span, whose words may all be common names.
    fn places_at_least(&self) -> usize {
        let words = if self.reading == PERSON {
            self.query.common
        } else {
            self.query.in_order.len()
        };
        words.saturating_sub(self.span) + 1
    }

    /// Counts the missing words that have a word of the field in their place: one that nothing explains,
    /// within the stretch or next to it. People leave out patronymics and further names, and bodies what
    /// kind of body they are.
    fn substituted(
        &self,
        taken: &Taken,
        inserted: usize,
        (first, last): (usize, usize),
        [begins, ends]: [bool; 2],
    ) -> usize {
        // What identifies nobody, such as a particle, stands between a name and its place.
        // A place contradicts that of a body wherever it stands.
        let is_instead = |slot: usize, is_apart: bool| {
            let is_place = || is_nation(self.token(slot).token.form);
            !is_apart || is_place()
        };
        let before = first.checked_sub(1);
        let before = before.and_then(|slot| self.word_at(slot, -1));
        let before = before.filter(|slot| is_instead(*slot, begins));
        let behind = self.word_at(last + 1, 1);
        let behind = behind.filter(|slot| is_instead(*slot, ends));
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
    fn inserted<'t>(
        &'t self,
        taken: &'t Taken,
        (first, last): (usize, usize),
    ) -> impl Iterator<Item = usize> + use<'t, 'a> {
        (first..=last)
            .filter(move |slot| !taken.has_slot(slot - first))
            .filter(|slot| self.identifies(*slot))
            .filter(|slot| self.reading != PERSON || !self.query.edges.is_remark(*slot))
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
    fn cost_of_lone_word(&self, (first, last): (usize, usize), [begins, ends]: [bool; 2]) -> f64 {
        if first > 0 && begins || first == 0 && ends {
            return 0.0;
        }
        let outside = (0..first).chain(last + 1..self.query.in_order.len());
        let mut outside = outside.map(|slot| self.token(slot).token.letters);
        match (self.reading, outside.next(), outside.next()) {
            (_, Some(letters), None) if letters <= SHORT_NAME_LETTERS => f64::INFINITY,
            (PERSON, Some(_), None) => self.costs.leave_lone * self.costs.leave,
            _ => 0.0,
        }
    }

    /// The least information of a stretch: less of a person's name that is set apart on both sides, and of a ship's that
    /// a text says to be one.
    fn least(&self, is_ship: bool, ends: [bool; 2]) -> f64 {
        if self.reading == PERSON && ends == [true; 2] || is_ship {
            self.costs.least - self.costs.set_apart
        } else {
            self.costs.least
        }
    }

    /// Whether all words and numbers of the listed name are there.
    fn has_all(&self, taken: &Taken) -> bool {
        let left = left_of_all(self.listed.len(), taken.listed);
        members(left).all(|l| !self.listed[l].kind.identifies())
    }

    /// Whether a body's generic words alone are there, and others are not: `Representative Office`.
    fn is_generic(&self, taken: &Taken) -> bool {
        let is_generic = |l: usize| self.listed[l].is_generic();
        let mut left = members(left_of_all(self.listed.len(), taken.listed));
        self.reading != PERSON
            && members(taken.words).all(is_generic)
            && left.any(|l| self.listed[l].tells_apart())
    }

    /// Whether a field says that a stretch is the name of a ship, which is listed.
    fn is_ship(&self, (first, last): (usize, usize)) -> bool {
        self.has_ships && self.query.edges.ships.contains(&(first..last + 1))
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
