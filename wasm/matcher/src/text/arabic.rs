//! Arabic, Persian, Urdu and Pashto letters to Latin.
//!
//! The script leaves short vowels out, so the outcome is a skeleton (`mhmd`), marked as such by the
//! caller and compared by its consonants with what others wrote with vowels.

use crate::text::edits::{Pattern, begin_alike, is_swap};

/// How the letters that sound differently from one country to the next are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tongue {
    /// Arabic as it is written.
    Arabic,
    /// Persian, Pashto, Urdu: `ض` is `z`, `و` may be `v`.
    Persian,
    /// As Egypt, the Gulf and the Maghreb speak it: `ج` is `g`, `ظ` is `d`.
    Spoken,
}

/// In which languages a text may be read, the likeliest first.
///
/// ```
/// # use matcher::text::arabic::{Tongue, tongues};
/// assert_eq!(tongues("گلبدین")[0], Tongue::Persian);
/// assert_eq!(tongues("رجب")[0], Tongue::Arabic);
/// ```
#[must_use]
pub fn tongues(text: &str) -> &'static [Tongue] {
    if text.contains(is_persian) {
        &[Tongue::Persian, Tongue::Arabic, Tongue::Spoken]
    } else {
        &[Tongue::Arabic, Tongue::Persian, Tongue::Spoken]
    }
}

/// Whether a letter shows that a name is Persian, Pashto or Urdu.
fn is_persian(letter: char) -> bool {
    matches!(
        letter,
        'ی' | 'ک'
            | 'پ'
            | 'چ'
            | 'ژ'
            | 'گ'
            | 'ہ'
            | 'ھ'
            | 'ے'
            | 'ٹ'
            | 'ڈ'
            | 'ڑ'
            | 'ں'
            | 'ې'
            | 'ۍ'
            | 'ځ'
            | 'څ'
            | 'ډ'
            | 'ړ'
            | 'ښ'
            | 'ږ'
            | 'ټ'
            | 'ڼ'
            | 'ګ'
    )
}

/// A word in Latin letters; what is of no table stays.
///
/// ```
/// # use matcher::text::arabic::{Tongue, latin};
/// assert_eq!(latin("شريف", Tongue::Arabic), "shryf");
/// assert_eq!(latin("فضل", Tongue::Persian), "fzl");
/// assert_eq!(latin("رجب", Tongue::Spoken), "rgb");
/// ```
#[must_use]
pub fn latin(word: &str, tongue: Tongue) -> String {
    if let Some(latin) = known(word).or_else(|| vowelled(word, tongue)) {
        return latin.to_owned();
    }
    let mut out = String::with_capacity(word.len());
    let mut before = None;
    let mut letters = word.chars().peekable();
    while let Some(letter) = letters.next() {
        let next = letters.peek().copied();
        let read = match letter {
            'و' if tongue == Tongue::Persian && is_consonant(before, next) => Some("v"),
            'ى' if tongue == Tongue::Persian => Some("y"),
            _ => in_tongue(letter, tongue).or_else(|| common(letter)),
        };
        match read {
            Some(letters) => push(&mut out, letters),
            None => out.push(letter),
        }
        before = Some(letter);
    }
    out
}

/// Whether a `و` is the consonant of `Javad` and `Mousavi` rather than the vowel of `Mahmud`.
fn is_consonant(before: Option<char>, next: Option<char>) -> bool {
    let vowel = |letter: char| matches!(letter, 'ا' | 'آ' | 'أ' | 'ی' | 'ي' | 'ى');
    before.is_none_or(vowel) || next.is_some_and(vowel)
}

/// Adds letters so that they make no pair with those before them: `سهيل` is `sahyl`, not `shyl`. Two
/// equal letters are two sounds, for the script writes a doubled one once: `ممدوح` is `mamdwh`.
fn push(out: &mut String, letters: &str) {
    let pair = match letters.as_bytes().first() {
        Some(b'h') => out.ends_with(['s', 'k', 't', 'd', 'z', 'g', 'c', 'p', 'h']),
        Some(b's') => out.ends_with(['t', 's']),
        Some(b'z') => out.ends_with(['d', 't', 'z']),
        Some(b'j') => out.ends_with(['d', 'j']),
        Some(b'f' | b'v') => out.ends_with(['f', 'v']),
        Some(b'k' | b'q') => out.ends_with(['k', 'q']),
        // Only God's name has two in a row, which Latin spellings write as one sound.
        Some(b'a' | b'l' | b'w' | b'y') | None => false,
        Some(first) => out.as_bytes().last() == Some(first),
    };
    if pair {
        out.push('a');
    }
    out.push_str(letters);
}

/// The Latin letters of what a language reads otherwise than the others.
fn in_tongue(letter: char, tongue: Tongue) -> Option<&'static str> {
    Some(match (tongue, letter) {
        (Tongue::Persian, 'ض' | 'ذ' | 'ظ') | (Tongue::Spoken, 'ذ') => "z",
        (Tongue::Persian, 'ث') => "s",
        (Tongue::Spoken, 'ث') => "t",
        (Tongue::Spoken, 'ج' | 'ق') => "g",
        (Tongue::Spoken, 'ظ') => "d",
        _ => return None,
    })
}

/// The Latin letters of one letter wherever it is read alike.
fn common(letter: char) -> Option<&'static str> {
    Some(match letter {
        'ا' | 'أ' | 'إ' | 'آ' | 'ٱ' | 'ى' | 'ة' | 'ع' => "a",
        'ب' => "b",
        'پ' => "p",
        'ت' | 'ط' | 'ٹ' | 'ټ' => "t",
        'ث' => "th",
        'ج' => "j",
        'چ' => "ch",
        'ح' | 'ه' | 'ھ' | 'ہ' | 'ۀ' | 'ە' | 'ۂ' | 'ۃ' => "h",
        'خ' => "kh",
        'څ' => "ts",
        'د' | 'ض' | 'ڈ' | 'ډ' => "d",
        'ذ' => "dh",
        'ر' | 'ڑ' | 'ړ' | 'ڕ' => "r",
        'ز' | 'ظ' | 'ځ' => "z",
        'ژ' | 'ږ' => "zh",
        'س' | 'ص' => "s",
        'ش' | 'ښ' => "sh",
        'ء' | 'ـ' => "",
        'غ' => "gh",
        'ف' => "f",
        'ڤ' => "v",
        'ق' => "q",
        'ك' | 'ک' | 'ڪ' => "k",
        'گ' | 'ګ' => "g",
        'ل' | 'ڵ' => "l",
        'م' => "m",
        'ن' | 'ں' | 'ڼ' => "n",
        'و' | 'ؤ' | 'ۇ' | 'ۆ' => "w",
        'ي' | 'ی' | 'ئ' | 'ے' | 'ې' | 'ۍ' | 'ێ' => "y",
        _ => return None,
    })
}

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
/// # use matcher::text::arabic::known;
/// assert_eq!(known("أبو"), Some("abu"));
/// assert_eq!(known("بشار"), None);
/// ```
#[must_use]
pub fn known(word: &str) -> Option<&'static str> {
    let found = KNOWN.iter().find(|(arabic, _)| *arabic == word);
    found.map(|(_, latin)| *latin)
}

fn vowelled(word: &str, tongue: Tongue) -> Option<&'static str> {
    let found = VOWELLED.iter().find(|(arabic, ..)| *arabic == word);
    found.map(|(_, arab, persian)| {
        if tongue == Tongue::Persian {
            *persian
        } else {
            *arab
        }
    })
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

/// Ways in which Latin texts write `abd` with the article of the next word as one.
const SERVANT_OF: &[&str] = &[
    "abdal", "abdel", "abder", "abdes", "abdez", "abdil", "abdol", "abdoul", "abdul", "abdur",
    "abdus", "abduz",
];

/// Whether a word is `abd` and the article, written apart from what they belong to: `Abdul Aziz` is
/// `Abd al-Aziz`.
#[must_use]
pub fn is_servant_of(word: &str) -> bool {
    SERVANT_OF.contains(&word)
}

/// Whether a word is such a word with two letters the other way round, which no name is.
#[must_use]
pub fn is_swap_of_servant(word: &str) -> bool {
    SERVANT_OF.iter().any(|meant| is_swap(word, meant))
}

/// Whether a word is a slip of such a word: one edit from it.
#[must_use]
pub fn is_slip_of_servant(word: &str) -> bool {
    let mut pattern = None;
    let mut meant = SERVANT_OF.iter().filter(|meant| begin_alike(word, meant));
    meant.any(|meant| {
        let pattern = pattern.get_or_insert_with(|| Pattern::new(word));
        pattern.distance(meant, 1).is_some()
    })
}

/// The words that one is written together of: `ابوبكر` is `ابو` and `بكر`, `الاسد` the article and
/// `اسد`, `عبدالعزيز` and `نورالدين` three. At most four.
///
/// ```
/// # use matcher::text::arabic::parts;
/// assert_eq!(parts("ابوبكر"), ["ابو", "بكر"]);
/// assert_eq!(parts("عبدالعزيز"), ["عبد", "ال", "عزيز"]);
/// assert_eq!(parts("نورالدين"), ["نور", "ال", "دين"]);
/// assert_eq!(parts("الله"), ["الله"]);
/// ```
#[must_use]
pub fn parts(word: &str) -> Vec<&str> {
    let long = |rest: &str, least: usize| rest.chars().count() >= least;
    for father in ["ابو", "أبو"] {
        if let Some(rest) = word.strip_prefix(father).filter(|rest| long(rest, 3)) {
            return [vec![&word[..father.len()]], with_article(rest)].concat();
        }
    }
    if let Some(rest) = word.strip_prefix("عبد")
        && split_article(rest).is_some()
    {
        return [vec!["عبد"], with_article(rest)].concat();
    }
    for faith in ["الدين", "الدین"] {
        if let Some(stem) = word.strip_suffix(faith).filter(|stem| long(stem, 2)) {
            return [with_article(stem), vec!["ال", &faith["ال".len()..]]].concat();
        }
    }
    with_article(word)
}

fn with_article(word: &str) -> Vec<&str> {
    match split_article(word) {
        Some(rest) => vec!["ال", rest],
        None => vec![word],
    }
}

/// Cuts the article off a word: `الاسد` is `al` and `اسد`, as Latin texts write `al-Asad`.
///
/// A word with fewer than three letters after the article is left whole unless it is a name, and God's name (`الله`,
/// `اللهی`).
fn split_article(word: &str) -> Option<&str> {
    let rest = word.strip_prefix("ال")?;
    let of_god = rest.starts_with("له") || rest.starts_with("لہ");
    let least = match of_god {
        true => 4,
        false if known(rest).is_some() || vowelled(rest, Tongue::Arabic).is_some() => 2,
        false => 3,
    };
    (rest.chars().count() >= least).then_some(rest)
}
