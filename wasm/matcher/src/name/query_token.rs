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
use crate::text::word::{Read, Sense};
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

impl FoldRarity {
    /// That of a word that is meant so likely.
    fn of_likely(self, likely: f64) -> FoldRarity {
        FoldRarity {
            idf: self.idf * likely,
            share: self.share * likely,
            ..self
        }
    }
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
    /// What it stands for, its forms as folds.
    pub sense: Sense,
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
    /// Whether it is a word of letters that is read in one way: nothing but its letters, its sound and its class
    /// makes another like it.
    pub plain: bool,
    /// Its idf in the lists, in a person's name and in a body's: that of a word which
    /// stands for others is less in the name of a body, which may be called by it alone.
    pub idf: [f64; 2],
    /// The same as a share of the greatest there is.
    pub rarity: [f64; 2],
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
            mut sense,
        } = as_person;
        for form in &mut sense.forms {
            form.text = fold(&form.text);
        }
        let spellings: Vec<String> = spellings.iter().map(|text| fold(text)).collect();
        let rarities = rarities_of(&token.fold, &spellings, &sense, rarity);
        let by_bearer = [
            weigh(weights, kind, part, rarities[PERSON].share),
            weigh(weights, as_body, Part::Any, rarities[BODY].share),
        ];
        QueryToken {
            number: None,
            plain: spellings.is_empty()
                && skeletons.is_empty()
                && is_plain(&token, [kind, as_body], script, &sense),
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
            sense,
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
            among_people: rarities[PERSON].among_people,
            varies: spellings_vary(&token.fold),
            idf: rarities.map(|rarity| rarity.idf),
            rarity: rarities.map(|rarity| rarity.share),
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
            && self.sense.forms.is_empty()
            && as_person.sense.forms.is_empty()
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
            && self.sense == other.sense
            && self.skeletons == other.skeletons
    }

    /// Its number as a bit; none where it has none, or one that is too great.
    pub fn bit(&self) -> u64 {
        let bit = self.number.and_then(|number| 1_u64.checked_shl(number));
        bit.unwrap_or_default()
    }

    /// How rare it is, on the lists or among people, where it is less so.
    pub fn rarity_at_most(&self) -> f64 {
        self.among_people
            .unwrap_or(f64::INFINITY)
            .min(self.idf[PERSON])
    }

    /// Whether it is a word of a person's name that is known to be common.
    pub fn is_common_name(&self) -> bool {
        self.kinds[PERSON].identifies() && self.among_people.is_some()
    }

    /// Whether it finds names by itself: initials, particles and legal forms do not.
    pub fn finds(&self) -> bool {
        let by_kind = |kind: &Kind| kind.identifies() || *kind == Kind::Title;
        self.kinds.iter().any(by_kind)
    }

    /// The lesser of what it weighs in a person's and in a body's name.
    pub fn least_weight(&self) -> f32 {
        self.weights[0].min(self.weights[1]) as f32
    }
}

/// How rare a word is in a person's name and in a body's: as the commonest of its spellings. Of those that it may
/// stand for as the rarest: what it meets says how rare that is. In a body's name each is as rare as it is likely.
fn rarities_of(own: &str, spellings: &[String], sense: &Sense, rarity: Rarity) -> [FoldRarity; 2] {
    let own = rarity(own);
    let spellings = spellings.iter().map(|fold| rarity(fold));
    let spellings: Vec<FoldRarity> = spellings.collect();
    let forms = sense.forms.iter().filter(|form| form.likely < 1.0);
    let forms = forms.map(|form| (rarity(&form.text), form.likely));
    let forms: Vec<(FoldRarity, f64)> = forms.collect();
    let lesser = |a: FoldRarity, b: FoldRarity| if b.idf < a.idf { b } else { a };
    let greater = |a: FoldRarity, b: FoldRarity| if b.idf > a.idf { b } else { a };
    let as_likely = [|rarity: FoldRarity, _| rarity, FoldRarity::of_likely];
    as_likely.map(|as_likely| {
        let own = as_likely(own, sense.likely);
        let commonest = spellings.iter().copied().fold(own, lesser);
        let forms = forms.iter().map(|(form, likely)| as_likely(*form, *likely));
        forms.fold(commonest, greater)
    })
}

/// Whether a token that is spelled in one way is read in one: see [`QueryToken::plain`].
fn is_plain(token: &Token, kinds: [Kind; 2], script: Script, sense: &Sense) -> bool {
    let exact = |kind: &Kind| matches!(kind, Kind::Number | Kind::Ordinal);
    sense.read == Read::AsWritten
        && token.letters > 1
        && numeral(&token.text) == 0
        && !script.is_syllabic()
        && !kinds.iter().any(exact)
}

/// See [`QueryToken::foreign`].
fn foreign_key(token: &Token) -> u32 {
    if token.unvowelled && token.text.contains('b') {
        key(&token.text.replace('b', "p"), PhoneticVariant::Bare)
    } else {
        0
    }
}
