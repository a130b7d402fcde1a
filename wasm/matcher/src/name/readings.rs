//! Other ways to read the words of a query than as one name that is spelled as it is meant.

use super::apart::{KnownWords, taken_apart};
use super::beside::{Certainty, Known, beside_name};
use super::craft::{Craft, without_class};
use super::german::as_english;
use super::leet::digits_as_letters;
use super::query::Query;
use super::query_token::Rarity;
use super::token::Kind;
use super::weigh::{BODY, PERSON};
use crate::text::arabic_elsewhere::as_listed;
use crate::text::fold::fold;
use crate::text::normalise::{
    asian_spellings, cantonese_spellings, foreign_sounds, other_spellings,
};
use crate::text::script::Script;
use crate::text::servant_of::{is_slip_of_servant, is_swap_of_servant};
use crate::text::slips::{form_meant_by, meant_by, short_form_meant_by};
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
        /// All of it, words taken apart that are written together.
        WordsApart,
        /// All of it, digits among letters read as the letters that they look like.
        DigitsAsLetters,
        /// All of it but the words that say which kind of craft is meant.
        ClassLeftOut,
        /// All of it, without the words that stand beside a name: forms of address, degrees, offices.
        WithoutTitles,
        /// All of it, its letters read as in another country.
        OtherSpelling,
    }
}

/// Whose names a reading is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// Everybody's.
    Any,
    /// Those of a bearer: an index in [`crate::name::weigh::BEARERS`].
    Bearer(usize),
    /// Those of ships or of aircraft.
    Craft(Craft),
}

/// One other reading.
#[derive(Debug)]
pub struct Reading {
    /// The words as they are read, in their places.
    pub query: Query,
    /// What it is.
    pub read_as: ReadAs,
    /// Whose names are compared with it.
    pub whose: Whose,
    /// The most that it can score.
    pub most: f64,
    /// Whether it takes for no part of the name what may yet be the family name.
    pub is_guess: bool,
}

impl Reading {
    /// Whether it is compared with the names of a bearer, who may be a craft.
    #[must_use]
    pub fn is_for(&self, bearer: usize, craft: Option<Craft>) -> bool {
        match self.whose {
            Whose::Any => true,
            Whose::Bearer(own) => own == bearer,
            Whose::Craft(own) => craft == Some(own),
        }
    }
}

/// Words that people set between two names, normalised and sorted.
const CONJUNCTIONS: &[&str] = &["aka", "alias", "and", "et", "fka", "nka", "und", "y"];

/// The other readings of a query that is no text: `spellings` are those of its letters.
#[must_use]
pub fn other_readings(
    words: &Words,
    spellings: Spellings,
    known: &Known,
    rarity: Rarity,
    weights: &Weights,
) -> Vec<Reading> {
    let is_listed = known.is_listed;
    let meant = [
        (PERSON, without_slips_of_servant(words, is_listed)),
        (BODY, without_slips(words, is_listed)),
    ];
    let meant = meant.into_iter().filter_map(|(bearer, words)| {
        Some(Reading {
            query: Query::new(words?, weights, rarity),
            read_as: ReadAs::SlipsMended,
            whose: Whose::Bearer(bearer),
            most: 100.0,
            is_guess: false,
        })
    });
    let each = |words| Reading {
        query: Query::new(words, weights, rarity),
        read_as: ReadAs::OneOfSeveralNames,
        whose: Whose::Bearer(PERSON),
        most: weights.penalties.in_text_most,
        is_guess: false,
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
    persons.extend(without_titles(words, known, rarity, weights));
    persons.extend(meant);
    let idf = |fold: &str| rarity(fold).idf;
    let known_words = KnownWords {
        is_listed,
        idf: &idf,
    };
    let apart = taken_apart(words, &known_words);
    let letters = digits_as_letters(words, is_listed);
    let crafts = Craft::ALL.map(|craft| (Whose::Craft(craft), without_class(words, craft)));
    let crafts = crafts.map(|(whose, words)| (ReadAs::ClassLeftOut, whose, words));
    let rewritten = [
        (ReadAs::WordsApart, Whose::Any, apart),
        (ReadAs::DigitsAsLetters, Whose::Any, letters),
        (
            ReadAs::OtherSpelling,
            Whose::Any,
            as_english(words, is_listed),
        ),
    ];
    let rewritten = rewritten.into_iter().chain(crafts);
    persons.extend(rewritten.filter_map(|(read_as, whose, words)| {
        Some(Reading {
            query: Query::new(words?, weights, rarity),
            read_as,
            whose,
            most: 100.0,
            is_guess: false,
        })
    }));
    let Spellings {
        anybody,
        persons: asian,
        by_sound,
    } = spellings;
    let full = 100.0;
    let everybody = anybody.into_iter().map(|words| (words, Whose::Any, full));
    // Many names share them.
    let by_sound = by_sound.into_iter();
    let by_sound =
        by_sound.map(|words| (words, Whose::Bearer(PERSON), weights.penalties.in_text_most));
    let of_persons = asian.into_iter().chain(as_listed(words));
    let of_persons = of_persons.map(|words| (words, Whose::Bearer(PERSON), full));
    let all = everybody.chain(of_persons).chain(by_sound);
    persons.extend(all.map(|(words, whose, most)| Reading {
        query: Query::new(words, weights, rarity),
        read_as: ReadAs::OtherSpelling,
        whose,
        most,
        is_guess: false,
    }));
    persons
}

/// A person's name, the words beside it taken as such. What may yet be a family name is a guess, which no
/// more than a name in a text is sure of.
fn without_titles(
    words: &Words,
    known: &Known,
    rarity: Rarity,
    weights: &Weights,
) -> Option<Reading> {
    let (name, certainty) = beside_name(words, known)?;
    let most = match certainty {
        Certainty::Known | Certainty::Likely => 100.0,
        Certainty::Guessed => weights.penalties.in_text_most,
    };
    Some(Reading {
        query: Query::new(name, weights, rarity),
        read_as: ReadAs::WithoutTitles,
        whose: Whose::Bearer(PERSON),
        most,
        is_guess: certainty > Certainty::Known,
    })
}

/// The other ways to read the letters of a name.
#[derive(Debug, Default)]
pub struct Spellings {
    /// Of whoever bears it.
    pub anybody: Vec<Words>,
    /// Of a person.
    pub persons: Vec<Words>,
    /// Of a person, by a sound that many names have.
    pub by_sound: Vec<Words>,
}

impl Spellings {
    /// Those of a text.
    #[must_use]
    pub fn of(text: &str) -> Spellings {
        Spellings {
            anybody: other_spellings(text),
            persons: asian_spellings(text),
            by_sound: foreign_sounds(text)
                .into_iter()
                .chain(cantonese_spellings(text))
                .collect(),
        }
    }
}

/// The names that stand in one field: `A and B`, `A & B`, `A / B`, `A (Б)`. None where nothing stands
/// between, and both are in one script.
fn split_persons(words: &Words) -> Vec<Words> {
    let mut names = vec![Words::default()];
    let mut script = None;
    for word in &words.words {
        let joins = CONJUNCTIONS.binary_search(&&*word.text).is_ok();
        let other = Some(script_of_name(word.script)).filter(|other| *other != Script::Common);
        let changes = other.is_some() && script.is_some_and(|script| Some(script) != other);
        script = other.or(script);
        if joins || word.after_sign || changes {
            names.push(Words::default());
        }
        if let Some(name) = names.last_mut().filter(|_| !joins) {
            name.commas += u32::from(word.after_comma && !name.words.is_empty());
            name.words.push(word.clone());
        }
    }
    names
}

/// The script of a word as that of a name: a Japanese name may have words in three.
fn script_of_name(script: Script) -> Script {
    match script {
        Script::Of("Hira" | "Kana") => Script::Of("Hani"),
        script => script,
    }
}

/// The words of a body's name in which those that no list has are the legal forms and generic words
/// that they are a slip of: nobody is called `Compny`. So are the first and the last word, where they are
/// like a form in short, and a word like a long one, whatever a list holds. None where that leaves no name.
fn without_slips(words: &Words, is_listed: &dyn Fn(&str) -> bool) -> Option<Words> {
    let mut meant = words.clone();
    let (mut slips, mut others) = (false, false);
    let end = meant.words.len().saturating_sub(1);
    for (at, word) in meant.words.iter_mut().enumerate() {
        let meaning = meaning_of(&word.text, true);
        others |= matches!(meaning, Meaning::Topic(_));
        if meaning != Meaning::Plain {
            continue;
        }
        let long = || form_meant_by(&word.text);
        let unlisted = || meant_by(&word.text).filter(|_| !is_listed(&fold(&word.text)));
        let short = || short_form_meant_by(&word.text).filter(|_| at == 0 || at == end);
        match long().or_else(unlisted).or_else(short) {
            Some(form) => {
                form.clone_into(&mut word.text);
                slips = true;
            }
            None => others = true,
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
