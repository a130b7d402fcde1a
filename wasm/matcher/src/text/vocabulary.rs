//! Words that say something about a name and little about who bears it.
//!
//! All lists are in the form [`super::normalise`] gives and sorted, so that a word is found by
//! binary search.

use super::organisations::{Says, class_of, says};
use super::titles::address::is_title;

/// What a word is by itself; whether that counts is decided by the kind of entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A word of a name.
    Plain,
    /// `Mr`, `Sheikh`, `General`.
    Title,
    /// `Jr`, `III`.
    Ordinal,
    /// `al`, `bin`, `van`.
    Particle,
    /// `Ltd`, `OAO`, by class: forms of one class are the same kind of body in another language.
    OrganisationForm(u16),
    /// `trading`, `group`: half of all firms have it. By class: words of one class mean one thing.
    Generic(u16),
    /// `missile`, `shipping`, `Iranian`: what a body deals with or where it is. By class, as well.
    Topic(u16),
}

/// What is set after a name to distinguish a child from its parent, sorted.
const ORDINALS: &[&str] = &["ii", "iii", "iv", "jr", "sr"];

const PARTICLES: &[&str] = &[
    "a", "abn", "abu", "aka", "al", "and", "ap", "as", "ash", "at", "az", "ben", "bin", "bint",
    "binte", "binti", "bn", "bnt", "da", "das", "de", "degli", "del", "della", "den", "der", "di",
    "do", "dos", "du", "e", "ed", "el", "em", "en", "es", "et", "fon", "i", "ibn", "la", "las",
    "le", "les", "los", "of", "oul", "ould", "san", "the", "u", "ul", "und", "ur", "van", "ve",
    "vel", "vom", "von", "wa", "wal", "wald", "y", "zu", "zum", "zur",
];

/// Endings of East Slavic patronymics, which are written or left out at will, as English, French,
/// German and Slavic texts spell them.
const PATRONYMICS: &[&str] = &[
    "auna", "avic", "avich", "euna", "evic", "evich", "evici", "evics", "evitch", "evits",
    "evitsj", "evna", "evych", "ewitsch", "ichna", "ivna", "ovic", "ovich", "ovici", "ovics",
    "ovitch", "ovits", "ovitsj", "ovna", "ovych", "owicz", "owitsch",
];
/// Those of them that family names of South Slavs, Poles and Romanians have as well, sorted.
const FAMILY_ENDINGS: &[&str] = &[
    "avic", "evic", "evici", "evics", "ovic", "ovici", "ovics", "owicz",
];

/// Endings of East Slavic family names, as they are normalised, sorted.
const EAST_SLAVIC_FAMILIES: &[&str] = &[
    "enko", "ev", "eva", "in", "ina", "ov", "ova", "skaja", "skaya", "skij", "skiy", "sky",
];

/// Shortest patronymic: `Ilyich` and its like are left to the other words.
const PATRONYMIC_LETTERS_MIN: usize = 7;

/// Words after a father's name that say whose child is meant, sorted.
const CHILDREN: &[&str] = &[
    "gizi", "gyzy", "kizi", "kyzy", "ogli", "oglu", "ogly", "oqli", "qizi", "ugli", "uly", "uulu",
];

/// Whether a normalised word says that the one before it is the father's name: `Heydar oglu`.
#[must_use]
pub fn is_child_of(word: &str) -> bool {
    CHILDREN.binary_search(&word).is_ok()
}

/// Whether a normalised word has the form of a patronymic. Some family names have it as well.
#[must_use]
pub fn is_patronymic(word: &str) -> bool {
    word.len() >= PATRONYMIC_LETTERS_MIN && endings_of(word).next().is_some()
}

/// Whether a normalised word has the form of an East Slavic family name.
#[must_use]
pub fn is_east_slavic_family(word: &str) -> bool {
    EAST_SLAVIC_FAMILIES.iter().any(|end| word.ends_with(end))
}

/// Whether a normalised word has the form of a patronymic as Russian, Ukrainian and Belarusian names are
/// spelled, and not that of a family name of their neighbours.
#[must_use]
pub fn is_east_slavic_patronymic(word: &str) -> bool {
    word.len() >= PATRONYMIC_LETTERS_MIN
        && endings_of(word).any(|end| FAMILY_ENDINGS.binary_search(&end).is_err())
}

/// What is before the ending of a patronymic: most of the father's name.
#[must_use]
pub fn patronymic_stem(word: &str) -> Option<&str> {
    if !is_patronymic(word) {
        return None;
    }
    let longest = endings_of(word).max_by_key(|end| end.len())?;
    word.strip_suffix(longest)
}

/// The endings of patronymics that a word has.
fn endings_of(word: &str) -> impl Iterator<Item = &'static str> {
    let last = word.bytes().next_back();
    let endings = PATRONYMICS.iter().copied();
    endings.filter(move |end| end.bytes().next_back() == last && word.ends_with(end))
}

/// What a normalised word means by itself.
#[must_use]
pub fn meaning_of(word: &str, organisation: bool) -> Meaning {
    if organisation {
        return meaning_in_body(word, class_of(word));
    }
    if is_title(word) {
        return Meaning::Title;
    } else if ORDINALS.binary_search(&word).is_ok() {
        return Meaning::Ordinal;
    }
    particle_or_plain(word)
}

/// What a normalised word of a class means in a body's name.
#[must_use]
pub fn meaning_in_body(word: &str, class: u16) -> Meaning {
    match says(class) {
        Some(Says::Form(class)) => Meaning::OrganisationForm(class),
        Some(Says::Generic(class)) => Meaning::Generic(class),
        Some(Says::Topic(class)) => Meaning::Topic(class),
        None => particle_or_plain(word),
    }
}

fn particle_or_plain(word: &str) -> Meaning {
    if PARTICLES.binary_search(&word).is_ok() || is_child_of(word) {
        Meaning::Particle
    } else {
        Meaning::Plain
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_and_without_doubles() {
        for list in [
            ORDINALS,
            PARTICLES,
            CHILDREN,
            FAMILY_ENDINGS,
            EAST_SLAVIC_FAMILIES,
        ] {
            assert!(list.windows(2).all(|pair| pair[0] < pair[1]), "{list:?}");
        }
        assert!(PATRONYMICS.windows(2).all(|pair| pair[0] < pair[1]));
    }
}
