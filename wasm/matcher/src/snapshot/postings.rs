//! Adds up what the tokens of a query contribute to each name that has them.
//!
//! What is to be read is planned first and then read block by block of names, so that the sums of a
//! block lie in the cache however many names there are, and take the same memory. Rounds are read by how
//! many postings they have: of the last ones, which are of common words, only names are added up that
//! others have found or that what is left to read can still make good (Turtle and Flood, Query evaluation:
//! strategies and optimizations, 1995: `MaxScore`).

use std::ops::Range;

use super::lists::{Heaviest, Lists};
use super::seen::Seen;
use crate::order::sort_by;
use crate::weights::Weights;

/// Names of a block: their sums take 256 KB.
const BLOCK: u32 = 1 << 14;

/// What a name has gained so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    /// Round of its last sum; 0 before the first.
    round: u32,
    /// Weight of the tokens that it has, each times its likeness.
    pub(crate) gained: f32,
    /// Their weight.
    pub(crate) matched: f32,
    /// Their information, in nats.
    pub(crate) nats: f32,
}

/// Postings to be read.
#[derive(Clone, Copy, Debug)]
struct Run {
    next: u32,
    end: u32,
    round: u32,
    /// Only names whose last sum is of this round; 0 for all.
    after: u32,
    gain: Gain,
    /// The most that a name gains in the rounds that are read later.
    rest: Gain,
    /// Of names that nothing was found of before, those that are left out.
    heaviest: Heaviest,
}

/// What the postings of a query say of the names that have them.
pub(crate) trait Estimates {
    /// Of a name like the whole query, and of one within it; none of what falls short or is below the least of
    /// those that are kept.
    fn of_name(&self, tally: &Tally, name: u32, kept: [f32; 2]) -> [Option<f32>; 2];

    /// Names that have an estimate, were this and no more than the rest found of them.
    fn heaviest(&self, gain: Gain, rest: Gain, kept: [f32; 2]) -> Heaviest;
}

/// What a token contributes to a name.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Gain {
    /// Its weight.
    pub(crate) weight: f32,
    /// That times its likeness.
    pub(crate) alike: f32,
    /// Its information, in nats.
    pub(crate) nats: f32,
}

impl Gain {
    pub(crate) fn plus(self, other: Gain) -> Gain {
        Gain {
            weight: self.weight + other.weight,
            alike: self.alike + other.alike,
            nats: self.nats + other.nats,
        }
    }

    /// The most of each.
    fn or(self, other: Gain) -> Gain {
        Gain {
            weight: self.weight.max(other.weight),
            alike: self.alike.max(other.alike),
            nats: self.nats.max(other.nats),
        }
    }
}

/// The plan of a query and the buffers that carry it out, used again for every query.
#[derive(Debug, Default)]
pub(crate) struct Postings {
    runs: Vec<Run>,
    round: u32,
    left: u32,
    read: u64,
    block: Vec<Tally>,
    /// Names of the block that have a sum.
    touched: Vec<u32>,
    is_touched: Seen,
    /// Where the runs begin and end that are read together, and how many postings they have.
    together: Vec<(Range<usize>, u32)>,
    ordered: Vec<Run>,
    /// By what is looked for: a name like the whole query, and a name within it.
    best: [Vec<(f32, u32)>; 2],
}

impl Postings {
    /// Forgets the last query; at most so many postings may be read for the next.
    pub(crate) fn begin(&mut self, most: u32) {
        self.runs.clear();
        self.round = 0;
        self.left = most;
    }

    /// In a round a name gains once: by the first of its postings, which is to be the best.
    pub(crate) fn next_round(&mut self) {
        self.round += 1;
    }

    /// Postings read since the last call.
    pub(crate) fn take_read(&mut self) -> u64 {
        std::mem::take(&mut self.read)
    }

    /// Plans what a token of the dictionary contributes to each name that has it.
    pub(crate) fn add(&mut self, lists: &Lists, token: u32, gain: Gain) {
        self.plan(lists, token, gain, 0);
    }

    /// The same, for names that gained in the round before.
    pub(crate) fn add_to_last(&mut self, lists: &Lists, token: u32, gain: Gain) {
        self.plan(lists, token, gain, self.round - 1);
    }

    fn plan(&mut self, lists: &Lists, token: u32, gain: Gain, after: u32) {
        let (next, end) = lists.dictionary.posting_range(token);
        let count = end - next;
        if count == 0 || count > self.left {
            return;
        }
        self.left -= count;
        self.runs.push(Run {
            next,
            end,
            round: self.round,
            after,
            gain,
            rest: Gain::default(),
            heaviest: Heaviest::default(),
        });
    }

    /// Orders the rounds by how many postings they have, and sums up what is left to read after each.
    fn order(&mut self) {
        self.together.clear();
        for (at, run) in self.runs.iter().enumerate() {
            let count = run.end - run.next;
            let is_next = at > 0 && (run.after != 0 || self.runs[at - 1].round == run.round);
            match self.together.last_mut().filter(|_| is_next) {
                Some((runs, sum)) => (runs.end, *sum) = (at + 1, *sum + count),
                None => self.together.push((at..at + 1, count)),
            }
        }
        sort_by(&mut self.together, |(a, one), (b, other)| {
            one.cmp(other).then(a.start.cmp(&b.start))
        });
        self.ordered.clear();
        for (runs, _) in &self.together {
            self.ordered.extend_from_slice(&self.runs[runs.clone()]);
        }
        std::mem::swap(&mut self.runs, &mut self.ordered);
        let (mut rest, mut round) = (Gain::default(), (0, Gain::default()));
        for run in self.runs.iter_mut().rev() {
            if run.round != round.0 {
                rest = rest.plus(round.1);
                round = (run.round, Gain::default());
            }
            round.1 = round.1.or(run.gain);
            run.rest = rest;
        }
    }

    /// Reads what is planned and appends the names with the best estimates that are new, the best first; at
    /// most `limits.namesScored` of the first estimate, and as many of the second that are not among them.
    pub(crate) fn best(
        &mut self,
        lists: &Lists,
        weights: &Weights,
        estimates: &impl Estimates,
        seen: &mut Seen,
        out: &mut Vec<u32>,
    ) {
        let postings = lists.snapshot.all_postings();
        let most = weights.limits.names_scored as usize;
        self.block.resize(BLOCK as usize, Tally::default());
        self.best.iter_mut().for_each(Vec::clear);
        self.order();
        let mut least = [f32::NEG_INFINITY; 2];
        self.leave_out(estimates, least);
        let first = |run: &Run| u32::from_le_bytes(postings[run.next as usize]);
        let mut from = self.runs.iter().map(first).min();
        while let Some(start) = from {
            from = self.read_block(lists, postings, start);
            self.is_touched.forget(&self.touched);
            for at in self.touched.drain(..) {
                let tally = std::mem::take(&mut self.block[at as usize]);
                let of_name = estimates.of_name(&tally, start + at, least);
                for (which, value) in of_name.into_iter().enumerate() {
                    if let Some(value) = value.filter(|value| *value >= least[which]) {
                        self.best[which].push((value, start + at));
                    }
                }
            }
            let full = self.best.iter_mut().zip(&mut least);
            let full = full.filter(|(best, _)| best.len() >= 2 * most);
            if full.map(|(best, least)| *least = keep(best, most)).count() > 0 {
                self.leave_out(estimates, least);
            }
        }
        for best in &mut self.best {
            keep(best, most);
            sort_best_first(best);
            let names = best.iter().map(|(_, name)| *name);
            out.extend(names.filter(|name| seen.insert(*name)));
        }
    }

    /// Says of each run which names are left out that nothing was found of before.
    fn leave_out(&mut self, estimates: &impl Estimates, kept: [f32; 2]) {
        for run in &mut self.runs {
            run.heaviest = estimates.heaviest(run.gain, run.rest, kept);
        }
    }

    /// Adds up the block of names that begins with one, and gives the next name there is.
    fn read_block(&mut self, lists: &Lists, postings: &[[u8; 4]], start: u32) -> Option<u32> {
        let mut next: Option<u32> = None;
        let outlines = lists.outlines_from(start);
        for run in &mut self.runs {
            let mut read = 0;
            let is_found_only = run.after != 0 || run.heaviest.has_none();
            for name in &postings[run.next as usize..run.end as usize] {
                let name = u32::from_le_bytes(*name);
                let at = name.wrapping_sub(start);
                let Some(tally) = self.block.get_mut(at as usize) else {
                    next = Some(next.map_or(name, |next| next.min(name)));
                    break;
                };
                read += 1;
                if !self.is_touched.has(at) {
                    if is_found_only || !run.heaviest.has(outlines[at as usize]) {
                        continue;
                    }
                    self.is_touched.insert(at);
                    self.touched.push(at);
                }
                let is_due = run.after == 0 || tally.round == run.after;
                if tally.round != run.round && is_due {
                    tally.round = run.round;
                    tally.gained += run.gain.alike;
                    tally.matched += run.gain.weight;
                    tally.nats += run.gain.nats;
                }
            }
            run.next += read;
            self.read += u64::from(read);
        }
        next
    }
}

/// Keeps the best and gives the least of them.
fn keep(estimates: &mut Vec<(f32, u32)>, most: usize) -> f32 {
    if estimates.len() <= most {
        return f32::NEG_INFINITY;
    }
    sort_best_first(estimates);
    estimates.truncate(most);
    estimates.last().map_or(f32::NEG_INFINITY, |least| least.0)
}

/// Sorts estimates and what they are of, the best first.
pub(crate) fn sort_best_first(estimates: &mut [(f32, u32)]) {
    estimates.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
}
