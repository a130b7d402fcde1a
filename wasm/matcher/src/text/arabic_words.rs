//! Words in Arabic letters whose vowels are known.

/// Words of many names and compounds, whose vowels everybody knows though the script leaves them out.
const KNOWN: &[(&str, &str)] = &[
    ("آخوند", "akhund"),
    ("ابن", "ibn"),
    ("ابو", "abu"),
    ("ابي", "abu"),
    ("أبو", "abu"),
    ("أبي", "abu"),
    ("ال", "al"),
    ("الله", "allah"),
    ("اللہ", "allah"),
    ("بن", "bin"),
    ("بنت", "bint"),
    ("جان", "jan"),
    ("حق", "haq"),
    ("خان", "khan"),
    ("خيل", "khel"),
    ("خیل", "khel"),
    ("داد", "dad"),
    ("دين", "din"),
    ("دین", "din"),
    ("زاده", "zada"),
    ("زادہ", "zada"),
    ("شاه", "shah"),
    ("شاہ", "shah"),
    ("عبد", "abd"),
    ("مل", "mal"),
];

/// Names of one consonant, which alone says too little, and of consonants that Latin spellings read
/// as a pair: as Arabs and as Persians write them.
const VOWELLED: &[(&str, &str, &str)] = &[
    ("اسحاق", "ishaq", "eshaq"),
    ("إسحاق", "ishaq", "eshaq"),
    ("بهاء", "baha", "baha"),
    ("حي", "hay", "hai"),
    ("حی", "hay", "hai"),
    ("رجا", "raja", "raja"),
    ("رجاء", "raja", "raja"),
    ("رضا", "rida", "reza"),
    ("ضياء", "diya", "zia"),
    ("ضیا", "diya", "zia"),
    ("طه", "taha", "taha"),
    ("طہ", "taha", "taha"),
    ("عدي", "uday", "odai"),
    ("علاء", "ala", "ala"),
    ("عيسى", "isa", "essa"),
    ("عیسی", "isa", "essa"),
    ("عيسی", "isa", "essa"),
    ("موسى", "musa", "mousa"),
    ("موسی", "musa", "mousa"),
    ("نوح", "nuh", "nouh"),
    ("هدى", "huda", "hoda"),
    ("ولى", "wali", "vali"),
    ("ولي", "wali", "vali"),
    ("ولی", "wali", "vali"),
    ("يحيى", "yahya", "yahya"),
    ("یحیی", "yahya", "yahya"),
];

/// How Latin texts write a word that they all write alike.
///
/// ```
/// # use matcher::text::arabic_words::known;
/// assert_eq!(known("أبو"), Some("abu"));
/// assert_eq!(known("بشار"), None);
/// ```
#[must_use]
pub fn known(word: &str) -> Option<&'static str> {
    let found = KNOWN.iter().find(|(arabic, _)| *arabic == word);
    found.map(|(_, latin)| *latin)
}

/// How Latin texts write a word whose consonants say too little: as Arabs and as Persians do.
#[must_use]
pub fn vowelled(word: &str) -> Option<(&'static str, &'static str)> {
    let found = VOWELLED.iter().find(|(arabic, ..)| *arabic == word);
    found.map(|(_, arab, persian)| (*arab, *persian))
}

/// Whether a word in Latin letters is one of [`known`]'s.
#[must_use]
pub fn is_known(latin: &str) -> bool {
    KNOWN.iter().any(|(_, known)| *known == latin)
}

/// Whether a transliterated word has its vowels.
#[must_use]
pub fn has_vowels(latin: &str) -> bool {
    is_known(latin)
        || VOWELLED
            .iter()
            .any(|(_, arab, persian)| *arab == latin || *persian == latin)
}
