//! From a word of any script to words in Latin letters, in each of the ways that its letters may be
//! read.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use super::letters::letter_by_letter;
use super::local_titles::split_title;
use super::script::{Script, script_of};
use super::servant_of::is_servant_of;
use super::{
    arabic, arabic_parts, arabic_words, burmese, caucasian, cyrillic, ethiopic, greek, han, hangul,
    hebrew, indic, kana, khmer, native, sinhala, tai, tamil, thaana, titles,
};

/// Ways in which one text is read.
pub const READINGS_MAX: usize = 3;

/// One way to read the letters of a text.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    nth: usize,
    /// Whether words that name bodies are put into English; else spelt like all others.
    translates: bool,
    cyrillic: cyrillic::Language,
    arabic: arabic::Language,
}

impl Reading {
    /// The reading of a lower-case text that is the likeliest but `nth`, or the last where it has fewer.
    #[must_use]
    pub fn nth_of(text: &str, nth: usize) -> Reading {
        fn pick<T: Copy>(all: &[T], nth: usize, or: T) -> T {
            all.get(nth.min(all.len().saturating_sub(1)))
                .copied()
                .unwrap_or(or)
        }
        Reading {
            nth,
            translates: true,
            cyrillic: pick(cyrillic::languages(text), nth, cyrillic::Language::Russian),
            arabic: pick(arabic::languages(text), nth, arabic::Language::Arabic),
        }
    }

    /// The same letters, without a word put into English: `حزب الله` is `Hizb Allah` as well as a party.
    #[must_use]
    pub fn untranslated(self) -> Reading {
        Reading {
            translates: false,
            ..self
        }
    }
}

/// Whether a text has letters that may be read in several ways.
#[must_use]
pub fn is_ambiguous(text: &str) -> bool {
    const MANY: [&str; 14] = [
        "Arab", "Armn", "Cyrl", "Ethi", "Grek", "Hang", "Hani", "Hebr", "Khmr", "Laoo", "Mymr",
        "Taml", "Thaa", "Thai",
    ];
    let many = |letter: char| match script_of(letter) {
        Script::Of(code) => MANY.binary_search(&code).is_ok(),
        Script::Common => false,
    };
    !text.is_ascii() && text.chars().any(many)
}

/// Where among the words of its name a word stands.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// No word stands before it.
    pub first: bool,
    /// No other word stands beside it.
    pub alone: bool,
}

/// The words in Latin letters that a lower-case word is, with the script of each. What cannot be
/// transliterated stays as it is, without marks.
#[must_use]
pub fn romanise(word: &str, reading: &Reading, place: Place) -> Vec<(String, Script)> {
    if word.is_ascii() {
        return of_latin(word.to_owned());
    }
    let script = word
        .chars()
        .map(script_of)
        .find(|script| *script != Script::Common)
        .unwrap_or(Script::Common);
    if !reading.translates {
        return spell_runs(word, reading, place);
    }
    if let Some(known) = native::known(word).filter(|_| arabic_words::known(word).is_none()) {
        return vec![(known.to_owned(), script)];
    }
    if let Some(title) = titles::native::known(word) {
        return vec![(title.to_owned(), Script::LATIN)];
    }
    let pieces = native::pieces(word);
    if !pieces.is_empty() {
        let spelt = |piece: &str| {
            if piece.is_ascii() {
                vec![(piece.to_owned(), script)]
            } else {
                spell_runs(piece, reading, place)
            }
        };
        return pieces.into_iter().flat_map(spelt).collect();
    }
    if let Some((name, title)) = titles::native::split_behind(word) {
        let mut words = spell_runs(name, reading, place);
        words.push((title.to_owned(), Script::LATIN));
        return words;
    }
    spell_runs(word, reading, place)
}

/// A word of one script or more, run by run.
fn spell_runs(word: &str, reading: &Reading, place: Place) -> Vec<(String, Script)> {
    let mut words: Vec<(String, Script)> = Vec::new();
    let mut open = false;
    for (run, script) in runs(word) {
        let spelt = spell(&run, script, reading, place);
        match (words.last_mut(), &*spelt) {
            // Letters of two alphabets, or digits, in one word.
            (Some((last, _)), [only]) if open && is_alphabet(script) => last.push_str(only),
            _ => words.extend(spelt.into_iter().map(|text| (text, script))),
        }
        open = is_alphabet(script);
    }
    words.retain(|(text, _)| !text.is_empty());
    match &mut *words {
        [(only, script)] if is_servant_of(only) => servant_of(*script),
        [(only, script)] if *script == Script::LATIN => of_latin(std::mem::take(only)),
        _ => words,
    }
}

/// A Latin word, or the two that are read in `Abdul`.
fn of_latin(word: String) -> Vec<(String, Script)> {
    let script = word
        .chars()
        .map(script_of)
        .find(|script| *script != Script::Common);
    let script = script.unwrap_or(Script::Common);
    if is_servant_of(&word) {
        return servant_of(script);
    }
    vec![(word, script)]
}

/// The two words that are read in `Abdul`, whatever script it is written in.
fn servant_of(script: Script) -> Vec<(String, Script)> {
    vec![("abd".to_owned(), script), ("al".to_owned(), script)]
}

/// The runs of letters of one script; what is of no script belongs to the run before it.
fn runs(word: &str) -> Vec<(String, Script)> {
    let mut runs: Vec<(String, Script)> = Vec::new();
    for letter in word.chars() {
        let script = match script_of(letter) {
            Script::Of("Hira") => Script::Of("Kana"),
            script => script,
        };
        match runs.last_mut() {
            Some((run, of)) if *of == script || script == Script::Common => run.push(letter),
            Some((run, of)) if *of == Script::Common => {
                run.push(letter);
                *of = script;
            }
            _ => runs.push((letter.to_string(), script)),
        }
    }
    runs
}

/// Whether words of a script are written with space between them.
fn is_alphabet(script: Script) -> bool {
    !matches!(script, Script::Of("Hang" | "Hani" | "Kana"))
}

/// A run of one script in Latin letters: by its words, else letter by letter.
fn spell(run: &str, script: Script, reading: &Reading, place: Place) -> Vec<String> {
    let Script::Of(code) = script else {
        return vec![letter_by_letter(run, |_| None)];
    };
    let spelt = spell_words(run, code, reading, place)
        .unwrap_or_else(|| vec![spell_letters(run, code, reading)]);
    // Whatever a table left: letters of no table, digits.
    spelt
        .into_iter()
        .map(|text| letter_by_letter(&text, |_| None))
        .collect()
}

/// A run of a script whose letters depend on their neighbours, or of words with a spelling of their
/// own; none of any other.
fn spell_words(run: &str, code: &str, reading: &Reading, place: Place) -> Option<Vec<String>> {
    match split_title(run, code).filter(|_| place.first) {
        Some((title, "")) => Some(vec![title.to_owned()]),
        Some((title, name)) => {
            let mut words = vec![title.to_owned()];
            words.extend(spell_name(name, code, reading, place)?);
            Some(words)
        }
        None => spell_name(run, code, reading, place),
    }
}

fn spell_name(run: &str, code: &str, reading: &Reading, place: Place) -> Option<Vec<String>> {
    let whole = |text: String| Some(vec![text]);
    match code {
        "Cyrl" => whole(cyrillic::latin(&without_marks(run), reading.cyrillic)),
        "Arab" => {
            let run = without_marks(run);
            let spelt = |part: &&str| arabic::latin(part, reading.arabic);
            Some(arabic_parts::parts(&run).iter().map(spelt).collect())
        }
        "Grek" => {
            let bare: String = run
                .nfd()
                .filter(|letter| !is_combining_mark(*letter))
                .collect();
            whole(greek::latin(&bare, reading.nth == 1))
        }
        "Deva" | "Beng" | "Guru" | "Gujr" | "Orya" | "Telu" | "Knda" | "Mlym" => {
            whole(indic::latin(run))
        }
        "Sinh" => whole(sinhala::latin(run)),
        "Khmr" => whole(khmer::latin(run, nth_of(KHMER, reading))),
        "Mymr" => Some(burmese::words(run, nth_of(BURMESE, reading))),
        "Thai" => whole(tai::thai(run, nth_of(TAI, reading))),
        "Laoo" => whole(tai::lao(run, nth_of(TAI, reading))),
        "Taml" => whole(tamil::latin(run, nth_of(TAMIL, reading))),
        "Ethi" => whole(ethiopic::latin(run, nth_of(ETHIOPIC, reading))),
        "Thaa" => whole(thaana::latin(run, nth_of(THAANA, reading))),
        "Kana" => whole(kana::latin(run)),
        "Hang" => {
            let style = [
                hangul::Style::Revised,
                hangul::Style::Northern,
                hangul::Style::English,
            ];
            hangul::words(run, place.alone, style[reading.nth.min(2)])
        }
        "Hani" => {
            let style = if reading.nth == 1 {
                han::Style::WadeGiles
            } else {
                han::Style::Pinyin
            };
            han::words(run, place.alone, place.first, style)
        }
        "Hebr" => whole(hebrew::known(run)?.to_owned()),
        _ => None,
    }
}

/// The ways in which scripts are read that spelling leaves open, the likeliest first.
const TAMIL: [tamil::Style; READINGS_MAX] = [
    tamil::Style::ByPlace,
    tamil::Style::Voiceless,
    tamil::Style::Voiced,
];
const TAI: [tai::Style; READINGS_MAX] = [
    tai::Style::Sound,
    tai::Style::Everyday,
    tai::Style::Sanskrit,
];
const KHMER: [khmer::Style; READINGS_MAX] =
    [khmer::Style::Plain, khmer::Style::Full, khmer::Style::Full];
const BURMESE: [burmese::Style; READINGS_MAX] = [
    burmese::Style::Breathed,
    burmese::Style::Plain,
    burmese::Style::Plain,
];
const ETHIOPIC: [ethiopic::Style; READINGS_MAX] = [
    ethiopic::Style::Usual,
    ethiopic::Style::AllE,
    ethiopic::Style::FirstA,
];
const THAANA: [thaana::Style; READINGS_MAX] = [
    thaana::Style::Arabic,
    thaana::Style::Dhivehi,
    thaana::Style::Dhivehi,
];

fn nth_of<Style: Copy>(styles: [Style; READINGS_MAX], reading: &Reading) -> Style {
    styles[reading.nth.min(READINGS_MAX - 1)]
}

/// A run whose letters are read one by one.
fn spell_letters(run: &str, code: &str, reading: &Reading) -> String {
    let hebrew_style = match reading.nth {
        0 => hebrew::Style::Modern,
        1 => hebrew::Style::Hard,
        _ => hebrew::Style::German,
    };
    let first = std::cell::Cell::new(true);
    let by_letter = |letter: char| {
        let first = first.replace(false);
        match code {
            "Hebr" => hebrew::latin(letter, first, hebrew_style),
            "Armn" => caucasian::armenian(letter, first, reading.nth == 1),
            "Geor" => caucasian::georgian(letter),
            _ => None,
        }
    };
    if code == "Armn" {
        letter_by_letter(&run.replace("ու", "u"), by_letter)
    } else {
        letter_by_letter(run, by_letter)
    }
}

/// A text without combining marks. What has become one letter with its mark stays: `й`, `أ`.
fn without_marks(text: &str) -> String {
    text.chars()
        .filter(|letter| !is_combining_mark(*letter))
        .collect()
}
