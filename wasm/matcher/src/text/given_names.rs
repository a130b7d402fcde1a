//! Given names that mean the same name: in other languages, in other spellings, and cut short.
//!
//! The tables and their licences are described in `data/README.md`. A name's forms in other languages
//! stand for each other; a short form stands for its full forms, and no short form for another.

use crate::order::sort;
use std::sync::OnceLock;

use super::by_word::ByWord;
use super::fold::fold;
use super::tables::{GIVEN_NAMES, NICKNAMES};
use super::vocabulary::patronymic_stem;

/// Another form of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Its fold.
    pub fold: &'static str,
    /// Whether one of the two is a short form of the other.
    pub short: bool,
    /// The name that both are forms of.
    group: u16,
}

/// One name in all its forms, folded.
#[derive(Default)]
struct Group {
    full: Vec<String>,
    short: Vec<String>,
}

#[derive(Default)]
struct Tables {
    groups: Vec<Group>,
    /// By fold: groups, and whether it is a short form there.
    by_fold: ByWord<String, Vec<(u16, bool)>>,
    /// By the name as it is written: groups that have it so.
    by_text: ByWord<&'static str, Vec<u16>>,
    /// By the stem of the fold: groups of full names, of which fathers' names are made.
    by_stem: ByWord<String, Vec<u16>>,
    /// Groups before this one distinguish one name from another.
    distinct: u16,
}

/// The other forms of a given name, by its text and fold; none of any other word. A name that stands in
/// a group as it is written is of no other, though the fold be one: `Michelle` is not `Michele`.
pub fn variants_of(text: &str, fold: &str) -> Vec<Variant> {
    let tables = tables();
    let mut found: Vec<Variant> = Vec::new();
    for &(group, short) in tables.by_fold.get(fold).into_iter().flatten() {
        if !tables.may_be_of(text, group) {
            continue;
        }
        let index = group;
        let group = &tables.groups[usize::from(group)];
        let full = group.full.iter().map(|fold| (fold, short));
        let cut = group
            .short
            .iter()
            .filter(|_| !short)
            .map(|fold| (fold, true));
        for (other, short) in full.chain(cut) {
            if other != fold && !found.iter().any(|known| known.fold == other) {
                found.push(Variant {
                    fold: other,
                    short,
                    group: index,
                });
            }
        }
    }
    found
}

/// Whether a fold is a form of a given name, full or short.
pub fn is_given_form(fold: &str) -> bool {
    tables().by_fold.contains_key(fold)
}

impl Variant {
    /// Whether a name that is written so may be this form.
    pub fn may_be(&self, text: &str) -> bool {
        tables().may_be_of(text, self.group)
    }
}

/// Whether two words, each as it is written and folded, are known to be two different given names, however
/// alike: `Antonio`, `Antonia`, or `Michelle` and `Michel`, which is French for `Michael`. Short forms are
/// short enough to be slips of each other.
pub fn are_two_names((a, a_fold): (&str, &str), (b, b_fold): (&str, &str)) -> bool {
    let tables = tables();
    let (Some(of_a), Some(of_b)) = (tables.by_fold.get(a_fold), tables.by_fold.get(b_fold)) else {
        return false;
    };
    let groups = |text, groups: &'static [(u16, bool)]| {
        let own = groups.iter();
        own.filter(move |(group, _)| tables.may_be_of(text, *group))
    };
    let is_distinct = |(group, short): &(u16, bool)| *group < tables.distinct && !short;
    let is_shared = |group: &(u16, bool)| groups(b, of_b).any(|other| other.0 == group.0);
    let as_written = groups(a, of_a).any(is_distinct)
        && groups(b, of_b).any(is_distinct)
        && !groups(a, of_a).any(is_shared);
    let is_shared = |group: &(u16, bool)| of_b.iter().any(|other| other.0 == group.0);
    let folded =
        of_a.iter().any(is_distinct) && of_b.iter().any(is_distinct) && !of_a.iter().any(is_shared);
    as_written || folded
}

/// Most of the father's name that a normalised patronymic is made of, folded; none of other words.
pub fn father_of(word: &str) -> Option<String> {
    patronymic_stem(word).map(|stem| stem_of(&fold(stem)))
}

/// Whether two fathers, as [`father_of`] gives them, have forms of one name: those of `Volodymyrovych`
/// and `Vladimirovich`.
pub fn are_one_father(a: &str, b: &str) -> bool {
    let groups = |stem: &str| tables().by_stem.get(stem);
    let alike = || {
        Some(
            groups(a)?
                .iter()
                .any(|group| groups(b).is_some_and(|b| b.contains(group))),
        )
    };
    a == b || alike().unwrap_or(false)
}

/// Whether a father, as [`father_of`] gives him, has one of the names that many fathers have.
pub fn is_known_father(father: &str) -> bool {
    tables().by_stem.contains_key(father)
}

/// A folded name without the letters that change when an ending is added.
fn stem_of(fold: &str) -> String {
    fold.trim_end_matches(['a', 'e', 'i', 'o', 'j']).to_owned()
}

fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        let mut tables = Tables::default();
        for line in GIVEN_NAMES.lines() {
            let (full, short) = line.split_once('|').unwrap_or((line, ""));
            tables.add(full.split_whitespace(), short.split_whitespace());
        }
        tables.distinct = tables.groups.len() as u16;
        for line in NICKNAMES.lines() {
            let (full, short) = line.split_once(' ').unwrap_or((line, ""));
            tables.add(std::iter::once(full), short.split(' '));
        }
        tables
    })
}

impl Tables {
    /// Whether a name that is written so may be of a group: of any, where none has it so.
    fn may_be_of(&self, text: &str, group: u16) -> bool {
        let own = self.by_text.get(text);
        own.is_none_or(|groups| groups.contains(&group))
    }

    fn add(
        &mut self,
        full: impl Iterator<Item = &'static str>,
        short: impl Iterator<Item = &'static str>,
    ) {
        let group = self.groups.len() as u16;
        let mut folds = |names: &mut dyn Iterator<Item = &'static str>, short: bool| {
            let mut folds: Vec<String> = Vec::new();
            for name in names {
                self.by_text.entry(name).or_default().push(group);
                folds.push(fold(name));
            }
            sort(&mut folds);
            folds.dedup();
            for fold in &folds {
                self.by_fold
                    .entry(fold.clone())
                    .or_default()
                    .push((group, short));
                if !short {
                    self.by_stem.entry(stem_of(fold)).or_default().push(group);
                }
            }
            folds
        };
        let (mut full, mut short) = (full, short);
        let full = folds(&mut full, false);
        let short = folds(&mut short, true);
        self.groups.push(Group { full, short });
    }
}
