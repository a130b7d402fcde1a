//! Which token of the query stands for which of the listed name.
//!
//! Single tokens are assigned so that the sum of weighted likeness is greatest; what is left over
//! may then be two or three tokens that the other side writes as one.

use std::rc::Rc;

use crate::compare::likeness::{How, Likeness, Listed};
use crate::compare::memo::Memo;
use crate::explain::steps::Steps;
use crate::name::masks::Mask;
use crate::name::parse::{Kind, TOKENS_MAX};
use crate::name::query::{BODY, PERSON, Query, QueryToken};
use crate::text::edits::{LETTERS_MAX, Pattern, edits_least};
use crate::text::fold::seam_is_doubled;
use crate::text::phonetic::joined_skeleton;
use crate::weights::Weights;

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
    /// How the score of these links came about.
    pub steps: Steps,
    likes: Vec<(f64, u8, u8, Likeness)>,
    best: Vec<(f64, u32)>,
    joined: String,
    pub(crate) memo: Memo,
    /// Comparisons of tokens and of joined tokens, and sums of assignments.
    pub(crate) effort: u64,
}

impl Alignment {
    /// Aligns a query with a name. `reading` is the index of the bearer in [`crate::name::query::BEARERS`].
    pub fn align(&mut self, query: &Query, reading: usize, listed: &[Listed], weights: &Weights) {
        self.links.clear();
        self.likes.clear();
        self.effort += (query.tokens.len() * listed.len()) as u64;
        for (l, other) in listed.iter().enumerate().take(TOKENS_MAX) {
            for (q, token) in query.tokens.iter().enumerate() {
                if token.kinds[reading] == Kind::Particle && other.kind == Kind::Particle {
                    continue;
                }
                let like = self.memo.likeness(token, other, weights);
                if like.value > 0.0 {
                    let gain = like.value * f64::midpoint(token.weights[reading], other.weight);
                    self.likes.push((gain, q as u8, l as u8, like));
                }
            }
        }
        self.assign(query.tokens.len(), listed.len());
        if reading == PERSON {
            self.undo_nicknames(query, listed);
        }
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

    /// Bits of the tokens that are accounted for, on each side.
    #[must_use]
    pub fn accounted(&self) -> (Mask, Mask) {
        self.links
            .iter()
            .fold((0, 0), |(q, l), link| (q | link.query, l | link.listed))
    }

    fn assign(&mut self, asked: usize, listed: usize) {
        self.likes
            .sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
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
        let greedy: f64 = self.gain_of_links();
        if self.most_by_query() <= greedy {
            return;
        }
        let subsets = 1_usize << listed;
        self.effort += (subsets * (asked + self.likes.len())) as u64;
        self.likes
            .sort_unstable_by(|a, b| a.1.cmp(&b.1).then(b.0.total_cmp(&a.0)).then(a.2.cmp(&b.2)));
        self.best.clear();
        self.best
            .resize(subsets * (asked + 1), (f64::NEG_INFINITY, 0));
        self.best[0] = (0.0, 0);
        let mut rest_of_likes = 0;
        for q in 0..asked {
            let first = rest_of_likes;
            let own = |like: &&(f64, u8, u8, Likeness)| usize::from(like.1) == q;
            rest_of_likes += self.likes[first..].iter().take_while(own).count();
            let (before, rest) = self.best[q * subsets..].split_at_mut(subsets);
            for (subset, &(sum, _)) in before.iter().enumerate() {
                if sum == f64::NEG_INFINITY {
                    continue;
                }
                if sum > rest[subset].0 {
                    rest[subset] = (sum, u32::MAX);
                }
                for (at, like) in (first..).zip(&self.likes[first..rest_of_likes]) {
                    let taken = 1_usize << like.2;
                    if subset & taken == 0 && sum + like.0 > rest[subset | taken].0 {
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

    /// Leaves to be joined what is no nickname but the beginning of the other side's word, whose end
    /// stands beside it: `Alex Andr`.
    fn undo_nicknames(&mut self, query: &Query, listed: &[Listed]) {
        let (q_taken, l_taken) = self.accounted();
        let spells = |whole: &str, part: &str, end: &str| {
            whole.strip_prefix(part).is_some_and(|rest| rest == end)
        };
        self.links.retain(|link| {
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

    /// What no assignment can exceed: the best of each token of the query, whoever else wants it.
    fn most_by_query(&self) -> f64 {
        let mut seen: Mask = 0;
        let mut most = 0.0;
        // Likes are sorted, the best first.
        for (gain, q, _, _) in &self.likes {
            if seen & (1 << q) == 0 {
                seen |= 1 << q;
                most += gain;
            }
        }
        most
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
            let (mut asked, mut others) = ([Part::NONE; JOINED_MAX], [Part::NONE; JOINED_MAX]);
            let asked = left_over(&mut asked, query.tokens.iter(), q_taken, Part::of_query);
            let others = left_over(&mut others, listed.iter(), l_taken, Part::of_listed);
            if asked.is_empty() || others.is_empty() || asked.len() + others.len() < 3 {
                return;
            }
            self.effort += joins(asked.len(), others.len()) + joins(others.len(), asked.len());
            let split_in_query = best_join(asked, others, &mut self.joined, weights);
            let split_in_list = best_join(others, asked, &mut self.joined, weights);
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
#[derive(Clone, Copy)]
struct Part<'a> {
    bit: Mask,
    /// Where it stands in its name.
    place: usize,
    fold: &'a str,
    text: &'a str,
    /// The letters of the fold.
    bag: u32,
    skeleton: u32,
    unvowelled: bool,
    known: bool,
    first_sound: u8,
    syllabic: bool,
    kind: Kind,
}

impl<'a> Part<'a> {
    const NONE: Part<'static> = Part {
        bit: 0,
        place: 0,
        fold: "",
        text: "",
        bag: 0,
        skeleton: 0,
        unvowelled: false,
        known: false,
        first_sound: 0,
        syllabic: false,
        kind: Kind::Word,
    };

    fn of_query(_: usize, of: &'a Rc<QueryToken>) -> Part<'a> {
        Part {
            bit: 0,
            place: of.position as usize,
            fold: &of.token.fold,
            text: &of.token.text,
            bag: of.pattern.bag(),
            skeleton: of.token.skeleton,
            unvowelled: of.token.unvowelled,
            known: of.known,
            first_sound: of.first_sound,
            syllabic: of.syllabic,
            kind: of.kinds[0],
        }
    }

    fn of_listed(place: usize, of: &Listed<'a>) -> Part<'a> {
        Part {
            bit: 0,
            place,
            fold: of.fold,
            text: of.text,
            bag: of.bags[0],
            skeleton: of.skeleton,
            unvowelled: of.unvowelled,
            known: of.known,
            first_sound: of.first_sound,
            syllabic: false,
            kind: of.kind,
        }
    }

    /// Whether it may be the first part of the letters of another.
    fn begins(&self, whole: &Part) -> bool {
        let first = |text: &str| text.bytes().next();
        first(self.fold) == first(whole.fold)
    }
}

/// Tokens of one side that nothing accounts for.
fn left_over<'b, 'a, Token>(
    into: &'b mut [Part<'a>; JOINED_MAX],
    tokens: impl Iterator<Item = Token>,
    taken: Mask,
    part_of: impl Fn(usize, Token) -> Part<'a>,
) -> &'b [Part<'a>] {
    let left = tokens
        .take(TOKENS_MAX)
        .enumerate()
        .filter(|(at, _)| taken & (1 << at) == 0)
        .map(|(at, token)| Part {
            bit: 1 << at,
            ..part_of(at, token)
        })
        .filter(|part| part.kind != Kind::Number);
    let mut count = 0;
    for (slot, part) in into.iter_mut().zip(left) {
        *slot = part;
        count += 1;
    }
    &into[..count]
}

/// Ways to make one of so many wholes of two or three of so many parts.
fn joins(parts: usize, wholes: usize) -> u64 {
    let pairs = parts * parts.saturating_sub(1);
    (wholes * (pairs + pairs * parts.saturating_sub(2))) as u64
}

/// The two or three of `parts` that best spell one of `wholes`.
fn best_join(
    parts: &[Part],
    wholes: &[Part],
    joined: &mut String,
    weights: &Weights,
) -> Option<Link> {
    let mut best = Joins {
        best: None,
        joined,
        weights,
    };
    let any_known = parts.iter().any(|part| part.known);
    for whole in wholes.iter().filter(|whole| whole.fold.len() >= 4) {
        let mut pattern = None;
        for a in parts {
            let begins = a.begins(whole);
            if !begins && !any_known {
                continue;
            }
            for b in parts.iter().filter(|b| b.bit != a.bit) {
                let letters = a.fold.len() + b.fold.len();
                if begins && is_near(letters, whole) {
                    best.consider(&[a, b], whole, &mut pattern);
                } else if any_known {
                    best.consider_unvowelled(&[a, b], whole);
                }
                // Only letters can be in three parts.
                for c in parts.iter().filter(|_| begins) {
                    if (a.bit | b.bit) & c.bit == 0 && is_near(letters + c.fold.len(), whole) {
                        best.consider(&[a, b, c], whole, &mut pattern);
                    }
                }
            }
        }
    }
    best.best
}

/// The best of the joins that were considered.
struct Joins<'a> {
    best: Option<Link>,
    joined: &'a mut String,
    weights: &'a Weights,
}

impl Joins<'_> {
    fn consider(&mut self, parts: &[&Part], whole: &Part, pattern: &mut Option<Pattern>) {
        match by_letters(parts, whole, self.joined, pattern, self.weights) {
            Some(likeness) => self.keep(parts, whole, likeness),
            None => self.consider_unvowelled(parts, whole),
        }
    }

    fn consider_unvowelled(&mut self, parts: &[&Part], whole: &Part) {
        if spells_unvowelled(parts, whole) {
            let s = &self.weights.similarity;
            let likeness = Likeness {
                value: s.joined * s.unvowelled,
                how: How::Joined,
                edit: 0.0,
                sounds: true,
            };
            self.keep(parts, whole, likeness);
        }
    }

    fn keep(&mut self, parts: &[&Part], whole: &Part, likeness: Likeness) {
        let better = |known: Link| likeness.value > known.likeness.value;
        if self.best.is_none_or(better) {
            self.best = Some(Link {
                query: parts.iter().fold(0, |bits, part| bits | part.bit),
                listed: whole.bit,
                likeness,
            });
        }
    }
}

/// Whether two words have the consonants of a third, and one side has no short vowels. One of them is
/// a word that makes compounds: those of any two are shared by too many names. Where both are, as in
/// `Abd Allah`, either side may be spelt in any way.
fn spells_unvowelled(parts: &[&Part], whole: &Part) -> bool {
    let bare = parts.iter().any(|part| part.unvowelled);
    let known = parts.iter().filter(|part| part.known).count();
    let vowels_left_out = bare != whole.unvowelled;
    if parts.len() != 2 || whole.skeleton == 0 || known == 0 {
        return false;
    }
    // The article belongs to what follows it.
    if parts[1].text == "al" {
        return false;
    }
    let first = match parts[0].first_sound {
        0 => parts[1].first_sound,
        sound => sound,
    };
    let compound = known == 2 && parts[0].text != "al";
    first == whole.first_sound
        && (compound || known == 1 && vowels_left_out)
        && joined_skeleton(parts[0].text, parts[1].text) == whole.skeleton
}

/// Whether parts of so many letters may spell a whole.
fn is_near(letters: usize, whole: &Part) -> bool {
    letters.abs_diff(whole.fold.len()) <= 2
}

/// How alike the letters of parts are to those of a whole that begins as they do and is near them in
/// length. `pattern` is of the
/// whole, made when it is first needed.
fn by_letters(
    parts: &[&Part],
    whole: &Part,
    joined: &mut String,
    pattern: &mut Option<Pattern>,
    weights: &Weights,
) -> Option<Likeness> {
    let syllabic = whole.syllabic || parts.iter().any(|part| part.syllabic);
    // Syllables in another order are another name.
    let in_order = |pair: &[&Part]| pair[0].place + 1 == pair[1].place;
    if syllabic && !parts.windows(2).all(in_order) {
        return None;
    }
    let (whole, bag) = (whole.fold, whole.bag);
    let letters: usize = parts.iter().map(|part| part.fold.len()).sum();
    let allowed = |letters: usize| match letters as u32 {
        longer if longer < JOINED_EDITS_FROM || syllabic => 0,
        longer => longer / LETTERS_PER_JOINED_EDIT,
    };
    let most = allowed(letters.max(whole.len()));
    let of_parts = parts.iter().fold(0, |bag, part| bag | part.bag);
    if letters <= LETTERS_MAX && edits_least(of_parts, bag) > most {
        return None;
    }
    joined.clear();
    for part in parts {
        let doubled = seam_is_doubled(joined.as_bytes(), part.fold.as_bytes());
        joined.push_str(&part.fold[usize::from(doubled)..]);
    }
    let longer = joined.len().max(whole.len());
    let allowed = allowed(longer);
    let edits = if allowed == 0 {
        (joined == whole).then_some(0)?
    } else {
        pattern
            .get_or_insert_with(|| Pattern::new(whole))
            .distance(joined, allowed)?
    };
    let edit = 1.0 - f64::from(edits) / longer.max(1) as f64;
    Some(Likeness {
        value: weights.similarity.joined * edit,
        how: How::Joined,
        edit,
        sounds: edits == 0,
    })
}
