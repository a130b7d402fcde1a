//! Korean family names as their bearers and Russian texts spell them, and as lists do. Compiled by
//! hand; the order of lists' spellings is that of their frequency there.

use std::sync::LazyLock;

use crate::text::by_word::ByWord;
use crate::text::tables::KOREAN_SURNAMES;

/// How lists spell a family name, in the order of the table, by how it is written.
static BY_WRITTEN: LazyLock<ByWord<&'static str, Vec<&'static str>>> = LazyLock::new(|| {
    let mut table: ByWord<&str, Vec<&str>> = ByWord::default();
    for (as_written, as_listed) in &KOREAN_SURNAMES {
        for written in *as_written {
            table.entry(written).or_default().extend(*as_listed);
        }
    }
    table
});

/// How lists spell a family name, the likeliest first; none where it is none.
///
/// ```
/// # use matcher::text::asian::korean_surnames::listed;
/// assert_eq!(listed("park").collect::<Vec<_>>(), ["pak", "park"]);
/// assert_eq!(listed("smith").next(), None);
/// ```
pub fn listed(written: &str) -> impl Iterator<Item = &'static str> + use<> {
    let found = BY_WRITTEN.get(written).into_iter().flatten();
    found.copied()
}
