//! Other ways to read the words of a query than as one name that is spelled as it is meant.

use crate::query::{BODY, Query, Rarity};
use crate::text::fold::fold;
use crate::text::normalise::Words;
use crate::text::organisations::meant_by;
use crate::text::vocabulary::{Meaning, meaning_of};
use crate::weights::Weights;

/// One other reading.
#[derive(Debug)]
pub struct Reading {
    /// The words as they are read, in their places.
    pub query: Query,
    /// Whose names are compared with it: an index in [`crate::query::BEARERS`].
    pub bearer: usize,
}

/// The other readings of a query. `is_listed` tells whether any listed name has a fold.
#[must_use]
pub fn other_readings(
    words: &Words,
    is_listed: &dyn Fn(&str) -> bool,
    rarity: Rarity,
    weights: &Weights,
) -> Vec<Reading> {
    let body = without_slips(words, is_listed).map(|words| Reading {
        query: Query::new(words, weights, rarity),
        bearer: BODY,
    });
    body.into_iter().collect()
}

/// The words of a body's name in which those that no list has are the legal forms and generic words
/// that they are a slip of: nobody is called `Compny`. None where that leaves no name.
fn without_slips(words: &Words, is_listed: &dyn Fn(&str) -> bool) -> Option<Words> {
    let mut meant = words.clone();
    let (mut slips, mut others) = (false, false);
    for word in &mut meant.words {
        let is_plain = meaning_of(&word.text, true) == Meaning::Plain;
        match meant_by(&word.text).filter(|_| is_plain && !is_listed(&fold(&word.text))) {
            Some(form) => {
                form.clone_into(&mut word.text);
                slips = true;
            }
            None => others |= is_plain,
        }
    }
    (slips && others).then_some(meant)
}
