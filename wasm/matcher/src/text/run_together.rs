//! Names that forms run together with what stands beside them: given names and a title in a booking
//! (`ORLENKO/ANALEAMR`), an account or amount before or behind a name (`40817810000000000001Ana Orlenko`), the number
//! that sets namesakes apart in an address (`ana.orlenko84@example.com`), numbers in Chinese.

use std::ops::{Range, RangeInclusive};

use super::han::pinyin;
use super::known_words::KnownWords;
use super::names_together::{push_apart, words_of};
use super::tables::BOOKING_TITLES;
use crate::order::sort;

/// Letters of a name before a title, at least.
const GIVEN_LETTERS_MIN: usize = 2;
/// Letters of a name on a boarding pass, with its slash, and of what stands before it (IATA Resolution 792).
const BOARDING_PASS_LETTERS: usize = 20;
const LEGS_LETTERS: usize = 2;
/// Letters of a given name before another, at least.
const FIRST_LETTERS_MIN: usize = 4;
/// Letters of a name beside a number, at least.
const NAME_LETTERS_MIN: usize = 3;
/// Characters of what says which passenger of a booking is named, at most: `1.1`, `M1`.
const PASSENGER_MAX: usize = 4;
/// Digits of an account or of a record's number before a name, and of an account or amount behind it, at least.
const BEFORE_DIGITS_MIN: usize = 4;
const BEHIND_DIGITS_MIN: usize = 6;
/// Digits that tell people of a name apart: a year, or its end.
const NAMESAKE_DIGITS: RangeInclusive<usize> = 2..=4;
/// Letters before such digits that are a name, or several, whether the lists have them or not.
const SURE_LETTERS_MIN: usize = 8;
/// Letters of the country that an account begins with (ISO 13616), and of the currency of an amount (ISO 4217).
const CODE_LETTERS: RangeInclusive<usize> = 2..=3;

/// A text with blanks where words begin that are run together with others; none of any other text.
///
/// ```
/// # use matcher::text::{known_words::KnownWords, run_together::parted};
/// let is_listed = |fold: &str| ["orlenko", "aleksandr", "ana", "iza"].contains(&fold);
/// let known = KnownWords { is_listed: &is_listed, idf: &|_| 5.0 };
/// let parted = |text| parted(text, &known);
/// assert_eq!(parted("M1ORLENKO/ANAMRS").as_deref(), Some("M1 ORLENKO/ANA MRS"));
/// assert_eq!(parted("1ORLENKO/ANAIZAMRS-A2").as_deref(), Some("1 ORLENKO/ANA IZA MRS-A2"));
/// assert_eq!(parted("ORLENKO/ALEKSANDR"), None);
/// assert_eq!(parted("ANA ORLENKODE12345678").as_deref(), Some("ANA ORLENKO DE12345678"));
/// assert_eq!(parted("ana.orlenko84@example.com").as_deref(), Some("ana.orlenko 84@example.com"));
/// ```
pub fn parted(text: &str, known: &KnownWords) -> Option<String> {
    let mut parts = String::new();
    let mut in_booking = false;
    let mut cuts = Vec::new();
    for chunk in text.split_inclusive(char::is_whitespace) {
        let word = chunk.trim_end();
        let passenger = on_boarding_pass(word).unwrap_or(word);
        in_booking |= is_booking(passenger);
        cuts.clear();
        if in_booking || word.contains(|sign: char| sign.is_ascii_digit()) {
            cut_codes(passenger, in_booking, known, &mut cuts);
        }
        if passenger.len() < word.len() {
            cuts.push(passenger.len());
        }
        cut_numbers(word, &mut cuts);
        sort(&mut cuts);
        push_apart(&mut parts, chunk, &cuts);
    }
    (parts.len() > text.len()).then_some(parts)
}

/// Where a name begins behind a code, and a title or a code behind it.
fn cut_codes(word: &str, in_booking: bool, known: &KnownWords, cuts: &mut Vec<usize>) {
    let first = in_booking.then(|| behind_passenger(word)).flatten();
    let first = first.or_else(|| behind_account(word)).unwrap_or(0);
    let last = in_booking.then(|| before_title(word, known)).flatten();
    let last = last.or_else(|| before_account(word, known));
    let last = last.or_else(|| before_number(word, known));
    let last = last.filter(|last| *last > first).unwrap_or(word.len());
    cuts.extend(
        [first, last]
            .iter()
            .filter(|cut| (1..word.len()).contains(*cut)),
    );
    if in_booking {
        cut_given(word, first..last, known, cuts);
    }
}

/// Where a number begins or ends beside a character of Chinese, whose words have no blanks.
fn cut_numbers(word: &str, cuts: &mut Vec<usize>) {
    if word.is_ascii() {
        return;
    }
    let pairs = word.char_indices().zip(word.chars().skip(1));
    let is_cut = |one: char, other: char| one.is_ascii_digit() && pinyin(other).is_some();
    let at = |((at, one), other): ((usize, char), char)| {
        (is_cut(one, other) || is_cut(other, one)).then_some(at + one.len_utf8())
    };
    cuts.extend(pairs.filter_map(at));
}

/// Whether a word is a family name, a slash and a given name, perhaps behind the number of the passenger.
fn is_booking(word: &str) -> bool {
    let is_name = |name: &str| name.len() >= GIVEN_LETTERS_MIN && is_upper(name);
    let family = word.split('/').next().unwrap_or_default();
    let family = &family[behind_passenger(family).unwrap_or(0)..];
    let is_sign = |sign: char| !sign.is_alphabetic();
    is_name(family.trim_start_matches(is_sign))
        && given_of(word).is_some_and(|(start, given)| start > 0 && is_name(given))
}

/// Where the given names of a booking begin, and they: what stands behind the slash, up to a dash.
fn given_of(word: &str) -> Option<(usize, &str)> {
    let start = word.find('/').map_or(0, |slash| slash + 1);
    let given = word[start..].split('-').next().unwrap_or_default();
    is_upper(given).then_some((start, given))
}

fn is_upper(name: &str) -> bool {
    name.bytes().all(|letter| letter.is_ascii_uppercase())
}

/// Where the name begins behind the few characters that end in a digit.
fn behind_passenger(word: &str) -> Option<usize> {
    let at = word
        .bytes()
        .take(PASSENGER_MAX)
        .rposition(|letter| letter.is_ascii_digit())?
        + 1;
    begins_with_name(&word[at..]).then_some(at)
}

fn begins_with_name(text: &str) -> bool {
    let letters = text.chars().take(NAME_LETTERS_MIN);
    letters.filter(|letter| letter.is_alphabetic()).count() == NAME_LETTERS_MIN
}

/// Where a title begins behind a given name, if no list has the whole.
fn before_title(word: &str, known: &KnownWords) -> Option<usize> {
    let (start, given) = given_of(word)?;
    let title = BOOKING_TITLES
        .iter()
        .find(|title| given.ends_with(*title))?;
    let is_name = given.len() >= title.len() + GIVEN_LETTERS_MIN;
    (is_name && !known.has(given)).then(|| start + given.len() - title.len())
}

/// The number of legs and the name of a boarding pass, where the name is so long that what follows has no blank before
/// it: `M1ORLENKOVSKY/ANTONPAVEXKLQ7T`.
fn on_boarding_pass(word: &str) -> Option<&str> {
    let (legs, name) = word.split_at_checked(LEGS_LETTERS)?;
    let (name, _) = name.split_at_checked(BOARDING_PASS_LETTERS)?;
    let is_legs = legs.starts_with('M') && legs.ends_with(|digit: char| digit.is_ascii_digit());
    (is_legs && is_booking(name)).then_some(&word[..LEGS_LETTERS + BOARDING_PASS_LETTERS])
}

/// Where the given names begin behind the first, if the lists have all and not the whole. Of a name that a boarding
/// pass may have cut they need have the first alone.
fn cut_given(word: &str, part: Range<usize>, known: &KnownWords, cuts: &mut Vec<usize>) {
    let (first, begins, part) = (cuts.len(), part.start, &word[part]);
    let Some((start, given)) = given_of(part).filter(|(_, given)| !known.has(given)) else {
        return;
    };
    if part.len() == BOARDING_PASS_LETTERS {
        let ends = FIRST_LETTERS_MIN..=given.len().saturating_sub(NAME_LETTERS_MIN);
        cuts.extend(ends.rev().find(|end| known.has(&given[..*end])));
    } else {
        words_of(given, known, cuts);
    }
    cuts[first..]
        .iter_mut()
        .for_each(|cut| *cut += begins + start);
}

/// Where a name begins behind the digits of an account.
fn behind_account(word: &str) -> Option<usize> {
    let at = word.rfind(|letter: char| letter.is_ascii_digit())? + 1;
    let digits = word[..at].bytes().rev().take_while(u8::is_ascii_digit);
    (digits.count() >= BEFORE_DIGITS_MIN && begins_with_name(&word[at..])).then_some(at)
}

/// Where an account or amount begins behind a name: with its country or currency, if case sets that apart, or if the
/// lists have what is left without it and not the whole.
fn before_account(word: &str, known: &KnownWords) -> Option<usize> {
    let at = word.find(|letter: char| letter.is_ascii_digit())?;
    let digits = word[at..].bytes().filter(u8::is_ascii_digit).count();
    let end = word[..at]
        .trim_end_matches(|sign: char| !sign.is_alphabetic())
        .len();
    let whole = last_word(&word[..end]);
    if digits < BEHIND_DIGITS_MIN || whole.chars().count() < NAME_LETTERS_MIN {
        return None;
    }
    let codes = CODE_LETTERS.filter_map(|count| whole.char_indices().rev().nth(count - 1));
    let codes = codes.map(|(code, _)| whole.split_at(code));
    let is_cased =
        |(name, code): &(&str, &str)| name.ends_with(char::is_lowercase) && is_upper(code);
    let is_cut = |(name, _): &(&str, &str)| {
        let is_glued = end == at && name.chars().count() >= NAME_LETTERS_MIN;
        is_glued && known.has(name) && !known.has(whole)
    };
    let cased = codes.clone().find(is_cased);
    let code = cased.or_else(|| codes.clone().find(is_cut));
    Some(code.map_or(at, |(name, _)| end - whole.len() + name.len()))
}

/// Where a number begins that ends a word of a name, if the lists have that word and not the whole.
fn before_number(word: &str, known: &KnownWords) -> Option<usize> {
    let at = word.find(|letter: char| letter.is_ascii_digit())?;
    let rest = word[at..].trim_start_matches(|letter: char| letter.is_ascii_digit());
    let digits = word.len() - at - rest.len();
    let name = last_word(&word[..at]);
    let letters = name.chars().count();
    let is_name = letters >= SURE_LETTERS_MIN || letters >= NAME_LETTERS_MIN && known.has(name);
    let is_number = NAMESAKE_DIGITS.contains(&digits) && !rest.starts_with(char::is_alphabetic);
    let whole = &word[at - name.len()..at + digits];
    (is_name && is_number && !known.has(whole)).then_some(at)
}

fn last_word(text: &str) -> &str {
    let mut words = text.rsplit(|letter: char| !letter.is_alphabetic());
    words.next().unwrap_or_default()
}
