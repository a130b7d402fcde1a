//! Names of two syllables of Pinyin, as `Li Na` and `Zhang Min`: each syllable is a word of its own, and one
//! letter makes it another that as many people bear.

use super::two_names::TwoNames;
use crate::compare::alignment::Alignment;
use crate::compare::likeness::How;
use crate::compare::link::Link;
use crate::name::masks::members;
use crate::name::weigh::PERSON;
use crate::text::asian::chinese::{is_pinyin, may_be_one};

/// Syllables of a family name and of a short given name.
const SYLLABLES: u32 = 2;

/// Whether a query is two syllables of Pinyin, or two of it are all that agrees, and the listed name is not of
/// these: one of them is merely like what it stands for, both are one of several words, or a person has a third
/// syllable.
pub(super) fn is_of_other_syllables(names: &TwoNames, alignment: &Alignment) -> bool {
    let (asked_in, listed_in) = alignment.accounted();
    let whole = names.asked.names();
    let asked = if whole.count_ones() == SYLLABLES {
        whole
    } else {
        whole & asked_in
    };
    let is_syllable = |q: usize| {
        let token = &names.query.tokens[q];
        !token.syllabic && is_pinyin(&token.token.text)
    };
    if asked.count_ones() != SYLLABLES || !members(asked).all(is_syllable) {
        return false;
    }
    let left = names.held.names() & !listed_in;
    let is_other = |link: &Link| match link.likeness.how {
        How::Same => false,
        How::Nickname => !is_short_form(link, names),
        How::Joined => link.likeness.edit < 1.0 || left != 0,
        How::Edited | How::SoundsAlike | How::Initial | How::Missing => !is_one(link, names),
    };
    let mut links = alignment.links.iter();
    links.any(|link| link.query & asked != 0 && is_other(link))
        || names.reading == PERSON && members(left).any(|l| is_pinyin(names.listed[l].text))
}

/// Whether a link is between one syllable in two romanisations.
fn is_one(link: &Link, names: &TwoNames) -> bool {
    let (asked, held) = texts(link, names);
    may_be_one(asked, held)
}

/// Whether a syllable is the beginning of the given name that it is short for: `Dan`, and not `Juan` for John.
fn is_short_form(link: &Link, names: &TwoNames) -> bool {
    let (asked, held) = texts(link, names);
    held.starts_with(asked)
}

fn texts<'a>(link: &Link, names: &'a TwoNames) -> (&'a str, &'a str) {
    let q = link.query.trailing_zeros() as usize;
    let l = link.listed.trailing_zeros() as usize;
    (&names.query.tokens[q].token.text, names.listed[l].text)
}
