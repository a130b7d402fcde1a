//! Other ways to read the words of a query than as one name that is spelled as it is meant.

use super::query::Query;
use super::query_token::Rarity;
use super::token::Kind;
use super::weigh::{BODY, PERSON};
use crate::text::arabic_elsewhere::as_listed;
use crate::text::fold::fold;
use crate::text::normalise::{asian_spellings, foreign_sounds, other_spellings};
use crate::text::servant_of::{is_slip_of_servant, is_swap_of_servant};
use crate::text::slips::meant_by;
use crate::text::vocabulary::{Meaning, meaning_of};
use crate::text::word::{Word, Words};
use crate::weights::Weights;
use crate::words::words;

words! {
    /// What of a query a listed name was compared with.
    pub enum ReadAs {
        /// All of it, as one name.
        Name,
        /// The words of a text that the listed name accounts for.
        NameInText,
        /// One of several names that stand in it.
        OneOfSeveralNames,
        /// All of it, slips of the pen in legal forms and `abd al` mended.
        SlipsMended,
        /// All of it, its letters read as in another country.
        OtherSpelling,
    }
}

/// One other reading.
#[derive(Debug)]
pub struct Reading {
    /// The words as they are read, in their places.
    pub query: Query,
    /// What it is.
    pub read_as: ReadAs,
    /// Whose names are compared with it: an index in [`crate::name::weigh::BEARERS`], or everybody's.
    pub bearer: Option<usize>,
    /// The most that it can score.
    pub most: f64,
}

impl Reading {
    /// Whether it is compared with the names of these bearers.
    #[must_use]
    pub fn is_for(&self, bearer: usize) -> bool {
        self.bearer.is_none_or(|own| own == bearer)
    }
}

/// Words that people set between two names, normalised and sorted.
const CONJUNCTIONS: &[&str] = &["aka", "alias", "and", "et", "fka", "nka", "und", "y"];

/// The other readings of a query that is no text: `spellings` are those of its letters. `is_listed`
/// says whether any listed name has a fold.
#[must_use]
pub fn other_readings(
    words: &Words,
    spellings: Spellings,
    is_listed: &dyn Fn(&str) -> bool,
    rarity: Rarity,
    weights: &Weights,
) -> Vec<Reading> {
    let meant = [
        (PERSON, without_slips_of_servant(words, is_listed)),
        (BODY, without_slips(words, is_listed)),
    ];
    let meant = meant.into_iter().filter_map(|(bearer, words)| {
        Some(Reading {
            query: Query::new(words?, weights, rarity),
            read_as: ReadAs::SlipsMended,
            bearer: Some(bearer),
            most: 100.0,
        })
    });
    let each = |words| Reading {
        query: Query::new(words, weights, rarity),
        read_as: ReadAs::OneOfSeveralNames,
        bearer: Some(PERSON),
        most: weights.penalties.in_text_most,
    };
    let mut persons: Vec<Reading> = split_persons(words).into_iter().map(each).collect();
    let is_name = |query: &Query| {
        let mut words = query
            .tokens
            .iter()
            .filter(|t| t.kinds[PERSON] == Kind::Word);
        words.nth(1).is_some()
    };
    persons.retain(|person| is_name(&person.query));
    // One name beside less than a name is one name: `Miller & Sons`.
    if persons.len() < 2 {
        persons.clear();
    }
    persons.extend(meant);
    let Spellings {
        anybody,
        persons: asian,
        by_sound,
    } = spellings;
    let full = 100.0;
    let everybody = anybody.into_iter().map(|words| (words, None, full));
    // Many names share their consonants.
    let by_sound = by_sound.map(|words| (words, Some(PERSON), weights.penalties.in_text_most));
    let of_persons = asian.into_iter().chain(as_listed(words));
    let of_persons = of_persons.map(|words| (words, Some(PERSON), full));
    let all = everybody.chain(of_persons).chain(by_sound);
    persons.extend(all.map(|(words, bearer, most)| Reading {
        query: Query::new(words, weights, rarity),
        read_as: ReadAs::OtherSpelling,
        bearer,
        most,
    }));
    persons
}

/// The other ways to read the letters of a name.
#[derive(Debug, Default)]
pub struct Spellings {
    /// Of whoever bears it.
    pub anybody: Vec<Words>,
    /// Of a person.
    pub persons: Vec<Words>,
    /// Of a foreign person, by sound alone.
    pub by_sound: Option<Words>,
}

impl Spellings {
    /// Those of a text.
    #[must_use]
    pub fn of(text: &str) -> Spellings {
        Spellings {
            anybody: other_spellings(text),
            persons: asian_spellings(text),
            by_sound: foreign_sounds(text),
        }
    }
}

/// The names that stand in one field: `A and B`, `A & B`, `A / B`. None where nothing stands between.
fn split_persons(words: &Words) -> Vec<Words> {
    let mut names = vec![Words::default()];
    for word in &words.words {
        let joins = CONJUNCTIONS.binary_search(&&*word.text).is_ok();
        if joins || word.after_sign {
            names.push(Words::default());
        }
        if let Some(name) = names.last_mut().filter(|_| !joins) {
            name.commas += u32::from(word.after_comma && !name.words.is_empty());
            name.words.push(word.clone());
        }
    }
    names
}

/// The words of a body's name in which those that no list has are the legal forms and generic words
/// that they are a slip of: nobody is called `Compny`. None where that leaves no name.
fn without_slips(words: &Words, is_listed: &dyn Fn(&str) -> bool) -> Option<Words> {
    let mut meant = words.clone();
    let (mut slips, mut others) = (false, false);
    for word in &mut meant.words {
        let is_plain = meaning_of(&word.text, true) == Meaning::Plain;
        let unknown = is_plain && !is_listed(&fold(&word.text));
        match unknown.then(|| meant_by(&word.text)).flatten() {
            Some(form) => {
                form.clone_into(&mut word.text);
                slips = true;
            }
            None => others |= is_plain,
        }
    }
    (slips && others).then_some(meant)
}

/// The words of a person's name in which those that no list has, or a mere swap makes, are `abd` and
/// the article that they are a slip of. None where there are none.
fn without_slips_of_servant(words: &Words, is_listed: &dyn Fn(&str) -> bool) -> Option<Words> {
    let is_slip = |word: &Word| {
        let unknown = || is_slip_of_servant(&word.text) && !is_listed(&fold(&word.text));
        is_swap_of_servant(&word.text) || unknown()
    };
    if !words.words.iter().any(is_slip) {
        return None;
    }
    let read = |word: &Word| {
        let as_word = |text: &str| Word {
            text: text.to_owned(),
            ..word.clone()
        };
        if is_slip(word) {
            vec![as_word("abd"), as_word("al")]
        } else {
            vec![word.clone()]
        }
    };
    Some(Words {
        words: words.words.iter().flat_map(read).collect(),
        commas: words.commas,
    })
}
