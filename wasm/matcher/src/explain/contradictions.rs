//! What two names say differently, rather than what one of them leaves out.

use super::extra::is_cut_off;
use super::middle_initial::MiddleInitial;
use super::steps::Step;
use super::two_names::TwoNames;
use crate::compare::likeness::How;
use crate::compare::link::{Link, accounted};
use crate::name::listed::Listed;
use crate::name::masks::{Mask, Masks, mask_of, members};
use crate::name::query::Query;
use crate::name::token::{Kind, Part};
use crate::name::weigh::{BODY, PERSON};
use crate::text::organisations::is_nation;
use crate::weights::Weights;

/// What nothing accounts for on one side, as bits of its tokens.
struct Left {
    /// Numbers and ordinals.
    numbers: Mask,
    /// Words of any part.
    words: Mask,
    /// What a body is called or deals with.
    named: Mask,
    given: Mask,
    /// Single letters.
    initials: Mask,
    patronymic: Mask,
    /// Words of the family name, where none of them is accounted for.
    family: Mask,
    /// Whether the family name is known and accounted for, at least in part.
    family_found: bool,
}

/// The factors for what the sides say differently.
pub(super) fn contradictions(
    links: &[Link],
    names: &TwoNames,
    weights: &Weights,
) -> [Option<(Step, f64)>; 7] {
    let (asked_in, listed_in) = accounted(links);
    let (asked, held) = Left::of_both(links, names);
    let numbers = (asked.numbers != 0 && held.numbers != 0)
        .then_some((Step::NumbersDiffer, weights.penalties.numbers_differ));
    if names.reading == PERSON {
        let [family, given, patronymics] = persons_differ(&asked, &held, weights);
        // It may have stood behind the end of the column.
        let family = family.filter(|_| !is_cut_off(names, (asked_in, listed_in)));
        let [parts, initials] = links_differ(links, names, (&asked, &held), weights);
        let middle = initials_differ(&asked, &held)
            .then_some((Step::InitialsDiffer, weights.penalties.initials_differ));
        [numbers, family, given, patronymics, parts, initials, middle]
    } else {
        let said = numbers_said(names, asked_in, listed_in);
        let numbers = numbers
            .or_else(|| said.then_some((Step::NumbersDiffer, weights.penalties.numbers_differ)));
        let [places, called] = bodies_differ(names, &asked, &held, weights);
        [numbers, places, called, None, None, None, None]
    }
}

/// What two names say of a middle initial, beside names that all agree.
pub(super) fn middle_initial(links: &[Link], names: &TwoNames) -> MiddleInitial {
    let (asked, held) = Left::of_both(links, names);
    let agree = asked.words | held.words == 0;
    if names.reading != PERSON || asked.initials == 0 || !agree {
        MiddleInitial::Open
    } else if held.initials == 0 {
        MiddleInitial::LeftOut
    } else {
        MiddleInitial::Differs
    }
}

/// Whether each side says a number of its own, in digits or a word: `Dream Two` is not `Dream III`.
fn numbers_said(names: &TwoNames, asked_in: Mask, listed_in: Mask) -> bool {
    // A single letter may be anything.
    let is_number = |numeral: u16, text: &str| numeral != 0 && text.len() > 1;
    let asked = names.query.tokens.iter().enumerate();
    let mut asked = asked.filter(|(at, _)| asked_in & 1 << at == 0);
    let held = names.listed.iter().enumerate();
    let mut held = held.filter(|(at, _)| listed_in & 1 << at == 0);
    asked.any(|(_, t)| t.kinds[BODY] == Kind::Number || is_number(t.numeral, &t.token.text))
        && held.any(|(_, t)| t.kind == Kind::Number || is_number(t.numeral, t.text))
}

/// Where two bodies are, and what they are called.
fn bodies_differ(
    names: &TwoNames,
    asked: &Left,
    held: &Left,
    weights: &Weights,
) -> [Option<(Step, f64)>; 2] {
    let penalties = &weights.penalties;
    let places = places_differ(names.query, names.listed, asked, held)
        .then_some((Step::PlacesDiffer, penalties.places_differ));
    // What kind of body it is says less than what it is called or deals with.
    let called = if asked.named != 0 && held.named != 0 {
        Some((Step::NamesDiffer, penalties.body_differs))
    } else {
        let either = |left: &Left| left.words | left.named != 0;
        (either(asked) && either(held)).then_some((Step::NamesDiffer, penalties.given_differs))
    };
    [places, called]
}

/// Family names, given names and patronymics of two persons.
fn persons_differ(asked: &Left, held: &Left, weights: &Weights) -> [Option<(Step, f64)>; 3] {
    let penalties = &weights.penalties;
    let family = if asked.family != 0 && held.family != 0 {
        Some((Step::FamilyNamesDiffer, penalties.family_differs))
    } else if asked.family != 0 || held.family != 0 {
        Some((Step::FamilyNameMissing, penalties.family_missing))
    } else {
        None
    };
    let differ = |a: &Left, b: &Left| {
        // What is left beside the family name that was found is a given name.
        a.given != 0
            && (b.given != 0 || (a.family_found && b.words & !b.patronymic & !b.family != 0))
    };
    let given = if differ(asked, held) || differ(held, asked) {
        Some((Step::GivenNamesDiffer, penalties.known_given_differs))
    } else {
        let words = asked.words != 0 && held.words != 0;
        words.then_some((Step::NamesDiffer, penalties.words_differ))
    };
    let patronymics = (asked.patronymic != 0 && held.patronymic != 0)
        .then_some((Step::PatronymicsDiffer, penalties.patronymic_differs));
    [family, given, patronymics]
}

/// Tokens of two persons that stand for each other although they are not the same part of a name.
fn links_differ(
    links: &[Link],
    names: &TwoNames,
    (asked, held): (&Left, &Left),
    weights: &Weights,
) -> [Option<(Step, f64)>; 2] {
    let penalties = &weights.penalties;
    let (query, listed) = (names.query, names.listed);
    let any = |differs: &dyn Fn(&Link) -> bool| links.iter().any(differs);
    let parts = any(&|link| parts_differ(link, query, listed))
        .then_some((Step::PartsDiffer, penalties.part_differs));
    let initials = any(&|link| is_beside_name(link, query, listed, asked, held))
        .then_some((Step::InitialBesideName, penalties.initial_beside));
    [parts, initials]
}

impl Left {
    /// Of the query and of the listed name.
    fn of_both(links: &[Link], names: &TwoNames) -> (Left, Left) {
        let (asked_in, listed_in) = accounted(links);
        let letter = names.query.tokens.iter().map(|t| t.token.letters == 1);
        let asked_letters = mask_of(letter) & names.asked.of_kind(Kind::Particle) & !asked_in;
        let letter = names.listed.iter().map(|t| t.letters == 1);
        let held_letters = mask_of(letter) & names.held.of_kind(Kind::Particle) & !listed_in;
        let asked = Left::of(asked_in, names.asked, asked_letters);
        let held = Left::of(listed_in, &names.held, held_letters);
        (asked, held)
    }

    /// `letters` are the single ones that are not accounted for and may be particles.
    fn of(accounted: Mask, masks: &Masks, letters: Mask) -> Left {
        let words = masks.of_kind(Kind::Word) | masks.of_kind(Kind::Generic);
        let family = masks.words_of(Part::Family);
        let numbers = masks.of_kind(Kind::Number) | masks.of_kind(Kind::Ordinal);
        let named = masks.of_kind(Kind::Word) | masks.of_kind(Kind::Topic);
        Left {
            numbers: numbers & !accounted,
            words: words & !accounted,
            named: named & !accounted,
            given: masks.words_of(Part::Given) & !accounted,
            initials: masks.of_kind(Kind::Initial) & !accounted | letters,
            patronymic: masks.words_of(Part::Patronymic) & !accounted,
            family: if family & accounted == 0 { family } else { 0 },
            family_found: family & accounted != 0,
        }
    }
}

/// Whether each side has a middle initial of its own beside names that agree: `Paul R. Stein`, `Paul T.
/// Stein`.
fn initials_differ(asked: &Left, held: &Left) -> bool {
    asked.initials != 0 && (held.initials | held.given) != 0
        || held.initials != 0 && asked.given != 0
}

/// Whether each side says where it is and the other does not: one firm's branches in two countries.
fn places_differ(query: &Query, listed: &[Listed], asked: &Left, held: &Left) -> bool {
    let left = |left: &Left| left.named | left.words;
    let nations_held = mask_of(listed.iter().map(|t| is_nation(t.form)));
    query.nations & left(asked) != 0 && nations_held & left(held) != 0
}

/// Whether a family name on one side is a given name on the other.
fn parts_differ(link: &Link, query: &Query, listed: &[Listed]) -> bool {
    let asked = members(link.query).map(|q| query.tokens[q].part);
    let mut pairs = asked.flat_map(|a| members(link.listed).map(move |l| (a, listed[l].part)));
    pairs.any(|pair| {
        matches!(
            pair,
            (Part::Family, Part::Given) | (Part::Given, Part::Family)
        )
    })
}

/// Whether an initial stands beside a given name that the other side has not: `Gary J. Palmer` is no
/// `Julia Palmer`.
fn is_beside_name(
    link: &Link,
    query: &Query,
    listed: &[Listed],
    asked: &Left,
    held: &Left,
) -> bool {
    if link.likeness.how != How::Initial {
        return false;
    }
    let asked_initial = members(link.query).any(|q| {
        let asked = &query.tokens[q];
        asked.token.letters == 1 || asked.sense.is_beginning()
    });
    let held_initial = members(link.listed).any(|l| listed[l].letters == 1);
    (asked_initial && asked.words & !asked.patronymic != 0)
        || (held_initial && held.words & !held.patronymic != 0)
}
