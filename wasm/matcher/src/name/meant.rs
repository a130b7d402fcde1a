//! A query whose words stand for words of the lists: as other languages spell and decline them
//! (`Hisbollah`, `Putinem`), cut (`Shipb.`), without their vowels (`Mrtm`), misread by a scanner.

use super::beside::Known;
use crate::order::sort_by;
use crate::text::fold::fold;
use crate::text::misread::as_printed;
use crate::text::people::is_borne;
use crate::text::respellings::respell;
use crate::text::vocabulary::{Meaning, is_east_slavic_patronymic, meaning_of};
use crate::text::word::{Case, Cut, Form, Read, Sense, Word, Words};
use crate::weights::{MeantWeights, Weights};

/// Words of the lists that one word is taken for.
const FORMS_MAX: usize = 24;
/// Longest name that is read so.
const WORDS_MAX: usize = 12;
/// Letters of what is an abbreviation in capitals.
const ABBREVIATION_LETTERS_MAX: usize = 6;
/// Letters of a word that is cut, and of one that merely begins as another.
const CUT_LETTERS_MIN: usize = 3;
const BEGINNING_LETTERS_MIN: usize = 4;
/// Letters of a legal form that begins no other word: `SA` begins many names.
const FORM_LETTERS_MIN: usize = 3;
/// Least share of the letters of the word that it begins.
const CUT_SHARE_MIN: f64 = 0.4;
const BEGINNING_SHARE_MIN: f64 = 0.6;
/// Consonants of a word without its vowels.
const CONSONANTS_MIN: usize = 3;
/// Letters before an apostrophe and an ending, and of the longest.
const STEM_MIN: usize = 3;
const ENDING_MAX: usize = 5;
/// Letters of a word before an ending that says by itself which word it is.
const STEM_SURE: usize = 5;
/// Words on either side of a declined one that are so too, as the words of a name are.
const NAME_WORDS: usize = 2;
/// Letters of a word that may be misread, and how many of them are.
const MISREAD_LETTERS: std::ops::RangeInclusive<usize> = 4..=24;
const MISREAD_MAX: i32 = 2;

/// The words of a query with those that no list has as lists have them, and whether that is a guess: more than
/// another spelling; beside them the same with those that may begin any word. None where there are none, or in a
/// script of syllables, whose words are all short.
pub(super) fn as_listed_words(
    words: &Words,
    respelt: &Respellings,
    known: &Known,
    weights: &Weights,
) -> Vec<(Words, bool)> {
    let end = words.words.len().saturating_sub(1);
    let unknown = &respelt.unknown;
    let mut may_be_meant = words.words.iter().zip(unknown);
    let is_any = may_be_meant.any(|(word, is_unknown)| *is_unknown || word.cut != Cut::No);
    if end >= WORDS_MAX || is_syllabic(words) || !is_any {
        return Vec::new();
    }
    let is_sure = |respelling: &Respelling| respelling.stem.is_none();
    let may_guess = known.may_add(weights.penalties.in_text_most);
    if !may_guess && !respelt.all.iter().flatten().any(is_sure) {
        return Vec::new();
    }
    let mut bare = words_with_vowels(words, unknown, known).into_iter();
    let meant = &weights.meant;
    let mut listed = words.clone();
    let (mut found, mut is_guess) = (false, false);
    for (at, word) in listed.words.iter_mut().enumerate() {
        let mut forms = Vec::new();
        respelt.add_forms(word, at, known, meant, &mut forms);
        if end > 0 && unknown[at] {
            add_misread(word, known, meant, &mut forms);
        }
        if end > 0 && (unknown[at] || word.cut != Cut::No) {
            add_begun(word, known, meant, &mut forms);
        }
        let with_vowels = bare.next().unwrap_or_default();
        forms.extend(less_likely(with_vowels, meant.without_vowels));
        forms.retain(|(_, form)| form.likely >= weights.similarity.least);
        is_guess |= forms.iter().any(|(read, form)| {
            let of_form = |respelling: &&Respelling| respelling.text == form.text;
            let spelt = respelt.all[at].iter().find(of_form);
            *read == Read::StandsFor || spelt.is_none_or(|spelt| spelt.stem.is_some())
        });
        found |= take_forms(word, forms, unknown[at], known);
    }
    let begun = with_beginnings(&listed, words).map(|begun| (begun, true));
    let listed = found.then_some((listed, is_guess));
    listed.into_iter().chain(begun).collect()
}

/// The words of a field with those of the lists that each may spell or decline beside it. None where no word has any,
/// or in a script of syllables.
pub fn with_declined(
    words: &Words,
    respelt: &Respellings,
    known: &Known,
    weights: &Weights,
) -> Option<Words> {
    if is_syllabic(words) {
        return None;
    }
    let mut declined = words.clone();
    let mut found = false;
    for (at, word) in declined.words.iter_mut().enumerate() {
        let mut forms = Vec::new();
        respelt.add_forms(word, at, known, &weights.meant, &mut forms);
        if !forms.is_empty() {
            found = true;
            word.sense = Sense {
                read: Read::Spelt,
                forms: forms.into_iter().map(|(_, form)| form).collect(),
                ..Sense::default()
            };
        }
    }
    found.then_some(declined)
}

fn is_syllabic(words: &Words) -> bool {
    words.words.iter().any(|word| word.script.is_syllabic())
}

/// Words as lists have them, with those that are cut as the beginning of any word. None where none is.
fn with_beginnings(listed: &Words, written: &Words) -> Option<Words> {
    let mut begun = listed.clone();
    let mut found = false;
    for (word, written) in begun.words.iter_mut().zip(&written.words) {
        if is_begun(written) && word.sense.read != Read::Spelt {
            word.sense.read = Read::StandsFor;
            word.sense.begins = Some(written.text.clone());
            word.sense.cut = written.cut;
            found = true;
        }
    }
    (found && begun.words.len() > 1).then_some(begun)
}

/// By word: those that it is without their inner vowels. Where an unknown word is one, all that have none may be.
fn words_with_vowels(words: &Words, unknown: &[bool], known: &Known) -> Vec<Vec<Form>> {
    let with_vowels = |word: &Word, is_meant: bool| {
        let forms = (is_meant && is_bare(&word.text)).then(|| (known.with_vowels)(&word.text));
        forms.unwrap_or_default()
    };
    let words = words.words.iter();
    let of_unknown = words.clone().zip(unknown);
    let of_unknown = of_unknown.map(|(word, is_unknown)| with_vowels(word, *is_unknown));
    let of_unknown: Vec<Vec<Form>> = of_unknown.collect();
    if of_unknown.iter().all(Vec::is_empty) {
        return of_unknown;
    }
    words.map(|word| with_vowels(word, true)).collect()
}

/// Whether no list has a word as it is written, and few people are called so.
fn is_unknown(word: &Word, known: &Known) -> bool {
    let written = fold(&word.text);
    !(known.is_listed)(&written) && !is_borne(&written)
}

/// Takes the likeliest form for the text of a word, and the others beside it. Whether there is any.
fn take_forms(word: &mut Word, forms: Vec<(Read, Form)>, is_unknown: bool, known: &Known) -> bool {
    let stands_for = |read: &Read| *read == Read::StandsFor;
    let mut places: Vec<(usize, (Read, Form))> = forms.into_iter().enumerate().collect();
    sort_by(&mut places, |(at, (a, form)), (place, (b, other))| {
        let by_kind = stands_for(a).cmp(&stands_for(b));
        let by_kind = by_kind.then_with(|| other.likely.total_cmp(&form.likely));
        by_kind.then(at.cmp(place))
    });
    let mut folds: Vec<String> = Vec::new();
    places.retain(|(_, (_, form))| {
        let fold = fold(&form.text);
        let is_new = !folds.contains(&fold);
        folds.push(fold);
        is_new
    });
    places.truncate(FORMS_MAX);
    let Some(&(_, (read, _))) = places.first() else {
        return false;
    };
    let mut forms: Vec<Form> = places.into_iter().map(|(_, (_, form))| form).collect();
    let mut likely = 1.0;
    // A word that may be meant as it is written keeps its text, where another does not say better what it is.
    let is_written = read != Read::StandsFor && !is_unknown;
    if !is_written {
        let first = forms.remove(0);
        let written = std::mem::replace(&mut word.text, first.text);
        likely = first.likely;
        if (known.is_listed)(&fold(&written)) {
            let (text, likely) = (written, 1.0);
            forms.push(Form { text, likely });
        }
    }
    word.sense = Sense {
        read,
        is_written,
        likely,
        forms,
        begins: None,
        cut: Cut::No,
    };
    true
}

/// One way in which lists have what another language spells or declines.
#[derive(Debug)]
struct Respelling {
    text: String,
    /// Letters before an ending that was read off.
    stem: Option<usize>,
    /// Whether what is left out is no more than a last letter.
    is_near: bool,
}

impl Respelling {
    /// Whether an ending is more than a letter, or any of a patronymic: the other words of the name are declined, too.
    fn is_sure_ending(&self) -> bool {
        let is_ending = self.stem.is_some_and(|stem| stem > STEM_MIN);
        is_ending && (!self.is_near || is_east_slavic_patronymic(&self.text))
    }
}

/// How the words of a query may be spelt or declined.
#[derive(Debug)]
pub struct Respellings {
    /// By word.
    all: Vec<Vec<Respelling>>,
    /// By word: whether no list has it.
    unknown: Vec<bool>,
    /// Whether one of them is declined.
    is_declined: bool,
}

impl Respellings {
    /// Those of the words that no list has; where one is declined, those of the words around it without an ending, too.
    pub fn of(words: &Words, known: &Known) -> Respellings {
        let words = &words.words;
        let unknown = words.iter().map(|word| is_unknown(word, known));
        let unknown: Vec<bool> = unknown.collect();
        let of_unknown = words.iter().zip(&unknown).map(|(word, is_unknown)| {
            let all = is_unknown.then(|| respellings_of(word, known));
            all.unwrap_or_default()
        });
        let mut all: Vec<Vec<Respelling>> = of_unknown.collect();
        let is_declined = |all: &Vec<Respelling>| all.iter().any(Respelling::is_sure_ending);
        let declined: Vec<usize> = (0..all.len()).filter(|at| is_declined(&all[*at])).collect();
        for (at, word) in words.iter().enumerate() {
            let is_beside = |sure: &usize| sure.abs_diff(at) <= NAME_WORDS;
            if !unknown[at] && declined.iter().any(is_beside) {
                all[at] = respellings_of(word, known);
                all[at].retain(|respelling| respelling.stem.is_some());
            }
        }
        let is_declined = !declined.is_empty();
        Respellings {
            all,
            unknown,
            is_declined,
        }
    }

    /// Adds the words of the lists that a word is spelt or declined for, and is without an ending behind an apostrophe.
    fn add_forms(
        &self,
        word: &Word,
        at: usize,
        known: &Known,
        meant: &MeantWeights,
        forms: &mut Vec<(Read, Form)>,
    ) {
        for Respelling {
            text,
            stem,
            is_near,
        } in &self.all[at]
        {
            let short = stem.map_or(0, |stem| STEM_SURE.saturating_sub(stem));
            // A last letter more is one edit, and needs no language: of a short word it is one too many.
            let is_far = !is_near || short > 0 && !word.text.ends_with(['a', 'e', 'i', 'o', 'u']);
            if is_far || self.is_declined && stem.is_some() {
                let text = text.clone();
                let likely = 1.0 - short as f64 * meant.stem_letter;
                forms.push((Read::Spelt, Form { text, likely }));
            }
        }
        if self.unknown[at] {
            add_stem(word, known, meant, forms);
        }
    }
}

fn respellings_of(word: &Word, known: &Known) -> Vec<Respelling> {
    let mut all = Vec::new();
    if word.case == Case::Upper && word.text.len() <= ABBREVIATION_LETTERS_MAX {
        return all;
    }
    let written = fold(&word.text);
    respell(&word.text, &mut |way, stem| {
        let spelt = fold(way);
        if spelt != written && (known.is_listed)(&spelt) {
            let is_near = written.starts_with(&spelt) && written.len() - spelt.len() < 2;
            let text = way.to_owned();
            all.push(Respelling {
                text,
                stem,
                is_near,
            });
        }
    });
    all
}

/// As it is without an ending behind an apostrophe.
fn add_stem(word: &Word, known: &Known, meant: &MeantWeights, forms: &mut Vec<(Read, Form)>) {
    let letters = word.behind_apostrophe;
    let stem = word.text.len().checked_sub(letters);
    let stem = stem.and_then(|stem| word.text.get(..stem));
    let stem = stem.filter(|stem| stem.len() >= STEM_MIN && (known.is_listed)(&fold(stem)));
    if let Some(stem) = stem.filter(|_| (1..=ENDING_MAX).contains(&letters)) {
        let (text, likely) = (stem.to_owned(), meant.behind_apostrophe);
        forms.push((Read::Spelt, Form { text, likely }));
    }
}

/// As it may be printed, with as few letters misread as give a word of the lists.
fn add_misread(word: &Word, known: &Known, meant: &MeantWeights, forms: &mut Vec<(Read, Form)>) {
    if !MISREAD_LETTERS.contains(&word.text.len()) {
        return;
    }
    let before = forms.len();
    for misread in 1..=MISREAD_MAX {
        as_printed(&word.text, misread, &mut |printed| {
            if (known.is_listed)(&fold(printed)) {
                let (text, likely) = (printed.to_owned(), meant.misread.powi(misread));
                forms.push((Read::StandsFor, Form { text, likely }));
            }
        });
        if forms.len() > before {
            return;
        }
    }
}

/// Whether a word of Latin letters has no inner vowels, or none behind its first syllable.
fn is_bare(word: &str) -> bool {
    let is_vowel = |letter: &u8| b"aeiou".contains(letter);
    let consonants_of = |letters: &[u8]| letters.iter().filter(|letter| !is_vowel(letter)).count();
    let letters = word.as_bytes();
    let inner = letters.get(1..letters.len().saturating_sub(1));
    let inner = inner.unwrap_or_default();
    let (behind, consonants) = match inner.iter().position(is_vowel) {
        None => (inner, consonants_of(letters)),
        Some(first) => {
            let vowels = inner[first..].iter().take_while(|letter| is_vowel(letter));
            let from = first + vowels.count();
            (&inner[from..], consonants_of(&letters[1 + from..]))
        }
    };
    is_latin(word) && consonants_of(behind) == behind.len() && consonants >= CONSONANTS_MIN
}

/// Whether a word is cut, so that it may begin another, however many those are.
fn is_begun(word: &Word) -> bool {
    let letters_min = match word.cut {
        Cut::No => return false,
        Cut::AtStop => BEGINNING_LETTERS_MIN,
        Cut::AtColumn => 1,
    };
    let meaning = meaning_of(&word.text, true);
    let is_form = matches!(meaning, Meaning::OrganisationForm(_) | Meaning::Generic(_));
    let is_short = word.text.len() < FORM_LETTERS_MIN;
    is_latin(&word.text) && word.text.len() >= letters_min && (is_short || !is_form)
}

fn is_latin(word: &str) -> bool {
    word.bytes().all(|letter| letter.is_ascii_lowercase())
}

/// With its end, where it may be cut.
fn add_begun(word: &Word, known: &Known, meant: &MeantWeights, forms: &mut Vec<(Read, Form)>) {
    let (letters_min, share_min, likely) = if word.cut == Cut::No {
        (BEGINNING_LETTERS_MIN, BEGINNING_SHARE_MIN, meant.beginning)
    } else {
        (CUT_LETTERS_MIN, CUT_SHARE_MIN, meant.cut)
    };
    let is_word = word.text.len() >= letters_min
        && is_latin(&word.text)
        && meaning_of(&word.text, true) == Meaning::Plain;
    if is_word {
        let mut begun = (known.begun_by)(&word.text);
        let letters = word.text.len() as f64;
        begun.retain(|form| letters >= share_min * form.text.len() as f64);
        forms.extend(less_likely(begun, likely));
    }
}

/// Words that another stands for, each less likely.
fn less_likely(forms: Vec<Form>, share: f64) -> impl Iterator<Item = (Read, Form)> {
    forms.into_iter().map(move |form| {
        let likely = form.likely * share;
        (Read::StandsFor, Form { likely, ..form })
    })
}
