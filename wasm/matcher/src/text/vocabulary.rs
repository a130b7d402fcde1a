//! Words that say something about a name and little about who bears it.
//!
//! They are in `data/name_words.tsv`, in the form that [`super::normalise`] gives.

use std::sync::LazyLock;

use super::by_word::{ByWord, WordSet};
use super::organisations::{Says, class_of, says};
use super::tables::{
    NAME_WORDS_CHILD_MARK, NAME_WORDS_CHILD_OF, NAME_WORDS_EAST_SLAVIC_FAMILY,
    NAME_WORDS_FAMILY_AS_WELL, NAME_WORDS_PARTICLE, NAME_WORDS_PATRONYMIC, TITLES_SURE,
};

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

static CHILD_OF: LazyLock<WordSet> =
    LazyLock::new(|| NAME_WORDS_CHILD_OF.iter().copied().collect());

static PARTICLES: LazyLock<WordSet> = LazyLock::new(|| {
    let all = NAME_WORDS_PARTICLE.iter().chain(&NAME_WORDS_CHILD_OF);
    all.copied().collect()
});

/// What words mean in a person's name by themselves.
static MEANINGS: LazyLock<ByWord<&'static str, Meaning>> = LazyLock::new(|| {
    let particles = PARTICLES.iter().map(|word| (*word, Meaning::Particle));
    let marks = NAME_WORDS_CHILD_MARK.iter();
    let marks = marks.map(|word| (*word, Meaning::Ordinal));
    let titles = TITLES_SURE.iter().map(|word| (*word, Meaning::Title));
    // A word of several tables is what the last of them says.
    particles.chain(marks).chain(titles).collect()
});

/// Shortest patronymic: `Ilyich` and its like are left to the other words.
const PATRONYMIC_LETTERS_MIN: usize = 7;

/// Whether a normalised word says that the one before it is the father's name: `Heydar oglu`.
pub fn is_child_of(word: &str) -> bool {
    CHILD_OF.contains(word)
}

/// Whether a normalised word has the form of a patronymic. Some family names have it as well.
pub fn is_patronymic(word: &str) -> bool {
    word.len() >= PATRONYMIC_LETTERS_MIN && endings_of(word).next().is_some()
}

/// Whether a normalised word has the form of an East Slavic family name.
pub fn is_east_slavic_family(word: &str) -> bool {
    NAME_WORDS_EAST_SLAVIC_FAMILY
        .iter()
        .any(|end| word.ends_with(end))
}

/// Whether a normalised word has the form of a patronymic as Russian, Ukrainian and Belarusian names are
/// spelled, and not that of a family name of their neighbours.
pub fn is_east_slavic_patronymic(word: &str) -> bool {
    word.len() >= PATRONYMIC_LETTERS_MIN
        && endings_of(word).any(|end| NAME_WORDS_FAMILY_AS_WELL.binary_search(&end).is_err())
}

/// What is before the ending of a patronymic: most of the father's name.
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
    let endings = NAME_WORDS_PATRONYMIC.iter().copied();
    endings.filter(move |end| end.bytes().next_back() == last && word.ends_with(end))
}

/// What a normalised word means by itself.
pub fn meaning_of(word: &str, organisation: bool) -> Meaning {
    if organisation {
        return meaning_in_body(word, class_of(word));
    }
    let meaning = MEANINGS.get(word).copied();
    meaning.unwrap_or(Meaning::Plain)
}

/// What a normalised word of a class means in a body's name.
pub fn meaning_in_body(word: &str, class: u16) -> Meaning {
    match says(class) {
        Some(Says::Form(class)) => Meaning::OrganisationForm(class),
        Some(Says::Generic(class)) => Meaning::Generic(class),
        Some(Says::Topic(class)) => Meaning::Topic(class),
        None => particle_or_plain(word),
    }
}

fn particle_or_plain(word: &str) -> Meaning {
    if PARTICLES.contains(word) {
        Meaning::Particle
    } else {
        Meaning::Plain
    }
}
