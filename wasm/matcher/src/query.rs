//! A query's name, prepared once for every name it is compared with.

use std::rc::Rc;

use crate::edits::Pattern;
use crate::name::{
    Bearer, Kind, NameToken, Part, TOKENS_MAX, Token, Told, parse_words, set_key, tells,
};
use crate::parentage::generations;
use crate::snapshot::entry::EntityType;
use crate::text::frequent::is_frequent_fold;
use crate::text::given_names::{Variant, variants_of};
use crate::text::normalise::Words;
use crate::text::script::Script;
use crate::text::vocabulary::is_patronymic;
use crate::weights::Weights;

/// The two ways in which the words of a query can be read, by who may be meant.
pub const BEARERS: [Bearer; 2] = [Bearer::Person, Bearer::Body];

/// Index of a natural person in [`BEARERS`].
pub const PERSON: usize = 0;
/// Index of a body in [`BEARERS`].
pub const BODY: usize = 1;

/// Index in [`BEARERS`] by the number of an entity's type.
#[must_use]
pub fn reading_of(kind: u8) -> usize {
    usize::from(kind != EntityType::Individual as u8)
}

/// One token of a query.
#[derive(Clone, Debug)]
pub struct QueryToken {
    /// What it is made of.
    pub token: Token,
    /// Its fold, prepared for edit distances.
    pub pattern: Rc<Pattern>,
    /// The same of its text, where that is another: a slip may fall on what the fold makes one.
    pub text_pattern: Option<Rc<Pattern>>,
    /// What it is in a person's name and in a body's.
    pub kinds: [Kind; 2],
    /// What it weighs in each.
    pub weights: [f64; 2],
    /// Which part of a person's name it belongs to.
    pub part: Part,
    /// Written in syllables, none of which is a slip of another.
    pub syllabic: bool,
    /// Word of the query's text.
    pub position: u32,
    /// Script that the word is written in.
    pub script: Script,
    /// How many generations before the bearer it stands.
    pub generation: u8,
    /// Other forms of the given name that it is.
    pub variants: Vec<Variant>,
    /// Whether it has the form of a patronymic.
    pub patronymic: bool,
    /// Whether many people bear it.
    pub frequent: bool,
    /// Its idf in the lists.
    pub idf: f64,
    /// The idf as a share of the greatest there is.
    pub rarity: f64,
}

/// The name of a query.
#[derive(Clone, Debug, Default)]
pub struct Query {
    /// In an order that does not depend on that of the text.
    pub tokens: Vec<QueryToken>,
    /// Keys of the set of its folds, as a person's name and as a body's.
    pub set_keys: [u64; 2],
    /// Codes of scripts without transliteration, sorted.
    pub untransliterated: Vec<&'static str>,
    /// Whether anything in it tells who is meant: a text of titles and particles does not.
    pub tells: bool,
}

/// How rare a fold is: its idf, and that as a share of the greatest.
pub type Rarity<'a> = &'a dyn Fn(&str) -> (f64, f64);

impl Query {
    /// Prepares a name.
    #[must_use]
    pub fn new(name: Words, weights: &Weights, rarity: Rarity) -> Query {
        let person = parse_words(name.clone(), Bearer::Person, Told::default());
        let body = parse_words(name, Bearer::Body, Told::default());
        let tells = tells(&person, Bearer::Person);
        let by_text = person
            .iter()
            .map(|t| (&*t.token.text, t.part == Part::Family));
        let mut generations: Vec<(u32, u8)> = person
            .iter()
            .map(|t| t.position)
            .zip(generations(by_text))
            .collect();
        // Both halves of a word that is read as two have one position, and one generation.
        generations.dedup_by_key(|(position, _)| *position);
        let generation_of = |position: u32| {
            let found = generations.binary_search_by_key(&position, |(at, _)| *at);
            found.map_or(0, |at| generations[at].1)
        };
        let key = |tokens: &[NameToken]| {
            set_key(
                tokens
                    .iter()
                    .map(|t| (&*t.token.fold, t.token.form, t.kind)),
            )
        };
        let set_keys = [key(&person), key(&body)];
        let mut untransliterated: Vec<&'static str> = person
            .iter()
            .filter_map(|t| match t.script {
                Script::Of(code) if t.script != Script::LATIN && !t.token.text.is_ascii() => {
                    Some(code)
                }
                _ => None,
            })
            .collect();
        untransliterated.sort_unstable();
        untransliterated.dedup();
        // Before they are sorted: a word may have another text in either reading, as `Junior` has.
        let mut both: Vec<(NameToken, NameToken)> = person.into_iter().zip(body).collect();
        both.sort_by_key(|(t, _)| (t.token.text.clone(), t.token.unvowelled, t.part, t.position));
        let tokens = both
            .into_iter()
            .map(|(as_person, as_body)| {
                let kinds = [as_person.kind, as_body.kind];
                let (idf, share) = rarity(&as_person.token.fold);
                QueryToken {
                    text_pattern: (as_person.token.fold != as_person.token.text)
                        .then(|| Rc::new(Pattern::new(&as_person.token.text))),
                    pattern: Rc::new(Pattern::new(&as_person.token.fold)),
                    weights: [
                        weigh(weights, kinds[PERSON], as_person.part, share),
                        weigh(weights, kinds[BODY], Part::Any, share),
                    ],
                    patronymic: is_patronymic(&as_person.token.text),
                    frequent: is_frequent_fold(&as_person.token.fold),
                    variants: variants_of(&as_person.token.fold),
                    kinds,
                    part: as_person.part,
                    syllabic: as_person.script.is_syllabic(),
                    position: as_person.position,
                    script: as_person.script,
                    generation: generation_of(as_person.position),
                    idf,
                    rarity: share,
                    token: as_person.token,
                }
            })
            .collect();
        Query {
            tokens,
            set_keys,
            untransliterated,
            tells,
        }
    }

    /// Whether it is short enough to be compared as one name.
    #[must_use]
    pub fn fits(&self) -> bool {
        self.tokens.len() <= TOKENS_MAX
    }

    /// The word that it is, perhaps with an article, where it is nothing else.
    #[must_use]
    pub fn lone(&self) -> Option<&QueryToken> {
        let mut telling = self.tokens.iter().filter(|t| t.kinds[0] != Kind::Particle);
        let first = telling.next();
        first.filter(|word| word.kinds[0] == Kind::Word && telling.next().is_none())
    }

    /// Tokens that are more than a comparison as one name can take.
    #[must_use]
    pub fn tokens_left_out(&self) -> usize {
        self.tokens.len().saturating_sub(TOKENS_MAX)
    }

    /// Whether it has more words than a name: a text in which names may stand.
    #[must_use]
    pub fn is_text(&self, weights: &Weights) -> bool {
        let telling = |t: &&QueryToken| t.kinds[0].is_telling();
        !self.fits()
            || self.tokens.iter().filter(telling).count() > weights.limits.name_words as usize
    }

    /// Some of its tokens as a query of their own.
    #[must_use]
    pub fn part(&self, chosen: impl Iterator<Item = usize>) -> Query {
        Query {
            tokens: chosen
                .take(TOKENS_MAX)
                .filter_map(|at| self.tokens.get(at).cloned())
                .collect(),
            tells: self.tells,
            ..Query::default()
        }
    }

    /// Tokens that can be compared: all but forms of address.
    #[must_use]
    pub fn comparable(&self) -> usize {
        self.tokens
            .iter()
            .filter(|t| t.kinds[0] != Kind::Title)
            .count()
    }
}

/// What a token weighs, by its kind, its place and its rarity from 0 to 1.
#[must_use]
pub fn weigh(weights: &Weights, kind: Kind, part: Part, rarity: f64) -> f64 {
    let tokens = &weights.tokens;
    let by_rarity = tokens.commonest + (tokens.rarest - tokens.commonest) * rarity.clamp(0.0, 1.0);
    let by_kind = match kind {
        Kind::Word => tokens.word * by_rarity,
        Kind::Generic => tokens.generic * by_rarity,
        Kind::Topic => tokens.topic * by_rarity,
        Kind::Number => tokens.number,
        Kind::Particle => tokens.particle,
        Kind::Initial => tokens.initial,
        Kind::OrganisationForm => tokens.organisation_form,
        Kind::Title => tokens.title,
        Kind::Ordinal => tokens.ordinal,
    };
    match part {
        Part::Family if kind == Kind::Word => by_kind * tokens.family,
        Part::Patronymic if kind == Kind::Word => by_kind * tokens.patronymic,
        _ => by_kind,
    }
}
