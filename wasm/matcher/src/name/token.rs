//! What a name is made of.

use crate::text::script::Script;
use crate::text::word::Sense;

/// What a token is in its name; decides what it weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Kind {
    /// A word of the name.
    Word = 0,
    /// Written or left out at will.
    Particle = 1,
    /// A single letter.
    Initial = 2,
    /// Legal form of a body.
    #[serde(rename = "legal_form")]
    OrganisationForm = 3,
    /// Form of address.
    Title = 4,
    /// Holds a digit.
    Number = 5,
    /// A word that many bodies share.
    Generic = 6,
    /// Distinguishes namesakes of one family: `Jr`, `III`.
    Ordinal = 7,
    /// What a body deals with, or where it is.
    Topic = 8,
}

impl Kind {
    /// How many there are.
    pub const COUNT: usize = 9;

    /// The kind with this number in the snapshot.
    pub fn of(number: u8) -> Option<Kind> {
        Some(match number {
            0 => Kind::Word,
            1 => Kind::Particle,
            2 => Kind::Initial,
            3 => Kind::OrganisationForm,
            4 => Kind::Title,
            5 => Kind::Number,
            6 => Kind::Generic,
            7 => Kind::Ordinal,
            8 => Kind::Topic,
            _ => return None,
        })
    }

    /// Whether it says who is meant: neither particle, title, initial, ordinal nor form.
    pub fn identifies(self) -> bool {
        matches!(
            self,
            Kind::Word | Kind::Number | Kind::Generic | Kind::Topic
        )
    }
}

/// Which part of a person's name a token belongs to, as far as the name itself or its list states it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Part {
    /// Not known.
    #[default]
    Any = 0,
    /// The family name.
    Family = 1,
    /// A given name.
    Given = 2,
    /// The name after the father.
    Patronymic = 3,
}

impl Part {
    /// How many there are.
    pub const COUNT: usize = 4;

    /// The part with this number, of two bits, in the snapshot.
    pub fn of(number: u8) -> Part {
        match number & 3 {
            0 => Part::Any,
            1 => Part::Family,
            2 => Part::Given,
            _ => Part::Patronymic,
        }
    }
}

/// The parts of a name that its list states.
#[derive(Clone, Copy, Debug, Default)]
pub struct StatedParts<'a> {
    /// The family name.
    pub family: Option<&'a str>,
    /// The given names.
    pub given: Option<&'a str>,
    /// The name after the father.
    pub patronymic: Option<&'a str>,
}

/// What a token is made of, the same wherever it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Normalised.
    pub text: String,
    /// One spelling for many.
    pub fold: String,
    /// Characters of the fold.
    pub letters: u32,
    /// Phonetic keys, western and Slavic, 0 for none.
    pub sounds: [u32; 2],
    /// Key of the bare consonants, 0 for none.
    pub skeleton: u32,
    /// Class of what it may say about a body, 0 for none.
    pub form: u16,
    /// Written in a script that leaves short vowels out.
    pub unvowelled: bool,
    /// Of a patronymic the father: see [`crate::text::given_names::father_of`].
    pub father: Option<String>,
}

/// A token in its place.
#[derive(Clone, Debug, PartialEq)]
pub struct NameToken {
    /// What it is made of.
    pub token: Token,
    /// What it is here.
    pub kind: Kind,
    /// Which part of a person's name it belongs to.
    pub part: Part,
    /// Which word of the text, from 0.
    pub position: u32,
    /// Script of the word.
    pub script: Script,
    /// Which word of the reading it is, from 0: two may be of one word of the text.
    pub place: u32,
    /// How else lists may spell it.
    pub spellings: Vec<String>,
    /// Keys of the bare consonants that it may have.
    pub skeletons: Vec<u32>,
    /// What it stands for.
    pub sense: Sense,
}

/// What kind of party a name is of, as far as its words depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bearer {
    /// A natural person: titles are titles.
    Person,
    /// A body, vessel or aircraft: forms are forms.
    Body,
}

/// Tokens of one name that are compared with those of another.
pub const TOKENS_MAX: usize = 32;
