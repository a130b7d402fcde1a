//! Korean family names as their bearers and Russian texts spell them, and as lists do. Compiled by
//! hand; the order of lists' spellings is that of their frequency there.

use crate::text::tables::KOREAN_SURNAMES;

/// How lists spell a family name, the likeliest first; none where it is none.
///
/// ```
/// # use matcher::text::asian::korean_surnames::listed;
/// assert_eq!(listed("park").collect::<Vec<_>>(), ["pak", "park"]);
/// assert_eq!(listed("smith").next(), None);
/// ```
pub fn listed(written: &str) -> impl Iterator<Item = &'static str> + '_ {
    let rows = KOREAN_SURNAMES
        .iter()
        .filter(move |(as_written, _)| as_written.contains(&written));
    rows.flat_map(|(_, as_listed)| as_listed.iter().copied())
}
