//! What the Han characters of a query and of an entry say, where both are known: a sound has many.

use super::comparison::{Compared, ListedName};
use super::steps::{Step, Steps};
use crate::find::asked::Asked;
use crate::name::weigh::PERSON;
use crate::snapshot::lists::Lists;
use crate::text::han::pinyin;
use crate::text::han_variants::is_variant;
use crate::weights::Weights;

/// Names of an entry whose characters are looked at.
const NAMES_MAX: u32 = 64;

/// What two names in Han characters are to each other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Characters {
    Same,
    /// Of one sound, and not the same.
    Differ,
    Unlike,
}

/// Takes a name that sounds like a query in Han characters for no more than that: it is not the very one
/// unless a list has the characters, and somebody else's where it has others of the same sound.
pub(super) fn judge_characters(
    compared: &mut Compared,
    lists: &Lists,
    asked: &Asked,
    listed: ListedName,
    steps: &mut Steps,
    weights: &Weights,
) {
    let scored = &mut compared.scored;
    if asked.han.is_empty() || listed.reading != PERSON || scored.score < weights.limits.floor {
        return;
    }
    let snapshot = &lists.snapshot;
    let entity = snapshot.entity(listed.name.entity);
    let names = entity.first_name..entity.first_name + entity.names.min(NAMES_MAX);
    let mut differ = false;
    for index in names {
        match compare(&asked.han, snapshot.name_text(&snapshot.name(index))) {
            Characters::Same => return,
            Characters::Differ => differ = true,
            Characters::Unlike => {}
        }
    }
    if differ {
        let most = weights.penalties.syllable_left_most;
        scored.score = steps.at_most(Step::NamesDiffer, scored.score, most);
    }
    let mut letters = snapshot.name_text(listed.name).chars();
    scored.respelled |= differ || !letters.any(|one| pinyin(one).is_some());
}

/// Compares the characters of a query with a name, one by one.
fn compare(asked: &[char], name: &str) -> Characters {
    let listed = || name.chars().filter(|one| one.is_alphabetic());
    if listed().count() != asked.len() {
        return Characters::Unlike;
    }
    let all = |is: fn(char, char) -> bool| asked.iter().zip(listed()).all(|(a, b)| is(*a, b));
    if all(is_variant) {
        Characters::Same
    } else if all(|a, b| pinyin(a).is_some() && pinyin(a) == pinyin(b)) {
        Characters::Differ
    } else {
        Characters::Unlike
    }
}
