//! Which token of the query stands for which of the listed name.
//!
//! Single tokens are assigned so that the sum of weighted likeness is greatest; what is left over
//! may then be two or three tokens that the other side writes as one.

use crate::edits::Pattern;
use crate::likeness::{How, Likeness, Listed, likeness};
use crate::name::{Kind, TOKENS_MAX};
use crate::query::{BODY, Query, QueryToken};
use crate::text::arabic::is_known;
use crate::text::fold::seam_is_doubled;
use crate::text::phonetic::joined_skeleton;
use crate::weights::Weights;

/// Tokens of a name as bits.
pub type Mask = u32;

/// A group of query tokens and the group of listed tokens that it accounts for.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    /// Tokens of the query.
    pub query: Mask,
    /// Tokens of the listed name.
    pub listed: Mask,
    /// How alike they are.
    pub likeness: Likeness,
}

/// Sides up to this many tokens are assigned optimally where a greedy choice may not be.
const EXACT_MAX: usize = 10;
/// Left-over tokens of one side that are tried together.
const JOINED_MAX: usize = 8;
/// Letters of a joined word for which one may differ, and from how many any may.
const LETTERS_PER_JOINED_EDIT: u32 = 5;
const JOINED_EDITS_FROM: u32 = 8;

/// Buffers that are used again for every name.
#[derive(Debug, Default)]
pub struct Alignment {
    /// The links found.
    pub links: Vec<Link>,
    likes: Vec<(f64, u8, u8, Likeness)>,
    best: Vec<(f64, u32)>,
}

impl Alignment {
    /// Aligns a query with a name. `reading` is the index of the bearer in [`crate::query::BEARERS`].
    pub fn align(&mut self, query: &Query, reading: usize, listed: &[Listed], weights: &Weights) {
        self.links.clear();
        self.likes.clear();
        for (q, token) in query.tokens.iter().enumerate() {
            for (l, other) in listed.iter().enumerate().take(TOKENS_MAX) {
                if token.kinds[reading] == Kind::Particle && other.kind == Kind::Particle {
                    continue;
                }
                let like = likeness(token, other, weights);
                if like.value > 0.0 {
                    let gain = like.value * f64::midpoint(token.weights[reading], other.weight);
                    self.likes.push((gain, q as u8, l as u8, like));
                }
            }
        }
        self.assign(query.tokens.len(), listed.len());
        self.join(query, listed, weights);
        self.pair_particles(query, reading, listed, weights);
        if reading == BODY {
            self.link_initials(query, listed, weights);
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
        let (mut q_taken, mut l_taken) = self.accounted();
        for (q, token) in query.tokens.iter().enumerate() {
            for (l, other) in listed.iter().enumerate().take(TOKENS_MAX) {
                let (q_bit, l_bit): (Mask, Mask) = (1 << q, 1 << l);
                let particles =
                    token.kinds[reading] == Kind::Particle && other.kind == Kind::Particle;
                if !particles || q_taken & q_bit != 0 || l_taken & l_bit != 0 {
                    continue;
                }
                let likeness = likeness(token, other, weights);
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

    /// Bits of the tokens that are accounted for, on each side.
    #[must_use]
    pub fn accounted(&self) -> (Mask, Mask) {
        self.links
            .iter()
            .fold((0, 0), |(q, l), link| (q | link.query, l | link.listed))
    }

    fn assign(&mut self, asked: usize, listed: usize) {
        self.likes
            .sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
        let (mut q_taken, mut l_taken) = (0, 0);
        let mut contested = false;
        for &(_, q, l, like) in &self.likes {
            let (query, listed): (Mask, Mask) = (1 << q, 1 << l);
            if q_taken & query == 0 && l_taken & listed == 0 {
                q_taken |= query;
                l_taken |= listed;
                self.links.push(Link {
                    query,
                    listed,
                    likeness: like,
                });
            } else {
                contested = true;
            }
        }
        if contested && listed <= EXACT_MAX && asked <= EXACT_MAX {
            self.assign_exactly(asked, listed);
        }
    }

    /// The greatest sum over all assignments, by subsets of the listed tokens.
    fn assign_exactly(&mut self, asked: usize, listed: usize) {
        let subsets = 1_usize << listed;
        let greedy: f64 = self.gain_of_links();
        self.best.clear();
        self.best
            .resize(subsets * (asked + 1), (f64::NEG_INFINITY, 0));
        self.best[0] = (0.0, 0);
        for q in 0..asked {
            for subset in 0..subsets {
                let (sum, _) = self.best[q * subsets + subset];
                if sum == f64::NEG_INFINITY {
                    continue;
                }
                let rest = &mut self.best[(q + 1) * subsets..];
                if sum > rest[subset].0 {
                    rest[subset] = (sum, u32::MAX);
                }
                for (at, like) in self.likes.iter().enumerate() {
                    let taken = 1_usize << like.2;
                    if usize::from(like.1) == q
                        && subset & taken == 0
                        && sum + like.0 > rest[subset | taken].0
                    {
                        rest[subset | taken] = (sum + like.0, at as u32);
                    }
                }
            }
        }
        let last = &self.best[asked * subsets..];
        let Some((mut subset, best)) = last
            .iter()
            .enumerate()
            .map(|(subset, (sum, _))| (subset, *sum))
            .max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)))
        else {
            return;
        };
        if best <= greedy + 1e-9 {
            return;
        }
        self.links.clear();
        for q in (0..asked).rev() {
            let (_, at) = self.best[(q + 1) * subsets + subset];
            if let Some((_, q, l, like)) = self.likes.get(at as usize) {
                subset &= !(1_usize << l);
                self.links.push(Link {
                    query: 1 << q,
                    listed: 1 << l,
                    likeness: *like,
                });
            }
        }
    }

    fn gain_of_links(&self) -> f64 {
        let gain = |link: &Link| {
            let pair = |q: u8, l: u8| link.query == 1 << q && link.listed == 1 << l;
            self.likes
                .iter()
                .find(|(_, q, l, _)| pair(*q, *l))
                .map_or(0.0, |like| like.0)
        };
        self.links.iter().map(gain).sum()
    }

    /// Joins left-over tokens of either side into one of the other's.
    fn join(&mut self, query: &Query, listed: &[Listed], weights: &Weights) {
        loop {
            let (q_taken, l_taken) = self.accounted();
            let asked = left_over(query.tokens.iter().map(Part::of_query), q_taken);
            let others = left_over(listed.iter().map(Part::of_listed), l_taken);
            let split_in_query = best_join(&asked, &others, weights);
            let split_in_list = best_join(&others, &asked, weights);
            let link = match (split_in_query, split_in_list) {
                (Some(a), b) if b.is_none_or(|b| a.likeness.value >= b.likeness.value) => a,
                (_, Some(b)) => Link {
                    query: b.listed,
                    listed: b.query,
                    likeness: b.likeness,
                },
                _ => return,
            };
            self.links.push(link);
        }
    }
}

/// A token that may be part of a compound, or a compound.
struct Part<'a> {
    bit: Mask,
    fold: &'a str,
    text: &'a str,
    skeleton: u32,
    unvowelled: bool,
    kind: Kind,
}

impl<'a> Part<'a> {
    fn of_query(of: &'a QueryToken) -> Part<'a> {
        Part {
            bit: 0,
            fold: &of.token.fold,
            text: &of.token.text,
            skeleton: of.token.skeleton,
            unvowelled: of.token.unvowelled,
            kind: of.kinds[0],
        }
    }

    fn of_listed(of: &Listed<'a>) -> Part<'a> {
        Part {
            bit: 0,
            fold: of.fold,
            text: of.text,
            skeleton: of.skeleton,
            unvowelled: of.unvowelled,
            kind: of.kind,
        }
    }
}

/// Tokens of one side that nothing accounts for.
fn left_over<'a>(tokens: impl Iterator<Item = Part<'a>>, taken: Mask) -> Vec<Part<'a>> {
    tokens
        .take(TOKENS_MAX)
        .enumerate()
        .filter(|(at, part)| taken & (1 << at) == 0 && part.kind != Kind::Number)
        .map(|(at, part)| Part {
            bit: 1 << at,
            ..part
        })
        .take(JOINED_MAX)
        .collect()
}

/// The two or three of `parts` that best spell one of `wholes`.
fn best_join(parts: &[Part], wholes: &[Part], weights: &Weights) -> Option<Link> {
    let mut best: Option<Link> = None;
    for whole in wholes.iter().filter(|whole| whole.fold.len() >= 4) {
        for a in parts {
            for b in parts.iter().filter(|b| b.bit != a.bit) {
                consider(&mut best, &[a, b], whole, weights);
                for c in parts {
                    if (a.bit | b.bit) & c.bit == 0 {
                        consider(&mut best, &[a, b, c], whole, weights);
                    }
                }
            }
        }
    }
    best
}

fn consider(best: &mut Option<Link>, parts: &[&Part], whole: &Part, weights: &Weights) {
    let likeness = match by_letters(parts, whole, weights) {
        Some(like) => like,
        None if spells_unvowelled(parts, whole) => Likeness {
            value: weights.similarity.joined * weights.similarity.unvowelled,
            how: How::Joined,
            edit: 0.0,
            sounds: true,
        },
        None => return,
    };
    if best.is_none_or(|known| likeness.value > known.likeness.value) {
        *best = Some(Link {
            query: parts.iter().fold(0, |bits, part| bits | part.bit),
            listed: whole.bit,
            likeness,
        });
    }
}

/// Whether two words have the consonants of a third, and one side has no short vowels. One of them is
/// a word that makes compounds: those of any two are shared by too many names.
fn spells_unvowelled(parts: &[&Part], whole: &Part) -> bool {
    let bare = parts.iter().any(|part| part.unvowelled);
    if parts.len() != 2 || bare == whole.unvowelled || whole.skeleton == 0 {
        return false;
    }
    let compounds = parts.iter().any(|part| is_known(part.text));
    compounds && joined_skeleton(parts[0].text, parts[1].text) == whole.skeleton
}

/// How alike the letters of parts are to those of a whole.
fn by_letters(parts: &[&Part], whole: &Part, weights: &Weights) -> Option<Likeness> {
    let whole = whole.fold;
    let letters: usize = parts.iter().map(|part| part.fold.len()).sum();
    let first = |text: &str| text.bytes().next();
    if letters.abs_diff(whole.len()) > 2 || first(parts[0].fold) != first(whole) {
        return None;
    }
    let mut joined = String::with_capacity(letters);
    for part in parts {
        let doubled = seam_is_doubled(joined.as_bytes(), part.fold.as_bytes());
        joined.push_str(&part.fold[usize::from(doubled)..]);
    }
    let longer = joined.len().max(whole.len()) as u32;
    let allowed = if longer < JOINED_EDITS_FROM {
        0
    } else {
        longer / LETTERS_PER_JOINED_EDIT
    };
    let edits = Pattern::new(&joined).distance(whole, allowed)?;
    let edit = 1.0 - f64::from(edits) / f64::from(longer.max(1));
    Some(Likeness {
        value: weights.similarity.joined * edit,
        how: How::Joined,
        edit,
        sounds: edits == 0,
    })
}
