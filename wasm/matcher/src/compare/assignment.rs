//! Which single token stands for which: so that the sum of weighted likeness is greatest.

use super::likeness::Likeness;
use super::link::Link;
use crate::name::masks::Mask;
use crate::order::sort_by;

/// Sides up to this many tokens are assigned optimally where a greedy choice may not be.
const EXACT_MAX: usize = 10;

/// Two tokens that are alike.
#[derive(Clone, Copy, Debug)]
struct Alike {
    /// How alike, times what they weigh.
    gain: f64,
    query: u8,
    listed: u8,
    likeness: Likeness,
}

impl Alike {
    fn link(&self) -> Link {
        Link {
            query: 1 << self.query,
            listed: 1 << self.listed,
            likeness: self.likeness,
        }
    }
}

/// Buffers that are used again for every name.
#[derive(Debug, Default)]
pub(super) struct Assignment {
    alikes: Vec<Alike>,
    /// By number of the query's tokens and subset of the listed ones: the greatest sum, and the last
    /// of the pairs that make it.
    sums: Vec<(f64, u32)>,
}

/// No pair: the token of the query stands for none.
const NOBODY: u32 = u32::MAX;

impl Assignment {
    /// Forgets the last name.
    pub(super) fn clear(&mut self) {
        self.alikes.clear();
    }

    /// Takes up a token of the query and a listed one that are alike.
    pub(super) fn add(&mut self, query: usize, listed: usize, gain: f64, likeness: Likeness) {
        self.alikes.push(Alike {
            gain,
            query: query as u8,
            listed: listed as u8,
            likeness,
        });
    }

    /// Links the tokens of a query of so many and a name of so many, and gives how many sums it took.
    pub(super) fn assign(&mut self, asked: usize, listed: usize, links: &mut Vec<Link>) -> u64 {
        let contested = self.assign_greedily(links);
        if !contested || listed > EXACT_MAX || asked > EXACT_MAX {
            return 0;
        }
        let greedy = self.gain_of(links);
        if self.most_by_query() <= greedy {
            return 0;
        }
        let work = (1 << listed) * (asked + self.alikes.len());
        self.sum_up(asked, listed);
        let subsets = 1_usize << listed;
        let last = &self.sums[asked * subsets..];
        let best = last
            .iter()
            .enumerate()
            .map(|(subset, (sum, _))| (subset, *sum))
            .max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
        if let Some((subset, sum)) = best
            && sum > greedy + 1e-9
        {
            self.read_back(asked, subsets, subset, links);
        }
        work as u64
    }

    /// Links the best pairs first, and returns whether two wanted the same token.
    fn assign_greedily(&mut self, links: &mut Vec<Link>) -> bool {
        sort_by(&mut self.alikes, |a, b| {
            let places = (a.query, a.listed).cmp(&(b.query, b.listed));
            b.gain.total_cmp(&a.gain).then(places)
        });
        let (mut q_taken, mut l_taken): (Mask, Mask) = (0, 0);
        let mut contested = false;
        for alike in &self.alikes {
            let link = alike.link();
            if q_taken & link.query == 0 && l_taken & link.listed == 0 {
                q_taken |= link.query;
                l_taken |= link.listed;
                links.push(link);
            } else {
                contested = true;
            }
        }
        contested
    }

    /// What no assignment can exceed: the best of each token of the query, whoever else wants it.
    fn most_by_query(&self) -> f64 {
        let mut seen: Mask = 0;
        let mut most = 0.0;
        // The best come first.
        for alike in &self.alikes {
            if seen & (1 << alike.query) == 0 {
                seen |= 1 << alike.query;
                most += alike.gain;
            }
        }
        most
    }

    fn gain_of(&self, links: &[Link]) -> f64 {
        let gain = |link: &Link| {
            let is_pair =
                |alike: &&Alike| link.query == 1 << alike.query && link.listed == 1 << alike.listed;
            self.alikes
                .iter()
                .find(is_pair)
                .map_or(0.0, |alike| alike.gain)
        };
        links.iter().map(gain).sum()
    }

    /// The greatest sums over all assignments, by subsets of the listed tokens.
    fn sum_up(&mut self, asked: usize, listed: usize) {
        let subsets = 1_usize << listed;
        sort_by(&mut self.alikes, |a, b| {
            let by_gain = b.gain.total_cmp(&a.gain);
            a.query
                .cmp(&b.query)
                .then(by_gain)
                .then(a.listed.cmp(&b.listed))
        });
        self.sums.clear();
        self.sums
            .resize(subsets * (asked + 1), (f64::NEG_INFINITY, 0));
        self.sums[0] = (0.0, 0);
        let mut next = 0;
        for q in 0..asked {
            let first = next;
            let own = |alike: &&Alike| usize::from(alike.query) == q;
            next += self.alikes[first..].iter().take_while(own).count();
            let (before, rest) = self.sums[q * subsets..].split_at_mut(subsets);
            for (subset, &(sum, _)) in before.iter().enumerate() {
                if sum == f64::NEG_INFINITY {
                    continue;
                }
                if sum > rest[subset].0 {
                    rest[subset] = (sum, NOBODY);
                }
                for (at, alike) in (first..).zip(&self.alikes[first..next]) {
                    let taken = 1_usize << alike.listed;
                    if subset & taken == 0 && sum + alike.gain > rest[subset | taken].0 {
                        rest[subset | taken] = (sum + alike.gain, at as u32);
                    }
                }
            }
        }
    }

    /// Links the pairs that make the sum of a subset.
    fn read_back(&self, asked: usize, subsets: usize, mut subset: usize, links: &mut Vec<Link>) {
        links.clear();
        for q in (0..asked).rev() {
            let (_, at) = self.sums[(q + 1) * subsets + subset];
            if let Some(alike) = self.alikes.get(at as usize) {
                subset &= !(1_usize << alike.listed);
                links.push(alike.link());
            }
        }
    }
}
