//! A query that is made of two names of one entry: `Hemedti Dagalo` of DAGALO, Mohamed Hamdan, whose alias is
//! HEMEDTI.

use super::comparison::ListedName;
use crate::compare::alignment::Alignment;
use crate::find::asked::Asked;
use crate::name::listed::Listed;
use crate::name::masks::{Mask, Masks, members};
use crate::name::token::{Kind, Part, TOKENS_MAX};
use crate::name::weigh::PERSON;
use crate::snapshot::lists::Lists;
use crate::weights::Weights;

/// Names of an entry that are looked at.
const NAMES_MAX: u32 = 64;
/// Words of such a query.
const WORDS: std::ops::RangeInclusive<u32> = 2..=4;

/// Whether the words that a person's listed name leaves over are another name of the entry: an alias beside
/// the family name, or the family name beside an alias. An alias that many people bear as a name says
/// nothing.
pub(super) fn is_rest_another_name(
    lists: &Lists,
    asked: &Asked,
    listed: ListedName,
    alignment: &Alignment,
    weights: &Weights,
) -> bool {
    let query = &asked.query;
    let words = query.masks[PERSON].of_kind(Kind::Word);
    let (asked_in, listed_in) = alignment.accounted();
    let (left, taken) = (words & !asked_in, words & asked_in);
    let is_asked = listed.reading == PERSON && WORDS.contains(&words.count_ones());
    let borne = |words: Mask| members(words).any(|q| query.tokens[q].borne);
    if !is_asked || left == 0 || taken == 0 || borne(left) && borne(taken) {
        return false;
    }
    let mut links = alignment.links.iter();
    if !links.all(|link| link.likeness.value >= weights.penalties.other_name_from) {
        return false;
    }
    let held = Masks::of(listed.tokens.iter().map(|token| (token.kind, token.part)));
    let family = held.words_of(Part::Family);
    let is_whole = held.identifying & !listed_in == 0;
    let fold = |q: usize| &*query.tokens[q].token.fold;
    let is_rare = |words: Mask| !borne(words) && members(words).all(|q| lists.is_listed(fold(q)));
    // Lists that do not say which the family name is mean any rare word.
    let has_family = || match family {
        0 => is_rare(taken),
        _ => family & !listed_in == 0 || family & listed_in != 0 && is_rare(taken),
    };
    let as_alias = is_rare(left) && has_family();
    let as_family = is_whole && is_rare(taken);
    if !as_alias && !as_family {
        return false;
    }
    let is_left = |token: &Listed| members(left).any(|q| fold(q) == token.fold);
    let entity = lists.snapshot.entity(listed.name.entity);
    let first = entity.first_name;
    let mut tokens = [Listed::NONE; TOKENS_MAX];
    (first..first + entity.names.min(NAMES_MAX)).any(|index| {
        let name = &lists.snapshot.name(index);
        let tokens = lists.tokens_of(name, weights, &mut tokens);
        let of = |is: fn(&Listed) -> bool| tokens.iter().filter(move |token| is(token));
        let all_left = |is: fn(&Listed) -> bool| {
            let count = of(is).count() as u32;
            count == left.count_ones() && of(is).all(is_left)
        };
        let is_family = |token: &Listed| token.part == Part::Family && token.kind == Kind::Word;
        let has_left = || members(left).all(|q| tokens.iter().any(|token| token.fold == fold(q)));
        as_alias && all_left(|token| token.kind.identifies())
            || as_family
                && if tokens.iter().any(is_family) {
                    all_left(is_family)
                } else {
                    is_rare(left) && has_left()
                }
    })
}
