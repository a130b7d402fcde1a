//! A query as it is asked, prepared for a snapshot.

use std::borrow::Cow;

use serde::Deserialize;

use super::forms::{begun_by, with_vowels};
use crate::date::PartialDate;
use crate::name::apart::taken_apart_in_field;
use crate::name::beside::Known;
use crate::name::meant::{Respellings, with_declined};
use crate::name::query::Query;
use crate::name::query_token::Rarity;
use crate::name::reading::Reading;
use crate::name::readings::{Spellings, other_readings};
use crate::order::sort;
use crate::snapshot::entry::EntityType;
use crate::snapshot::format::Section;
use crate::snapshot::lists::Lists;
use crate::snapshot::records::Entity;
use crate::text::escapes::as_meant;
use crate::text::fold::fold;
use crate::text::han::pinyin;
use crate::text::known_words::KnownWords;
use crate::text::layouts::as_typed;
use crate::text::markup::as_pairs;
use crate::text::names_together::apart;
use crate::text::normalise::SplitText;
use crate::text::radio::spelled;
use crate::text::run_together::parted;
use crate::text::spaced::{joined, unbroken};
use crate::text::word::Words;
use crate::weights::Weights;

/// Words that must be on the lists where a text is read as typed on another keyboard.
const TYPED_WORDS_MIN: usize = 2;
/// Letters of such a word, at least.
const TYPED_LETTERS_MIN: usize = 4;

/// `MatchQuery`.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MatchQuery {
    /// As the caller wrote it.
    pub name: Option<String>,
    /// `1969`, `1969-07` or `1969-07-16`.
    pub dob: Option<String>,
    /// ISO 3166-1 alpha-2 of every country that may be meant.
    pub nationalities: Vec<String>,
    /// Normal forms.
    pub addresses: Vec<String>,
    /// Only entities of this type; of any where absent.
    #[serde(default)]
    pub entity_type: Option<EntityType>,
    /// Only entities of these lists; of any where absent.
    #[serde(default)]
    pub sources: Option<Vec<String>>,
    /// Entities that an identifier names: compared and answered, whatever their names score.
    #[serde(default)]
    pub bearers: Vec<u32>,
    /// The score from which entities beyond those that are answered are counted.
    #[serde(default = "unreachable_score")]
    pub count_from: f64,
}

fn unreachable_score() -> f64 {
    f64::INFINITY
}

/// A query as it is asked: the name, prepared, and what is known besides.
#[derive(Debug, Default)]
pub struct Asked {
    /// The name.
    pub query: Query,
    /// The same with its words apart, and with those that they may spell or decline, of a field that has such.
    field: Option<Query>,
    /// Whether words of it that were run together were taken apart.
    pub is_apart: bool,
    /// Other ways to read the name.
    pub others: Vec<Reading>,
    /// The characters of a name that is Han alone; none of any other.
    pub han: Vec<char>,
    /// Date of birth.
    pub born: Option<PartialDate>,
    /// Two capital letters each.
    pub nationalities: Vec<[u8; 2]>,
    /// Different tokens in all readings.
    pub different: u32,
    /// Which entities may be answered.
    pub scope: Scope,
    /// The score from which entities beyond those that are answered are counted.
    pub count_from: f64,
}

/// The entities that a query asks for.
#[derive(Debug, Default)]
pub struct Scope {
    entity_type: Option<EntityType>,
    /// By index of the list.
    sources: Option<Vec<bool>>,
    /// Entities that an identifier names, rising.
    pub bearers: Vec<u32>,
}

impl Scope {
    fn of(lists: &Lists, asked: &MatchQuery) -> Scope {
        let s = &lists.snapshot;
        let entities = s.count(Section::Entities);
        let all = 0..s.count(Section::Sources);
        let is_asked = |named: &Vec<String>| {
            let sources = all.map(|at| named.iter().any(|one| one == s.source(at)));
            sources.collect()
        };
        let known = asked.bearers.iter().copied().filter(|at| *at < entities);
        let mut bearers: Vec<u32> = known.collect();
        sort(&mut bearers);
        bearers.dedup();
        Scope {
            entity_type: asked.entity_type,
            sources: asked.sources.as_ref().map(is_asked),
            bearers,
        }
    }

    /// Whether an entity may be answered.
    pub fn has(&self, entity: &Entity) -> bool {
        let of_type = self
            .entity_type
            .is_none_or(|asked| asked == EntityType::of(entity.kind));
        let of_list = self.sources.as_ref().is_none_or(|asked| {
            let source = asked.get(entity.source as usize);
            source.copied().unwrap_or_default()
        });
        of_type && of_list
    }

    /// Whether only entities of one type are asked for.
    pub fn has_type(&self) -> bool {
        self.entity_type.is_some()
    }

    /// Whether an identifier names an entity.
    pub fn bears(&self, entity: u32) -> bool {
        self.bearers.binary_search(&entity).is_ok()
    }
}

impl Asked {
    /// Prepares a query for a snapshot.
    ///
    /// # Errors
    /// When the date of birth or nationality is not in the agreed form.
    pub fn new(lists: &Lists, asked: &MatchQuery, weights: &Weights) -> Result<Asked, String> {
        let written = asked.name.as_deref().unwrap_or_default();
        let Meant {
            text,
            is_apart,
            run,
        } = meant(lists, written);
        let name = &*text;
        let split = SplitText::of(name);
        let words = split.words();
        let rarity = |fold: &str| lists.rarity_of(fold);
        let known = Known {
            is_listed: &|fold| lists.is_listed(fold),
            is_of_bodies: &|fold| lists.is_of_bodies(fold),
            begun_by: &|word| begun_by(lists, word),
            with_vowels: &|word| with_vowels(lists, word),
            compares: &|_| true,
            reached: 0.0,
        };
        let query = Query::new(words.clone(), weights, &rarity).with_edges(&words);
        let respelt = Respellings::of(&words, &known);
        let field = query
            .is_field()
            .then(|| as_field(&words, &respelt, &known, &rarity, weights));
        let field = field.flatten();
        let others = if query.fits() {
            let run = run.map(|run| SplitText::of(&run).words());
            let spellings = Spellings::of(name, &split, run, &known, weights);
            other_readings(&words, &respelt, spellings, &known, &rarity, weights)
        } else {
            Vec::new()
        };
        let mut prepared = Asked {
            query,
            field,
            is_apart,
            others,
            han: han_of(name),
            born: parse_dob(asked.dob.as_deref())?,
            nationalities: parse_nationalities(&asked.nationalities)?,
            different: 0,
            scope: Scope::of(lists, asked),
            count_from: asked.count_from,
        };
        prepared.number();
        Ok(prepared)
    }

    /// The query as a field, in which names are searched for.
    pub fn field(&self) -> &Query {
        self.field.as_ref().unwrap_or(&self.query)
    }

    /// Numbers the different tokens of all readings.
    fn number(&mut self) {
        self.different = self.query.number(&[], 0);
        if let Some(field) = &mut self.field {
            self.different = field.number(&[&self.query], self.different);
        }
        for at in 0..self.others.len() {
            let (before, rest) = self.others.split_at_mut(at);
            let before = before.iter().map(|other| &other.query);
            let before = std::iter::once(&self.query).chain(before);
            let before: Vec<&Query> = before.chain(&self.field).collect();
            self.different = rest[0].query.number(&before, self.different);
        }
    }
}

/// The words of a field in which names are searched for, where they are others than its own.
fn as_field(
    words: &Words,
    respelt: &Respellings,
    known: &Known,
    rarity: Rarity,
    weights: &Weights,
) -> Option<Query> {
    let known_words = KnownWords {
        is_listed: known.is_listed,
        idf: &|fold| rarity(fold).idf,
    };
    let declined = with_declined(words, respelt, known, weights);
    let apart = taken_apart_in_field(declined.as_ref().unwrap_or(words), &known_words);
    let words = apart.or(declined)?;
    Some(Query::new(words.clone(), weights, rarity).with_edges(&words))
}

/// A text as it was meant.
struct Meant<'t> {
    /// Without escapes, in the letters that were typed, its words apart.
    text: Cow<'t, str>,
    /// Whether some words are apart by a guess.
    is_apart: bool,
    /// A name in a text without blanks, its words apart by a guess.
    run: Option<String>,
}

/// What a text means: each way of writing that hides its words is undone, one after the other.
fn meant<'t>(lists: &Lists, written: &'t str) -> Meant<'t> {
    let known = KnownWords {
        is_listed: &|fold| lists.is_listed(fold),
        idf: &|fold| lists.rarity_of(fold).idf,
    };
    let mut text = Cow::Borrowed(written);
    if let Some(meant) = as_meant(&text) {
        text = Cow::Owned(meant);
    }
    if let Some(pairs) = as_pairs(&text) {
        text = Cow::Owned(pairs);
    }
    if let Some(unbroken) = unbroken(&text) {
        text = Cow::Owned(unbroken);
    }
    if let Some(joined) = joined(&text) {
        text = Cow::Owned(joined);
    }
    if let Some(spelled) = spelled(&text) {
        text = Cow::Owned(spelled);
    }
    if let Some(typed) = as_typed(&text, |typed| has_more_words(lists, typed, &text)) {
        text = Cow::Owned(typed);
    }
    if let Some(parted) = parted(&text, &known) {
        text = Cow::Owned(parted);
    }
    let is_field = text.trim().contains(char::is_whitespace);
    match apart(&text, &known) {
        Some(found) if is_field => Meant {
            text: Cow::Owned(found.text),
            is_apart: true,
            run: None,
        },
        found => Meant {
            text,
            is_apart: false,
            run: found.map(|found| found.name),
        },
    }
}

/// Whether a text has two long words of the lists or more, at least half of its own, and another has none.
fn has_more_words(lists: &Lists, text: &str, than: &str) -> bool {
    let words_of = |text: &str| {
        let words = SplitText::of(text).words().words;
        let folds = words.iter().map(|word| fold(&word.text));
        let long = folds.filter(|fold| fold.len() >= TYPED_LETTERS_MIN);
        let listed = long.filter(|fold| lists.is_listed(fold));
        (listed.count(), words.len())
    };
    let (listed, words) = words_of(text);
    listed >= TYPED_WORDS_MIN && 2 * listed >= words && words_of(than).0 == 0
}

/// The letters of a name, where all are Han characters.
fn han_of(name: &str) -> Vec<char> {
    let letters: Vec<char> = name.chars().filter(|one| one.is_alphabetic()).collect();
    let all = letters.iter().all(|one| pinyin(*one).is_some());
    if all { letters } else { Vec::new() }
}

fn parse_dob(text: Option<&str>) -> Result<Option<PartialDate>, String> {
    let parse = |text: &str| {
        PartialDate::parse(text)
            .ok_or_else(|| "query: expected dob as 1969, 1969-07 or 1969-07-16".to_owned())
    };
    text.map(parse).transpose()
}

fn parse_nationalities(codes: &[String]) -> Result<Vec<[u8; 2]>, String> {
    let parse = |code: &String| match code.as_bytes() {
        [a, b] if a.is_ascii_alphabetic() && b.is_ascii_alphabetic() => {
            Ok([a.to_ascii_uppercase(), b.to_ascii_uppercase()])
        }
        _ => Err("query: expected nationalities as two letters".to_owned()),
    };
    codes.iter().map(parse).collect()
}
