//! What an alignment is worth.

use crate::compare::alignment::{Alignment, Link};
use crate::compare::initials::is_sure;
use crate::compare::likeness::{How, Listed};
use crate::explain::contradictions::contradictions;
use crate::explain::steps::Step;
use crate::name::masks::{Mask, Masks, members};
use crate::name::parentage::is_reversed;
use crate::name::parse::{Kind, Part};
use crate::name::query::{PERSON, Query};
use crate::weights::Weights;

/// The comparison of a query with one name.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NameScore {
    /// 0 to 100.
    pub score: f64,
    /// Edit similarity of the aligned tokens, 0 to 1.
    pub levenshtein: f64,
    /// Share of the query's weight that sounds like the listed name, 0 to 1.
    pub phonetic: f64,
    /// Sum of the idf of what is accounted for.
    pub rarity: f64,
    /// What makes tokens alike.
    pub found: Found,
    /// Whether the two names put a child and its parent the other way round.
    pub reversed: bool,
}

/// What makes tokens of two names alike.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Found {
    /// A token is equal.
    pub by_text: bool,
    /// A token is edited or joined.
    pub by_edit: bool,
    /// A token sounds alike.
    pub by_sound: bool,
}

/// Weights of what is and is not accounted for.
#[derive(Default)]
struct Sums {
    gained: f64,
    matched: f64,
    asked_left: f64,
    listed_left: f64,
    edit: f64,
    sounds: f64,
    asked: f64,
}

/// The two names that are compared.
struct Sides<'a> {
    query: &'a Query,
    /// An index in [`crate::name::query::BEARERS`].
    reading: usize,
    listed: &'a [Listed<'a>],
    asked: &'a Masks,
    held: Masks,
}

/// Scores a name. The alignment is left in `alignment` for whoever wants to explain it.
pub fn score_name(
    alignment: &mut Alignment,
    query: &Query,
    reading: usize,
    listed: &[Listed],
    weights: &Weights,
) -> NameScore {
    alignment.align(query, reading, listed, weights);
    score_links(alignment, query, reading, listed, weights)
}

/// Scores a name that was just aligned.
fn score_links(
    alignment: &mut Alignment,
    query: &Query,
    reading: usize,
    listed: &[Listed],
    weights: &Weights,
) -> NameScore {
    alignment.steps.clear();
    let sides = Sides {
        query,
        reading,
        listed,
        asked: &query.masks[reading],
        held: Masks::of(listed.iter().map(|t| (t.kind, t.part))),
    };
    let mut result = NameScore::default();
    let mut sums = Sums::default();
    for link in &alignment.links {
        let asked: f64 = members(link.query)
            .map(|q| query.tokens[q].weights[reading])
            .sum();
        let held: f64 = members(link.listed).map(|l| listed[l].weight).sum();
        let weight = f64::midpoint(asked, held);
        sums.gained += weight * link.likeness.value;
        sums.matched += weight;
        sums.edit += weight * link.likeness.edit;
        sums.sounds += if link.likeness.sounds { asked } else { 0.0 };
        result.rarity += rarity_of(link, &sides);
        match link.likeness.how {
            How::Same | How::Nickname => result.found.by_text = true,
            How::Edited | How::Joined => result.found.by_edit = true,
            How::SoundsAlike => result.found.by_sound = true,
            How::Initial | How::Missing => {}
        }
    }
    let (asked_in, listed_in) = alignment.accounted();
    for (q, token) in query.tokens.iter().enumerate() {
        sums.asked += token.weights[reading];
        if asked_in & (1 << q) == 0 {
            sums.asked_left += token.weights[reading];
        }
    }
    for (l, token) in listed.iter().enumerate() {
        if listed_in & (1 << l) == 0 {
            sums.listed_left += token.weight;
        }
    }
    let links = &alignment.links;
    if sums.matched <= 0.0 || !tells_anything(links, &sides) {
        return NameScore::default();
    }
    result.reversed = reading == PERSON && is_reversed(query, listed, links);
    let penalties = &weights.penalties;
    let extra = extra_query(links, &sides, weights);
    let patronymics = patronymics_left(&sides, (asked_in, listed_in));
    let whole = sums.matched
        + extra * (sums.asked_left - patronymics)
        + penalties.extra_listed * patronymics
        + penalties.extra_listed * sums.listed_left;
    let mut raw = sums.gained / whole;
    let mut score = weights.score_of(raw);
    let differ = contradictions(links, query, reading, listed, &sides.held, weights);
    let reversed = (Step::ParentageReversed, penalties.parentage_reversed);
    let reversed = Some(reversed).filter(|_| result.reversed);
    let most = most_by_coverage(&sides, alignment, weights);
    let steps = &mut alignment.steps;
    steps.agreement = raw;
    steps.extra_query = extra;
    steps.extra_patronymic = if patronymics > 0.0 {
        penalties.extra_listed
    } else {
        extra
    };
    for (step, factor) in differ.into_iter().chain([reversed]).flatten() {
        raw *= factor;
        let after = weights.score_of(raw);
        steps.record(step, score, after);
        score = after;
    }
    score = steps.at_most(Step::FewWords, score, most);
    // In a name of two or three syllables each is telling, and few are rare.
    if reading == PERSON && query.syllabic & !asked_in != 0 {
        score = steps.at_most(Step::SyllableLeft, score, penalties.syllable_left_most);
    }
    result.score = score;
    result.levenshtein = sums.edit / sums.matched;
    result.phonetic = sums.sounds / sums.asked.max(f64::MIN_POSITIVE);
    result
}

/// Scores the part of a query that a name accounts for and takes the rest as the text around it.
/// Leaves the part in `query` and the alignment in `alignment`.
pub fn score_part(
    alignment: &mut Alignment,
    query: &mut Query,
    reading: usize,
    listed: &[Listed],
    weights: &Weights,
) -> NameScore {
    alignment.align(query, reading, listed, weights);
    let (asked_in, listed_in) = alignment.accounted();
    if (asked_in.count_ones() as usize) < query.tokens.len() {
        query.keep(asked_in);
        alignment.align(query, reading, listed, weights);
    }
    let mut result = score_links(alignment, query, reading, listed, weights);
    let asked = query.masks[reading].of_kind(Kind::Word).count_ones();
    let held = members(listed_in).filter(|l| listed[*l].kind == Kind::Word);
    let penalties = &weights.penalties;
    // One word of a name is in too many texts.
    let most = if asked.max(held.count() as u32) < 2 {
        penalties.in_text_most.min(penalties.one_word_most)
    } else {
        penalties.in_text_most
    };
    let steps = &mut alignment.steps;
    result.score = steps.at_most(Step::WithinText, result.score, most);
    result
}

/// Sum of the idf of the words that a link accounts for: no particle, title or form makes a name rare.
fn rarity_of(link: &Link, sides: &Sides) -> f64 {
    let held = members(link.listed & sides.held.telling).map(|l| sides.listed[l].idf);
    let asked = members(link.query & sides.asked.telling).map(|q| sides.query.tokens[q].idf);
    held.sum::<f64>().min(asked.sum())
}

/// Whether what agrees says who is meant: titles, particles and initials alone do not, unless the
/// listed name has nothing else.
fn tells_anything(links: &[Link], sides: &Sides) -> bool {
    let telling = sides.held.telling;
    if telling == 0 {
        return true;
    }
    if !sides.query.tells {
        // Titles and particles are compared only with a name that is nothing else.
        let same = |link: &&Link| link.likeness.how == How::Same && link.likeness.value >= 1.0;
        let accounted = links
            .iter()
            .filter(same)
            .fold(0, |all, link| all | link.listed);
        return telling & !accounted == 0;
    }
    let asked = sides.asked.telling | sides.asked.of_kind(Kind::Title);
    let mut links = links.iter();
    links.any(|link| link.listed & telling != 0 && link.query & asked != 0)
}

/// Whether every word of a listed name is in the query, in one spelling or another and without a slip.
#[must_use]
pub fn has_same_words(links: &[Link], listed: &[Listed]) -> bool {
    let is_same = |link: &&Link| matches!(link.likeness.how, How::Same | How::Joined);
    let same = links.iter().filter(is_same);
    let same = same.fold(0, |all, link| all | link.listed);
    Masks::of(listed.iter().map(|t| (t.kind, t.part))).telling & !same == 0
}

/// What an unaccounted token of the query costs.
///
/// Where every word of a person's listed name is in the query, given and family name, what the query
/// has besides is more likely another name of the same person, the more so the rarer the words are.
fn extra_query(links: &[Link], sides: &Sides, weights: &Weights) -> f64 {
    let penalties = &weights.penalties;
    if sides.reading != PERSON {
        return penalties.extra_query_body;
    }
    let words = sides.held.of_kind(Kind::Word);
    let (mut same, mut rarity) = (0, 0.0);
    for link in links.iter().filter(|link| {
        link.listed & words != 0 && matches!(link.likeness.how, How::Same | How::Joined)
    }) {
        same |= link.listed & words;
        rarity += members(link.query)
            .map(|q| sides.query.tokens[q].rarity)
            .fold(0.0, f64::max)
            * f64::from((link.listed & words).count_ones());
    }
    let count = words.count_ones();
    if same != words || count < 2 {
        return penalties.extra_query;
    }
    let share = rarity / f64::from(count);
    penalties.extra_query + (penalties.extra_query_covered - penalties.extra_query) * share
}

/// Weight of the patronymics of a person that the query has and the listed name leaves out. One that
/// has its own says something else.
fn patronymics_left(sides: &Sides, (asked_in, listed_in): (Mask, Mask)) -> f64 {
    let another = sides.held.words_of(Part::Patronymic) & !listed_in != 0;
    if sides.reading != PERSON || another {
        return 0.0;
    }
    let left = sides.asked.words_of(Part::Patronymic) & !asked_in;
    members(left)
        .map(|q| sides.query.tokens[q].weights[PERSON])
        .sum()
}

/// The most that a name can reach by the words that are accounted for: one word is not a name.
fn most_by_coverage(sides: &Sides, alignment: &Alignment, weights: &Weights) -> f64 {
    if alignment.links.iter().any(is_sure) {
        return 100.0;
    }
    let (asked_words, listed_words) = (sides.asked.names(), sides.held.names());
    let asked_titles = sides.asked.of_kind(Kind::Title);
    let (mut words, mut rarest) = (0, 0.0_f64);
    for link in alignment
        .links
        .iter()
        .filter(|link| link.likeness.how != How::Initial)
    {
        let both =
            link.query & (asked_words | asked_titles) != 0 && link.listed & listed_words != 0;
        if both {
            words += (link.query & asked_words)
                .count_ones()
                .max((link.listed & listed_words).count_ones());
            rarest = members(link.query)
                .map(|q| sides.query.tokens[q].rarity)
                .fold(rarest, f64::max);
        }
    }
    let (asked, held) = (asked_words.count_ones(), listed_words.count_ones());
    let penalties = &weights.penalties;
    if sides.reading != PERSON {
        let (_, listed_in) = alignment.accounted();
        // Two generic words that agree say as much as one that is not.
        let generic = sides.held.of_kind(Kind::Generic) | sides.held.of_kind(Kind::Topic);
        if 2 * words + (generic & listed_in).count_ones() >= 3 || says_the_same(sides, alignment) {
            return 100.0;
        }
        if words == 1 && asked > 1 {
            return penalties.one_word_most;
        }
    }
    match words {
        0 if asked > 0 || held > 0 => penalties.one_word_most,
        1 if held == 1 && asked > 1 => penalties.one_word_most,
        1 if asked > 1 || held > 1 => {
            // An initial that agrees beside the word says no less than the word alone.
            let has_initial = alignment
                .links
                .iter()
                .any(|link| link.likeness.how == How::Initial);
            let rare_from = if has_initial {
                penalties.rare_from.min(penalties.lone_rare_from)
            } else {
                penalties.rare_from
            };
            if rarest >= rare_from {
                penalties.one_rare_word_most
            } else {
                penalties.one_word_most
            }
        }
        _ => 100.0,
    }
}

/// Whether two names of bodies have each the other's words, two or more, of which one is the same: a
/// slip in `Rusian Railways` leaves no word of its own.
fn says_the_same(sides: &Sides, alignment: &Alignment) -> bool {
    let (asked_in, listed_in) = alignment.accounted();
    let (asked, held) = (sides.asked.telling, sides.held.telling);
    let same = |link: &Link| link.listed & held != 0 && link.likeness.how == How::Same;
    asked & !asked_in == 0
        && held & !listed_in == 0
        && held.count_ones() >= 2
        && alignment.links.iter().any(same)
}

/// The score of a query of one word, perhaps with an article. Nobody's full name is one word, so it is
/// asked for whoever bears it: each whose name has exactly this word, where few have it, before all
/// whose word is only like it.
///
/// `rarity` is the word's, `tells` whether it says which person is meant.
#[must_use]
pub fn lone_word(
    score: f64,
    links: &[Link],
    listed: &[Listed],
    rarity: f64,
    tells: bool,
    weights: &Weights,
) -> f64 {
    let penalties = &weights.penalties;
    let words = Masks::of(listed.iter().map(|t| (t.kind, t.part))).names();
    let mut same = links.iter().filter(|link| link.likeness.how == How::Same);
    if !same.any(|link| link.listed & words != 0) {
        // The liker word stays before the less like.
        let below = LIKE_BELOW_SAME + (100.0 - score) / 100.0;
        return score.min(penalties.one_rare_word_most - below);
    }
    if tells && rarity >= penalties.lone_rare_from {
        score.max(penalties.one_rare_word_most)
    } else {
        score
    }
}

/// Points by which a word that is only like the one asked for stays below the same word, at least.
const LIKE_BELOW_SAME: f64 = 1.0;
