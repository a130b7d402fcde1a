//! How alike two tokens are, and why.

use crate::name::parse::{Kind, Part, Token};
use crate::name::query::QueryToken;
use crate::text::arabic::is_known;
use crate::text::edits::{bag_of, begin_alike, is_swap};
use crate::text::frequent::is_frequent_fold;
use crate::text::given_names::{are_one_father, are_two_names};
use crate::text::phonetic::{
    akin, consonants_of, first_sound, is_vowel, long_vowels_agree, squeezed_alike,
};
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
    /// The same given name in another language, or cut short.
    Nickname,
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

    /// A token that is in no snapshot.
    #[must_use]
    pub fn of(token: &'a Token, kind: Kind, part: Part, weight: f64) -> Listed<'a> {
        Listed {
            index: None,
            text: &token.text,
            fold: &token.fold,
            letters: token.letters,
            bags: [bag_of(&token.fold), bag_of(&token.text)],
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

/// That of tokens which have nothing in common.
pub(crate) const NONE: Likeness = Likeness {
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
    let by_class = matches!(
        listed.kind,
        Kind::OrganisationForm | Kind::Generic | Kind::Topic
    );
    if asked.form != 0 && asked.form == listed.form && by_class {
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
    let exact = |kind: Kind| matches!(kind, Kind::Number | Kind::Ordinal);
    if query.syllabic || exact(as_person) || exact(as_body) || exact(listed.kind) {
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
    let longer = asked.letters.max(listed.letters);
    let allowed = longer / s.letters_per_edit;
    // Beyond half of the letters nothing is alike, however it sounds.
    let edits = edits_between(query, listed, longer / 2);
    let share = f64::from(edits.unwrap_or(longer)) / f64::from(longer.max(1));
    let sound = shared_sound(asked.sounds, listed.sounds).filter(|_| edits.is_some());
    let by_sound = match sound {
        Some(consonants) => {
            let short = if consonants <= SHORT_KEY {
                s.sounds_short
            } else {
                0.0
            };
            s.sounds_alike - s.sounds_edit_cost * share - short
        }
        None if asked.unvowelled != listed.unvowelled => by_consonants(asked, listed, weights),
        None => 0.0,
    };
    let sounds = by_sound > 0.0;
    let edited = edits.is_some_and(|edits| edits <= allowed);
    let (mut by_edit, mut edit) = (0.0, 0.0);
    if edited {
        let swapped = edits == Some(1) && is_swap(&asked.text, listed.text);
        edit = 1.0 - share;
        by_edit = 1.0 - if swapped { s.swap_cost } else { s.edit_cost } * share;
        if !sounds && !begin_alike(&asked.text, listed.text) {
            by_edit -= s.first_letter;
        }
    }
    let by_name = by_table(query, listed, weights);
    let mut value = by_edit.max(by_sound);
    if by_name <= 0.0 && value >= s.least && are_two(query, listed, sounds) {
        value -= s.other_name;
    }
    let how = if by_name > value {
        How::Nickname
    } else if by_edit >= by_sound {
        How::Edited
    } else {
        How::SoundsAlike
    };
    value = value.max(by_name);
    if value < s.least {
        return NONE;
    }
    Likeness {
        value,
        how,
        edit,
        sounds,
    }
}

/// Whether two words that are like each other are two names all the same: known to be, or what is asked
/// is a name that many people bear and begins otherwise. Anna is no slip of Banna.
fn are_two(query: &QueryToken, listed: &Listed, sounds: bool) -> bool {
    let asked = &query.token;
    are_two_names(&asked.fold, listed.fold)
        || query.frequent
            && !sounds
            && !begin_alike(&asked.text, listed.text)
            && !is_frequent_fold(listed.fold)
}

/// How alike two words are as forms of one given name, or of one father's name.
fn by_table(query: &QueryToken, listed: &Listed, weights: &Weights) -> f64 {
    let s = &weights.similarity;
    let variant = query.variants.iter().find(|v| v.fold == listed.fold);
    match variant {
        Some(variant) if variant.short => s.nickname,
        Some(_) => s.equivalent,
        None => match (&query.token.father, listed.father) {
            (Some(a), Some(b)) if are_one_father(a, b) => s.one_father,
            _ => 0.0,
        },
    }
}

/// The fewer of the edits between the folds and between the texts.
fn edits_between(query: &QueryToken, listed: &Listed, most: u32) -> Option<u32> {
    let [of_fold, of_text] = listed.bags;
    let folds = query.pattern.distance_in(of_fold, listed.fold, most);
    let texts = match &query.text_pattern {
        Some(pattern) => pattern.distance_in(of_text, listed.text, most),
        None if listed.text != listed.fold => query.pattern.distance_in(of_text, listed.text, most),
        None => None,
    };
    folds.into_iter().chain(texts).min()
}

/// Keys of so few consonants are shared by many words.
const SHORT_KEY: u32 = 2;

/// How many consonants the key has that two words share.
fn shared_sound(a: [u32; 2], b: [u32; 2]) -> Option<u32> {
    a.into_iter()
        .zip(b)
        .find(|(a, b)| *a != 0 && a == b)
        .map(|(key, _)| consonants_of(key))
}

/// A word without short vowels beside one with them: the consonants, of which one may be that of
/// another country, and whether both begin and end with what may be a vowel.
fn by_consonants(asked: &Token, listed: &Listed, weights: &Weights) -> f64 {
    let (bare, full) = if asked.unvowelled {
        (&*asked.text, listed.text)
    } else {
        (listed.text, &*asked.text)
    };
    let same = asked.skeleton != 0 && asked.skeleton == listed.skeleton;
    let same = same || squeezed_alike(bare, full);
    if !same && !akin(bare, full) {
        return 0.0;
    }
    let begins = |text: &str| {
        text.bytes()
            .next()
            .is_some_and(|l| is_vowel(l) || l == b'w')
    };
    let ends_in_i = |text: &str| matches!(text.bytes().last(), Some(b'i' | b'y'));
    // A last long i is always heard, though a last a may be written like one: Mohammadi is never
    // Mohammad, and Mortaza ends in the same letter.
    let ends_in_consonant = |text: &str| !text.bytes().last().is_some_and(is_vowel);
    if ends_in_i(bare) && ends_in_consonant(full) || ends_in_i(full) && ends_in_consonant(bare) {
        return 0.0;
    }
    let mut value = weights.similarity.unvowelled;
    if !same {
        value -= weights.similarity.unvowelled_akin;
    }
    if consonants_of(asked.skeleton) <= SHORT_KEY {
        value -= weights.similarity.sounds_short;
    }
    if begins(bare) != begins(full) {
        value -= weights.similarity.unvowelled_ends;
    }
    // Long vowels are written: Mohammadi is not Mohammad, and Husayn not Hassan.
    if ends_in_i(bare) != ends_in_i(full) {
        value -= weights.similarity.unvowelled_long_vowel;
    }
    if !long_vowels_agree(bare, full) {
        value -= weights.similarity.unvowelled_long_vowel;
    }
    value
}
