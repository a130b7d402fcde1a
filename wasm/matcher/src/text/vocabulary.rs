//! Words that say something about a name and little about who bears it.
//!
//! All lists are in the form [`super::normalise`] gives and sorted, so that a word is found by
//! binary search.

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
    OrganisationForm(u8),
    /// `trading`, `group`: half of all firms have it.
    Generic,
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
    ("fz", 6),
    ("fzc", 6),
    ("fzco", 6),
    ("fze", 6),
    ("fzllc", 6),
    ("gmbh", 1),
    ("gp", 8),
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
    ("ta", 1),
    ("tov", 1),
    ("zao", 2),
    ("zoo", 1),
];

const GENERIC: &[&str] = &[
    "agency",
    "and",
    "association",
    "bank",
    "branch",
    "brigade",
    "brothers",
    "building",
    "bureau",
    "center",
    "centre",
    "charitable",
    "charity",
    "club",
    "commerce",
    "commercial",
    "committee",
    "consulting",
    "council",
    "department",
    "design",
    "development",
    "directorate",
    "electronics",
    "energy",
    "engineering",
    "enterprise",
    "enterprises",
    "exchange",
    "export",
    "factory",
    "federal",
    "finance",
    "financial",
    "for",
    "foundation",
    "front",
    "fund",
    "gas",
    "general",
    "global",
    "group",
    "heavy",
    "holding",
    "holdings",
    "import",
    "industrial",
    "industries",
    "industry",
    "institute",
    "international",
    "investment",
    "investments",
    "joint",
    "liberation",
    "machine",
    "management",
    "manufacturing",
    "marine",
    "maritime",
    "ministry",
    "movement",
    "national",
    "office",
    "oil",
    "organisation",
    "organization",
    "party",
    "petrochemical",
    "petroleum",
    "plant",
    "production",
    "public",
    "relief",
    "republic",
    "research",
    "resources",
    "school",
    "scientific",
    "service",
    "services",
    "shipping",
    "shipyard",
    "society",
    "solutions",
    "state",
    "stock",
    "supply",
    "systems",
    "tech",
    "technical",
    "technologies",
    "technology",
    "trade",
    "traders",
    "trading",
    "transport",
    "travel",
    "trust",
    "union",
    "united",
    "university",
    "ventures",
];

/// Beginnings of words, in Russian and its neighbours, that half of all firms have.
const GENERIC_STEMS: &[&str] = &[
    "assotsiatsi",
    "fabrik",
    "federaln",
    "gosudarstvenn",
    "gruppa",
    "institut",
    "issledovatelsk",
    "kombinat",
    "kompani",
    "konstruktorsk",
    "kontsern",
    "korporatsi",
    "mashinostroiteln",
    "mekhanichesk",
    "nauchn",
    "obedineni",
    "opytn",
    "predpriyati",
    "proizvodstvenn",
    "promyshlenn",
    "sudostroiteln",
    "tekhnichesk",
    "tekhnolog",
    "torgov",
    "tsentr",
    "zavod",
];

/// Legal forms that are written out: the beginnings of their words, and the form in short.
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
];

/// The legal form that words begin with, written out in how many of them.
#[must_use]
pub fn form_phrase<'a>(
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
        if let Ok(found) = FORMS.binary_search_by(|(form, _)| (*form).cmp(word)) {
            return Meaning::OrganisationForm(FORMS[found].1);
        }
        if GENERIC.binary_search(&word).is_ok()
            || GENERIC_STEMS.iter().any(|stem| word.starts_with(stem))
        {
            return Meaning::Generic;
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
        for list in [TITLES, PARTICLES, GENERIC] {
            assert!(list.windows(2).all(|pair| pair[0] < pair[1]), "{list:?}");
        }
        assert!(PATRONYMICS.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(FORMS.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }
}
