//! Compares a query with one entry of the lists, whether it is a candidate or not: why it is none.

use serde::Serialize;

use crate::engine::Working;
use crate::explain::answer::Candidate;
use crate::find::asked::{Asked, MatchQuery};
use crate::snapshot::format::Section;
use crate::snapshot::lists::Lists;
use crate::weights::Weights;

/// `ExaminedEntry`.
#[derive(Debug, Serialize)]
pub struct Examined<'a> {
    /// Whether the query found any of its names, so that they were compared.
    pub compared: bool,
    /// What it scores by its best name, however little.
    pub candidate: Candidate<'a>,
}

/// Compares a query with every entry of a publisher's identifier, of whatever list.
///
/// # Errors
/// When the date of birth or nationality is not in the agreed form.
pub fn examine(
    lists: &Lists,
    asked: &MatchQuery,
    list_ref: &str,
    weights: &Weights,
    working: &mut Working,
) -> Result<String, String> {
    let prepared = Asked::new(lists, asked, weights)?;
    working.screen(lists, &prepared, weights);
    let s = &lists.snapshot;
    let entities = 0..s.count(Section::Entities);
    let mut examined = Vec::new();
    for index in entities.filter(|index| s.list_ref(&s.entity(*index)) == list_ref) {
        let (best, compared) = working.best_of(lists, &prepared, index, weights);
        examined.extend(best.map(|best| Examined {
            compared,
            candidate: working.explain(lists, &prepared, best, weights),
        }));
    }
    serde_json::to_string(&examined).map_err(|e| format!("answer: {e}"))
}
