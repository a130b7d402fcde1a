//! One token of a query, prepared for every listed token it is compared with.

use std::rc::Rc;

use super::parentage::is_between;
use super::token::{Kind, NameToken, Part, Token};
use super::weigh::{BODY, PERSON, weigh};
use crate::text::arabic_words::is_known;
use crate::text::common_names::spellings_vary;
use crate::text::consonants::{PhoneticVariant, first_sound};
use crate::text::edits::Pattern;
use crate::text::fillers::is_filler;
use crate::text::fold::fold;
use crate::text::frequent::is_frequent_fold;
use crate::text::given_names::{Variant, variants_of};
use crate::text::jumble::jumble;
use crate::text::numerals::numeral;
use crate::text::people::is_borne;
use crate::text::phonetic::key;
use crate::text::script::Script;
use crate::weights::Weights;

/// How rare a fold is.
#[derive(Clone, Copy, Debug, Default)]
pub struct FoldRarity {
    /// Its idf in the lists.
    pub idf: f64,
    /// That as a share of the greatest.
    pub share: f64,
    /// What it is among people, as far as it is known to be common: see
    /// [`crate::text::common_names::rarity_among_people`].
    pub among_people: Option<f64>,
}

/// How rare a fold is where a query is asked.
pub type Rarity<'a> = &'a dyn Fn(&str) -> FoldRarity;

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
    /// Which word of the reading, from 0.
    pub place: u32,
    /// Script that the word is written in.
    pub script: Script,
    /// Folds of how else lists may spell it.
    pub spellings: Vec<String>,
    /// Keys of the bare consonants that it may have, of a word that only its sound says anything of.
    pub skeletons: Vec<u32>,
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
    /// The letters of its text in no order: see [`jumble`].
    pub jumble: u64,
    /// The number that it says: see [`numeral`].
    pub numeral: u16,
    /// Whether it stands in fields that hold no name: see [`is_filler`].
    pub fills: bool,
    /// Whether many people bear it.
    pub frequent: bool,
    /// How rare it is among people, as far as it is known to be common: see
    /// [`FoldRarity`].
    pub among_people: Option<f64>,
    /// Whether it is a common given or family name: see [`is_borne`].
    pub borne: bool,
    /// Whether it is a syllable that is spelled in many ways: see [`spellings_vary`].
    pub varies: bool,
    /// Its idf in the lists.
    pub idf: f64,
    /// The idf as a share of the greatest there is.
    pub rarity: f64,
}

impl QueryToken {
    /// Prepares a token by what it is in a person's name, and of which kind in a body's. Its number and
    /// generation are its name's to say.
    pub(super) fn new(
        as_person: NameToken,
        as_body: Kind,
        weights: &Weights,
        rarity: Rarity,
    ) -> QueryToken {
        let NameToken {
            token,
            kind,
            part,
            position,
            script,
            place,
            spellings,
            skeletons,
        } = as_person;
        let spellings: Vec<String> = spellings.iter().map(|text| fold(text)).collect();
        let folds = std::iter::once(&token.fold).chain(&spellings);
        // As common as the commonest of its spellings.
        let rarities = folds.map(|fold| rarity(fold));
        let commonest = rarities.min_by(|a, b| a.idf.total_cmp(&b.idf));
        let commonest = commonest.unwrap_or_default();
        let share = commonest.share;
        let mut by_bearer = [0.0; 2];
        by_bearer[PERSON] = weigh(weights, kind, part, share);
        by_bearer[BODY] = weigh(weights, as_body, Part::Any, share);
        QueryToken {
            number: None,
            pattern: Rc::new(Pattern::new(&token.fold)),
            text_pattern: (token.fold != token.text).then(|| Rc::new(Pattern::new(&token.text))),
            kinds: [kind, as_body],
            weights: by_bearer,
            part,
            syllabic: script.is_syllabic(),
            position,
            place,
            script,
            generation: 0,
            spellings,
            skeletons,
            variants: variants_of(&token.text, &token.fold),
            between: is_between(&token.text),
            known: is_known(&token.text),
            first_sound: first_sound(&token.text),
            foreign: foreign_key(&token),
            jumble: jumble(&token.text),
            numeral: numeral(&token.text),
            fills: is_filler(&token.text),
            frequent: is_frequent_fold(&token.fold),
            borne: is_borne(&token.fold),
            among_people: commonest.among_people,
            varies: spellings_vary(&token.fold),
            idf: commonest.idf,
            rarity: share,
            token,
        }
    }

    /// The same token where a text says it again; none of another.
    pub(super) fn again(&self, as_person: &NameToken, as_body: Kind) -> Option<QueryToken> {
        let is_same = self.token == as_person.token
            && self.kinds == [as_person.kind, as_body]
            && (self.part, self.script) == (as_person.part, as_person.script)
            && self.spellings.is_empty()
            && as_person.spellings.is_empty()
            && self.skeletons == as_person.skeletons;
        is_same.then(|| QueryToken {
            position: as_person.position,
            place: as_person.place,
            ..self.clone()
        })
    }

    /// Whether it compares with any listed token as another does.
    pub(super) fn is_like(&self, other: &QueryToken) -> bool {
        self.token == other.token
            && self.kinds == other.kinds
            && self.syllabic == other.syllabic
            && self.spellings == other.spellings
            && self.skeletons == other.skeletons
    }

    /// How rare it is, on the lists or among people, where it is less so.
    #[must_use]
    pub fn rarity_at_most(&self) -> f64 {
        self.among_people.unwrap_or(f64::INFINITY).min(self.idf)
    }

    /// Whether it finds names by itself: initials, particles and legal forms do not.
    #[must_use]
    pub fn finds(&self) -> bool {
        let by_kind = |kind: &Kind| kind.identifies() || *kind == Kind::Title;
        self.kinds.iter().any(by_kind)
    }

    /// The lesser of what it weighs in a person's and in a body's name.
    #[must_use]
    pub fn least_weight(&self) -> f32 {
        self.weights[0].min(self.weights[1]) as f32
    }
}

/// See [`QueryToken::foreign`].
fn foreign_key(token: &Token) -> u32 {
    if token.unvowelled && token.text.contains('b') {
        key(&token.text.replace('b', "p"), PhoneticVariant::Bare)
    } else {
        0
    }
}
