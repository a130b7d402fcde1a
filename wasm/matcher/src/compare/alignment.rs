//! Which token of the query stands for which of the listed name.
//!
//! Single tokens are assigned so that the sum of weighted likeness is greatest; what is left over
//! may then be two or three tokens that the other side writes as one.

use super::as_person::{drop_jumbled, drop_slips_of_people, keep_same_words, keep_whole_name};
use super::assignment::Assignment;
use super::hit::Segments;
use super::initials::{link_initials, link_own_initials};
use super::join::join_best;
use super::likeness::{How, Likeness};
use super::link::{Link, accounted};
use super::memo::Memo;
use super::spelled::{glued, same_letters};
use crate::name::listed::Listed;
use crate::name::masks::Mask;
use crate::name::query::Query;
use crate::name::query_token::QueryToken;
use crate::name::token::{Kind, TOKENS_MAX};
use crate::name::weigh::{BODY, PERSON};
use crate::text::word::{Read, is_same};
use crate::weights::Weights;

/// Buffers that are used again for every name.
#[derive(Debug, Default)]
pub struct Alignment {
    /// The links found.
    pub links: Vec<Link>,
    assignment: Assignment,
    joined: String,
    pub(super) memo: Memo,
    pub(super) segments: Segments,
    /// Comparisons of tokens and of joined tokens, and sums of assignments.
    pub(super) effort: u64,
}

impl Alignment {
    /// Forgets the last query. The next has so many different tokens, the dictionary so many.
    pub fn begin(&mut self, asked: usize, dictionary: usize) {
        self.memo.begin(asked, dictionary);
    }

    /// How alike two tokens are, as it is known from before or found out.
    pub fn likeness(&mut self, asked: &QueryToken, held: &Listed, weights: &Weights) -> Likeness {
        self.memo.likeness(asked, held, weights)
    }

    /// Steps of work since the last call.
    pub fn take_effort(&mut self) -> u64 {
        std::mem::take(&mut self.effort)
    }

    /// Bits of the tokens that are accounted for, on each side.
    pub fn accounted(&self) -> (Mask, Mask) {
        accounted(&self.links)
    }

    /// Aligns a query with a name. `reading` is an index in [`crate::name::weigh::BEARERS`].
    pub fn align(&mut self, query: &Query, reading: usize, listed: &[Listed], weights: &Weights) {
        self.links.clear();
        self.assignment.clear();
        self.compare_tokens(query, reading, listed, weights);
        let (asked, held) = (query.tokens.len(), listed.len());
        self.effort += self.assignment.assign(asked, held, &mut self.links);
        if reading == PERSON {
            undo_nicknames(&mut self.links, query, listed);
        }
        // What stands for whole words of the lists is no part of one.
        if !query.stands_for {
            self.spell(query, listed, weights);
            self.join(query, listed, weights);
        }
        self.pair_particles(query, reading, listed, weights);
        if reading == BODY {
            drop_jumbled(&mut self.links, query, listed, &mut self.joined);
        }
        if reading == BODY && query.in_syllables {
            keep_whole_name(&mut self.links, query, listed);
        } else if reading == BODY && query.as_person {
            keep_same_words(&mut self.links, query, listed);
        } else if reading == BODY {
            drop_slips_of_people(&mut self.links, query, listed);
            if !query.stands_for {
                let found = link_initials(query, listed, self.accounted(), weights);
                self.links.extend(found);
            }
        }
        if reading == BODY && !query.in_syllables && !query.stands_for {
            link_own_initials(query, listed, &mut self.links, weights);
        }
    }

    /// Whether a token of a query that stands for another word is like any of a name.
    pub fn has_other_word(&mut self, query: &Query, listed: &[Listed], weights: &Weights) -> bool {
        let tokens = query.tokens.iter();
        let mut others = tokens.filter(|token| token.sense.read != Read::AsWritten);
        others.any(|token| {
            // A beginning is compared as an initial is.
            token.sense.is_beginning() || {
                let mut listed = listed.iter();
                listed.any(|held| self.memo.likeness(token, held, weights).value > 0.0)
            }
        })
    }

    /// Compares each token of the query with each of the name; particles wait.
    fn compare_tokens(
        &mut self,
        query: &Query,
        reading: usize,
        listed: &[Listed],
        weights: &Weights,
    ) {
        self.effort += (query.tokens.len() * listed.len()) as u64;
        for (l, other) in listed.iter().enumerate().take(TOKENS_MAX) {
            let row = self.memo.row(other);
            if self.memo.is_unlike(row, query.numbers) {
                continue;
            }
            let unlike = self.memo.unlike(row);
            for (q, token) in query.tokens.iter().enumerate() {
                if unlike & token.bit() != 0 {
                    continue;
                }
                if token.kinds[reading] == Kind::Particle && other.kind == Kind::Particle {
                    continue;
                }
                let like = self.memo.likeness_in(row, token, other, weights);
                // Nobody is called One for I.
                if reading == PERSON && like.how == How::Same && is_number(token, other) {
                    continue;
                }
                if like.value > 0.0 {
                    let gain = like.value * f64::midpoint(token.weights[reading], other.weight);
                    self.assignment.add(q, l, gain, like);
                }
            }
        }
    }

    /// Links what either side writes together or apart, letter by letter.
    fn spell(&mut self, query: &Query, listed: &[Listed], weights: &Weights) {
        // Syllables in another order are another name.
        if query.syllabic != 0 {
            return;
        }
        let jumbles = listed.iter().map(|t| t.jumble);
        if query.jumble == jumbles.fold(0, u64::wrapping_add) {
            // Nothing is left out: what is not the same word is written in other words.
            let is_word = |link: &Link| is_one_word(link, query, listed);
            let taken = same_words(query, listed);
            if let Some(link) = same_letters(query, listed, taken, &mut self.joined, weights) {
                self.links.retain(is_word);
                self.links.push(link);
                return;
            }
        }
        // An initial stands for a word only where nothing spells it.
        loop {
            let words = self.links.iter();
            let words = words.filter(|link| link.likeness.how != How::Initial);
            let taken = words.fold((0, 0), |(q, l), link| (q | link.query, l | link.listed));
            let Some(found) = glued(query, listed, taken, weights) else {
                return;
            };
            let is_apart =
                |link: &Link| (link.query & found.query) | (link.listed & found.listed) == 0;
            self.links.retain(is_apart);
            self.links.push(found);
        }
    }

    /// Joins left-over tokens of either side into one of the other's.
    fn join(&mut self, query: &Query, listed: &[Listed], weights: &Weights) {
        loop {
            let taken = self.accounted();
            let (link, effort) = join_best(query, listed, taken, &mut self.joined, weights);
            self.effort += effort;
            match link {
                Some(link) => self.links.push(link),
                None => return,
            }
        }
    }

    /// Particles come last, so that one is free to be part of a compound.
    fn pair_particles(
        &mut self,
        query: &Query,
        reading: usize,
        listed: &[Listed],
        weights: &Weights,
    ) {
        if query.masks[reading].of_kind(Kind::Particle) == 0 {
            return;
        }
        let (mut q_taken, mut l_taken) = self.accounted();
        for (q, token) in query.tokens.iter().enumerate() {
            for (l, other) in listed.iter().enumerate().take(TOKENS_MAX) {
                let (q_bit, l_bit): (Mask, Mask) = (1 << q, 1 << l);
                let particles =
                    token.kinds[reading] == Kind::Particle && other.kind == Kind::Particle;
                if !particles || q_taken & q_bit != 0 || l_taken & l_bit != 0 {
                    continue;
                }
                let likeness = self.memo.likeness(token, other, weights);
                if likeness.value > 0.0 {
                    (q_taken, l_taken) = (q_taken | q_bit, l_taken | l_bit);
                    self.links.push(Link {
                        query: q_bit,
                        listed: l_bit,
                        likeness,
                    });
                }
            }
        }
    }
}

/// Whether two words are alike for the number that they say.
fn is_number(asked: &QueryToken, held: &Listed) -> bool {
    held.numeral != 0 && asked.numeral == held.numeral && asked.token.fold != held.fold
}

/// The words that both sides have, letter by letter, each as often as both have it.
fn same_words(query: &Query, listed: &[Listed]) -> (Mask, Mask) {
    let (mut asked, mut held): (Mask, Mask) = (0, 0);
    for (q, token) in query.tokens.iter().enumerate().take(TOKENS_MAX) {
        let mut same = listed.iter().enumerate().take(TOKENS_MAX);
        let is_free = |l: &usize| held & 1 << l == 0;
        let free = same.find(|(l, other)| is_free(l) && is_same(other.text, &token.token.text));
        if let Some((l, _)) = free {
            (asked, held) = (asked | 1 << q, held | 1 << l);
        }
    }
    (asked, held)
}

/// Whether a link is between two words of the same letters.
fn is_one_word(link: &Link, query: &Query, listed: &[Listed]) -> bool {
    let q = link.query.trailing_zeros() as usize;
    let l = link.listed.trailing_zeros() as usize;
    query.tokens[q].token.text == listed[l].text
}

/// Whether a fold is the servant or the God of an Arabic name that is written as one.
fn is_of_compound(part: &str, whole: &str) -> bool {
    let is_servant = part == "abd" && whole.starts_with(part);
    is_servant || matches!(part, "alah" | "olah" | "ulah") && whole.ends_with("lah")
}

/// Leaves to be joined what is no nickname but a part of the other side's word, whose other part
/// stands beside it: `Alex Andr`, `Abd al-Rahman`, `Saif Allah`.
fn undo_nicknames(links: &mut Vec<Link>, query: &Query, listed: &[Listed]) {
    let (q_taken, l_taken) = accounted(links);
    let spells = |whole: &str, part: &str, other: &str| {
        let end = whole.strip_prefix(part);
        end.is_some_and(|rest| rest == other) || is_of_compound(other, whole)
    };
    links.retain(|link| {
        if link.likeness.how != How::Nickname {
            return true;
        }
        let q = link.query.trailing_zeros() as usize;
        let l = link.listed.trailing_zeros() as usize;
        let (asked, held) = (&query.tokens[q].token, &listed[l]);
        let mut q_left = query.tokens.iter().enumerate().take(TOKENS_MAX);
        let in_query = q_left.any(|(at, t)| {
            q_taken & (1 << at) == 0 && spells(held.fold, &asked.fold, &t.token.fold)
        });
        let mut l_left = listed.iter().enumerate().take(TOKENS_MAX);
        let in_list = l_left
            .any(|(at, t)| l_taken & (1 << at) == 0 && spells(&asked.fold, held.fold, t.fold));
        !in_query && !in_list
    });
}
