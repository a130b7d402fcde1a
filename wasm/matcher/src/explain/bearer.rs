//! What the other names of an entry say of who is asked for.

use super::characters::judge_characters;
use super::comparison::{Compared, Comparison, ListedName, Side};
use super::middle_initial::MiddleInitial;
use super::other_name::is_rest_another_name;
use super::steps::Step;
use crate::find::asked::Asked;
use crate::name::listed::Listed;
use crate::name::token::TOKENS_MAX;
use crate::snapshot::lists::Lists;
use crate::weights::Weights;

/// Names of an entry that are asked for a middle initial.
const NAMES_MAX: u32 = 64;

/// Compares a query with a name. Where the name leaves out the middle initial of the query and another name of
/// the same entry has its own, the initials contradict: who is listed as `Paul R. Stein` and `Paul Stein` is no
/// `Paul T. Stein`.
pub fn compare_bearer(
    comparison: &mut Comparison,
    lists: &Lists,
    asked: &Asked,
    listed: ListedName,
    weights: &Weights,
) -> Compared {
    let mut compared = comparison.compare(asked, listed, None, weights);
    let steps = &mut comparison.scoring.steps;
    judge_characters(&mut compared, lists, asked, listed, steps, weights);
    let most = weights.penalties.in_text_most;
    if compared.side == Side::Whole && compared.scored.score < most {
        let alignment = &comparison.scoring.alignment;
        let is_other = is_rest_another_name(lists, asked, listed, alignment, weights);
        if is_other && compared.scored.score < comparison.scoring.least {
            // Of readings that all fall short none was found to be the best.
            compared = comparison.compare_exactly(asked, listed, weights);
        }
        if is_other && compared.side == Side::Whole {
            let steps = &mut comparison.scoring.steps;
            steps.record(Step::OtherName, compared.scored.score, most);
            compared.scored.score = most;
            return compared;
        }
    }
    let scored = &compared.scored;
    // What is not answered needs no other name.
    if scored.initial != MiddleInitial::LeftOut || scored.score < weights.limits.floor {
        return compared;
    }
    let differs = has_another_initial(comparison, lists, asked, listed, weights);
    // What is explained is the alignment of this name.
    let mut compared = comparison.compare(asked, listed, Some(compared.side), weights);
    if !differs {
        return compared;
    }
    let score = &mut compared.scored.score;
    let raw = weights.raw_of(*score) * weights.penalties.initials_differ;
    let lower = weights.score_of(raw);
    let steps = &mut comparison.scoring.steps;
    *score = steps.at_most(Step::InitialsDiffer, *score, lower);
    compared
}

/// Whether another name of the entry has the names of the query and another middle initial.
fn has_another_initial(
    comparison: &mut Comparison,
    lists: &Lists,
    asked: &Asked,
    listed: ListedName,
    weights: &Weights,
) -> bool {
    let snapshot = &lists.snapshot;
    let entity = snapshot.entity(listed.name.entity);
    let first = entity.first_name;
    let mut tokens = [Listed::NONE; TOKENS_MAX];
    (first..first + entity.names.min(NAMES_MAX)).any(|index| {
        let name = &snapshot.name(index);
        let listed = ListedName {
            name,
            reading: lists.reading(index),
            craft: lists.craft(index),
            tokens: lists.tokens_of(name, weights, &mut tokens),
        };
        let compared = comparison.compare_exactly(asked, listed, weights);
        compared.scored.initial == MiddleInitial::Differs
    })
}
