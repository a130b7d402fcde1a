//! How many people bear a name, whatever the lists hold of them.
//!
//! The tables, their sources and licences are described in `data/README.md`. A name has the share of
//! the people among whom it is commonest, not of mankind: whoever is listed has his namesakes there.

use std::sync::OnceLock;

use super::by_word::ByWord;
use super::fold::fold;
use super::frequent::is_frequent_fold;
use super::tables::{COMMON_NAMES, COMMON_NAMES_BY_HAND};

/// People that bearers are counted of.
const PEOPLE: f64 = 10_000.0;
/// Bearers of a frequent name of which no table says how many there are.
const BEARERS_OF_FREQUENT: f64 = 100.0;

/// Letters of the shortest folded family names that have a form for women: `Lenin`, and no `Bin`.
const SHORTEST_MAN: usize = 4;

fn tables() -> [&'static str; 2] {
    [&COMMON_NAMES, &COMMON_NAMES_BY_HAND]
}

/// How rare a folded name is among people: the logarithm of how many there are for one who bears it.
/// None of a name that is not known to be common.
///
/// ```
/// # use matcher::text::common_names::rarity_among_people;
/// # use matcher::text::fold::fold;
/// let rarity = |name: &str| rarity_among_people(&fold(name));
/// assert!(rarity("muhammad") < rarity("castillo"));
/// assert!(rarity("castillo").is_some());
/// assert_eq!(rarity("kushweyb"), None);
/// ```
pub fn rarity_among_people(folded: &str) -> Option<f64> {
    let bearers = |folded: &str| common_name(folded).map(|name| f64::from(name.bearers));
    let bearers = bearers(folded)
        .or_else(|| is_frequent_fold(folded).then_some(BEARERS_OF_FREQUENT))
        .or_else(|| bearers(man_of(folded)))?;
    Some((PEOPLE / bearers).ln())
}

/// Whether a folded name is a syllable that is spelled otherwise from country to country, so that another
/// spelling is no other name.
pub fn spellings_vary(folded: &str) -> bool {
    common_name(folded).is_some_and(|name| name.varies)
}

/// A name that many people bear.
#[derive(Clone, Copy, Debug, Default)]
struct CommonName {
    bearers: u16,
    varies: bool,
}

fn common_name(folded: &str) -> Option<CommonName> {
    static NAMES: OnceLock<ByWord<String, CommonName>> = OnceLock::new();
    let table = NAMES.get_or_init(|| {
        let mut names: ByWord<String, CommonName> = ByWord::default();
        for (row, name) in tables().into_iter().flat_map(rows) {
            let known = names.entry(fold(name)).or_default();
            known.bearers = known.bearers.max(row.bearers);
            known.varies |= row.varies;
        }
        names
    });
    table.get(folded).copied()
}

/// Each name with how many bear it; the names of a line whose count ends in `~` are syllables.
fn rows(table: &str) -> impl Iterator<Item = (CommonName, &str)> {
    table.lines().flat_map(|line| {
        let (count, names) = line.split_once(' ').unwrap_or((line, ""));
        let row = CommonName {
            bearers: count.trim_end_matches('~').parse().unwrap_or_default(),
            varies: count.ends_with('~'),
        };
        names.split(' ').map(move |name| (row, name))
    })
}

/// The form that a man has of a folded family name, as Slavs have another for women; the name as it is
/// of all others.
pub fn man_of(folded: &str) -> &str {
    let man = folded.strip_suffix('a').unwrap_or(folded);
    let ends = man.len() > SHORTEST_MAN && ["ov", "ev", "in"].iter().any(|end| man.ends_with(end));
    if ends { man } else { folded }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_a_count_and_names() {
        for table in tables() {
            for line in table.lines() {
                let mut names = rows(line);
                assert!(
                    names.all(|(row, name)| row.bearers > 0
                        && name.bytes().all(|b| b.is_ascii_lowercase())
                        && !name.is_empty()),
                    "{line}"
                );
            }
        }
    }

    #[test]
    fn a_common_name_is_common_in_any_spelling_and_of_either_sex() {
        let rarity = |name: &str| rarity_among_people(&fold(name));
        assert_eq!(rarity("smirnova"), rarity("smirnov"));
        assert_eq!(rarity("mohammad"), rarity("mohamad"));
        assert!(rarity("okonkwo").is_some());
        assert_eq!(rarity("vorontsovskiy"), None);
    }
}
