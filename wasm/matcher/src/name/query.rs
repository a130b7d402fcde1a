//! A query's name, prepared once for every name it is compared with.

use std::rc::Rc;

use crate::compare::initials::{keys_asked, short_forms};
use crate::find::candidates::finds;
use crate::name::masks::{Mask, Masks, mask_of};
use crate::name::parentage::{generations, is_between};
use crate::name::parse::{
    Bearer, Kind, NameToken, Part, TOKENS_MAX, Token, parse_as_both, set_key, tells,
};
use crate::snapshot::entry::EntityType;
use crate::text::arabic::is_known;
use crate::text::edits::Pattern;
use crate::text::frequent::is_frequent_fold;
use crate::text::given_names::{Variant, variants_of};
use crate::text::normalise::Words;
use crate::text::organisations::is_nation;
use crate::text::phonetic::{Ear, first_sound, key};
use crate::text::script::Script;
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
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
#[derive(Clone, Debug)]
pub struct QueryToken {
    /// Which of the different tokens of a query it is, whatever reading it is of.
    pub number: Option<u32>,
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
    /// Whether it stands between child and parent.
    pub between: bool,
    /// One of the words that make compounds: see [`is_known`].
    pub known: bool,
    /// See [`first_sound`].
    pub first_sound: u8,
    /// Its consonants with p for b, which Arabic writes for both; 0 where it can stand for none.
    pub foreign: u32,
    /// Whether many people bear it.
    pub frequent: bool,
    /// Its idf in the lists.
    pub idf: f64,
    /// The idf as a share of the greatest there is.
    pub rarity: f64,
}

impl QueryToken {
    /// Whether it compares with any listed token as another does.
    fn is_like(&self, other: &QueryToken) -> bool {
        self.token == other.token && self.kinds == other.kinds && self.syllabic == other.syllabic
    }
}

/// The name of a query.
#[derive(Clone, Debug, Default)]
pub struct Query {
    /// In an order that does not depend on that of the text.
    pub tokens: Vec<Rc<QueryToken>>,
    /// Places of the tokens that find names, the rarest first.
    finding: Vec<usize>,
    /// Places of the tokens in the order of the text.
    pub in_order: Vec<usize>,
    /// Keys that find names: of its sets of folds, and of words that may be short for a name.
    pub keys: Vec<u64>,
    /// What its name may be in short, as a body's, and the fold of that.
    pub in_short: Vec<[String; 2]>,
    /// Keys of the set of its folds, as a person's name and as a body's.
    pub set_keys: [u64; 2],
    /// Codes of scripts without transliteration, sorted.
    pub untransliterated: Vec<&'static str>,
    /// Whether anything in it tells who is meant: a text of titles and particles does not.
    pub tells: bool,
    /// Its tokens by what they are in a person's name and in a body's.
    pub masks: [Masks; 2],
    /// Its tokens that say where a body is.
    pub nations: Mask,
    /// Its tokens that are syllables.
    pub syllabic: Mask,
    /// Whether a word in it stands between child and parent.
    pub has_between: bool,
}

/// How rare a fold is: its idf, and that as a share of the greatest.
pub type Rarity<'a> = &'a dyn Fn(&str) -> (f64, f64);

impl Query {
    /// Prepares a name.
    #[must_use]
    pub fn new(name: Words, weights: &Weights, rarity: Rarity) -> Query {
        let [person, body] = parse_as_both(name);
        let tells = tells(&person, Bearer::Person);
        let by_text = person
            .iter()
            .map(|t| (&*t.token.text, t.part == Part::Family));
        let mut by_word = vec![0; person.len()];
        generations(by_text, &mut by_word);
        let mut generations: Vec<(u32, u8)> =
            person.iter().map(|t| t.position).zip(by_word).collect();
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
        let order = |t: &NameToken| (t.token.unvowelled, t.part, t.position);
        both.sort_by(|(a, _), (b, _)| {
            let by_text = a.token.text.cmp(&b.token.text);
            by_text.then_with(|| order(a).cmp(&order(b)))
        });
        let tokens: Vec<Rc<QueryToken>> = both
            .into_iter()
            .map(|(as_person, as_body)| {
                let kinds = [as_person.kind, as_body.kind];
                let (idf, share) = rarity(&as_person.token.fold);
                Rc::new(QueryToken {
                    number: None,
                    first_sound: first_sound(&as_person.token.text),
                    between: is_between(&as_person.token.text),
                    known: is_known(&as_person.token.text),
                    text_pattern: (as_person.token.fold != as_person.token.text)
                        .then(|| Rc::new(Pattern::new(&as_person.token.text))),
                    pattern: Rc::new(Pattern::new(&as_person.token.fold)),
                    weights: [
                        weigh(weights, kinds[PERSON], as_person.part, share),
                        weigh(weights, kinds[BODY], Part::Any, share),
                    ],
                    foreign: foreign_key(&as_person.token),
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
                })
            })
            .collect();
        Query {
            set_keys,
            untransliterated,
            tells,
            finding: by_rarity(&tokens),
            in_order: by_position(&tokens),
            tokens,
            ..Query::default()
        }
        .prepared()
    }

    /// The same once all that follows from its tokens is known.
    fn prepared(mut self) -> Query {
        self.mark();
        let set_keys = self.set_keys.iter().copied();
        self.keys = set_keys.chain(keys_asked(&self)).collect();
        self.in_short = short_forms(&self);
        self
    }

    /// Marks what the tokens are.
    fn mark(&mut self) {
        let tokens = &self.tokens;
        let masks = |reading: usize| Masks::of(tokens.iter().map(|t| (t.kinds[reading], t.part)));
        self.masks = [masks(PERSON), masks(BODY)];
        self.nations = mask_of(tokens.iter().map(|t| is_nation(t.token.form)));
        self.syllabic = mask_of(tokens.iter().map(|t| t.syllabic));
        self.has_between = tokens.iter().any(|t| t.between);
    }

    /// The tokens that find names, the rarest first: where postings run out, the common ones are left.
    pub fn finding(&self) -> impl Iterator<Item = &QueryToken> {
        self.finding.iter().map(|at| &*self.tokens[*at])
    }

    /// Numbers the different tokens from one number on, those that others have had as theirs, and gives
    /// the next number. Equal tokens are neighbours.
    pub fn number(&mut self, others: &[Rc<QueryToken>], mut next: u32) -> u32 {
        for at in 0..self.tokens.len() {
            let (before, rest) = self.tokens.split_at_mut(at);
            let Some(token) = Rc::get_mut(&mut rest[0]) else {
                continue;
            };
            let mut known = before.last().into_iter().chain(others);
            let same = known.find(|other| other.is_like(token));
            token.number = same.map_or(Some(next), |other| other.number);
            next += u32::from(token.number == Some(next));
        }
        next
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
        first
            .filter(|word| word.kinds[0] == Kind::Word && telling.next().is_none())
            .map(|word| &**word)
    }

    /// Tokens that are more than a comparison as one name can take.
    #[must_use]
    pub fn tokens_left_out(&self) -> usize {
        self.tokens.len().saturating_sub(TOKENS_MAX)
    }

    /// Whether it has more words than a name: a text in which names may stand.
    #[must_use]
    pub fn is_text(&self, weights: &Weights) -> bool {
        let telling = |t: &&Rc<QueryToken>| t.kinds[0].is_telling();
        !self.fits()
            || self.tokens.iter().filter(telling).count() > weights.limits.name_words as usize
    }

    /// Makes another a query of some of the tokens of this one, to be compared and not to find.
    pub fn part(&self, chosen: impl Iterator<Item = usize>, part: &mut Query) {
        let tokens = chosen
            .take(TOKENS_MAX)
            .filter_map(|at| self.tokens.get(at).cloned());
        part.tokens.clear();
        part.tokens.extend(tokens);
        part.tells = self.tells;
        part.mark();
    }

    /// Drops the tokens of a part that are not among these.
    pub fn keep(&mut self, kept: Mask) {
        let mut at = 0;
        self.tokens.retain(|_| {
            at += 1;
            kept & (1 << (at - 1)) != 0
        });
        self.mark();
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

/// See [`QueryToken::foreign`].
fn foreign_key(token: &Token) -> u32 {
    if token.unvowelled && token.text.contains('b') {
        key(&token.text.replace('b', "p"), Ear::Bare)
    } else {
        0
    }
}

fn by_rarity(tokens: &[Rc<QueryToken>]) -> Vec<usize> {
    let mut finding: Vec<usize> = (0..tokens.len()).filter(|at| finds(&tokens[*at])).collect();
    finding.sort_by(|a, b| tokens[*b].idf.total_cmp(&tokens[*a].idf));
    finding
}

fn by_position(tokens: &[Rc<QueryToken>]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..tokens.len()).collect();
    order.sort_by_key(|at| tokens[*at].position);
    order
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
