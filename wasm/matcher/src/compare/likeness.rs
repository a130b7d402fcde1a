//! How alike two tokens are, and why.

use super::edits::{Edits, edits_most};
use super::sound::{SHORT_KEY, by_sound, shared_sound};
use crate::name::listed::Listed;
use crate::name::query_token::QueryToken;
use crate::name::token::Kind;
use crate::text::edits::{begin_alike, edits_least};
use crate::text::frequent::is_frequent_fold;
use crate::text::given_names::{are_one_father, are_two_names};
use crate::text::phonetic::consonants_of;
use crate::text::word::{Read, is_same};
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

impl Likeness {
    /// That of tokens which have nothing in common.
    pub const NONE: Likeness = Likeness {
        value: 0.0,
        how: How::Missing,
        edit: 0.0,
        sounds: false,
    };

    /// That of two spellings of one form.
    fn same(value: f64) -> Likeness {
        Likeness {
            value,
            how: How::Same,
            edit: 1.0,
            sounds: true,
        }
    }
}

/// Compares a token of a query with a listed one, as its text and as the words that it may stand for.
pub fn likeness(query: &QueryToken, listed: &Listed, weights: &Weights) -> Likeness {
    if query.plain && is_another(query, listed, weights) {
        return Likeness::NONE;
    }
    let sense = &query.sense;
    let by_text = as_likely(by_text(query, listed, weights), sense.likely);
    if sense.read == Read::AsWritten {
        return by_text;
    }
    let mut forms = sense.forms.iter();
    let same = || Likeness::same(weights.similarity.folded);
    let form = forms.find(|form| form.text == listed.fold);
    let by_form = form.map(|form| as_likely(same(), form.likely));
    let by_form = by_form.filter(|form| form.value > by_text.value);
    let best = by_form.unwrap_or(by_text);
    let initial = weights.similarity.initial;
    let begins = |start: &String| best.value < initial && listed.text.starts_with(&**start);
    let best = if sense.begins.as_ref().is_some_and(begins) {
        Likeness {
            value: initial,
            how: How::Initial,
            ..Likeness::NONE
        }
    } else {
        best
    };
    if best.value < weights.similarity.least {
        return Likeness::NONE;
    }
    best
}

/// How likely a token of a query is meant as what it is taken for where it stands for a listed one; none where
/// that is what is written.
pub fn likely_meant(query: &QueryToken, listed: &Listed) -> Option<f64> {
    let sense = &query.sense;
    let mut forms = sense.forms.iter();
    match forms.find(|form| form.text == listed.fold) {
        // Of a word that is no other spelling the form that is sure is itself.
        Some(form) => (sense.read == Read::Spelt || form.likely < 1.0).then_some(form.likely),
        None => (!sense.is_written).then_some(sense.likely),
    }
}

/// Whether a plain word shares neither class, sound, form nor enough letters with a listed one: most do not, and
/// by their letters in no order this takes no time.
fn is_another(query: &QueryToken, listed: &Listed, weights: &Weights) -> bool {
    let asked = &query.token;
    let [of_fold, of_text] = listed.bags;
    let most = edits_most(asked.letters.max(listed.letters), weights);
    let of_query = query.pattern.bag();
    let written = query.text_pattern.as_ref().unwrap_or(&query.pattern).bag();
    listed.letters > 1
        && edits_least(of_query, of_fold) > most
        && edits_least(written, of_text) > most
        && asked.unvowelled == listed.unvowelled
        && shared_sound(asked.sounds, listed.sounds).is_none()
        && (asked.form == 0 || asked.form != listed.form)
        && (asked.father.is_none() || listed.father.is_none())
        && query.variants.iter().all(|v| !is_same(v.fold, listed.fold))
}

/// The likeness of a word that may be another: its letters differ by as much as it may.
fn as_likely(like: Likeness, likely: f64) -> Likeness {
    if likely >= 1.0 {
        return like;
    }
    let how = match like.how {
        How::Same => How::Edited,
        how => how,
    };
    Likeness {
        value: like.value * likely,
        how,
        edit: like.edit * likely,
        sounds: like.sounds,
    }
}

/// Compares the text of a token of a query with a listed one.
fn by_text(query: &QueryToken, listed: &Listed, weights: &Weights) -> Likeness {
    if let Some(value) = same(query, listed, weights) {
        return Likeness::same(value);
    }
    if query.sense.read == Read::StandsFor {
        return Likeness::NONE;
    }
    if query.skeletons.contains(&listed.skeleton) && listed.skeleton != 0 {
        return by_consonants(listed, weights);
    }
    let exact = |kind: Kind| matches!(kind, Kind::Number | Kind::Ordinal);
    if query.syllabic || query.kinds.into_iter().any(exact) || exact(listed.kind) {
        return Likeness::NONE;
    }
    if query.token.letters == 1 || listed.letters == 1 {
        return by_initial(query, listed, weights);
    }
    by_letters_and_sound(query, listed, weights)
}

/// How alike two tokens are of which one text, one meaning or one fold is the same; none where none is.
fn same(query: &QueryToken, listed: &Listed, weights: &Weights) -> Option<f64> {
    let asked = &query.token;
    if is_same(&asked.text, listed.text) && asked.unvowelled == listed.unvowelled {
        return Some(1.0);
    }
    let by_class = matches!(
        listed.kind,
        Kind::OrganisationForm | Kind::Generic | Kind::Topic
    );
    if asked.form != 0 && asked.form == listed.form && by_class {
        return Some(1.0);
    }
    let one_number = query.numeral != 0 && query.numeral == listed.numeral;
    let spells = || query.spellings.iter().any(|fold| fold == listed.fold);
    let one_fold = || {
        let names = [(&*asked.text, &*asked.fold), (listed.text, listed.fold)];
        is_same(&asked.fold, listed.fold) && !are_two_names(names[0], names[1])
    };
    (one_number || one_fold() || spells()).then_some(weights.similarity.folded)
}

/// A word that only its consonants say anything of, beside one that has them.
fn by_consonants(listed: &Listed, weights: &Weights) -> Likeness {
    let s = &weights.similarity;
    let short = consonants_of(listed.skeleton) <= SHORT_KEY;
    Likeness {
        value: s.unvowelled - if short { s.sounds_short } else { 0.0 },
        how: How::SoundsAlike,
        edit: 0.0,
        sounds: true,
    }
}

/// A single letter beside a word that begins with it.
fn by_initial(query: &QueryToken, listed: &Listed, weights: &Weights) -> Likeness {
    let (asked, s) = (&query.token, &weights.similarity);
    let first = |fold: &str| fold.chars().next();
    let agrees = asked.letters.max(listed.letters) > 1
        && asked.fold.is_ascii()
        && first(&asked.fold) == first(listed.fold);
    if !agrees || s.initial < s.least {
        return Likeness::NONE;
    }
    Likeness {
        value: s.initial,
        how: How::Initial,
        ..Likeness::NONE
    }
}

/// Two words: by their letters, by their sound, or as forms of one name, whichever says most.
fn by_letters_and_sound(query: &QueryToken, listed: &Listed, weights: &Weights) -> Likeness {
    let s = &weights.similarity;
    let shared = shared_sound(query.token.sounds, listed.sounds);
    let edits = Edits::between(query, listed, shared.is_some(), weights);
    let by_sound = by_sound(query, listed, shared, &edits, weights);
    let sounds = by_sound > 0.0;
    let (by_edit, edit) = edits.likeness(query, listed, sounds, weights);
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
        return Likeness::NONE;
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
    are_two_names((&asked.text, &asked.fold), (listed.text, listed.fold))
        || asked.unvowelled && listed.unvowelled && is_of_family(&asked.text, listed.text)
        || query.frequent
            && !sounds
            && !begin_alike(&asked.text, listed.text)
            && !is_frequent_fold(listed.fold)
}

/// Whether one of two words without short vowels is the family name that a last long i makes of the other:
/// `mhmdy` is Mohammadi, and not Mohammad. Given names are short; of a longer word it is a letter left out.
fn is_of_family(a: &str, b: &str) -> bool {
    let makes = |family: &str, given: &str| {
        given.len() <= GIVEN_LETTERS_MAX && family.strip_suffix('y') == Some(given)
    };
    makes(a, b) || makes(b, a)
}

/// Letters of most given names without short vowels.
const GIVEN_LETTERS_MAX: usize = 4;

/// How alike two words are as forms of one given name, or of one father's name.
fn by_table(query: &QueryToken, listed: &Listed, weights: &Weights) -> f64 {
    let s = &weights.similarity;
    let mut variants = query.variants.iter();
    let variant = variants.find(|v| is_same(v.fold, listed.fold) && v.may_be(listed.text));
    match variant {
        Some(variant) if variant.short => s.nickname,
        Some(_) => s.equivalent,
        None => match (&query.token.father, listed.father) {
            (Some(a), Some(b)) if are_one_father(a, b) => s.one_father,
            _ => 0.0,
        },
    }
}
