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
    /// The key of another value: `OU=`.
    Key,
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
    /// Whether it stands in brackets, or is a nickname within another.
    pub(super) is_aside: bool,
}

/// Takes a field apart.
pub(super) fn field_of(words: &Words) -> Field {
    if let Some(listed) = without_numbering(words) {
        return field_of(&listed);
    }
    let Division {
        mut pieces,
        places,
        has_remark,
    } = divide(&words.words);
    for (word, place) in words.words.iter().zip(places) {
        if let Place::In(piece) = place {
            pieces[piece].words.push(word.clone());
        }
    }
    pieces.retain(|piece| !piece.words.words.is_empty());
    let (inner, outer): (Vec<_>, Vec<_>) = pieces.into_iter().partition(|piece| piece.is_aside);
    let mut field = Field {
        pieces: outer.into_iter().chain(inner).collect(),
        has_remark,
        repeats: false,
    };
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

/// What a word of a text is a part of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Place {
    /// A piece, by its index.
    In(usize),
    /// What sets two names apart: `and`.
    #[default]
    Between,
    /// The letters of what does so: `a.k.a.`.
    Letters,
    /// What is no part of a name.
    Remark,
}

/// Which words of a text are pieces of it.
#[derive(Debug, Default)]
pub(super) struct Division {
    /// The pieces in the order of the text, without their words.
    pub(super) pieces: Vec<Piece>,
    /// By word: what it is a part of.
    pub(super) places: Vec<Place>,
    /// Whether a word is a remark.
    has_remark: bool,
}

/// Divides a text where signs, brackets and scripts set words apart, and where words are no part of a name.
pub(super) fn divide(words: &[Word]) -> Division {
    let mut division = Division::default();
    let in_message = is_message(words);
    let nickname = nickname_of(words);
    let is_aside = |at: usize| words[at].in_brackets || nickname.contains(&at);
    let (mut start, mut outer) = (0, None);
    while start < words.len() {
        let aside = is_aside(start);
        let run = (start..words.len()).take_while(|at| is_aside(*at) == aside);
        let end = start + run.count();
        let set_by = if aside { SetBy::Brackets } else { SetBy::Sign };
        // What stands behind brackets goes on with what stands before them.
        let piece = outer.filter(|_| !aside);
        let piece = piece.unwrap_or_else(|| division.begin(aside, set_by));
        let last = division.add_run(&words[start..end], (piece, aside), in_message);
        outer = if aside { outer } else { Some(last) };
        start = end;
    }
    division
}

impl Division {
    fn begin(&mut self, is_aside: bool, set_by: SetBy) -> usize {
        self.pieces.push(Piece {
            set_by,
            is_aside,
            ..Piece::default()
        });
        self.pieces.len() - 1
    }

    /// Adds words that all stand in brackets, or all outside, to a piece and to others behind it. Gives the last.
    fn add_run(
        &mut self,
        run: &[Word],
        (mut piece, is_aside): (usize, bool),
        in_message: bool,
    ) -> usize {
        let (mut script, mut at) = (None, 0);
        while at < run.len() {
            let word = &run[at];
            let other = Some(script_of_name(word.script)).filter(|other| *other != Script::Common);
            let changes = other.is_some() && script.is_some_and(|script| Some(script) != other);
            script = other.or(script);
            let is_first = at == 0;
            if !is_first && (word.after_sign || changes) {
                let is_value = run[at - 1].in_address;
                let set_by = if is_value { SetBy::Key } else { SetBy::Sign };
                piece = self.begin(is_aside, set_by);
            }
            let (phrase, length) = if word.in_address {
                (Phrase::Remark, 1)
            } else {
                phrase_at(run, at, in_message)
            };
            match phrase {
                Phrase::Joins => piece = self.begin(is_aside, SetBy::Sign),
                Phrase::SetsApart => piece = self.begin(is_aside, SetBy::Phrase),
                Phrase::SetsFormerApart => piece = self.begin(is_aside, SetBy::Former),
                Phrase::Remark => self.has_remark = true,
                Phrase::None => {}
            }
            let place = match phrase {
                Phrase::None => Place::In(piece),
                Phrase::Remark => Place::Remark,
                _ if length > 1 && run[at..at + length].iter().all(Word::is_letter) => {
                    Place::Letters
                }
                _ => Place::Between,
            };
            self.places.extend(std::iter::repeat_n(place, length));
            at += length;
        }
        piece
    }
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
