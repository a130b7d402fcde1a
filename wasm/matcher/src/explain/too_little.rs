//! What two persons' names have in common and is too little: words that are merely alike, the name of a
//! father for that of his child, given names beside a family name that the list does not have.

use super::sums::Sums;
use super::two_names::TwoNames;
use crate::compare::alignment::Alignment;
use crate::compare::likeness::How;
use crate::compare::link::Link;
use crate::name::masks::members;
use crate::name::query_token::QueryToken;
use crate::name::token::{Kind, Part};
use crate::name::weigh::PERSON;
use crate::text::arabic_elsewhere::ABU_ELSEWHERE;
use crate::text::people::is_given;
use crate::text::script::Script;
use crate::weights::Weights;

/// Words before a name that make it the name of that one's father or mother.
const PARENTS: [&str; 4] = ["abu", "abou", "um", "umm"];
/// Words that make a given name with the one after it.
const COMPOUNDS: [&str; 3] = ["abd", "abdul", "abdel"];

/// Whether no word of two persons' names is the same in any spelling: each that agrees is merely like the
/// other side's, by less than the spellings of two countries are, and is written in letters that say which
/// vowels it has. In syllables any other is another name.
pub(super) fn is_merely_alike(
    names: &TwoNames,
    alignment: &Alignment,
    sums: &Sums,
    weights: &Weights,
) -> bool {
    let asked = names.asked.identifying | names.asked.of_kind(Kind::Title);
    let held = names.held.identifying;
    let is_name = |link: &&Link| link.query & asked != 0 && link.listed & held != 0;
    let is_read = |q: usize| {
        let token = &names.query.tokens[q];
        token.script == Script::LATIN && token.skeletons.is_empty()
    };
    let is_alike = |link: &Link| {
        members(link.query).all(is_read)
            && members(link.listed).all(|l| !names.listed[l].unvowelled)
            && matches!(link.likeness.how, How::Edited | How::SoundsAlike)
    };
    let mut links = alignment.links.iter().filter(is_name);
    let is_form = |link: &Link| {
        let mut pairs = members(link.query).zip(members(link.listed));
        pairs.any(|(q, l)| {
            let mut variants = names.query.tokens[q].variants.iter();
            variants.any(|variant| variant.fold == names.listed[l].fold)
        })
    };
    // Of a given name in another language the family name may be, too.
    let is_translated = links.clone().any(is_form)
        && links
            .clone()
            .all(|link| link.likeness.edit > 0.0 || is_form(link));
    let enough = weights.penalties.merely_alike_under * sums.matched;
    let is_far = names.query.in_syllables || !is_translated && sums.gained < enough;
    names.reading == PERSON && links.clone().count() > 1 && is_far && links.all(is_alike)
}

/// Whether a listed name is that of somebody's father or mother, and the query has the child's alone: who
/// is called Zubaida is not Abu Zubaida.
pub(super) fn is_childs(names: &TwoNames, alignment: &Alignment) -> bool {
    let (_, listed_in) = alignment.accounted();
    let held = names.held.names();
    let is_parent = |l: usize| {
        let token = &names.listed[l];
        token.kind == Kind::Particle && PARENTS.contains(&token.text)
    };
    let particles = names.held.of_kind(Kind::Particle);
    let mut of_parent = members(particles).filter(|l| is_parent(*l)).peekable();
    let says_so = |t: &QueryToken| {
        PARENTS.contains(&&*t.token.text) || ABU_ELSEWHERE.contains(&&*t.token.text)
    };
    names.reading == PERSON
        && held.is_power_of_two()
        && !names.query.tokens.iter().any(|token| says_so(token))
        && held & listed_in != 0
        && of_parent.peek().is_some()
        && of_parent.all(|l| listed_in & 1 << l == 0)
}

/// Whether a listed name is given names alone, all of which the query has, and one word of that is left: a family
/// name, as far as it is no given name. `Carlos Mario Betancur` is not every CARLOS MARIO.
pub(super) fn is_family_left(
    names: &TwoNames,
    alignment: &Alignment,
    rarity: f64,
    weights: &Weights,
) -> bool {
    let (asked_in, listed_in) = alignment.accounted();
    let (asked, held) = (names.asked.names(), names.held.names());
    let left = asked & !asked_in;
    let is_family = |q: usize| {
        let token = &names.query.tokens[q];
        let of_parent = ABU_ELSEWHERE.contains(&&*token.token.text);
        !of_parent && !token.known && !is_given(&token.token.fold)
    };
    let is_given_name = |l: usize| {
        let token = &names.listed[l];
        is_given(token.fold) || token.known || COMPOUNDS.contains(&token.text)
    };
    names.reading == PERSON
        && rarity < weights.penalties.given_alone_under
        && asked.count_ones() > 2
        && names.asked.words_of(Part::Family) == 0
        && held & !listed_in == 0
        && left.is_power_of_two()
        && members(left).all(is_family)
        && members(held).all(is_given_name)
}
