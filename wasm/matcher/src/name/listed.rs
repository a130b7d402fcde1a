//! A token of a listed name.

use super::token::{Kind, Part, Token};
use crate::text::arabic_words::is_known;
use crate::text::consonants::first_sound;
use crate::text::edits::bag_of;
use crate::text::jumble::jumble;
use crate::text::numerals::numeral;
use crate::text::organisations::is_nation;

/// Letters of what a body's name may be in short.
const IN_SHORT_LETTERS_MAX: u32 = 5;

/// A listed token, wherever it is kept.
#[derive(Clone, Copy, Debug)]
pub struct Listed<'a> {
    /// Its index in the dictionary, if it is of one.
    pub index: Option<u32>,
    /// Normalised.
    pub text: &'a str,
    /// One spelling for many.
    pub fold: &'a str,
    /// Characters of the fold.
    pub letters: u32,
    /// The letters of fold and text: see [`bag_of`].
    pub bags: [u32; 2],
    /// The letters of the text in no order: see [`jumble`].
    pub jumble: u64,
    /// The number that it says: see [`numeral`].
    pub numeral: u16,
    /// Phonetic keys, western and Slavic, 0 for none.
    pub sounds: [u32; 2],
    /// Key of the bare consonants, 0 for none.
    pub skeleton: u32,
    /// Class of what it may say about a body, 0 for none.
    pub form: u16,
    /// Written without short vowels.
    pub unvowelled: bool,
    /// Of a patronymic the father, as in [`Token`].
    pub father: Option<&'a str>,
    /// One of the words that make compounds: see [`is_known`].
    pub known: bool,
    /// See [`first_sound`].
    pub first_sound: u8,
    /// What it is in its name.
    pub kind: Kind,
    /// Which part of the name it belongs to.
    pub part: Part,
    /// What it weighs.
    pub weight: f64,
    /// Its idf in the lists.
    pub idf: f64,
}

impl<'a> Listed<'a> {
    /// No token.
    pub const NONE: Listed<'static> = Listed {
        index: None,
        text: "",
        fold: "",
        letters: 0,
        bags: [0; 2],
        jumble: 0,
        numeral: 0,
        sounds: [0; 2],
        skeleton: 0,
        form: 0,
        unvowelled: false,
        father: None,
        known: false,
        first_sound: 0,
        kind: Kind::Word,
        part: Part::Any,
        weight: 0.0,
        idf: 0.0,
    };

    /// Whether it says what a body is or does, or where.
    pub fn says_what(&self) -> bool {
        matches!(self.kind, Kind::Generic | Kind::Topic)
    }

    /// Whether it says what a body is or does, and no more: `general`, `transport`.
    pub fn is_generic(&self) -> bool {
        self.says_what() && !is_nation(self.form)
    }

    /// Whether it tells a body from others that do the same: any other word of its name, but for one so short that it
    /// may be the rest in short.
    pub fn tells_apart(&self) -> bool {
        let is_in_short = self.kind == Kind::Word && self.letters <= IN_SHORT_LETTERS_MAX;
        self.kind.identifies() && !is_in_short || self.kind == Kind::Initial
    }

    /// A token that is in no snapshot.
    pub fn of(token: &'a Token, kind: Kind, part: Part, weight: f64) -> Listed<'a> {
        Listed {
            index: None,
            text: &token.text,
            fold: &token.fold,
            letters: token.letters,
            bags: [bag_of(&token.fold), bag_of(&token.text)],
            jumble: jumble(&token.text),
            numeral: numeral(&token.text),
            sounds: token.sounds,
            skeleton: token.skeleton,
            form: token.form,
            unvowelled: token.unvowelled,
            father: token.father.as_deref(),
            known: is_known(&token.text),
            first_sound: first_sound(&token.text),
            kind,
            part,
            weight,
            idf: 0.0,
        }
    }
}
