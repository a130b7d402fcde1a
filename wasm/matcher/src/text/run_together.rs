//! Names that forms run together with what stands beside them: given names and a title in a booking
//! (`ORLENKO/ANALEAMR`), an account before or behind a name (`40817810000000000001Ana Orlenko`), the number that sets
//! namesakes apart in an address (`ana.orlenko84@example.com`).

use super::fold::fold;
use super::tables::BOOKING_TITLES;

/// Letters of a name before a title, at least.
const GIVEN_LETTERS_MIN: usize = 2;
/// Letters of a name on a boarding pass, with its slash, and of what stands before it (IATA Resolution 792).
const BOARDING_PASS_LETTERS: usize = 20;
const LEGS_LETTERS: usize = 2;
/// Letters of given names that are parted, at most.
const GIVEN_LETTERS_MAX: usize = 60;
/// Letters of a given name before another, at least.
const FIRST_LETTERS_MIN: usize = 4;
/// Letters of a name beside a number, at least.
const NAME_LETTERS_MIN: usize = 3;
/// Characters of what says which passenger of a booking is named, at most: `1.1`, `M1`.
const PASSENGER_MAX: usize = 4;
/// Digits of an account, at least.
const ACCOUNT_DIGITS_MIN: usize = 8;
/// Digits that tell people of a name apart: a year, or its end.
const NAMESAKE_DIGITS: std::ops::RangeInclusive<usize> = 2..=4;
/// Letters before such digits that are a name, or several, whether the lists have them or not.
const SURE_LETTERS_MIN: usize = 8;
/// Letters of the country that an account begins with (ISO 13616).
const COUNTRY_LETTERS: usize = 2;

/// A text with blanks where words begin that are run together with others; none of any other text.
///
/// ```
/// # use matcher::text::run_together::parted;
/// let is_listed = |fold: &str| fold == "orlenko" || fold == "aleksandr";
/// let parted = |text| parted(text, is_listed);
/// assert_eq!(parted("M1ORLENKO/ANAMRS").as_deref(), Some("M1 ORLENKO/ANA MRS"));
/// assert_eq!(parted("ORLENKO/ALEKSANDR"), None);
/// assert_eq!(parted("ANA ORLENKODE12345678").as_deref(), Some("ANA ORLENKO DE12345678"));
/// assert_eq!(parted("ana.orlenko84@example.com").as_deref(), Some("ana.orlenko 84@example.com"));
/// ```
pub fn parted(text: &str, is_listed: impl Fn(&str) -> bool) -> Option<String> {
    let is_known = |word: &str| is_listed(&fold(&word.to_lowercase()));
    if !text.contains(|letter: char| letter == '/' || letter.is_ascii_digit()) {
        return None;
    }
    let mut parts = String::new();
    let mut in_booking = false;
    for chunk in text.split_inclusive(char::is_whitespace) {
        let word = chunk.trim_end();
        let word = on_boarding_pass(word).unwrap_or(word);
        in_booking |= is_booking(word);
        let first = in_booking.then(|| behind_passenger(word)).flatten();
        let first = first.or_else(|| behind_account(word)).unwrap_or(0);
        let last = in_booking.then(|| before_title(word, &is_known)).flatten();
        let last = last.or_else(|| before_account(word, &is_known));
        let last = last.or_else(|| before_number(word, &is_known));
        let last = last.filter(|last| *last > first).unwrap_or(word.len());
        let given = in_booking.then(|| behind_given(&word[first..last], &is_known));
        let given = given.flatten().map_or(last, |given| first + given);
        let behind = &chunk[last..];
        for part in [
            &word[..first],
            &word[first..given],
            &word[given..last],
            behind,
        ] {
            let is_letter = |letter: char| !letter.is_whitespace();
            let is_behind = part.starts_with(is_letter) && parts.ends_with(is_letter);
            parts.push_str(if is_behind { " " } else { "" });
            parts.push_str(part);
        }
    }
    (parts.len() > text.len()).then_some(parts)
}

/// Whether a word is a family name, a slash and a given name, perhaps behind the number of the passenger.
fn is_booking(word: &str) -> bool {
    let is_name = |name: &str| name.len() >= GIVEN_LETTERS_MIN && is_upper(name);
    word.split_once('/').is_some_and(|(family, given)| {
        let family = &family[behind_passenger(family).unwrap_or(0)..];
        let is_sign = |sign: char| !sign.is_alphabetic();
        is_name(family.trim_start_matches(is_sign)) && is_name(given)
    })
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
fn before_title(word: &str, is_known: &impl Fn(&str) -> bool) -> Option<usize> {
    let given = word.rsplit('/').next().unwrap_or(word);
    let title = BOOKING_TITLES
        .iter()
        .find(|title| given.ends_with(*title))?;
    let is_name = is_upper(given) && given.len() >= title.len() + GIVEN_LETTERS_MIN;
    (is_name && !is_known(given)).then(|| word.len() - title.len())
}

/// The number of legs and the name of a boarding pass, where the name is so long that what follows has no blank before
/// it: `M1ORLENKOVSKY/ANTONPAVEXKLQ7T`.
fn on_boarding_pass(word: &str) -> Option<&str> {
    let (legs, name) = word.split_at_checked(LEGS_LETTERS)?;
    let (name, _) = name.split_at_checked(BOARDING_PASS_LETTERS)?;
    let is_legs = legs.starts_with('M') && legs.ends_with(|digit: char| digit.is_ascii_digit());
    (is_legs && is_booking(name)).then_some(&word[..LEGS_LETTERS + BOARDING_PASS_LETTERS])
}

/// Where the second given name begins, if the lists have both and not the whole. Of a name that a boarding pass may
/// have cut they need have the first alone.
fn behind_given(word: &str, is_known: &impl Fn(&str) -> bool) -> Option<usize> {
    let slash = word.find('/')? + 1;
    let given = &word[slash..];
    if !is_upper(given) || given.len() > GIVEN_LETTERS_MAX || is_known(given) {
        return None;
    }
    let ends = FIRST_LETTERS_MIN..=given.len().checked_sub(NAME_LETTERS_MIN)?;
    let mut ends = ends.rev().filter(|end| is_known(&given[..*end]));
    let is_cut = word.len() == BOARDING_PASS_LETTERS;
    let longest = is_cut.then(|| ends.clone().next()).flatten();
    let end = ends.find(|end| is_known(&given[*end..])).or(longest)?;
    Some(slash + end)
}

/// Where a name begins behind the digits of an account.
fn behind_account(word: &str) -> Option<usize> {
    let at = word.rfind(|letter: char| letter.is_ascii_digit())? + 1;
    let digits = word[..at].bytes().rev().take_while(u8::is_ascii_digit);
    (digits.count() >= ACCOUNT_DIGITS_MIN && begins_with_name(&word[at..])).then_some(at)
}

/// Where an account begins behind a name: with its country, if the lists have what is left without that and
/// not the whole.
fn before_account(word: &str, is_known: &impl Fn(&str) -> bool) -> Option<usize> {
    let at = word.find(|letter: char| letter.is_ascii_digit())?;
    let digits = word[at..].bytes().filter(u8::is_ascii_digit).count();
    let before = |count: usize| word[..at].char_indices().rev().nth(count - 1);
    before(NAME_LETTERS_MIN).filter(|_| digits >= ACCOUNT_DIGITS_MIN)?;
    let letters = word[..at].chars().rev().take(NAME_LETTERS_MIN);
    if !letters.into_iter().all(char::is_alphabetic) {
        return None;
    }
    let (country, _) = before(COUNTRY_LETTERS)?;
    let (name, whole) = (last_word(&word[..country]), last_word(&word[..at]));
    let is_cased = || name.ends_with(char::is_lowercase) && is_upper(&word[country..at]);
    let is_cut = || !is_known(whole) && name.chars().count() >= NAME_LETTERS_MIN && is_known(name);
    Some(if is_cased() || is_cut() { country } else { at })
}

/// Where a number begins that ends a word of a name, if the lists have that word and not the whole.
fn before_number(word: &str, is_known: &impl Fn(&str) -> bool) -> Option<usize> {
    let at = word.find(|letter: char| letter.is_ascii_digit())?;
    let rest = word[at..].trim_start_matches(|letter: char| letter.is_ascii_digit());
    let digits = word.len() - at - rest.len();
    let name = last_word(&word[..at]);
    let letters = name.chars().count();
    let is_name = letters >= SURE_LETTERS_MIN || letters >= NAME_LETTERS_MIN && is_known(name);
    let is_number = NAMESAKE_DIGITS.contains(&digits) && !rest.starts_with(char::is_alphabetic);
    let whole = &word[at - name.len()..at + digits];
    (is_name && is_number && !is_known(whole)).then_some(at)
}

fn last_word(text: &str) -> &str {
    let mut words = text.rsplit(|letter: char| !letter.is_alphabetic());
    words.next().unwrap_or_default()
}
