//! Phrases in a field for a name: what joins two names, and what is none.

use std::sync::LazyLock;

use crate::text::by_word::ByWord;
use crate::text::organisations::{class_of, is_nation};
use crate::text::people::is_borne_as_written;
use crate::text::tables::{
    FIELD_PHRASES_AFTER_NUMBER, FIELD_PHRASES_BIRTHS, FIELD_PHRASES_FORMER,
    FIELD_PHRASES_IN_MESSAGE, FIELD_PHRASES_JOINING, FIELD_PHRASES_LABELS, FIELD_PHRASES_NUMBERED,
    FIELD_PHRASES_PAYMENTS, FIELD_PHRASES_REMARKS, FIELD_PHRASES_SETTING_APART,
};
use crate::text::word::Word;

/// Numbers in a row that are a date, a time or an account, and no part of a name.
const NUMBERS_MIN: usize = 3;

/// What begins at a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phrase {
    /// A word of a name.
    None,
    /// What people set between two names.
    Joins,
    /// What says that another name of the same party follows, or on whose behalf it acts.
    SetsApart,
    /// What says that the name of before follows.
    SetsFormerApart,
    /// What is no part of a name.
    Remark,
}

/// What the words of a table do, and with what follows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    Joins,
    SetsApart,
    SetsFormerApart,
    /// A remark, with a number that follows.
    Remark,
    /// A remark that goes on to the next comma or sign.
    GoesOn,
    /// A remark where a number or a sign follows: people are called so.
    Label,
    /// What parts the words of a message about a payment.
    InMessage,
    /// What does so behind a number: a particle of names.
    AfterNumber,
}

/// The phrases of all tables by their first word, the longest first.
static PHRASES: LazyLock<ByWord<&str, Vec<(&str, Use)>>> = LazyLock::new(|| {
    let tables: [(&[&str], Use); 9] = [
        (&FIELD_PHRASES_JOINING, Use::Joins),
        (&FIELD_PHRASES_SETTING_APART, Use::SetsApart),
        (&FIELD_PHRASES_FORMER, Use::SetsFormerApart),
        (&FIELD_PHRASES_BIRTHS, Use::GoesOn),
        (&FIELD_PHRASES_REMARKS, Use::Remark),
        (&FIELD_PHRASES_LABELS, Use::Label),
        (&FIELD_PHRASES_PAYMENTS, Use::InMessage),
        (&FIELD_PHRASES_IN_MESSAGE, Use::InMessage),
        (&FIELD_PHRASES_AFTER_NUMBER, Use::AfterNumber),
    ];
    let mut all: ByWord<&str, Vec<(&str, Use)>> = ByWord::default();
    for (phrases, means) in tables {
        for phrase in phrases {
            let first = phrase.split(' ').next().unwrap_or_default();
            let others = all.entry(first).or_default();
            let at = others.partition_point(|(other, _)| other.len() >= phrase.len());
            others.insert(at, (phrase, means));
        }
    }
    all
});

/// Whether a text is the message of a payment.
pub(super) fn is_message(words: &[Word]) -> bool {
    words.iter().any(is_payment)
}

fn is_payment(word: &Word) -> bool {
    FIELD_PHRASES_PAYMENTS.binary_search(&&*word.text).is_ok()
}

/// What begins at a word of a text, perhaps a message, and how many words it takes: the longest phrase.
pub(super) fn phrase_at(words: &[Word], at: usize, in_message: bool) -> (Phrase, usize) {
    let rest = &words[at..];
    if let [nation, flag, ..] = rest
        && matches!(&*flag.text, "flag" | "flagged")
        && is_nation(class_of(&nation.text))
    {
        return (Phrase::Remark, 2);
    }
    let is_number = |word: &&Word| word.text.chars().all(char::is_numeric);
    let numbers = rest.iter().take_while(is_number).count();
    if numbers >= NUMBERS_MIN {
        return (Phrase::Remark, numbers);
    }
    let phrases = rest.first().and_then(|word| PHRASES.get(&*word.text));
    let found = phrases.into_iter().flatten().find_map(|(phrase, means)| {
        let length = length_of(phrase, *means, rest)?;
        let follows = &rest[length..];
        match means {
            Use::Joins => Some((Phrase::Joins, length)),
            Use::SetsApart => Some((Phrase::SetsApart, length)),
            Use::SetsFormerApart => Some((Phrase::SetsFormerApart, length)),
            Use::GoesOn if at > 0 => Some((Phrase::Remark, length + to_next_sign(follows))),
            Use::Remark | Use::GoesOn => Some((Phrase::Remark, length + number_in(follows))),
            Use::InMessage => in_message.then_some((Phrase::SetsApart, length)),
            Use::AfterNumber => {
                let before = at.checked_sub(1).map(|before| &words[before]);
                let is_after = before.is_some_and(|word| has_digit(word) || is_payment(word));
                (in_message && is_after).then_some((Phrase::SetsApart, length))
            }
            Use::Label => {
                let number = number_in(follows);
                let is_label = number > 0 || follows.first().is_some_and(|word| word.after_sign);
                is_label.then_some((Phrase::Remark, length + number))
            }
        }
    });
    found.unwrap_or((Phrase::None, 1))
}

/// How many words a phrase has, where words begin with it.
pub(super) fn words_of(phrase: &str, words: &[Word]) -> Option<usize> {
    let mut length = 0;
    for expected in phrase.split(' ') {
        if words.get(length)?.text != expected {
            return None;
        }
        length += 1;
    }
    Some(length)
}

/// The same of a phrase with a use. What many people are called is none by itself.
fn length_of(phrase: &str, means: Use, words: &[Word]) -> Option<usize> {
    let length = words_of(phrase, words)?;
    let is_name =
        means != Use::InMessage && length == 1 && phrase.len() > 1 && is_borne_as_written(phrase);
    (!is_name).then_some(length)
}

/// Words up to the next comma or sign.
fn to_next_sign(words: &[Word]) -> usize {
    let goes_on = |word: &&Word| !word.after_comma && (!word.after_sign || has_digit(word));
    words.iter().take_while(goes_on).count()
}

/// Words of a number that follows a label, or of the state or sex that it asks for; none where none does.
fn number_in(words: &[Word]) -> usize {
    let before = words.iter().take_while(|word| is_numbered(word)).count();
    let digits = words[before..].iter().take_while(|word| has_digit(word));
    match digits.count() {
        0 if before == 0 => usize::from(
            words
                .first()
                .is_some_and(|word| word.after_sign && is_answer(&word.text)),
        ),
        0 => 0,
        digits => before + digits,
    }
}

/// Whether a word behind a label is a state or a sex.
fn is_answer(text: &str) -> bool {
    matches!(text, "f" | "female" | "m" | "male") || is_nation(class_of(text))
}

/// Whether a word says that a number follows: `No.`.
pub(super) fn is_numbered(word: &Word) -> bool {
    FIELD_PHRASES_NUMBERED.contains(&&*word.text)
}

/// Whether a word has a digit.
pub(super) fn has_digit(word: &Word) -> bool {
    word.text.chars().any(char::is_numeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_phrase_is_both_of_a_message_and_beside_a_name() {
        let beside = PHRASES
            .values()
            .flatten()
            .filter(|(_, means)| *means != Use::AfterNumber);
        let mut all: Vec<&str> = beside.map(|(phrase, _)| *phrase).collect();
        all.sort_unstable();
        assert!(all.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
