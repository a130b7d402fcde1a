//! Words that say something about a name and little about who bears it.
//!
//! All lists are in the form [`super::normalise`] gives and sorted, so that a word is found by
//! binary search.

use super::organisations::{Says, says};

/// What a word is by itself; whether that counts is decided by the kind of entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A word of a name.
    Plain,
    /// `Mr`, `Sheikh`, `General`.
    Title,
    /// `al`, `bin`, `van`.
    Particle,
    /// `Ltd`, `OAO`, by class: forms of one class are the same kind of body in another tongue.
    OrganisationForm(u16),
    /// `trading`, `group`: half of all firms have it. By class: words of one class mean one thing.
    Generic(u16),
    /// `missile`, `shipping`, `Iranian`: what a body deals with or where it is. By class, as well.
    Topic(u16),
}

const TITLES: &[&str] = &[
    "adm",
    "admiral",
    "alhaj",
    "alhaji",
    "ayatollah",
    "brig",
    "brigadier",
    "capt",
    "captain",
    "col",
    "colonel",
    "commander",
    "count",
    "cpt",
    "doctor",
    "don",
    "dr",
    "emir",
    "eng",
    "engineer",
    "gen",
    "general",
    "hadji",
    "haj",
    "haji",
    "hajj",
    "hajji",
    "hojatoleslam",
    "hon",
    "imam",
    "ing",
    "judge",
    "lady",
    "lieutenant",
    "lord",
    "lt",
    "madam",
    "maj",
    "major",
    "marshal",
    "maulana",
    "maulavi",
    "mawlawi",
    "minister",
    "miss",
    "mister",
    "mr",
    "mrs",
    "ms",
    "mufti",
    "mulla",
    "mullah",
    "pastor",
    "president",
    "prince",
    "princess",
    "prof",
    "professor",
    "qari",
    "rev",
    "reverend",
    "sayed",
    "sayid",
    "sayyed",
    "sayyid",
    "senator",
    "shaikh",
    "shaykh",
    "sheik",
    "sheikh",
    "sir",
    "syed",
    "ustad",
    "ustadh",
];

const PARTICLES: &[&str] = &[
    "a", "abn", "abu", "aka", "al", "ap", "as", "ash", "at", "az", "ben", "bin", "bint", "binte",
    "binti", "bn", "bnt", "da", "das", "de", "degli", "del", "della", "den", "der", "di", "do",
    "dos", "du", "e", "ed", "el", "em", "en", "es", "et", "fon", "i", "ibn", "la", "las", "le",
    "les", "los", "of", "oul", "ould", "san", "the", "u", "ul", "ur", "van", "ve", "vel", "vom",
    "von", "wa", "wal", "wald", "y", "zu", "zum", "zur",
];

/// Endings of East Slavic patronymics, which are written or left out at will.
const PATRONYMICS: &[&str] = &[
    "auna", "avich", "euna", "evich", "evna", "evych", "ichna", "ivna", "ovich", "ovna", "ovych",
];
/// Shortest patronymic: `Ilyich` and its like are left to the other words.
const PATRONYMIC_LETTERS_MIN: usize = 7;

/// Whether a normalised word has the form of a patronymic. Some family names have it as well.
#[must_use]
pub fn is_patronymic(word: &str) -> bool {
    word.len() >= PATRONYMIC_LETTERS_MIN && PATRONYMICS.iter().any(|end| word.ends_with(end))
}

/// What a normalised word means by itself.
#[must_use]
pub fn meaning_of(word: &str, organisation: bool) -> Meaning {
    if organisation {
        match says(word) {
            Some(Says::Form(class)) => return Meaning::OrganisationForm(class),
            Some(Says::Generic(class)) => return Meaning::Generic(class),
            Some(Says::Topic(class)) => return Meaning::Topic(class),
            None => {}
        }
    } else if TITLES.binary_search(&word).is_ok() {
        return Meaning::Title;
    }
    if PARTICLES.binary_search(&word).is_ok() {
        return Meaning::Particle;
    }
    Meaning::Plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_and_without_doubles() {
        for list in [TITLES, PARTICLES] {
            assert!(list.windows(2).all(|pair| pair[0] < pair[1]), "{list:?}");
        }
        assert!(PATRONYMICS.windows(2).all(|pair| pair[0] < pair[1]));
    }
}
