//! Other ways to read the words of a query than as one name that is spelled as it is meant.

use super::apart::taken_apart;
use super::article::with_article_apart;
use super::beside::{Certainty, Known, beside_name};
use super::capitals::in_one_case;
use super::craft::{Craft, without_class};
use super::host::site_name;
use super::leet::digits_as_letters;
use super::lone_letters::{with_acronyms, with_initials, with_letters_apart, with_whole_letters};
use super::meant::{Respellings, as_listed_words};
use super::numbers::numbers_as_digits;
use super::query::Query;
use super::query_token::Rarity;
use super::reading::{Needs, ReadAs, Reading, Whose};
use super::several::names_in_field;
use super::short_words::written_out;
use super::slips::{without_slips, without_slips_of_servant};
use super::weigh::{BODY, PERSON};
use crate::text::arabic_compounds::compounds_apart;
use crate::text::arabic_elsewhere::{as_listed, with_abu};
use crate::text::known_words::KnownWords;
use crate::text::normalise::SplitText;
use crate::text::word::Words;
use crate::weights::Weights;

/// The other readings of a query that is no text: `spellings` are those of its letters.
pub fn other_readings(
    words: &Words,
    respelt: &Respellings,
    spellings: Spellings,
    known: &Known,
    rarity: Rarity,
    weights: &Weights,
) -> Vec<Reading> {
    let in_text = weights.penalties.in_text_most;
    let mut all = if known.may_add(in_text) {
        names_in_field(words, known, rarity, weights)
    } else {
        Vec::new()
    };
    if (known.compares)(PERSONS) {
        let name = without_titles(words, known, rarity, weights);
        all.extend(name.filter(|name| known.may_add(name.most)));
    }
    let rewritten = slips_mended(words, known)
        .into_iter()
        .chain(divided_otherwise(words, known, rarity))
        .chain(of_other_letters(words, respelt, known, weights))
        .chain(guessed(words, in_text))
        .chain(spellings.rewritten(words, in_text));
    let rewritten = rewritten
        .filter(|rewritten| known.may_add(rewritten.most) && (known.compares)(rewritten.whose));
    all.extend(rewritten.map(|rewritten| Reading {
        query: Query::new(rewritten.words, weights, rarity),
        read_as: rewritten.read_as,
        whose: rewritten.whose,
        most: rewritten.most,
        needs: rewritten.needs,
    }));
    all.retain(|reading| reading.query.fits());
    all
}

/// The words of a query, written otherwise, and who is compared with them.
struct Rewritten {
    words: Words,
    read_as: ReadAs,
    whose: Whose,
    most: f64,
    needs: Needs,
}

const PERSONS: Whose = Whose::Bearer(PERSON);
const BODIES: Whose = Whose::Bearer(BODY);

/// A rewriting, where there is one, that is as good as the query itself.
fn as_good(read_as: ReadAs, whose: Whose, words: Option<Words>) -> Option<Rewritten> {
    words.map(|words| Rewritten {
        words,
        read_as,
        whose,
        most: 100.0,
        needs: Needs::Nothing,
    })
}

fn slips_mended(words: &Words, known: &Known) -> Vec<Rewritten> {
    let of_servant = without_slips_of_servant(words, known.is_listed);
    let of_forms = without_slips(words, known.is_listed);
    [
        as_good(ReadAs::SlipsMended, PERSONS, of_servant),
        as_good(ReadAs::SlipsMended, BODIES, of_forms),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Words taken apart, and without those that say which kind of craft is meant.
fn divided_otherwise(words: &Words, known: &Known, rarity: Rarity) -> Vec<Rewritten> {
    let known_words = KnownWords {
        is_listed: known.is_listed,
        idf: &|fold| rarity(fold).idf,
    };
    let apart = [
        as_good(
            ReadAs::WordsApart,
            Whose::Any,
            taken_apart(words, &known_words),
        ),
        as_good(ReadAs::WordsApart, PERSONS, with_initials(words)),
        as_good(
            ReadAs::WordsApart,
            PERSONS,
            with_article_apart(words, known.is_listed),
        ),
    ];
    let crafts = Craft::ALL.map(|craft| {
        let left = without_class(words, craft);
        as_good(ReadAs::ClassLeftOut, Whose::Craft(craft), left)
    });
    apart.into_iter().chain(crafts).flatten().collect()
}

/// Digits and letters as others of them, or as words.
fn of_other_letters(
    words: &Words,
    respelt: &Respellings,
    known: &Known,
    weights: &Weights,
) -> Vec<Rewritten> {
    let is_listed = known.is_listed;
    let very_words = |rewritten: Rewritten| Rewritten {
        needs: Needs::SameWords,
        ..rewritten
    };
    let letters = digits_as_letters(words, is_listed);
    // Letters of an acronym in another order are another's.
    let acronyms = as_good(ReadAs::OtherSpelling, BODIES, with_acronyms(words)).map(very_words);
    let as_listed = as_listed_words(words, respelt, known, weights).into_iter();
    let as_listed = as_listed.map(|(words, is_guess)| Rewritten {
        words,
        read_as: ReadAs::OtherSpelling,
        whose: Whose::Any,
        most: if is_guess {
            weights.penalties.in_text_most
        } else {
            100.0
        },
        needs: Needs::OtherWords,
    });
    [
        as_good(ReadAs::DigitsAsLetters, Whose::Any, letters),
        as_good(ReadAs::NumbersAsDigits, BODIES, numbers_as_digits(words)),
        as_good(ReadAs::OtherSpelling, BODIES, with_whole_letters(words)),
        as_good(ReadAs::OtherSpelling, BODIES, written_out(words)),
        as_good(ReadAs::OtherSpelling, BODIES, with_abu(words)),
        acronyms,
    ]
    .into_iter()
    .flatten()
    .chain(as_listed)
    .collect()
}

/// What no more than a name in a text is sure of.
fn guessed(words: &Words, most: f64) -> Vec<Rewritten> {
    let guess = |read_as, whose, needs, words: Option<Words>| {
        words.map(|words| Rewritten {
            words,
            read_as,
            whose,
            most,
            needs,
        })
    };
    let letters_apart = with_letters_apart(words);
    [
        guess(ReadAs::Name, PERSONS, Needs::Family, in_one_case(words)),
        guess(ReadAs::WordsApart, PERSONS, Needs::Family, letters_apart),
        // A site of one letter more is another's.
        guess(
            ReadAs::WithoutRemarks,
            BODIES,
            Needs::SameWords,
            site_name(words),
        ),
    ]
    .into_iter()
    .flatten()
    .collect()
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
    /// Of a name that is run together, perhaps with more, in a query of one word.
    pub run: Option<Words>,
}

impl Spellings {
    /// Those of a text, which is split as well, in which a name may be run together; by sound, where that may say
    /// more than is known.
    pub fn of(
        text: &str,
        split: &SplitText,
        run: Option<Words>,
        known: &Known,
        weights: &Weights,
    ) -> Spellings {
        let anybody = split.other_spellings();
        if !(known.compares)(PERSONS) {
            return Spellings {
                anybody,
                run,
                ..Spellings::default()
            };
        }
        let apart = compounds_apart(text).map(|apart| {
            let apart = SplitText::of(&apart);
            let first = std::iter::once(apart.words());
            first.chain(apart.other_spellings()).collect()
        });
        let by_sound = known.may_add(weights.penalties.in_text_most).then(|| {
            let foreign = split.foreign_sounds().into_iter();
            foreign.chain(split.spellings_by_sound()).collect()
        });
        Spellings {
            apart: apart.unwrap_or_default(),
            anybody,
            persons: split.asian_spellings(),
            by_sound: by_sound.unwrap_or_default(),
            run,
        }
    }

    /// The words so spelt. Many names share a sound.
    fn rewritten(self, words: &Words, in_text_most: f64) -> impl Iterator<Item = Rewritten> {
        let spelt = |read_as, whose| move |words| as_good(read_as, whose, Some(words));
        let persons = self.persons.into_iter().chain(as_listed(words));
        let persons = persons.filter_map(spelt(ReadAs::OtherSpelling, PERSONS));
        let by_sound = self.by_sound.into_iter();
        let by_sound = by_sound.filter_map(spelt(ReadAs::OtherSpelling, PERSONS));
        let by_sound = by_sound.map(move |rewritten| Rewritten {
            most: in_text_most,
            ..rewritten
        });
        let run = self.run.and_then(spelt(ReadAs::WordsApart, Whose::Any));
        let run = run.map(move |rewritten| Rewritten {
            most: in_text_most,
            ..rewritten
        });
        let apart = self.apart.into_iter();
        let anybody = self.anybody.into_iter();
        apart
            .filter_map(spelt(ReadAs::WordsApart, PERSONS))
            .chain(anybody.filter_map(spelt(ReadAs::OtherSpelling, Whose::Any)))
            .chain(persons)
            .chain(by_sound)
            .chain(run)
    }
}
