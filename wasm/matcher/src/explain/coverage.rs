//! How much of a name is accounted for, and the most that it can reach by that.

use super::sums::Sums;
use super::two_names::TwoNames;
use crate::compare::alignment::Alignment;
use crate::compare::initials::is_sure;
use crate::compare::likeness::How;
use crate::compare::link::{Link, accounted};
use crate::name::listed::Listed;
use crate::name::masks::{Mask, Masks, members};
use crate::name::query::Query;
use crate::name::reading::Needs;
use crate::name::token::{Kind, Part};
use crate::name::weigh::PERSON;
use crate::text::common_names::{man_of, spellings_vary};
use crate::text::people::is_given;
use crate::text::word::Read;
use crate::weights::Weights;

/// Letters of a word whose fold says which word it is: `Peek` and `PIK` have one.
const SAME_BY_FOLD_LETTERS_MIN: u32 = 6;
/// Letters of a particle in some spelling: `Aboe`.
const PARTICLE_LETTERS: u32 = 4;

/// Whether what agrees says who is meant: titles, particles and initials alone do not, unless the
/// listed name has nothing else.
pub(super) fn identifies_anybody(links: &[Link], names: &TwoNames) -> bool {
    let identifying = names.held.identifying;
    if identifying == 0 {
        return true;
    }
    if !names.query.identifies {
        // Titles and particles are compared only with a name that is nothing else.
        let same = |link: &&Link| {
            let same = link.likeness.how == How::Same && link.likeness.value >= 1.0;
            same || is_spelled(link)
        };
        let accounted = links
            .iter()
            .filter(same)
            .fold(0, |all, link| all | link.listed);
        return identifying & !accounted == 0 && has_its_initials(links, names);
    }
    let asked = names.asked.identifying | names.asked.of_kind(Kind::Title);
    let mut links = links.iter();
    links.any(|link| link.listed & identifying != 0 && link.query & asked != 0)
}

/// Whether all initials of a query that has no word stand in the listed name, in their order: `M.T.S.` is
/// neither S.M. nor T.M.
fn has_its_initials(links: &[Link], names: &TwoNames) -> bool {
    let letters = |q: &usize| names.query.tokens[*q].token.letters == 1;
    let mut places = names.query.in_text_order().filter(letters).map(|q| {
        let link = links.iter().find(|link| link.query & 1 << q != 0)?;
        Some(link.listed.trailing_zeros())
    });
    let mut last = None;
    places.all(|place| {
        let follows = place.is_some() && place >= last;
        last = place;
        follows
    })
}

/// Whether every word of a listed name is in the query, in one spelling or another and without a slip.
pub fn has_same_words(links: &[Link], listed: &[Listed]) -> bool {
    let is_same = |link: &&Link| matches!(link.likeness.how, How::Same | How::Joined);
    let same = links.iter().filter(is_same);
    let same = same.fold(0, |all, link| all | link.listed);
    Masks::of(listed.iter().map(|t| (t.kind, t.part))).identifying & !same == 0
}

/// Whether a listed name has of a reading what it needs.
pub fn meets(needs: Needs, links: &[Link], query: &Query, listed: &[Listed]) -> bool {
    if needs == Needs::Nothing {
        return true;
    }
    let held = Masks::of(listed.iter().map(|t| (t.kind, t.part)));
    let (_, listed_in) = accounted(links);
    let of_kind = |kind| held.of_kind(kind);
    let called = of_kind(Kind::Word) | of_kind(Kind::Topic) | of_kind(Kind::Number);
    // Letters and generic words are too little.
    let has_name = called != 0;
    match needs {
        Needs::Nothing => true,
        Needs::OtherWords => {
            let is_other = |link: &Link| {
                let mut read = members(link.query).map(|q| query.tokens[q].sense.read);
                read.any(|read| match read {
                    Read::AsWritten => false,
                    Read::Spelt => true,
                    Read::StandsFor => link.likeness.how != How::Same,
                })
            };
            links.iter().any(is_other)
        }
        Needs::Family => match held.words_of(Part::Family) {
            // It does not say which that is.
            0 => held.of_kind(Kind::Word) & !listed_in == 0,
            family => family & listed_in != 0,
        },
        Needs::AllWords => has_name && called & !listed_in == 0,
        Needs::SameWords => {
            let is_same = |link: &&Link| {
                let mut words = members(link.listed).map(|l| listed[l].letters);
                let is_long = words.all(|letters| letters >= SAME_BY_FOLD_LETTERS_MIN);
                link.likeness.how == How::Same && (is_long || link.likeness.value >= 1.0)
            };
            let same = links.iter().filter(is_same);
            let same = same.fold(0, |all, link| all | link.listed);
            // Letters alone are too little, but `WORK` without one is no B-WORK.
            has_name && called & !same == 0 && of_kind(Kind::Initial) & !listed_in == 0
        }
    }
}

/// The most that a name can reach by the words that are accounted for: one word is not a name.
pub(super) fn most_by_coverage(names: &TwoNames, alignment: &Alignment, weights: &Weights) -> f64 {
    let is_sure = |link: &Link| is_sure(link, names.query, names.listed);
    if alignment.links.iter().any(is_sure) {
        return 100.0;
    }
    let agreed = Agreed::of(&alignment.links, names);
    let asked = names.asked.names().count_ones();
    let held = names.held.names().count_ones();
    let penalties = &weights.penalties;
    if is_given_left(names.query, alignment) {
        return penalties.one_word_most;
    }
    if names.reading != PERSON {
        let (asked_in, listed_in) = alignment.accounted();
        if is_person_beside(names, asked_in) {
            return penalties.one_word_most;
        }
        // Two generic words that agree say as much as one that is not.
        let generic = names.held.of_kind(Kind::Generic) | names.held.of_kind(Kind::Topic);
        let generic = (generic & listed_in).count_ones();
        if is_anybodys(names, alignment) {
            return penalties.one_word_most;
        }
        if 2 * agreed.words + generic >= 3 || says_the_same(names, alignment) {
            return 100.0;
        }
        if agreed.words == 1 && asked > 1 {
            return penalties.one_word_most;
        }
    }
    match agreed.words {
        0 if asked > 0 || held > 0 => penalties.one_word_most,
        1 if held == 1 && asked > 1 => penalties.one_word_most,
        1 if asked > 1 || held > 1 => most_by_one_word(&agreed, &alignment.links, weights),
        _ => 100.0,
    }
}

/// Whether a person's name agrees in part alone, and many people bear that part: who is asked for is
/// more likely one of them. A name after the father is left out at will, and half of a compound.
pub(super) fn is_common_in_part(
    names: &TwoNames,
    alignment: &Alignment,
    sums: &Sums,
    weights: &Weights,
) -> bool {
    let asked = names.asked.names();
    // One word asked for has rules of its own.
    if names.reading != PERSON || asked.count_ones() < 2 {
        return false;
    }
    let penalties = &weights.penalties;
    let left = Left::of(names, alignment.accounted());
    let merely_like = || alignment.links.iter().any(|link| is_another(link, names));
    if sums.rarity < penalties.common_like_under && (left.first_family || merely_like()) {
        return true;
    }
    let syllables = members(asked).all(|q| names.query.tokens[q].varies);
    let mut links = alignment.links.iter();
    if syllables && links.any(|link| link.likeness.how != How::Same) {
        // What is left over is perhaps a syllable that is spelled otherwise, as another is.
        return false;
    }
    sums.rarity < penalties.common_part_under && left.in_query
        || sums.rarity < penalties.common_like_under && left.between
        || sums.rarity < penalties.common_short_under && left.unknown
        || sums.rarity < penalties.common_short_under && left.in_list
        || sums.rarity < penalties.common_part_under && left.first_given
}

/// What of two persons' names nothing accounts for and nobody leaves out at will.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
struct Left {
    /// Names that many people bear: any other word may be a degree, a place or an office.
    in_query: bool,
    /// A given name, and nothing of the listed name is left.
    between: bool,
    /// Any word beside two names or more.
    unknown: bool,
    in_list: bool,
    /// Whether the first of several given names is left, and a family name: people go by the first of each.
    first_given: bool,
    /// Whether the list has family names and only the first is left: people go by the first of two.
    first_family: bool,
}

impl Left {
    fn of(names: &TwoNames, (asked_in, listed_in): (Mask, Mask)) -> Left {
        let of = |masks: &Masks, accounted: Mask| {
            masks.identifying & !masks.words_of(Part::Patronymic) & !accounted
        };
        let (query, listed) = (&names.query.tokens, names.listed);
        let left = of(&names.held, listed_in);
        let family = names.held.words_of(Part::Family);
        let first = family & family.wrapping_neg();
        let given = names.held.words_of(Part::Given);
        let beside = of(names.asked, asked_in);
        Left {
            between: left == 0
                && members(beside).any(|q| !query[q].known && is_given(&query[q].token.fold)),
            unknown: names.asked.names().count_ones() > 2
                && members(beside)
                    .any(|q| !query[q].known && query[q].token.letters > PARTICLE_LETTERS),
            in_query: members(beside).any(|q| {
                let is_name = query[q].among_people.is_some() || !query[q].variants.is_empty();
                !query[q].known && is_name
            }),
            in_list: members(left).any(|l| !listed[l].known),
            first_given: left & family != 0 && left & given & given.wrapping_neg() != 0,
            first_family: left & first != 0 && family & listed_in != 0,
        }
    }
}

/// Whether a listed name is one word that many people bear, and the query has a name beside it, perhaps
/// one that is a form of address for others: `Syed Ahmed` is not the `Ahmed` of a list.
pub(super) fn is_common_alone(
    names: &TwoNames,
    accounted: (Mask, Mask),
    sums: &Sums,
    weights: &Weights,
) -> bool {
    let (asked_in, _) = accounted;
    let titles = names.asked.of_kind(Kind::Title) | names.asked.of_kind(Kind::Particle);
    let is_name = |q: usize| names.query.tokens[q].among_people.is_some();
    names.reading == PERSON
        && names.held.names().is_power_of_two()
        && names.asked.names().is_power_of_two()
        && members(titles & !asked_in).any(is_name)
        && sums.rarity < weights.penalties.common_part_under
}

/// Whether a word of the query that many people bear stands for one that is merely like it: no slip, as
/// it is a name, and no other spelling that is known.
fn is_another(link: &Link, names: &TwoNames) -> bool {
    if !matches!(link.likeness.how, How::Edited | How::SoundsAlike) {
        return false;
    }
    let held = &names.listed[link.listed.trailing_zeros() as usize];
    let asked = &names.query.tokens[link.query.trailing_zeros() as usize];
    let is_spelling = || {
        asked
            .variants
            .iter()
            .any(|variant| variant.fold == held.fold)
    };
    let varies = || asked.varies || spellings_vary(held.fold);
    asked.among_people.is_some()
        && !varies()
        && !is_spelling()
        && man_of(&asked.token.fold) != man_of(held.fold)
}

/// Whether a query reads as the name of a person that is not called like a body: one of the names is left,
/// or an initial beside the only one.
fn is_person_beside(names: &TwoNames, asked_in: Mask) -> bool {
    let article = |q: &usize| names.query.tokens[*q].token.text == "the";
    let left = |mask: Mask| members(mask & !asked_in).any(|q| !article(&q));
    let lone = names.asked.names().is_power_of_two();
    names.query.as_person
        && (left(names.asked.identifying) || lone && left(names.asked.of_kind(Kind::Initial)))
}

/// Whether a query is one word that says nothing: half of all firms have it, or it is what they deal with in
/// another language than the list has it.
fn is_anybodys(names: &TwoNames, alignment: &Alignment) -> bool {
    let asked = names.asked.identifying;
    let is_translated = |link: &Link| {
        let is_same =
            |fold: &str| members(link.query).any(|q| names.query.tokens[q].token.fold == fold);
        let is_one = link.query.is_power_of_two() && link.listed.is_power_of_two();
        let is_meant = is_one && link.likeness.how == How::Same;
        is_meant
            && link.query & asked != 0
            && !members(link.listed).any(|l| is_same(names.listed[l].fold))
    };
    asked.is_power_of_two()
        && (names.asked.of_kind(Kind::Generic) == asked
            || names.asked.of_kind(Kind::Topic) == asked
                && alignment.links.iter().any(is_translated))
}

/// Whether a query is one word and a particle that may as well be a given name, which the listed name
/// has not.
pub(super) fn is_given_left(query: &Query, alignment: &Alignment) -> bool {
    let (asked_in, _) = alignment.accounted();
    query.given_particles & !asked_in != 0
}

/// The words that agree.
struct Agreed {
    words: u32,
    /// Rarity of the rarest.
    rarest: f64,
}

impl Agreed {
    fn of(links: &[Link], names: &TwoNames) -> Agreed {
        let (asked_words, listed_words) = (names.asked.names(), names.held.names());
        let asked_titles = names.asked.of_kind(Kind::Title);
        let (mut words, mut rarest) = (0, 0.0_f64);
        for link in links {
            let both =
                link.query & (asked_words | asked_titles) != 0 && link.listed & listed_words != 0;
            if both && link.likeness.how != How::Initial {
                let listed = (link.listed & listed_words).count_ones();
                // Syllables that are written together are one word.
                let together = link.query & names.query.syllabic != 0;
                let asked = (link.query & asked_words).count_ones();
                words += if together { listed } else { asked.max(listed) };
                rarest = members(link.query)
                    .map(|q| names.query.tokens[q].rarity[names.reading])
                    .fold(rarest, f64::max);
            }
        }
        Agreed { words, rarest }
    }
}

/// The most by one word of several.
fn most_by_one_word(agreed: &Agreed, links: &[Link], weights: &Weights) -> f64 {
    let penalties = &weights.penalties;
    // An initial that agrees beside the word says no less than the word alone.
    let has_initial = links.iter().any(|link| link.likeness.how == How::Initial);
    let rare_from = if has_initial {
        penalties.rare_from.min(penalties.lone_rare_from)
    } else {
        penalties.rare_from
    };
    if agreed.rarest >= rare_from {
        penalties.one_rare_word_most
    } else {
        penalties.one_word_most
    }
}

/// Whether a link is between the same letters in other words.
fn is_spelled(link: &Link) -> bool {
    link.likeness.how == How::Joined && link.likeness.edit >= 1.0
}

/// Whether two names of bodies have each the other's words, two or more, of which one is the same or the
/// same letters written in other words: a slip in `Rusian Railways` leaves no word of its own.
fn says_the_same(names: &TwoNames, alignment: &Alignment) -> bool {
    let (asked_in, listed_in) = alignment.accounted();
    let (asked, held) = (names.asked.identifying, names.held.identifying);
    let is_same = |link: &Link| link.likeness.how == How::Same || is_spelled(link);
    let mut links = alignment.links.iter();
    let words = if links.clone().any(is_spelled) {
        held.count_ones().max(asked.count_ones())
    } else {
        held.count_ones()
    };
    asked & !asked_in == 0
        && held & !listed_in == 0
        && words >= 2
        && links.any(|link| link.listed & held != 0 && is_same(link))
}
