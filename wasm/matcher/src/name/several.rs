//! Readings of a field that holds more than one name, or a name with remarks.

use super::beside::Known;
use super::craft::are_class;
use super::field::{Field, Piece, SetBy, at_commas, field_of};
use super::parts::is_plain;
use super::query::Query;
use super::query_token::Rarity;
use super::reading::{Needs, ReadAs, Reading, Whose};
use super::remarks::has_digit;
use super::token::Kind;
use super::weigh::{BODY, PERSON};
use crate::text::fold::fold;
use crate::text::people::{is_borne, is_given};
use crate::text::vocabulary::{Meaning, meaning_of};
use crate::text::word::{Case, Word, Words};
use crate::weights::Weights;

/// Words of a person's name among several.
const PERSONS_WORDS_MIN: usize = 2;
/// What says that a body is meant: words that it goes by, or so many that say what it does.
const BODYS_TOPICS_MIN: u32 = 2;
/// Letters of a word that is a body's name by itself.
const LONE_LETTERS_MIN: usize = 4;
/// What a trader or an account is called in short before a person's name, sorted.
const TRADERS: &[&str] = &["chp", "flp", "fop", "ie", "ip", "pboyul", "spd"];
/// Words that a person's name has, at least, beside a legal form.
const WORDS_BESIDE_FORM_MIN: usize = 2;

/// What a piece of a field may be.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
struct Name {
    words: Words,
    is_persons: bool,
    is_bodys: bool,
    /// Whether it reads as a person's name and no body's.
    as_person: bool,
    /// Whether it is one word that only bodies of the lists have.
    is_known: bool,
    /// Whether it is one word.
    is_lone: bool,
    set_by: SetBy,
}

/// The names that stand in a field, each by itself; none where it is one name and no more.
pub(super) fn names_in_field(
    words: &Words,
    known: &Known,
    rarity: Rarity,
    weights: &Weights,
) -> Vec<Reading> {
    let field = field_of(words);
    let name_of = |words: &Words, set_by| Name::of(words, set_by, known, rarity, weights);
    let split_at_commas = |piece: &Piece| {
        let at_commas = at_commas(&piece.words);
        let split: Vec<Name> = at_commas.iter().map(|w| name_of(w, piece.set_by)).collect();
        // Of a person, the comma of `Family, Given` has a name on neither side.
        let sure = split.iter().filter(|name| name.is_sure()).count();
        if sure > 1 || split.iter().any(|name| name.is_known) {
            split
        } else {
            vec![name_of(&piece.words, piece.set_by)]
        }
    };
    let mut found: Vec<Found> = without_remarks(&field, words, known)
        .into_iter()
        .flatten()
        .collect();
    if field.pieces.len() > 1 || words.commas > 0 {
        let mut names: Vec<Name> = field.pieces.iter().flat_map(split_at_commas).collect();
        let pairs = names.windows(2);
        let pairs = pairs.filter(|pair| pair[1].set_by != SetBy::Key);
        let shared = pairs.flat_map(|pair| {
            let [one, other] = [&pair[0], &pair[1]];
            [with_family_of(one, other), with_family_of(other, one)]
        });
        let shared: Vec<Words> = shared.flatten().collect();
        let shared = shared.iter().map(|words| name_of(words, SetBy::Sign));
        let shared: Vec<Name> = shared.collect();
        names.extend(shared);
        found.extend(each_of(names, field.repeats, known));
    }
    found.retain(|found| (known.compares)(found.whose));
    let prepared = found.into_iter().map(|found| Reading {
        query: Query::new(found.words, weights, rarity),
        read_as: found.read_as,
        whose: found.whose,
        most: weights.penalties.in_text_most,
        needs: found.needs,
    });
    prepared.collect()
}

/// A given name beside a person's whole name, with the family name of that: `Hans und Erika Petersen`,
/// `Petersen Hans und Erika`.
fn with_family_of(given: &Name, other: &Name) -> Option<Words> {
    let is_title = |word: &&Word| meaning_of(&word.text, false) == Meaning::Title;
    let mut words = given.words.words.iter().filter(|word| !is_title(word));
    let (Some(only), None) = (words.next(), words.next()) else {
        return None;
    };
    let is_known = |word: &Word| is_given(&fold(&word.text));
    let is_form = matches!(meaning_of(&only.text, true), Meaning::OrganisationForm(_));
    let is_word = || is_plain(only) && (other.as_person || is_known(only));
    // Of `M/V` no letter is a name's.
    let is_class = other
        .words
        .words
        .first()
        .is_some_and(|first| are_class([only, first]));
    let is_name = !is_form && !is_class && (is_letter(only) || is_word());
    if !other.is_persons || !is_name {
        return None;
    }
    let names = || other.words.words.iter().filter(|word| is_plain(word));
    let (first, last) = (names().next()?, names().next_back()?);
    let is_first = first.case == Case::Upper && last.case != Case::Upper
        || other.words.commas > 0
        || is_known(last) && !is_known(first);
    let family = if is_first { first } else { last };
    (family.script == only.script).then(|| Words {
        words: vec![only.clone(), family.clone()],
        commas: 0,
    })
}

/// A name that was found in a field.
struct Found {
    words: Words,
    whose: Whose,
    read_as: ReadAs,
    needs: Needs,
}

/// The field as one name, without what is a remark or said again: as a person's and as a body's.
fn without_remarks(field: &Field, words: &Words, known: &Known) -> [Option<Found>; 2] {
    let rest = field.rest();
    let count = |words: &Words| words.words.len();
    let is_one = field.pieces.len() == 1;
    let is_less = field.has_remark || field.repeats || is_one && count(&rest) < count(words);
    let name = as_person(&rest, known);
    let persons = is_less || is_one && count(&name) < count(words);
    let found = |words, bearer, needs| Found {
        words,
        whose: Whose::Bearer(bearer),
        read_as: ReadAs::WithoutRemarks,
        needs,
    };
    // Some names say one thing twice.
    let needs = if field.repeats && !field.has_remark {
        Needs::SameWords
    } else {
        Needs::Nothing
    };
    // `Duran Duran` is nobody's name, and of `RA-58097` letters are none.
    let least = if field.has_remark && count(&name) == count(&rest) {
        1
    } else {
        PERSONS_WORDS_MIN
    };
    [
        (persons && count(&name) >= least).then(|| found(name, PERSON, Needs::Nothing)),
        (is_less && count(&rest) > 0).then(|| found(rest, BODY, needs)),
    ]
}

/// Each of several names.
fn each_of(names: Vec<Name>, repeats: bool, known: &Known) -> Vec<Found> {
    // One name beside less than a name is one name: `Miller & Sons`.
    let is_name = |name: &&Name| name.is_persons || name.is_bodys;
    let count = names.iter().filter(is_name).count();
    let set_by = names.iter().map(|name| name.set_by).max();
    if count < 2 && set_by <= Some(SetBy::Sign) && !repeats {
        return Vec::new();
    }
    let is_former = set_by == Some(SetBy::Former);
    // The place of a body in brackets is a part of its name.
    let has_bodies = count > 1 || set_by >= Some(SetBy::Phrase);
    let each = names.into_iter().flat_map(|name| {
        let found = |words: &Words, whose, needs| Found {
            words: words.clone(),
            whose,
            read_as: ReadAs::OneOfSeveralNames,
            needs,
        };
        // One word is in too many names, and what ships are called people are.
        let is_lone = name.is_lone || !name.is_bodys;
        let whose = if is_lone && !is_former {
            Whose::Organisation
        } else {
            Whose::Bearer(BODY)
        };
        let needs = if is_lone {
            Needs::SameWords
        } else {
            Needs::AllWords
        };
        let is_person = || {
            found(
                &as_person(&name.words, known),
                Whose::Bearer(PERSON),
                Needs::Nothing,
            )
        };
        let is_body = name.is_bodys && has_bodies || is_former;
        [
            name.is_persons.then(is_person),
            is_body.then(|| found(&name.words, whose, needs)),
        ]
    });
    each.flatten().collect()
}

impl Name {
    fn of(words: &Words, set_by: SetBy, known: &Known, rarity: Rarity, weights: &Weights) -> Name {
        let query = Query::new(words.clone(), weights, rarity);
        let is_called = |word: &&Word| {
            let is_number = has_digit(word) && word.text.chars().any(char::is_alphabetic);
            let is_plain = is_plain(word) && meaning_of(&word.text, true) == Meaning::Plain;
            is_number || is_plain
        };
        let called: Vec<&Word> = words.words.iter().filter(is_called).collect();
        let says = |kind| query.masks[BODY].of_kind(kind).count_ones();
        let (topics, generic) = (says(Kind::Topic), says(Kind::Generic));
        let folds = || called.iter().map(|word| fold(&word.text));
        let is_lone = match &*called {
            [_] => topics + generic == 0,
            [] => set_by >= SetBy::Phrase && topics == 1 && generic == 0,
            _ => false,
        };
        let is_known = is_lone && folds().any(|fold| (known.is_of_bodies)(&fold));
        let is_anybodys = || folds().any(|fold| fold.len() < LONE_LETTERS_MIN || is_borne(&fold));
        let is_body = if is_lone {
            is_known || set_by >= SetBy::Phrase || !is_anybodys()
        } else {
            !called.is_empty() || topics > 0 && topics + generic >= BODYS_TOPICS_MIN
        };
        // `999077 Hong Kong, HK` is a place.
        let masks = &query.masks[BODY];
        let others = masks.identifying & !masks.of_kind(Kind::Number) & !query.nations;
        let is_place = query.nations != 0 && others == 0;
        let persons = as_person(words, known);
        let plain = persons.words.iter().filter(|word| is_plain(word)).count();
        let letters = persons.words.iter().filter(|word| is_letter(word)).count();
        Name {
            words: words.clone(),
            is_persons: plain > 0
                && plain + letters >= PERSONS_WORDS_MIN
                && !(is_place || is_one_word(words)),
            is_bodys: is_body && !query.as_person,
            as_person: query.as_person,
            is_known,
            is_lone,
            set_by,
        }
    }

    /// Whether it is a name and not one half of `Family, Given`.
    fn is_sure(&self) -> bool {
        self.is_known || self.is_bodys && !self.is_lone || self.is_persons && self.as_person
    }
}

/// Whether a word is the first letter of a name.
fn is_letter(word: &Word) -> bool {
    word.is_letter() && !word.in_brackets
}

/// Whether words are spellings of one: `Mohamed, Muhammad, Mohammed` beside a name.
fn is_one_word(words: &Words) -> bool {
    let all = &words.words;
    let divided = words.commas as usize + 1 == all.len();
    divided && (all.len() > 2 || matches!(&**all, [a, b] if fold(&a.text) == fold(&b.text)))
}

/// A person's name without numbers, and without a legal form or the short form of a trader at its ends. What
/// has words that say what a body does, and are nobody's name on the lists, is left as it is.
fn as_person(words: &Words, known: &Known) -> Words {
    let is_form = |word: &Word| {
        let is_legal = matches!(meaning_of(&word.text, true), Meaning::OrganisationForm(_));
        TRADERS.binary_search(&&*word.text).is_ok() || is_legal
    };
    let says = |word: &Word| {
        let meaning = meaning_of(&word.text, true);
        matches!(meaning, Meaning::Generic(_) | Meaning::Topic(_))
            && (known.is_of_bodies)(&fold(&word.text))
    };
    let mut name = words.clone();
    if name.words.iter().any(says) {
        return name;
    }
    name.words.retain(|word| !has_digit(word));
    let has_more = |name: &Words| name.words.len() > WORDS_BESIDE_FORM_MIN;
    while has_more(&name) && name.words.first().is_some_and(is_form) {
        name.words.remove(0);
    }
    while has_more(&name) && name.words.last().is_some_and(is_form) {
        name.words.pop();
    }
    name
}
