//! Other ways to read the words of a query than as one name that is spelled as it is meant.

use super::apart::{KnownWords, taken_apart};
use super::article::with_article_apart;
use super::beside::{Certainty, Known, beside_name};
use super::craft::{Craft, without_class};
use super::german::as_english;
use super::leet::digits_as_letters;
use super::merge::with_initials;
use super::query::Query;
use super::query_token::Rarity;
use super::reading::{Needs, ReadAs, Reading, Whose};
use super::several::names_in_field;
use super::short_words::written_out;
use super::weigh::{BODY, PERSON};
use crate::text::arabic_compounds::compounds_apart;
use crate::text::arabic_elsewhere::as_listed;
use crate::text::fold::fold;
use crate::text::normalise::{
    asian_spellings, cantonese_spellings, foreign_sounds, other_spellings, split_words,
};
use crate::text::servant_of::{is_slip_of_servant, is_swap_of_servant};
use crate::text::slips::{form_meant_by, meant_by, short_form_meant_by};
use crate::text::vocabulary::{Meaning, meaning_of};
use crate::text::word::{Case, Word, Words};
use crate::weights::Weights;

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
            needs: Needs::Nothing,
        })
    });
    let mut persons = names_in_field(words, known, rarity, weights);
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
        (
            ReadAs::WordsApart,
            Whose::Bearer(PERSON),
            with_initials(words),
        ),
        (ReadAs::DigitsAsLetters, Whose::Any, letters),
        (
            ReadAs::OtherSpelling,
            Whose::Any,
            as_english(words, is_listed),
        ),
        (
            ReadAs::OtherSpelling,
            Whose::Bearer(BODY),
            with_whole_letters(words),
        ),
        (
            ReadAs::OtherSpelling,
            Whose::Bearer(BODY),
            written_out(words),
        ),
        (
            ReadAs::WordsApart,
            Whose::Bearer(PERSON),
            with_article_apart(words, is_listed),
        ),
    ];
    let rewritten = rewritten.into_iter().chain(crafts);
    persons.extend(rewritten.filter_map(|(read_as, whose, words)| {
        Some(Reading {
            query: Query::new(words?, weights, rarity),
            read_as,
            whose,
            most: 100.0,
            needs: Needs::Nothing,
        })
    }));
    let Spellings {
        anybody,
        persons: asian,
        by_sound,
        apart: compounds,
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
    persons.extend(compounds.into_iter().map(|words| Reading {
        query: Query::new(words, weights, rarity),
        read_as: ReadAs::WordsApart,
        whose: Whose::Bearer(PERSON),
        most: full,
        needs: Needs::Nothing,
    }));
    persons.extend(all.map(|(words, whose, most)| Reading {
        query: Query::new(words, weights, rarity),
        read_as: ReadAs::OtherSpelling,
        whose,
        most,
        needs: Needs::Nothing,
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
        needs: if certainty > Certainty::Known {
            Needs::Family
        } else {
            Needs::Nothing
        },
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
    /// Of a person, given names in two words that are written as one.
    pub apart: Vec<Words>,
}

impl Spellings {
    /// Those of a text.
    #[must_use]
    pub fn of(text: &str) -> Spellings {
        let apart = compounds_apart(text).map(|apart| {
            let first = std::iter::once(split_words(&apart));
            first.chain(other_spellings(&apart)).collect()
        });
        Spellings {
            apart: apart.unwrap_or_default(),
            anybody: other_spellings(text),
            persons: asian_spellings(text),
            by_sound: foreign_sounds(text)
                .into_iter()
                .chain(cantonese_spellings(text))
                .collect(),
        }
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

/// The words of a body's name of which letters of another script are words, as they are romanised: `Ч` is
/// `Ch` and not the first letter of a name. None of any other text.
fn with_whole_letters(words: &Words) -> Option<Words> {
    let is_longer = |word: &Word| word.is_letter() && word.text.len() > 1;
    let others = words.words.iter().filter(|word| !is_longer(word));
    // In another case than the rest it would be one part of a person's name.
    let case = others.map(|word| word.case).next().unwrap_or(Case::Mixed);
    let mut whole = words.clone();
    for word in whole.words.iter_mut().filter(|word| is_longer(word)) {
        word.case = if case == Case::Upper {
            case
        } else {
            Case::Mixed
        };
    }
    words.words.iter().any(is_longer).then_some(whole)
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
