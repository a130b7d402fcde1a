//! What two names say differently, rather than what one of them leaves out.

use crate::compare::alignment::Link;
use crate::compare::likeness::{How, Listed};
use crate::explain::steps::Step;
use crate::name::masks::{Mask, Masks, mask_of, members};
use crate::name::parse::{Kind, Part};
use crate::name::query::{PERSON, Query};
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
    patronymic: Mask,
    /// Words of the family name, where none of them is accounted for.
    family: Mask,
    /// Whether the family name is told and accounted for, at least in part.
    family_found: bool,
}

/// The factors for what the sides say differently.
#[must_use]
pub fn contradictions(
    links: &[Link],
    query: &Query,
    reading: usize,
    listed: &[Listed],
    held: &Masks,
    weights: &Weights,
) -> [Option<(Step, f64)>; 6] {
    let accounted = |side: fn(&Link) -> Mask| links.iter().fold(0, |all, link| all | side(link));
    let asked = Left::of(accounted(|link| link.query), &query.masks[reading]);
    let held = Left::of(accounted(|link| link.listed), held);
    let penalties = &weights.penalties;
    let numbers = (asked.numbers != 0 && held.numbers != 0)
        .then_some((Step::NumbersDiffer, penalties.numbers_differ));
    let words = asked.words != 0 && held.words != 0;
    if reading != PERSON {
        // What kind of body it is tells less than what it is called or deals with.
        let names = if asked.named != 0 && held.named != 0 {
            Some((Step::NamesDiffer, penalties.body_differs))
        } else {
            let either = |left: &Left| left.words | left.named != 0;
            (either(&asked) && either(&held))
                .then_some((Step::NamesDiffer, penalties.given_differs))
        };
        let places = places_differ(query, listed, &asked, &held)
            .then_some((Step::PlacesDiffer, penalties.places_differ));
        return [numbers, places, names, None, None, None];
    }
    let family = if asked.family != 0 && held.family != 0 {
        Some((Step::FamilyNamesDiffer, penalties.family_differs))
    } else if asked.family != 0 || held.family != 0 {
        Some((Step::FamilyNameMissing, penalties.family_missing))
    } else {
        None
    };
    let given = |a: &Left, b: &Left| {
        // What is left beside the family name that was found is a given name.
        a.given != 0
            && (b.given != 0 || (a.family_found && b.words & !b.patronymic & !b.family != 0))
    };
    let names = if given(&asked, &held) || given(&held, &asked) {
        Some((Step::GivenNamesDiffer, penalties.known_given_differs))
    } else {
        words.then_some((Step::NamesDiffer, penalties.words_differ))
    };
    let patronymics = (asked.patronymic != 0 && held.patronymic != 0)
        .then_some((Step::PatronymicsDiffer, penalties.patronymic_differs));
    let mut all = links.iter();
    let parts = all
        .any(|link| parts_differ(link, query, listed))
        .then_some((Step::PartsDiffer, penalties.part_differs));
    let mut all = links.iter();
    let initials = all
        .any(|link| is_beside_name(link, query, listed, &asked, &held))
        .then_some((Step::InitialBesideName, penalties.initial_beside));
    [numbers, family, names, patronymics, parts, initials]
}

impl Left {
    fn of(accounted: Mask, masks: &Masks) -> Left {
        let words = masks.of_kind(Kind::Word) | masks.of_kind(Kind::Generic);
        let family = masks.words_of(Part::Family);
        let numbers = masks.of_kind(Kind::Number) | masks.of_kind(Kind::Ordinal);
        let named = masks.of_kind(Kind::Word) | masks.of_kind(Kind::Topic);
        Left {
            numbers: numbers & !accounted,
            words: words & !accounted,
            named: named & !accounted,
            given: masks.words_of(Part::Given) & !accounted,
            patronymic: masks.words_of(Part::Patronymic) & !accounted,
            family: if family & accounted == 0 { family } else { 0 },
            family_found: family & accounted != 0,
        }
    }
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
    let asked_initial = members(link.query).any(|q| query.tokens[q].token.letters == 1);
    let held_initial = members(link.listed).any(|l| listed[l].letters == 1);
    (asked_initial && asked.words & !asked.patronymic != 0)
        || (held_initial && held.words & !held.patronymic != 0)
}
