//! Words that say what kind of body a name is of, and little about which.
//!
//! All lists are in the form [`super::normalise`] gives and sorted, so that a word is found by binary
//! search.

use crate::edits::{Pattern, begin_alike};

/// Legal forms by class, and what is written before the names of vessels: forms of one class are the same kind of body in another tongue.
const FORMS: &[(&str, u8)] = &[
    ("ab", 2),
    ("aee", 1),
    ("ag", 2),
    ("ao", 2),
    ("aps", 1),
    ("as", 2),
    ("asa", 2),
    ("bhd", 1),
    ("bv", 1),
    ("bvba", 1),
    ("co", 3),
    ("company", 3),
    ("corp", 4),
    ("corporation", 4),
    ("doo", 1),
    ("eood", 1),
    ("est", 5),
    ("establishment", 5),
    ("fgup", 10),
    ("fv", 11),
    ("fz", 6),
    ("fzc", 6),
    ("fzco", 6),
    ("fze", 6),
    ("fzllc", 6),
    ("gmbh", 1),
    ("gp", 8),
    ("gup", 10),
    ("inc", 4),
    ("incorporated", 4),
    ("jsc", 2),
    ("kft", 1),
    ("kg", 8),
    ("lda", 1),
    ("limitada", 1),
    ("limited", 1),
    ("llc", 1),
    ("llp", 8),
    ("lp", 8),
    ("ltd", 1),
    ("ltda", 1),
    ("ms", 11),
    ("mt", 11),
    ("mts", 11),
    ("mv", 11),
    ("nv", 2),
    ("oao", 2),
    ("ojsc", 2),
    ("ooo", 1),
    ("ou", 1),
    ("oy", 1),
    ("oyj", 2),
    ("pao", 2),
    ("pjs", 2),
    ("pjsc", 2),
    ("plc", 2),
    ("private", 9),
    ("pte", 9),
    ("pty", 9),
    ("pvt", 9),
    ("rup", 10),
    ("sa", 2),
    ("sae", 2),
    ("saipa", 2),
    ("sal", 2),
    ("sarl", 1),
    ("sas", 1),
    ("sdn", 9),
    ("se", 2),
    ("sl", 1),
    ("spa", 2),
    ("spk", 8),
    ("sprl", 1),
    ("srl", 1),
    ("srls", 1),
    ("sro", 1),
    ("ss", 11),
    ("ta", 1),
    ("tov", 1),
    ("zao", 2),
    ("zoo", 1),
];

/// Words that many bodies have, by class: words of one class, in whatever tongue, mean one thing. Those
/// that only mean themselves have class 0.
const GENERIC: &[(&str, u8)] = &[
    ("agency", 0),
    ("and", 0),
    ("association", 108),
    ("bank", 0),
    ("branch", 0),
    ("brigade", 0),
    ("brothers", 0),
    ("building", 0),
    ("bureau", 113),
    ("center", 102),
    ("centre", 102),
    ("charitable", 130),
    ("charity", 130),
    ("club", 0),
    ("commerce", 106),
    ("commercial", 106),
    ("committee", 0),
    ("companies", 0),
    ("concern", 116),
    ("consulting", 123),
    ("council", 0),
    ("department", 0),
    ("design", 114),
    ("development", 0),
    ("directorate", 0),
    ("electronic", 125),
    ("electronics", 125),
    ("energy", 0),
    ("eng", 115),
    ("engineering", 115),
    ("enterprise", 107),
    ("enterprises", 107),
    ("exchange", 0),
    ("export", 0),
    ("factory", 101),
    ("federal", 120),
    ("finance", 0),
    ("financial", 0),
    ("for", 0),
    ("foundation", 122),
    ("front", 0),
    ("fund", 122),
    ("gas", 0),
    ("general", 0),
    ("global", 0),
    ("group", 104),
    ("grupp", 104),
    ("heavy", 0),
    ("holding", 105),
    ("holdings", 105),
    ("import", 0),
    ("industrial", 121),
    ("industries", 121),
    ("industry", 121),
    ("institute", 103),
    ("insurance", 128),
    ("international", 117),
    ("intl", 117),
    ("investment", 124),
    ("investments", 124),
    ("joint", 0),
    ("kb", 139),
    ("liberation", 0),
    ("logistics", 127),
    ("machine", 0),
    ("management", 0),
    ("manufacturing", 112),
    ("marine", 0),
    ("maritime", 0),
    ("ministry", 129),
    ("movement", 0),
    ("national", 118),
    ("nii", 138),
    ("npk", 136),
    ("npo", 134),
    ("npp", 135),
    ("npts", 137),
    ("office", 0),
    ("oil", 0),
    ("okb", 140),
    ("organisation", 132),
    ("organization", 132),
    ("party", 0),
    ("petrochemical", 0),
    ("petroleum", 0),
    ("plant", 101),
    ("production", 112),
    ("public", 0),
    ("relief", 0),
    ("republic", 0),
    ("research", 110),
    ("resources", 0),
    ("school", 0),
    ("science", 111),
    ("scientific", 111),
    ("service", 0),
    ("services", 0),
    ("ship", 0),
    ("shipbuilding", 131),
    ("shipping", 0),
    ("shipyard", 131),
    ("society", 0),
    ("solutions", 0),
    ("state", 119),
    ("stock", 0),
    ("supply", 0),
    ("system", 126),
    ("systems", 126),
    ("tanker", 0),
    ("tech", 109),
    ("technical", 133),
    ("technologies", 109),
    ("technology", 109),
    ("trade", 106),
    ("traders", 106),
    ("trading", 106),
    ("transport", 0),
    ("travel", 0),
    ("trust", 0),
    ("union", 108),
    ("united", 0),
    ("university", 0),
    ("ventures", 0),
    ("vessel", 0),
    ("works", 101),
];

/// Beginnings of words, in Russian and its neighbours, that half of all firms have, by class.
const GENERIC_STEMS: &[(&str, u8)] = &[
    ("assotsiatsi", 108),
    ("elektronik", 125),
    ("fabrik", 101),
    ("federaln", 120),
    ("fond", 122),
    ("gosudarstvenn", 119),
    ("gruppa", 104),
    ("institut", 103),
    ("investitsi", 124),
    ("inzhenern", 115),
    ("inzhiniring", 115),
    ("issledovatelsk", 110),
    ("kholding", 105),
    ("kombinat", 0),
    ("kompani", 0),
    ("konsalting", 123),
    ("konstruktorsk", 114),
    ("kontsern", 116),
    ("korporatsi", 0),
    ("logistik", 127),
    ("mashinostroiteln", 0),
    ("mekhanichesk", 0),
    ("mezhdunarodn", 117),
    ("ministerstv", 129),
    ("natsionaln", 118),
    ("nauchn", 111),
    ("obedineni", 108),
    ("opytn", 0),
    ("predpriyati", 107),
    ("proizvodstvenn", 112),
    ("promyshlenn", 121),
    ("strakhov", 128),
    ("sudostroiteln", 131),
    ("tekhnichesk", 133),
    ("tekhnolog", 109),
    ("torgov", 106),
    ("treyd", 106),
    ("tsentr", 102),
    ("zavod", 101),
];

/// What is written out or in short: the beginnings of the words, and the short form.
///
/// Legal forms first, then the kinds of bodies that Russian names abbreviate.
const PHRASES: &[(&[&str], &str)] = &[
    (&["public", "joint", "stock", "company"], "pjsc"),
    (&["open", "joint", "stock", "company"], "ojsc"),
    (&["closed", "joint", "stock", "company"], "zao"),
    (&["private", "joint", "stock", "company"], "jsc"),
    (&["joint", "stock", "company"], "jsc"),
    (&["limited", "liability", "company"], "llc"),
    (&["limited", "liability", "partnership"], "llp"),
    (&["public", "limited", "company"], "plc"),
    (&["private", "limited", "company"], "ltd"),
    (&["publichn", "aktsionern", "obshchestv"], "pao"),
    (&["otkryt", "aktsionern", "obshchestv"], "oao"),
    (&["zakryt", "aktsionern", "obshchestv"], "zao"),
    (&["aktsionern", "obshchestv"], "ao"),
    (&["aktsionern", "tovarystv"], "ao"),
    (&["obshchestv", "s", "ogranichenn", "otvetstvennost"], "ooo"),
    (&["tovarystv", "z", "obmezhen", "vidpovidalnist"], "tov"),
    (&["free", "zone", "company"], "fzco"),
    (&["aktiengesellschaft"], "ag"),
    (&["sendirian", "berhad"], "sdn"),
    (&["sdn", "bhd"], "sdn"),
    (&["publicly", "traded", "company"], "plc"),
    (&["federal", "state", "unitary", "enterprise"], "fgup"),
    (&["state", "unitary", "enterprise"], "gup"),
    (&["republican", "unitary", "enterprise"], "rup"),
    (
        &["federaln", "gosudarstvenn", "unitarn", "predpriyati"],
        "fgup",
    ),
    (&["gosudarstvenn", "unitarn", "predpriyati"], "gup"),
    (&["respublikansk", "unitarn", "predpriyati"], "rup"),
    (&["scientific", "and", "production", "association"], "npo"),
    (&["scientific", "production", "association"], "npo"),
    (&["research", "and", "production", "association"], "npo"),
    (&["research", "production", "association"], "npo"),
    (&["nauchno", "proizvodstvenn", "obedineni"], "npo"),
    (&["scientific", "and", "production", "enterprise"], "npp"),
    (&["scientific", "production", "enterprise"], "npp"),
    (&["research", "and", "production", "enterprise"], "npp"),
    (&["research", "production", "enterprise"], "npp"),
    (&["nauchno", "proizvodstvenn", "predpriyati"], "npp"),
    (&["scientific", "and", "production", "company"], "npk"),
    (&["scientific", "production", "company"], "npk"),
    (&["research", "and", "production", "company"], "npk"),
    (&["research", "production", "company"], "npk"),
    (&["scientific", "and", "production", "corporation"], "npk"),
    (&["scientific", "production", "corporation"], "npk"),
    (&["research", "and", "production", "corporation"], "npk"),
    (&["research", "production", "corporation"], "npk"),
    (&["scientific", "and", "production", "complex"], "npk"),
    (&["scientific", "production", "complex"], "npk"),
    (&["research", "and", "production", "complex"], "npk"),
    (&["research", "production", "complex"], "npk"),
    (&["scientific", "and", "production", "concern"], "npk"),
    (&["scientific", "production", "concern"], "npk"),
    (&["research", "and", "production", "concern"], "npk"),
    (&["research", "production", "concern"], "npk"),
    (&["nauchno", "proizvodstvenn", "kompani"], "npk"),
    (&["nauchno", "proizvodstvenn", "korporatsi"], "npk"),
    (&["nauchno", "proizvodstvenn", "kompleks"], "npk"),
    (&["nauchno", "proizvodstvenn", "kontsern"], "npk"),
    (&["scientific", "and", "production", "cent"], "npts"),
    (&["scientific", "production", "cent"], "npts"),
    (&["research", "and", "production", "cent"], "npts"),
    (&["research", "production", "cent"], "npts"),
    (&["nauchno", "proizvodstvenn", "tsentr"], "npts"),
    (&["scientific", "research", "institute"], "nii"),
    (&["research", "institute"], "nii"),
    (&["nauchno", "issledovatelsk", "institut"], "nii"),
    (&["experimental", "design", "bureau"], "okb"),
    (&["opytn", "konstruktorsk", "byuro"], "okb"),
    (&["design", "bureau"], "kb"),
    (&["konstruktorsk", "byuro"], "kb"),
];

/// Class of a legal form.
#[must_use]
pub fn form_class(word: &str) -> Option<u8> {
    let found = FORMS.binary_search_by(|(form, _)| (*form).cmp(word));
    found.ok().map(|at| FORMS[at].1)
}

/// Class of a word that many bodies have, 0 if it only means itself.
#[must_use]
pub fn generic_class(word: &str) -> Option<u8> {
    let found = GENERIC.binary_search_by(|(generic, _)| (*generic).cmp(word));
    let by_stem = || {
        GENERIC_STEMS
            .iter()
            .find(|(stem, _)| word.starts_with(stem))
    };
    found
        .ok()
        .map(|at| &GENERIC[at])
        .or_else(by_stem)
        .map(|(_, class)| *class)
}

/// Shortest word of which another may be a slip: below it, one letter makes another word.
const SLIP_LETTERS_MIN: usize = 5;

/// The legal form or generic word that a word is a slip of: one edit from it, but for the first letter,
/// which is seldom mistyped.
#[must_use]
pub fn meant_by(word: &str) -> Option<&'static str> {
    let pattern = Pattern::new(word);
    FORMS
        .iter()
        .chain(GENERIC)
        .map(|(meant, _)| *meant)
        .filter(|meant| meant.len() >= SLIP_LETTERS_MIN && begin_alike(word, meant))
        .find(|meant| pattern.distance(meant, 1).is_some())
}

/// The short form of what words begin with, and how many of them it is.
#[must_use]
pub fn short_form<'a>(
    words: &(impl Iterator<Item = &'a str> + Clone),
) -> Option<(usize, &'static str)> {
    let spells = |phrase: &[&str]| {
        let mut words = words.clone();
        phrase.iter().all(|stem| {
            let fits = |word: &str| match stem.len() {
                1 => word == *stem,
                _ => word.starts_with(stem),
            };
            words.next().is_some_and(fits)
        })
    };
    PHRASES
        .iter()
        .find(|(phrase, _)| spells(phrase))
        .map(|(phrase, form)| (phrase.len(), *form))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_and_without_doubles() {
        for list in [FORMS, GENERIC, GENERIC_STEMS] {
            assert!(
                list.windows(2).all(|pair| pair[0].0 < pair[1].0),
                "{list:?}"
            );
        }
    }

    #[test]
    fn classes_of_forms_and_of_generic_words_are_apart() {
        let most = FORMS.iter().map(|(_, class)| *class).max();
        let generic = GENERIC.iter().chain(GENERIC_STEMS);
        let least = generic
            .map(|(_, class)| *class)
            .filter(|class| *class > 0)
            .min();
        assert!(most < least);
    }

    #[test]
    fn meant_by_sees_one_slip_of_a_longer_word() {
        for (word, meant) in [
            ("compny", Some("company")),
            ("liited", Some("limited")),
            ("gruop", Some("group")),
            ("holdngs", Some("holdings")),
            ("aurora", None),
            ("cmpny", None),
            ("tompany", None),
            ("bak", None),
        ] {
            assert_eq!(meant_by(word), meant, "{word}");
        }
    }

    #[test]
    fn short_form_reads_what_is_written_out() {
        let words = ["nauchno", "proizvodstvennoe", "obedinenie", "almaz"];
        assert_eq!(short_form(&words.into_iter()), Some((3, "npo")));
        let words = ["scientific", "production", "association"];
        assert_eq!(short_form(&words.into_iter()), Some((3, "npo")));
        assert_eq!(short_form(&["almaz"].into_iter()), None);
    }
}
