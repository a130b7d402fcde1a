//! Words that are made of syllables, each of which may be spelt in several ways.

/// Most ways to spell one word that are kept.
pub const SPELLINGS_MAX: usize = 16;

/// The ways to spell one syllable or word, the likeliest first; none where it is no such word.
pub type Spellings = Vec<String>;

/// One word of a name as it is read otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Which word of the name it is of, the first of them where it is of several.
    pub place: usize,
    /// How it may be spelt, the likeliest first; at least one.
    pub spellings: Spellings,
    /// Whether it is the family name.
    pub is_family: bool,
    /// Keys of the bare consonants that it may have, of a word that only its sound says anything of.
    pub skeletons: Vec<u32>,
}

impl Part {
    /// A word, or a part of one, that is known by its spellings.
    pub fn new(place: usize, spellings: Spellings, is_family: bool) -> Part {
        Part {
            place,
            spellings,
            is_family,
            skeletons: Vec::new(),
        }
    }
}

/// The ways to spell words one after the other as one word: each of the first with each of the second.
pub fn joined<S: AsRef<str>>(words: &[Vec<S>], most: usize) -> Spellings {
    let mut all = vec![String::new()];
    for spellings in words {
        let ends = || spellings.iter().map(AsRef::as_ref);
        let longer = all
            .iter()
            .flat_map(|start| ends().map(move |end| [&**start, end].concat()));
        all = longer.take(most).collect();
    }
    all
}

/// The ways to cut a word into one or two syllables, the longer first syllable first; those in which
/// each part is a syllable. `syllable` says how one may be spelt.
pub fn cuts(word: &str, syllable: impl Fn(&str) -> Spellings) -> Vec<Vec<Spellings>> {
    let mut found = Vec::new();
    let whole = syllable(word);
    if !whole.is_empty() {
        found.push(vec![whole]);
    }
    for (first, second) in halves(word) {
        let first = syllable(first);
        if first.is_empty() {
            continue;
        }
        let second = syllable(second);
        if !second.is_empty() {
            found.push(vec![first, second]);
        }
    }
    found
}

/// Whether there is such a way: `is_syllable` says whether a part is one.
pub fn is_cut(word: &str, is_syllable: impl Fn(&str) -> bool) -> bool {
    let mut halves = halves(word);
    is_syllable(word) || halves.any(|(first, second)| is_syllable(first) && is_syllable(second))
}

/// The ways to cut a word in two, the longer first half first.
fn halves(word: &str) -> impl Iterator<Item = (&str, &str)> {
    let places = word.char_indices().rev().map(|(at, _)| at);
    places.filter(|at| *at > 0).map(|at| word.split_at(at))
}

/// Adds a spelling that is not among these.
pub fn add(spellings: &mut Spellings, spelling: String) {
    if spellings.len() < SPELLINGS_MAX && !spellings.contains(&spelling) {
        spellings.push(spelling);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_prefer_the_whole_and_then_the_longer_first() {
        let known = ["xi", "an", "xian", "ia", "n"];
        let syllable = |text: &str| -> Spellings {
            known
                .iter()
                .filter(|k| **k == text)
                .map(|k| (*k).to_owned())
                .collect()
        };
        let texts: Vec<Vec<String>> = cuts("xian", syllable)
            .into_iter()
            .map(|cut| cut.into_iter().flatten().collect())
            .collect();
        assert_eq!(texts, [vec!["xian"], vec!["xi", "an"]]);
    }
}
