//! From a word of any script to words in Latin letters, in each of the ways that its letters may be
//! read.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use super::letters::letter_by_letter;
use super::local_titles::split_title;
use super::script::{Script, script_of, script_of_name};
use super::servant_of::is_servant_of;
use super::transcribe::{nth_way, transcribe};
use super::{
    arabic, arabic_parts, arabic_words, burmese, cyrillic, ethiopic, han, hangul, hebrew, indic,
    khmer, native, tai, titles,
};

/// Ways in which one text is read.
pub const READINGS_MAX: usize = 3;

/// One way to read the letters of a text.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    nth: usize,
    /// Whether titles and words that name bodies are put into English; else spelt like all others.
    translates: bool,
    cyrillic: char,
    arabic: char,
}

impl Reading {
    /// The readings of a lower-case text, the likeliest first; the last again where it has fewer.
    pub fn all_of(text: &str) -> [Reading; READINGS_MAX] {
        let languages = [cyrillic::languages(text), arabic::languages(text)];
        std::array::from_fn(|nth| {
            let pick = |all: &str| all.chars().take(nth + 1).last().unwrap_or_default();
            let [cyrillic, arabic] = languages.map(pick);
            Reading {
                nth,
                translates: true,
                cyrillic,
                arabic,
            }
        })
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
pub fn romanise(word: &str, reading: &Reading, place: Place) -> Vec<(String, Script)> {
    if word.is_ascii() {
        return of_latin(word.to_owned());
    }
    let translated = reading.translates.then(|| translate(word, reading, place));
    let translated = translated.flatten();
    translated.unwrap_or_else(|| spell_runs(word, reading, place))
}

/// Translates a word that names a body or has a title in it; none of any other, whatever the reading and place.
pub fn translate(word: &str, reading: &Reading, place: Place) -> Option<Vec<(String, Script)>> {
    let script = script_of_name(word);
    if let Some(known) = native::known(word).filter(|_| arabic_words::known(word).is_none()) {
        return Some(vec![(known.to_owned(), script)]);
    }
    if let Some(title) = titles::native::known(word) {
        return Some(vec![(title.to_owned(), Script::LATIN)]);
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
        return Some(pieces.into_iter().flat_map(spelt).collect());
    }
    let (name, title) = titles::native::split_behind(word)?;
    let mut words = spell_runs(name, reading, place);
    words.push((title.to_owned(), Script::LATIN));
    Some(words)
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
    let script = script_of_name(&word);
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
        return vec![letter_by_letter(run)];
    };
    let spelt = spell_words(run, code, reading, place).unwrap_or_else(|| vec![run.to_owned()]);
    // Whatever a table left: letters of no table, digits.
    spelt
        .into_iter()
        .map(|text| letter_by_letter(&text))
        .collect()
}

/// A run of a script whose letters depend on their neighbours, or of words with a spelling of their
/// own; none of any other.
fn spell_words(run: &str, code: &str, reading: &Reading, place: Place) -> Option<Vec<String>> {
    let titled = split_title(run, code).filter(|_| place.first);
    let (title, name) = titled.map_or((None, run), |(title, name)| (Some(title.to_owned()), name));
    let mut words = Vec::from_iter(title);
    if !name.is_empty() {
        words.extend(spell_name(name, code, reading, place)?);
    }
    Some(words)
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
            whole(by_rows(&bare, code, reading))
        }
        "Deva" | "Beng" | "Guru" | "Gujr" | "Orya" | "Telu" | "Knda" | "Mlym" => {
            whole(indic::latin(run, code))
        }
        "Taml" => {
            let run: String = indic::with_last_signs(run.chars()).collect();
            whole(by_rows(&run, code, reading))
        }
        "Khmr" => whole(khmer::latin(run, reading.nth > 0)),
        "Mymr" => Some(burmese::words(run, nth_way(reading.nth))),
        "Thai" => whole(tai::thai(run, nth_way(reading.nth))),
        "Laoo" => whole(tai::lao(run, if reading.nth > 0 { 'F' } else { 'L' })),
        "Ethi" => whole(ethiopic::latin(run, nth_way(reading.nth))),
        "Kana" => whole(by_rows(&in_hiragana(run), code, reading)),
        "Hang" => hangul::words(run, place.alone, reading.nth.min(READINGS_MAX - 1)),
        "Hani" => han::words(run, place.alone, place.first, reading.nth == 1),
        "Hebr" if let Some(known) = hebrew::known(run) => whole(known.to_owned()),
        _ => whole(by_rows(run, code, reading)),
    }
}

/// A run of which all is said by rows; as it stands in a script without.
fn by_rows(run: &str, code: &str, reading: &Reading) -> String {
    transcribe(code, nth_way(reading.nth), run).unwrap_or_else(|| run.to_owned())
}

/// A run of kana in Latin letters.
pub fn latin_of_kana(run: &str) -> String {
    transcribe("Kana", '0', &in_hiragana(run)).unwrap_or_default()
}

/// A run of kana with the hiragana for each katakana.
fn in_hiragana(run: &str) -> String {
    let hiragana = |letter: char| match letter {
        'ァ'..='ヴ' => char::from_u32(letter as u32 - 0x60).unwrap_or(letter),
        _ => letter,
    };
    run.chars().map(hiragana).collect()
}

/// A text without combining marks. What has become one letter with its mark stays: `й`, `أ`.
fn without_marks(text: &str) -> String {
    text.chars()
        .filter(|letter| !is_combining_mark(*letter))
        .collect()
}
