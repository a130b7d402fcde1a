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

/// The ways to spell words one after the other as one word: each of the first with each of the second.
#[must_use]
pub fn joined(words: &[&[String]]) -> Spellings {
    let mut all = vec![String::new()];
    for spellings in words {
        let longer = all
            .iter()
            .flat_map(|start| spellings.iter().map(move |end| [&**start, end].concat()));
        all = longer.take(SPELLINGS_MAX).collect();
    }
    all
}

/// The ways to cut a word into one or two syllables, the longer first syllable first; those in which
/// each part is a syllable. `syllable` says how one may be spelt.
#[must_use]
pub fn cuts(word: &str, syllable: impl Fn(&str) -> Spellings) -> Vec<Vec<Spellings>> {
    let mut found = Vec::new();
    let whole = syllable(word);
    if !whole.is_empty() {
        found.push(vec![whole]);
    }
    for (at, _) in word
        .char_indices()
        .skip(1)
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
    {
        let (first, second) = word.split_at(at);
        let parts = [syllable(first), syllable(second)];
        if parts.iter().all(|part| !part.is_empty()) {
            found.push(parts.into());
        }
    }
    found
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
