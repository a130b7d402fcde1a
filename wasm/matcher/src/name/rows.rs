//! Runs the rows of `tests/rows.tsv`: a rule, a text, and one of the rule's answers.

#![cfg(test)]

use std::ops::Range;

use super::apart::taken_apart;
use super::article::with_article_apart;
use super::as_person::reads_as_person;
use super::beside::{Known, beside_name};
use super::craft::{Craft, ships_in, without_class};
use super::east_slavic::mark_by_patronymic;
use super::field::field_of;
use super::host::site_name;
use super::in_syllables::reads_in_syllables;
use super::initials::{further_initials_of, initials_of};
use super::leet::digits_as_letters;
use super::numbers::numbers_as_digits;
use super::parse::{identifies, parse_as_both, parse_name};
use super::parts::parts_of;
use super::set_key::set_key;
use super::short_words::written_out;
use super::token::{Bearer, NameToken, Part, StatedParts};
use crate::date::Birth;
use crate::text::asian::syllables::{Part as Syllables, Spellings};
use crate::text::asian::{
    cantonese, chinese, foreign, hanja, hong_kong, japanese, korean, korean_in_kana, spellings,
    ukrainian,
};
use crate::text::consonants::PhoneticVariant;
use crate::text::fold::fold;
use crate::text::frequent::is_frequent_fold;
use crate::text::known_words::KnownWords;
use crate::text::normalise::split_words;
use crate::text::phonetic::key;
use crate::text::romanise::{Place, Reading, romanise};
use crate::text::script::{code_of, script_of};
use crate::text::word::Words;
use crate::text::{
    arabic_elsewhere, escapes, given_names, hebrew_arabic, layouts, native, number_words, ordinals,
    organisations, people, phrases, respellings, run_together, slips, titles,
};

#[test]
fn each_rule_has_the_answers_of_its_rows() {
    let mut wrong = Vec::new();
    for line in include_str!("../../tests/rows.tsv").lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [rule, text, expected] = *cells else {
            panic!("{line}")
        };
        // Signs that no editor shows.
        let hidden = [
            ("{81}", "\u{81}"),
            ("{90}", "\u{90}"),
            ("{200f}", "\u{200f}"),
            ("{3099}", "\u{3099}"),
            ("{651}", "\u{651}"),
            ("{AFA}", "\u{AFA}"),
            ("{BD7}", "\u{BD7}"),
            ("{D57}", "\u{D57}"),
        ];
        let shown = |text: String, (code, sign): (&str, &str)| text.replace(code, sign);
        let answers = answers_of(rule, &hidden.into_iter().fold(text.to_owned(), shown));
        let holds = match expected {
            "-" => answers.is_empty(),
            _ => answers.iter().any(|answer| answer == expected),
        };
        if !holds {
            wrong.push(format!("{line}: {answers:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn answers_of(rule: &str, text: &str) -> Vec<String> {
    let of = [of_names, of_tokens, of_scripts, of_lists];
    let answers = of.iter().find_map(|of| of(rule, text));
    answers.unwrap_or_else(|| of_words(rule, text))
}

/// The answers of rules that read a whole name or field.
fn of_names(rule: &str, text: &str) -> Option<Vec<String>> {
    let both = || {
        let [person, body] = parse_as_both(split_words(text));
        person.into_iter().zip(body).collect::<Vec<_>>()
    };
    Some(match rule {
        "aircraft" => texts(without_class(&split_words(text), Craft::Aircraft)),
        "apart" => {
            let listed = ["vladimir", "putin", "vlad", "imir", "bank", "meli"];
            let known = KnownWords {
                is_listed: &|fold| listed.contains(&fold),
                idf: &|_| 5.0,
            };
            texts(taken_apart(&split_words(text), &known))
        }
        "digits as letters" => {
            let is_listed = |fold: &str| ["vladimir", "an74"].contains(&fold);
            texts(digits_as_letters(&split_words(text), &is_listed))
        }
        "further initials" => joined(further_initials_of(text)),
        "is in syllables" => yes(reads_in_syllables(&both())),
        "is person" => yes(reads_as_person(&both())),
        "name beside" => name_beside(text),
        "names of field" => names_of_field(text),
        "numbers as digits" => texts(numbers_as_digits(&split_words(text))),
        "ships" => {
            let words = split_words(text).words;
            let ships = ships_in(&words).into_iter();
            let texts = |ship: Range<usize>| words[ship].iter().map(|word| word.text.clone());
            ships
                .map(|ship| texts(ship).collect::<Vec<_>>().join(" "))
                .collect()
        }
        "site" => texts(site_name(&split_words(text))),
        "vessel" => texts(without_class(&split_words(text), Craft::Vessel)),
        "words" => texts([split_words(text)]),
        "written out" => texts(written_out(&split_words(text))),
        _ => return None,
    })
}

/// The answers of rules that say what the words of a name are.
fn of_tokens(rule: &str, text: &str) -> Option<Vec<String>> {
    Some(match rule {
        "article apart" => {
            let listed = ["masri", "zuwari", "sabah", "ena", "kin"];
            let is_listed = |fold: &str| listed.contains(&fold);
            let apart = with_article_apart(&split_words(text), &is_listed);
            let spelt = apart.iter().flat_map(|words| &words.words);
            let spelt: Vec<String> = spelt.flat_map(|word| word.spellings.clone()).collect();
            [texts(apart), spelt].concat()
        }
        "have one set" => {
            let mut keys = text.split('|').map(key_of_set);
            yes(keys.next() == keys.next())
        }
        "identifies" => yes(identifies(&as_person(text), Bearer::Person)),
        "initials" => {
            let tokens = parse_name(text, Bearer::Body, StatedParts::default());
            let words = tokens
                .iter()
                .map(|t| (&*t.token.text, t.token.form, t.kind));
            let all = initials_of(words).into_iter();
            all.filter(|initials| !initials.is_empty()).collect()
        }
        "kinds" => joined(
            as_person(text)
                .iter()
                .map(|token| format!("{:?}", token.kind)),
        ),
        "parts" => vec![letters(parts_of(
            &split_words(text),
            StatedParts::default(),
        ))],
        "parts as stated" => {
            let mut cells = text
                .split('|')
                .map(|cell| Some(cell).filter(|cell| !cell.is_empty()));
            let words = split_words(cells.next().flatten().unwrap_or_default());
            let (family, given) = (cells.next().flatten(), cells.next().flatten());
            let patronymic = None;
            vec![letters(parts_of(
                &words,
                StatedParts {
                    family,
                    given,
                    patronymic,
                },
            ))]
        }
        "parts of body" => {
            let tokens = parse_name(text, Bearer::Body, StatedParts::default());
            vec![letters(tokens.iter().map(|token| token.part))]
        }
        "parts by patronymic" => {
            let mut tokens = as_person(text);
            mark_by_patronymic(&mut tokens);
            vec![letters(tokens.iter().map(|token| token.part))]
        }
        _ => return None,
    })
}

fn as_person(text: &str) -> Vec<NameToken> {
    parse_name(text, Bearer::Person, StatedParts::default())
}

fn key_of_set(text: &str) -> u64 {
    let tokens = as_person(text);
    set_key(
        tokens
            .iter()
            .map(|t| (&*t.token.fold, t.token.form, t.kind)),
    )
}

/// The answers of rules that read other scripts, or names that come from them.
fn of_scripts(rule: &str, text: &str) -> Option<Vec<String>> {
    let words: Vec<&str> = text.split(' ').collect();
    Some(match rule {
        "cantonese" => products(&cantonese::name(text).unwrap_or_default()),
        "chinese" => likeliest(&spellings::chinese(&words)),
        "chinese in full" => in_full(&spellings::chinese(&words)),
        "chinese in russian" => joined(ukrainian::chinese_in_russian(&words).unwrap_or_default()),
        "are one in chinese" => yes(chinese::may_be_one(words[0], words[1])),
        "foreign" => all_of(foreign::name(&words)),
        "foreign sounds like" => sounds_like(foreign::name(&[words[0]; 2]), words[1]),
        "hanja" => likeliest(hanja::name(text).as_slice()),
        "hebrew arabic" => all_of(hebrew_arabic::name(&words)),
        "hebrew sounds like" => sounds_like(hebrew_arabic::name(&[words[0], "אלתכריתי"]), words[1]),
        "hong kong" => in_either_order(hong_kong::name(&words)),
        "japanese" => in_full(&japanese::names(&words)),
        "korean" => likeliest(&spellings::korean(&words)),
        "korean in kana" => in_kana(&words),
        "korean in russian" => joined(ukrainian::korean_in_russian(&words).unwrap_or_default()),
        "korean syllable" => korean::syllable(text).into_iter().collect(),
        "native pieces" => joined(native::pieces(text)),
        "native title" => named(titles::native::known(text)),
        "native word" => named(native::known(text)),
        "latin 0" => joined(latin(text, 0)),
        "latin 1" => joined(latin(text, 1)),
        "latin 2" => joined(latin(text, 2)),
        "script" => text
            .chars()
            .map(|letter| code_of(script_of(letter)).to_owned())
            .collect(),
        "title behind" => {
            let found = titles::native::split_behind(text);
            joined(
                found
                    .map(|(name, title)| [name, title])
                    .into_iter()
                    .flatten(),
            )
        }
        _ => return None,
    })
}

/// The answers of rules that ask a table of words.
fn of_lists(rule: &str, text: &str) -> Option<Vec<String>> {
    let (first, second) = text.split_once(' ').unwrap_or((text, text));
    let folded = fold(text);
    Some(match rule {
        "as listed" => texts(arabic_elsewhere::as_listed(&split_words(text))),
        "have one class" => {
            let class = organisations::class_of(first);
            yes(class != 0 && class == organisations::class_of(second))
        }
        "initials of phrases" => joined(phrases::initials_of_phrases(text)),
        "is borne" => yes(people::is_borne(&folded)),
        "is borne as written" => yes(people::is_borne_as_written(text)),
        "is frequent" => yes(is_frequent_fold(&folded)),
        "is given" => yes(people::is_given(&folded)),
        _ => return None,
    })
}

/// The answers of rules that read a word or two, or letters of a text.
fn of_words(rule: &str, text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split(' ').collect();
    let (first, second) = (words[0], words.last().copied().unwrap_or_default());
    let folds = (fold(first), fold(second));
    match rule {
        "are two names" => {
            let (a, b) = ((first, &*folds.0), (second, &*folds.1));
            yes(given_names::are_two_names(a, b))
        }
        "as meant" => escapes::as_meant(text).into_iter().collect(),
        "as typed" => layouts::as_typed(text, |_| true).into_iter().collect(),
        "form of given name" => {
            let forms = given_names::variants_of("", &folds.0).into_iter();
            let same = forms.filter(|form| form.fold == folds.1);
            same.map(|form| if form.short { "short" } else { "full" }.to_owned())
                .collect()
        }
        "have one father" => {
            let fathers = given_names::father_of(first).zip(given_names::father_of(second));
            yes(fathers.is_some_and(|(a, b)| given_names::are_one_father(&a, &b)))
        }
        "have one fold" => yes(folds.0 == folds.1),
        "is birth" => yes(Birth::parse(text).is_some()),
        "legal form" => {
            let found = phrases::short_form(&words.iter().copied());
            let said = found.map(|(count, form)| format!("{form} for {count}"));
            said.into_iter().collect()
        }
        "number" => {
            let found = number_words::number_at(&words);
            let said = found.map(|(number, count)| format!("{number} in {count}"));
            said.into_iter().collect()
        }
        "ordinal" => named(ordinals::number(text)),
        "parted" => {
            let is_listed = |fold: &str| ["orlenko", "amr", "orlen", "anton"].contains(&fold);
            let known = KnownWords {
                is_listed: &is_listed,
                idf: &|_| 5.0,
            };
            run_together::parted(text, &known).into_iter().collect()
        }
        "respelt" => {
            let mut all = Vec::new();
            respellings::respell(text, &mut |way, _| all.push(way.to_owned()));
            all
        }
        "slip" => named(slips::meant_by(text)),
        "slip of form" => named(slips::form_meant_by(text)),
        "slip of short form" => named(slips::short_form_meant_by(text)),
        "sound alike: Bare" => yes(alike(first, second, PhoneticVariant::Bare)),
        "sound alike: Slavic" => yes(alike(first, second, PhoneticVariant::Slavic)),
        "sound alike: Western" => yes(alike(first, second, PhoneticVariant::Western)),
        _ => panic!("no rule {rule}"),
    }
}

/// The words of one word, in the likeliest reading of its script but so many.
fn latin(word: &str, nth: usize) -> Vec<String> {
    let (first, alone) = (true, false);
    let reading = &Reading::all_of(word)[nth];
    let words = romanise(word, reading, Place { first, alone });
    words.into_iter().map(|(text, _)| text).collect()
}

fn yes(holds: bool) -> Vec<String> {
    vec![if holds { "yes" } else { "no" }.to_owned()]
}

fn named(found: Option<&str>) -> Vec<String> {
    found.map(str::to_owned).into_iter().collect()
}

/// The words as one answer, none of no words.
fn joined(words: impl IntoIterator<Item = impl Into<String>>) -> Vec<String> {
    let words: Vec<String> = words.into_iter().map(Into::into).collect();
    let count = usize::from(!words.is_empty());
    vec![words.join(" "); count]
}

fn alike(a: &str, b: &str, variant: PhoneticVariant) -> bool {
    key(a, variant) == key(b, variant)
}

fn texts(words: impl IntoIterator<Item = Words>) -> Vec<String> {
    words.into_iter().map(|words| text_of(&words)).collect()
}

fn text_of(words: &Words) -> String {
    let words: Vec<&str> = words.words.iter().map(|word| &*word.text).collect();
    words.join(" ")
}

fn name_beside(text: &str) -> Vec<String> {
    let known = Known {
        is_listed: &|_| false,
        is_of_bodies: &|fold| fold == "neftegaz",
        begun_by: &|_| Vec::new(),
        with_vowels: &|_| Vec::new(),
        compares: &|_| true,
        reached: 0.0,
    };
    let found = beside_name(&split_words(text), &known).map(|(mut name, _)| {
        name.words.retain(|word| !word.beside);
        name
    });
    texts(found)
}

fn names_of_field(text: &str) -> Vec<String> {
    let pieces = field_of(&split_words(text)).pieces;
    let texts: Vec<String> = pieces.iter().map(|piece| text_of(&piece.words)).collect();
    Some(texts.join(" | "))
        .filter(|text| !text.is_empty())
        .into_iter()
        .collect()
}

fn letters(parts: impl IntoIterator<Item = Part>) -> String {
    let letter = |part| match part {
        Part::Any => '-',
        Part::Family => 'F',
        Part::Given => 'G',
        Part::Patronymic => 'P',
    };
    parts.into_iter().map(letter).collect()
}

/// All spellings of the parts of all readings.
fn all_of(readings: impl IntoIterator<Item = Vec<Syllables>>) -> Vec<String> {
    let parts = readings.into_iter().flatten();
    parts.flat_map(|part| part.spellings).collect()
}

/// Whether the first part may have the consonants of a word in Latin letters.
fn sounds_like(parts: Option<Vec<Syllables>>, latin: &str) -> Vec<String> {
    let heard = key(latin, PhoneticVariant::Bare);
    yes(parts.is_some_and(|parts| parts[0].skeletons.contains(&heard)))
}

/// All ways to spell each reading.
fn in_full(readings: &[Vec<Syllables>]) -> Vec<String> {
    readings.iter().flat_map(|parts| products(parts)).collect()
}

/// The first spelling of each part, by reading.
fn likeliest(readings: &[Vec<Syllables>]) -> Vec<String> {
    let first = |part: &Syllables| part.spellings[0].clone();
    let spell = |reading: &Vec<Syllables>| reading.iter().map(first).collect::<Vec<_>>().join(" ");
    readings.iter().map(spell).collect()
}

/// The ways to spell all parts of a reading.
fn products(parts: &[Syllables]) -> Vec<String> {
    let mut all = vec![String::new(); usize::from(!parts.is_empty())];
    for part in parts {
        let longer = |start: &String| {
            let longer = |end| [&**start, end].join(" ").trim_start().to_owned();
            part.spellings
                .iter()
                .map(|end| longer(end))
                .collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

fn in_either_order(readings: Vec<Vec<Syllables>>) -> Vec<String> {
    let both = |mut parts: Vec<Syllables>| {
        let forwards = products(&parts);
        parts.reverse();
        [forwards, products(&parts)].concat()
    };
    readings.into_iter().flat_map(both).collect()
}

fn in_kana(words: &[&str]) -> Vec<String> {
    let part = |spellings: Spellings| Syllables::new(0, spellings, false);
    let names = korean_in_kana::name(words).into_iter().flat_map(|name| {
        let [first, second] = name.given;
        products(&[part(name.family), part(first), part(second)])
    });
    names.collect()
}
