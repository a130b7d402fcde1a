//! Adds up what the tokens of a query contribute to each name that has them.
//!
//! What is to be read is planned first and then read block by block of names, so that the sums of a
//! block lie in the cache however many names there are, and take the same memory.

use super::lists::Lists;
use super::seen::Seen;
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

/// The plan of a query and the buffers that carry it out, used again for every query.
#[derive(Debug, Default)]
pub(crate) struct Postings {
    runs: Vec<Run>,
    round: u32,
    left: u32,
    read: u64,
    block: Vec<Tally>,
    touched: Vec<u32>,
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
        });
    }

    /// Reads what is planned and appends the names with the best estimates that are new, the best first; at
    /// most `limits.namesScored` of the first estimate, and as many of the second that are not among them.
    pub(crate) fn best(
        &mut self,
        lists: &Lists,
        weights: &Weights,
        estimates: impl Fn(&Tally, u32, [f32; 2]) -> [Option<f32>; 2],
        seen: &mut Seen,
        out: &mut Vec<u32>,
    ) {
        let postings = lists.snapshot.all_postings();
        let most = weights.limits.names_scored as usize;
        self.block.resize(BLOCK as usize, Tally::default());
        self.best.iter_mut().for_each(Vec::clear);
        let mut least = [f32::NEG_INFINITY; 2];
        let first = |run: &Run| u32::from_le_bytes(postings[run.next as usize]);
        let mut from = self.runs.iter().map(first).min();
        while let Some(start) = from {
            from = self.read_block(postings, start);
            for at in self.touched.drain(..) {
                let tally = std::mem::take(&mut self.block[at as usize]);
                let of_name = estimates(&tally, start + at, least);
                for (which, value) in of_name.into_iter().enumerate() {
                    if let Some(value) = value.filter(|value| *value >= least[which]) {
                        self.best[which].push((value, start + at));
                    }
                }
            }
            for (best, least) in self.best.iter_mut().zip(&mut least) {
                if best.len() >= 2 * most {
                    *least = keep(best, most);
                }
            }
        }
        for best in &mut self.best {
            keep(best, most);
            sort_best_first(best);
            let names = best.iter().map(|(_, name)| *name);
            out.extend(names.filter(|name| seen.insert(*name)));
        }
    }

    /// Adds up the block of names that begins with one, and gives the next name there is.
    fn read_block(&mut self, postings: &[[u8; 4]], start: u32) -> Option<u32> {
        let mut next: Option<u32> = None;
        for run in &mut self.runs {
            let mut read = 0;
            for name in &postings[run.next as usize..run.end as usize] {
                let name = u32::from_le_bytes(*name);
                let at = name.wrapping_sub(start);
                let Some(tally) = self.block.get_mut(at as usize) else {
                    next = Some(next.map_or(name, |next| next.min(name)));
                    break;
                };
                read += 1;
                let is_due = run.after == 0 || tally.round == run.after;
                if tally.round != run.round && is_due {
                    if tally.round == 0 {
                        self.touched.push(at);
                    }
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

/// Keeps the best, in no order, and gives the least of them.
fn keep(estimates: &mut Vec<(f32, u32)>, most: usize) -> f32 {
    if estimates.len() <= most {
        return f32::NEG_INFINITY;
    }
    let (_, worst, _) = estimates.select_nth_unstable_by(most - 1, |a, b| best_first(*a, *b));
    let least = worst.0;
    estimates.truncate(most);
    least
}

/// Sorts estimates and what they are of, the best first.
pub(crate) fn sort_best_first(estimates: &mut [(f32, u32)]) {
    estimates.sort_unstable_by(|a, b| best_first(*a, *b));
}

fn best_first(a: (f32, u32), b: (f32, u32)) -> std::cmp::Ordering {
    b.0.total_cmp(&a.0).then(a.1.cmp(&b.1))
}
