//! The parts of a listed name in its East Slavic order: a patronymic follows the given name, and the family
//! name stands before both or behind them.
//!
//! Lists write so; who types a name may change the order, so that nothing is read from that of a query.

use super::token::{Kind, NameToken, Part};
use crate::text::given_names::is_known_father;
use crate::text::vocabulary::{is_east_slavic_family, is_east_slavic_patronymic};

/// Marks family and given names of a name that says of no word but its one patronymic what it is:
/// `Nikolai Petrovich Ivanov`, `Ivanov Nikolai Petrovich`. Who has a father of a rare name is known by
/// that name too, and is left as he is.
pub fn mark_by_patronymic(tokens: &mut [NameToken]) {
    let words: Vec<usize> = (0..tokens.len())
        .filter(|at| tokens[*at].kind == Kind::Word)
        .collect();
    let is_patronymic = |at: &usize| tokens[*at].part == Part::Patronymic;
    let mut fathers = (0..words.len()).filter(|at| is_patronymic(&words[*at]));
    let (Some(father), None) = (fathers.next(), fathers.next()) else {
        return;
    };
    let says_nothing_else = words
        .iter()
        .all(|at| matches!(tokens[*at].part, Part::Any | Part::Patronymic));
    if father == 0 || words.len() < 3 || !says_nothing_else {
        return;
    }
    let is_last = father + 1 == words.len();
    // In `Ivanov Nikolai Petrovich` the one word before it is given, in the other order all are.
    let given = if is_last {
        father - 1..father
    } else {
        0..father
    };
    let is_family = |place: &usize| *place != father && !given.contains(place);
    let mut families = (0..words.len()).filter(is_family);
    let text = |place: usize| &*tokens[words[place]].token.text;
    let is_east_slavic = is_east_slavic_patronymic(text(father))
        || families.any(|place| is_east_slavic_family(text(place)));
    let of_known = tokens[words[father]].token.father.as_deref();
    if !is_east_slavic || !of_known.is_some_and(is_known_father) {
        return;
    }
    for (place, at) in words
        .iter()
        .enumerate()
        .filter(|(place, _)| *place != father)
    {
        tokens[*at].part = if given.contains(&place) {
            Part::Given
        } else {
            Part::Family
        };
    }
}
