//! How the names of an answer were aligned and scored, kept until they are explained.

use std::ops::Range;

use super::comparison::{Compared, Comparison, Side};
use super::score::Scoring;
use super::steps::{Step, Steps};
use crate::compare::link::Link;
use crate::find::asked::Asked;

/// What was found of the names of one query, in buffers that are used again.
#[derive(Debug, Default)]
pub struct Kept {
    names: Vec<KeptName>,
    links: Vec<Link>,
    steps: Vec<(Step, f64)>,
}

/// What was found of a name.
#[derive(Debug)]
struct KeptName {
    compared: Compared,
    links: Range<usize>,
    steps: Range<usize>,
    /// The rest of the steps.
    shares: Steps,
}

impl Kept {
    /// Forgets the last query.
    pub fn clear(&mut self) {
        self.names.clear();
        self.links.clear();
        self.steps.clear();
    }

    /// Keeps what was found of the name that was compared last, and gives its place.
    pub fn keep(&mut self, compared: Compared, scoring: &Scoring) -> usize {
        let (links, steps) = (&scoring.alignment.links, &scoring.steps);
        self.names.push(KeptName {
            compared,
            links: self.links.len()..self.links.len() + links.len(),
            steps: self.steps.len()..self.steps.len() + steps.then.len(),
            shares: Steps {
                then: Vec::new(),
                ..*steps
            },
        });
        self.links.extend_from_slice(links);
        self.steps.extend_from_slice(&steps.then);
        self.names.len() - 1
    }

    /// Leaves a comparison as it was behind the name at a place.
    pub fn restore(&self, at: usize, asked: &Asked, comparison: &mut Comparison) -> Compared {
        let name = &self.names[at];
        let Comparison { scoring, part } = comparison;
        let links = &mut scoring.alignment.links;
        links.clear();
        links.extend_from_slice(&self.links[name.links.clone()]);
        scoring.steps = Steps {
            then: self.steps[name.steps.clone()].to_vec(),
            ..name.shares
        };
        if let Side::Part {
            first,
            end,
            asked: taken,
        } = name.compared.side
        {
            asked.field().part(first..end, taken, part);
        }
        name.compared
    }
}
