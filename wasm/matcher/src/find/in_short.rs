//! The names of bodies that a query's name is short for, or that are short for it.

use crate::name::query::Query;
use crate::name::weigh::BODY;
use crate::snapshot::lists::Lists;

/// Adds the names of bodies that have the initials of a query as a word, at most so many.
///
/// They are found apart from those that share words: the initials of a person may be a frequent name
/// or a legal form, which would leave no room for the person.
pub(super) fn find_in_short(lists: &Lists, query: &Query, most: usize, names: &mut Vec<u32>) {
    let s = &lists.snapshot;
    let most = names.len() + most;
    for [initials, fold] in &query.in_short {
        let mut short = lists.dictionary.with_fold(fold);
        let Some(token) = short.find(|index| lists.dictionary.text(*index) == initials) else {
            continue;
        };
        let (first, end) = s.posting_range(token);
        let having = &s.all_postings()[first as usize..end as usize];
        let having = having.iter().map(|name| u32::from_le_bytes(*name));
        let of_body = |name: &u32| lists.reading(*name) == BODY;
        names.extend(having.filter(of_body).take(most - names.len()));
    }
}
