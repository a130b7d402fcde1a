//! One way to read a query: which words of it, and whose names they are compared with.

use super::craft::Craft;
use super::query::Query;
use super::weigh::{BODY, PERSON};
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
        /// All of it, without the words and numbers that are a remark: `born 1960`, `in liquidation`.
        WithoutRemarks,
        /// All of it, slips of the pen in legal forms and `abd al` mended.
        SlipsMended,
        /// All of it, words taken apart that are written together.
        WordsApart,
        /// All of it, digits among letters read as the letters that they look like.
        DigitsAsLetters,
        /// All of it, numbers that are written out read as digits.
        NumbersAsDigits,
        /// All of it but the words that say which kind of craft is meant.
        ClassLeftOut,
        /// All of it, without the words that stand beside a name: forms of address, degrees, offices.
        WithoutTitles,
        /// All of it, its letters read as in another country, or its words taken for those that they may stand for.
        OtherSpelling,
    }
}

impl ReadAs {
    /// Whether it is a name beside others or a remark, as it was written.
    pub fn is_part(self) -> bool {
        matches!(self, ReadAs::OneOfSeveralNames | ReadAs::WithoutRemarks)
    }
}

/// Whose names a reading is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// Everybody's.
    Any,
    /// Those of a bearer: an index in [`crate::name::weigh::BEARERS`].
    Bearer(usize),
    /// Those of bodies that are neither ships nor aircraft.
    Organisation,
    /// Those of ships or of aircraft.
    Craft(Craft),
}

impl Whose {
    /// Whether the names of a bearer, who may be a craft, are among them.
    pub fn has(self, bearer: usize, craft: Option<Craft>) -> bool {
        match self {
            Whose::Any => true,
            Whose::Bearer(own) => own == bearer,
            Whose::Organisation => bearer == BODY && craft.is_none(),
            Whose::Craft(own) => craft == Some(own),
        }
    }
}

/// Names that are compared with a reading that must have all their words.
const NAMES_WITH_ALL_WORDS_MAX: usize = 32;

/// What of a listed name a reading must account for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Nothing that any other query need not.
    Nothing,
    /// A word that is not read as it is written.
    OtherWords,
    /// The family name: what was left out may yet be one.
    Family,
    /// Each word and number that it goes by or that says what it does.
    AllWords,
    /// The same, in the very words.
    SameWords,
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
    /// What a listed name must have of it, where more was left out than is sure to be no name.
    pub needs: Needs,
}

impl Reading {
    /// How many of the names that it finds are compared, the most promising first: one that must have all
    /// its words in it is among the first.
    pub fn names_max(&self) -> usize {
        match self.needs {
            Needs::Nothing | Needs::OtherWords | Needs::Family => usize::MAX,
            Needs::AllWords | Needs::SameWords => NAMES_WITH_ALL_WORDS_MAX,
        }
    }

    /// Whether it is read as a body's name beside others.
    pub fn is_body_among_names(&self) -> bool {
        self.read_as == ReadAs::OneOfSeveralNames && self.whose != Whose::Bearer(PERSON)
    }

    /// Whether it is compared with the names of a bearer, who may be a craft.
    pub fn is_for(&self, bearer: usize, craft: Option<Craft>) -> bool {
        self.whose.has(bearer, craft)
    }
}
