//! What an alignment is worth.

use super::contradictions::{contradictions, middle_initial};
use super::coverage::{identifies_anybody, is_common_alone, is_common_in_part, most_by_coverage};
use super::extra::Extra;
use super::middle_initial::MiddleInitial;
use super::steps::{Step, Steps};
use super::sums::Sums;
use super::too_little::{is_childs, is_family_left, is_merely_alike};
use super::two_names::TwoNames;
use super::two_syllables::is_of_other_syllables;
use crate::compare::alignment::Alignment;
use crate::compare::likeness::How;
use crate::compare::link::Link;
use crate::compare::parentage::is_reversed;
use crate::name::listed::Listed;
use crate::name::masks::members;
use crate::name::query::Query;
use crate::name::token::Kind;
use crate::name::weigh::PERSON;
use crate::text::asian::chinese::is_pinyin;
use crate::text::script::Script;
use crate::weights::Weights;

/// The alignment that was scored last and how its score came about; buffers that are used again.
#[derive(Debug, Default)]
pub struct Scoring {
    /// Which token stands for which.
    pub alignment: Alignment,
    /// What made the score.
    pub steps: Steps,
    /// Names that cannot reach this score are not scored; 0 for all.
    pub least: f64,
}

/// The comparison of a query with one name.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
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
    /// What the rarity of a person's name lacks of `penalties.commonLikeUnder`.
    pub lacks: f64,
    /// Whether a person's name agrees in part alone, and many people bear that part.
    pub in_part: bool,
    /// What makes tokens alike.
    pub found: Found,
    /// Whether the two names put a child and its parent the other way round.
    pub reversed: bool,
    /// Whether the listed name is one common word beside which the query has a name.
    pub alone: bool,
    /// Whether the listed name is that of a father or mother of whoever is asked for.
    pub childs: bool,
    /// Whether a short word is so respelled that it may as well be another.
    pub respelled: bool,
    /// What the two say of a middle initial.
    pub initial: MiddleInitial,
}

/// Letters of a fold that many names have.
const SHORT_FOLD: u32 = 3;
/// Letters in which two spellings of a short name may differ.
const RESPELLED_EDITS: u32 = 2;
/// Words of a name in syllables.
const NAME_SYLLABLES_MAX: u32 = 3;

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

impl Found {
    fn by(links: &[Link]) -> Found {
        let mut found = Found::default();
        for link in links {
            match link.likeness.how {
                How::Same | How::Nickname => found.by_text = true,
                How::Edited | How::Joined => found.by_edit = true,
                How::SoundsAlike => found.by_sound = true,
                How::Initial | How::Missing => {}
            }
        }
        found
    }
}

/// Scores a name. The alignment and the steps are left in `scoring`, to be explained.
pub fn score_name(
    scoring: &mut Scoring,
    query: &Query,
    reading: usize,
    listed: &[Listed],
    weights: &Weights,
) -> NameScore {
    scoring.alignment.align(query, reading, listed, weights);
    score_links(scoring, query, reading, listed, weights)
}

/// Scores a name that was just aligned.
fn score_links(
    scoring: &mut Scoring,
    query: &Query,
    reading: usize,
    listed: &[Listed],
    weights: &Weights,
) -> NameScore {
    scoring.steps.clear();
    let names = TwoNames::of(query, reading, listed);
    let accounted = scoring.alignment.accounted();
    let links = &scoring.alignment.links;
    let mut sums = Sums::of(links, accounted, &names);
    if sums.matched <= 0.0 {
        return NameScore::default();
    }
    let extra = Extra::of(links, &names, accounted, weights);
    let raw = agreement(&sums, &extra, weights);
    // What follows lowers a score, but for that of a lone word.
    let falls_short = weights.score_of(raw) < scoring.least && query.lone().is_none();
    if falls_short || !identifies_anybody(links, &names) {
        return NameScore::default();
    }
    sums.complete(links, &names);
    let found = Found::by(links);
    let reversed = reading == PERSON && is_reversed(query, listed, links);
    let respelled = reading == PERSON && links.iter().any(|link| is_respelled(link, &names));
    scoring.steps.agreement = raw;
    scoring.steps.extra_query = extra.share;
    scoring.steps.extra_listed = extra.listed;
    scoring.steps.extra_patronymic = extra.share_of_patronymics(weights);
    let mut scored = NameScore {
        reversed,
        ..NameScore::default()
    };
    lower(scoring, &names, &sums, raw, &mut scored, weights);
    if scored.score < scoring.least && query.lone().is_none() {
        return scored;
    }
    NameScore {
        levenshtein: sums.edit / sums.matched,
        phonetic: sums.sounds / sums.asked.max(f64::MIN_POSITIVE),
        rarity: sums.rarity,
        lacks: if reading == PERSON {
            (weights.penalties.common_like_under - sums.rarity).max(0.0)
        } else {
            0.0
        },
        found,
        respelled,
        initial: middle_initial(&scoring.alignment.links, &names),
        ..scored
    }
}

/// Whether a short word stands for one that is the same by its fold alone, and most of its letters are not:
/// what little is left of a short name by folding is left of others, too.
fn is_respelled(link: &Link, names: &TwoNames) -> bool {
    let (q, l) = (link.query.trailing_zeros(), link.listed.trailing_zeros());
    let (asked, held) = (&names.query.tokens[q as usize], &names.listed[l as usize]);
    let is_short = link.likeness.how == How::Same
        && asked.token.fold == held.fold
        && held.letters <= SHORT_FOLD;
    is_short && asked.token.text != held.text && {
        let pattern = asked.text_pattern.as_ref().unwrap_or(&asked.pattern);
        pattern.distance(held.text, RESPELLED_EDITS).is_none()
    }
}

/// Whether names are compared as a person's, or a query as short as a person's name in syllables with one that
/// does not say that it is a body's: a ship's.
fn is_name_in_syllables(names: &TwoNames) -> bool {
    let asked = names.asked.names();
    let of_body = [Kind::OrganisationForm, Kind::Generic, Kind::Topic];
    names.reading == PERSON
        || asked & !names.query.syllabic == 0
            && asked.count_ones() <= NAME_SYLLABLES_MAX
            && of_body.iter().all(|kind| names.held.of_kind(*kind) == 0)
}

/// Whether a query is a person's name in Han characters alone: none of them is left out at will.
fn is_han(names: &TwoNames) -> bool {
    let han = |q: usize| names.query.tokens[q].script == Script::Of("Hani");
    names.reading == PERSON && members(names.asked.names()).all(han)
}

/// Raw agreement, 0 to 1: what agrees of all that could, what one side leaves out counted in part.
fn agreement(sums: &Sums, extra: &Extra, weights: &Weights) -> f64 {
    let whole = sums.matched
        + extra.share * (sums.asked_left - extra.patronymics)
        + weights.penalties.extra_listed * extra.patronymics
        + extra.listed * sums.listed_left;
    sums.gained / whole
}

/// The score of a raw agreement, lowered by what the names say differently and held to what so few
/// words may reach. Records each step.
fn lower(
    scoring: &mut Scoring,
    names: &TwoNames,
    sums: &Sums,
    mut raw: f64,
    scored: &mut NameScore,
    weights: &Weights,
) {
    let Scoring {
        alignment,
        steps,
        least,
    } = scoring;
    let penalties = &weights.penalties;
    let differ = contradictions(&alignment.links, names, weights);
    let reversed = scored
        .reversed
        .then_some((Step::ParentageReversed, penalties.parentage_reversed));
    let family_left = is_family_left(names, alignment, sums.rarity, weights)
        .then_some((Step::FamilyNameMissing, penalties.family_missing));
    let score = &mut scored.score;
    *score = weights.score_of(raw);
    let factors = differ.into_iter().chain([reversed, family_left]);
    for (step, factor) in factors.flatten() {
        raw *= factor;
        let after = weights.score_of(raw);
        steps.record(step, *score, after);
        *score = after;
    }
    if *score < *least && names.query.lone().is_none() {
        return;
    }
    let most = most_by_coverage(names, alignment, weights);
    *score = steps.at_most(Step::FewWords, *score, most);
    scored.alone = is_common_alone(names, alignment.accounted(), sums, weights);
    scored.in_part = scored.alone || is_common_in_part(names, alignment, sums, weights);
    if scored.in_part {
        *score = steps.at_most(Step::CommonInPart, *score, penalties.common_part_most);
    }
    scored.childs = is_childs(names, alignment);
    if scored.childs || is_merely_alike(names, alignment, sums, weights) {
        *score = steps.at_most(Step::FewWords, *score, penalties.common_part_most);
    }
    if *score > penalties.syllable_left_most && is_of_other_syllables(names, alignment) {
        *score = steps.at_most(Step::FewWords, *score, penalties.syllable_left_most);
    }
    // In a name of two or three syllables each identifies, and few are rare.
    let (asked_in, listed_in) = alignment.accounted();
    if is_han(names)
        && members(names.held.names() & !listed_in).any(|l| is_pinyin(names.listed[l].text))
    {
        *score = steps.at_most(Step::FewWords, *score, penalties.syllable_left_most);
    }
    if is_name_in_syllables(names) && names.query.syllabic & !asked_in != 0 {
        *score = steps.at_most(Step::SyllableLeft, *score, penalties.syllable_left_most);
    }
}
