//! How alike two tokens are, and why.

use crate::name::{Kind, Token};
use crate::query::QueryToken;
use crate::weights::Weights;

/// How a query accounts for a listed token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// Equal, or two spellings of one form.
    Same,
    /// Some letters differ.
    Edited,
    /// The consonants sound alike.
    SoundsAlike,
    /// One is the other's first letter.
    Initial,
    /// Written together on one side.
    Joined,
    /// Not accounted for.
    Missing,
}

/// A listed token, wherever it is kept.
#[derive(Clone, Copy, Debug)]
pub struct Listed<'a> {
    /// Normalised.
    pub text: &'a str,
    /// One spelling for many.
    pub fold: &'a str,
    /// Characters of the fold.
    pub letters: u32,
    /// Phonetic key, 0 for none.
    pub sound: u32,
    /// Key of the bare consonants, 0 for none.
    pub skeleton: u32,
    /// Class of the legal form it may be, 0 for none.
    pub form: u8,
    /// Written without short vowels.
    pub unvowelled: bool,
    /// What it is in its name.
    pub kind: Kind,
    /// Whether it belongs to the family name.
    pub family: bool,
    /// What it weighs.
    pub weight: f64,
    /// Its idf in the lists.
    pub idf: f64,
}

impl<'a> Listed<'a> {
    /// A token that is in no snapshot.
    #[must_use]
    pub fn of(token: &'a Token, kind: Kind, family: bool, weight: f64) -> Listed<'a> {
        Listed {
            text: &token.text,
            fold: &token.fold,
            letters: token.letters,
            sound: token.sound,
            skeleton: token.skeleton,
            form: token.form,
            unvowelled: token.unvowelled,
            kind,
            family,
            weight,
            idf: 0.0,
        }
    }
}

/// The outcome of comparing two tokens.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Likeness {
    /// 0 to 1.
    pub value: f64,
    /// Why.
    pub how: How,
    /// Edit similarity of the folds, 0 to 1; 0 where more edits than allowed are between them.
    pub edit: f64,
    /// Whether they sound alike.
    pub sounds: bool,
}

const NONE: Likeness = Likeness {
    value: 0.0,
    how: How::Missing,
    edit: 0.0,
    sounds: false,
};

/// Compares a token of a query with a listed one.
#[must_use]
pub fn likeness(query: &QueryToken, listed: &Listed, weights: &Weights) -> Likeness {
    let (asked, s) = (&query.token, &weights.similarity);
    if asked.text == listed.text && asked.unvowelled == listed.unvowelled {
        return Likeness {
            value: 1.0,
            how: How::Same,
            edit: 1.0,
            sounds: true,
        };
    }
    if asked.form != 0 && asked.form == listed.form && listed.kind == Kind::OrganisationForm {
        return Likeness {
            value: 1.0,
            how: How::Same,
            edit: 1.0,
            sounds: true,
        };
    }
    if asked.fold == listed.fold {
        return Likeness {
            value: s.folded,
            how: How::Same,
            edit: 1.0,
            sounds: true,
        };
    }
    let [as_person, as_body] = query.kinds;
    if as_person == Kind::Number || as_body == Kind::Number || listed.kind == Kind::Number {
        return NONE;
    }
    if asked.letters == 1 || listed.letters == 1 {
        let first = |fold: &str| fold.chars().next();
        let agrees = asked.letters.max(listed.letters) > 1
            && asked.fold.is_ascii()
            && first(&asked.fold) == first(listed.fold);
        return if agrees && s.initial >= s.least {
            Likeness {
                value: s.initial,
                how: How::Initial,
                ..NONE
            }
        } else {
            NONE
        };
    }
    let sounds = asked.sound != 0 && asked.sound == listed.sound;
    let bare = (asked.unvowelled || listed.unvowelled)
        && asked.skeleton != 0
        && asked.skeleton == listed.skeleton;
    let longer = asked.letters.max(listed.letters);
    let allowed = longer / s.letters_per_edit;
    let edit = match query.pattern.distance(listed.fold, allowed) {
        Some(edits) if allowed > 0 => 1.0 - f64::from(edits) / f64::from(longer),
        _ => 0.0,
    };
    let mut by_edit = if edit > 0.0 {
        1.0 - s.edit_cost * (1.0 - edit)
    } else {
        0.0
    };
    if by_edit > 0.0 && !sounds && asked.fold.bytes().next() != listed.fold.bytes().next() {
        by_edit -= s.first_letter;
    }
    let by_sound = match (bare, sounds) {
        (true, _) => s.unvowelled,
        (false, true) => s.sounds_alike,
        (false, false) => 0.0,
    };
    let value = by_edit.max(by_sound);
    if value < s.least {
        return NONE;
    }
    let how = if by_edit >= by_sound {
        How::Edited
    } else {
        How::SoundsAlike
    };
    Likeness {
        value,
        how,
        edit,
        sounds: sounds || bare,
    }
}
