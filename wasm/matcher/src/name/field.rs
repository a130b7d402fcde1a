//! What a field for a name holds besides one name: several names, a name twice, and remarks that are none.

use std::ops::Range;

use super::parts::is_plain;
use super::remarks::{Phrase, has_digit, is_message, phrase_at};
use crate::order::sort;
use crate::text::script::Script;
use crate::text::vocabulary::{Meaning, meaning_of};
use crate::text::word::{Word, Words};

/// What stands in a field, in pieces.
#[derive(Debug, Default)]
pub(super) struct Field {
    /// Names and what is left beside them, in the order of the text; what stands around brackets is one.
    pub(super) pieces: Vec<Piece>,
    /// Whether words were left out as a remark.
    pub(super) has_remark: bool,
    /// Whether a name that stands in it twice was left out once.
    pub(super) repeats: bool,
}

impl Field {
    /// All that is no remark, as one name.
    pub(super) fn rest(&self) -> Words {
        let mut rest = Words::default();
        let words = self.pieces.iter().flat_map(|piece| &piece.words.words);
        words.for_each(|word| rest.push(word.clone()));
        rest
    }
}

/// What sets a piece apart from the one before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SetBy {
    /// Nothing, a sign or a word that joins two names.
    #[default]
    Sign,
    /// Brackets, in which a remark may stand.
    Brackets,
    /// A phrase that says that another name follows: `alias`.
    Phrase,
    /// A phrase that says that the name of before follows: `formerly`.
    Former,
}

/// A piece of a field.
#[derive(Debug, Default)]
pub(super) struct Piece {
    /// Its words.
    pub(super) words: Words,
    /// What sets it apart.
    pub(super) set_by: SetBy,
}

/// Takes a field apart.
pub(super) fn field_of(words: &Words) -> Field {
    if let Some(listed) = without_numbering(words) {
        return field_of(&listed);
    }
    let mut field = Field::default();
    let (mut outer, mut inner) = (Vec::new(), Vec::new());
    let in_message = is_message(&words.words);
    let nickname = nickname_of(&words.words);
    let is_aside = |at: usize| words.words[at].in_brackets || nickname.contains(&at);
    let places: Vec<usize> = (0..words.words.len()).collect();
    for run in places.chunk_by(|a, b| is_aside(*a) == is_aside(*b)) {
        let in_brackets = is_aside(run[0]);
        let run = &words.words[run[0]..=run[run.len() - 1]];
        let all = if in_brackets { &mut inner } else { &mut outer };
        field.has_remark |= take_apart(run, in_brackets, in_message, all);
    }
    field.pieces = outer;
    field.pieces.extend(inner);
    field.pieces.retain(|piece| !piece.words.words.is_empty());
    drop_numbers(&mut field);
    drop_repeated(&mut field);
    if is_whole_name(&words.words) && !field.repeats {
        return Field {
            pieces: vec![Piece {
                words: words.clone(),
                ..Piece::default()
            }],
            ..Field::default()
        };
    }
    field
}

/// The words of a name in quotation marks within a person's: `Ana "La Zorra" Orlenko`. Those of a body's
/// own name stand beside words that say what it is, or at an end.
fn nickname_of(words: &[Word]) -> Range<usize> {
    let is_name = |word: &Word| {
        is_plain(word) && !word.after_sign && meaning_of(&word.text, true) == Meaning::Plain
    };
    let Some(start) = words.iter().position(|word| word.in_quotes) else {
        return 0..0;
    };
    let end = start
        + words[start..]
            .iter()
            .take_while(|word| word.in_quotes)
            .count();
    let is_within = start > 0
        && is_name(&words[start - 1])
        && words.get(end).is_some_and(is_name)
        && phrase_at(words, end, true).0 == Phrase::None;
    if is_within { start..end } else { 0..0 }
}

/// Digits of a telephone number, at least.
const TELEPHONE_DIGITS_MIN: usize = 7;

/// Leaves out a number beside a name that is long enough for one of a telephone.
fn drop_numbers(field: &mut Field) {
    let digits = |piece: &Piece| {
        let letters = || piece.words.words.iter().flat_map(|word| word.text.chars());
        if letters().all(char::is_numeric) {
            letters().count()
        } else {
            0
        }
    };
    let is_number = |piece: &Piece| digits(piece) >= TELEPHONE_DIGITS_MIN;
    if field.pieces.iter().any(is_number) && !field.pieces.iter().all(is_number) {
        field.pieces.retain(|piece| !is_number(piece));
        field.has_remark = true;
    }
}

/// The names of a numbered list: `1. Ana Cruz 2. Leo Cruz`. None of any other text.
fn without_numbering(words: &Words) -> Option<Words> {
    let all = &words.words;
    let mut listed = Words::default();
    let (mut next, mut starts) = (1, false);
    for (at, word) in all.iter().enumerate() {
        let before_name = || all.get(at + 1).is_some_and(|next| !has_digit(next));
        let is_number = (at == 0 || next > 1) && word.text == next.to_string() && before_name();
        if is_number {
            next += 1;
        } else {
            listed.push(Word {
                after_sign: word.after_sign || starts,
                ..word.clone()
            });
        }
        starts = is_number;
    }
    (next > 1).then_some(listed)
}

/// Whether words are a name, whatever they mean: somebody is called `Max Born`, or `Born, Max`.
fn is_whole_name(words: &[Word]) -> bool {
    let [a, b] = words else { return false };
    let is_bare =
        |word: &Word| !word.after_sign && !word.in_brackets && !word.in_quotes && !has_digit(word);
    let is_family = || phrase_at(words, 0, false).0 == Phrase::Remark;
    is_bare(a) && is_bare(b) && a.script == b.script && (!b.after_comma || is_family())
}

/// Adds the pieces of words that all stand in brackets, or all outside. Says whether there was a remark.
fn take_apart(run: &[Word], in_brackets: bool, in_message: bool, pieces: &mut Vec<Piece>) -> bool {
    // What stands behind brackets goes on with what stands before them.
    if in_brackets || pieces.is_empty() {
        pieces.push(Piece {
            set_by: if in_brackets {
                SetBy::Brackets
            } else {
                SetBy::Sign
            },
            ..Piece::default()
        });
    }
    let (mut script, mut has_remark, mut at) = (None, false, 0);
    while at < run.len() {
        let word = &run[at];
        let other = Some(script_of_name(word.script)).filter(|other| *other != Script::Common);
        let changes = other.is_some() && script.is_some_and(|script| Some(script) != other);
        script = other.or(script);
        let is_first = at == 0;
        if !is_first && (word.after_sign || changes) {
            pieces.push(Piece::default());
        }
        let (phrase, length) = if word.in_address {
            (Phrase::Remark, 1)
        } else {
            phrase_at(run, at, in_message)
        };
        match phrase {
            Phrase::Joins => pieces.push(Piece::default()),
            Phrase::SetsApart => pieces.push(Piece {
                set_by: SetBy::Phrase,
                ..Piece::default()
            }),
            Phrase::SetsFormerApart => pieces.push(Piece {
                set_by: SetBy::Former,
                ..Piece::default()
            }),
            Phrase::Remark => has_remark = true,
            Phrase::None => {
                if let Some(piece) = pieces.last_mut() {
                    piece.words.push(word.clone());
                }
            }
        }
        at += length;
    }
    has_remark
}

impl Words {
    fn push(&mut self, word: Word) {
        self.commas += u32::from(word.after_comma && !self.words.is_empty());
        self.words.push(word);
    }
}

/// The script of a word as that of a name: a Japanese name may have words in three.
fn script_of_name(script: Script) -> Script {
    match script {
        Script::Of("Hira" | "Kana") => Script::Of("Hani"),
        script => script,
    }
}

/// Leaves out what repeats a piece before it, and the second half of a piece that says its words twice.
fn drop_repeated(field: &mut Field) {
    for piece in &mut field.pieces {
        let words = &mut piece.words.words;
        let half = words.len() / 2;
        if words.len() == 2 * half && half > 0 && sorted(&words[..half]) == sorted(&words[half..]) {
            words.truncate(half);
            field.repeats = true;
        }
    }
    let mut kept: Vec<Vec<String>> = Vec::new();
    field.pieces.retain(|piece| {
        let words = sorted(&piece.words.words);
        let is_new = !kept.contains(&words);
        field.repeats |= !is_new;
        kept.push(words);
        is_new
    });
}

fn sorted(words: &[Word]) -> Vec<String> {
    let mut texts: Vec<String> = words.iter().map(|word| word.text.clone()).collect();
    sort(&mut texts);
    texts
}

/// A name at its commas; none where it has none.
pub(super) fn at_commas(words: &Words) -> Vec<Words> {
    if words.commas == 0 {
        return Vec::new();
    }
    let mut names = vec![Words::default()];
    for word in &words.words {
        if word.after_comma {
            names.push(Words::default());
        }
        if let Some(name) = names.last_mut() {
            name.words.push(word.clone());
        }
    }
    names.retain(|name| !name.words.is_empty());
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::normalise::split_words;

    fn pieces(text: &str) -> Vec<String> {
        let field = field_of(&split_words(text));
        let text = |piece: &Piece| -> String {
            let words: Vec<&str> = piece.words.words.iter().map(|word| &*word.text).collect();
            words.join(" ")
        };
        field.pieces.iter().map(text).collect()
    }

    #[test]
    fn a_field_is_taken_apart_where_people_join_names() {
        for (text, expected) in [
            ("Ana Orlenko", &["ana orlenko"][..]),
            ("Ana Orlenko and Leo Cruz", &["ana orlenko", "leo cruz"]),
            ("Ana Orlenko oder Leo Cruz", &["ana orlenko", "leo cruz"]),
            ("Ана Орленко и Лев Крузов", &["ana orlenko", "lev kruzov"]),
            ("Ana Orlenko a.k.a. Leo Cruz", &["ana orlenko", "leo cruz"]),
            ("Ana Orlenko also known as Leo", &["ana orlenko", "leo"]),
            ("Ana Orlenko - Leo Cruz", &["ana orlenko", "leo cruz"]),
            ("Ana-Orlenko", &["ana orlenko"]),
            ("Ana (Leo) Orlenko", &["ana orlenko", "leo"]),
            ("Zvezda [Severa", &["zvezda", "severa"]),
            ("Zvezda Zvezda", &["zvezda"]),
            ("Ana Orlenko ORLENKO ANA", &["ana orlenko"]),
            ("Zvezda / ZVEZDA / Sever", &["zvezda", "sever"]),
            ("Звезда Zvezda", &["zvezda"]),
            ("1. Ana Orlenko 2. Leo Cruz", &["ana orlenko", "leo cruz"]),
            ("1) Ana Orlenko", &["ana orlenko"]),
            ("2 Ana Orlenko 3", &["2 ana orlenko 3"]),
        ] {
            assert_eq!(pieces(text), expected, "{text}");
        }
    }

    #[test]
    fn a_remark_is_left_out_with_its_number() {
        for (text, expected) in [
            ("Ana Orlenko (born 1960)", "ana orlenko"),
            ("Ana Orlenko, born 01.02.1960", "ana orlenko"),
            ("Ana Orlenko (DOB: 1960)", "ana orlenko"),
            ("Zvezda in liquidation", "zvezda"),
            ("Zvezda (Panama flag)", "zvezda"),
            ("IMO No. 7612448 Zvezda", "zvezda"),
            ("ИНН 7712345678 Ана Орленко", "ana orlenko"),
            ("Account holder: Ana Orlenko", "ana orlenko"),
            ("born", ""),
            ("Max Born", "max born"),
            ("Born, Max", "born max"),
            ("payment to Ana Orlenko, invoice 12", "ana orlenko|12"),
        ] {
            assert_eq!(pieces(text).join("|"), expected, "{text}");
        }
    }
}
