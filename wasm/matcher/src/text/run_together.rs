//! Names that forms run together with what stands beside them: a title behind the given name of a booking
//! (`ORLENKO/ANAMR`), an account before or behind a name (`40817810000000000001Ana Orlenko`).

use super::fold::fold;

/// Titles of a booking, behind a given name, the longer first.
const TITLES: &[&str] = &["MSTR", "MISS", "MRS", "CHD", "INF", "MR", "MS", "DR"];
/// Letters of a name before a title, at least.
const GIVEN_LETTERS_MIN: usize = 2;
/// Letters of a name beside a number, at least.
const NAME_LETTERS_MIN: usize = 3;
/// Characters of what says which passenger of a booking is named, at most: `1.1`, `M1`.
const PASSENGER_MAX: usize = 4;
/// Digits of an account, at least.
const ACCOUNT_DIGITS_MIN: usize = 8;
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
/// ```
#[must_use]
pub fn parted(text: &str, is_listed: impl Fn(&str) -> bool) -> Option<String> {
    if !text.contains(|letter: char| letter == '/' || letter.is_ascii_digit()) {
        return None;
    }
    let mut parts = String::new();
    let mut in_booking = false;
    for chunk in text.split_inclusive(char::is_whitespace) {
        let word = chunk.trim_end();
        in_booking |= is_booking(word);
        let first = in_booking.then(|| behind_passenger(word)).flatten();
        let first = first.or_else(|| behind_account(word)).unwrap_or(0);
        let last = in_booking.then(|| before_title(word, &is_listed)).flatten();
        let last = last.or_else(|| before_account(word, &is_listed));
        let last = last.filter(|last| *last > first).unwrap_or(chunk.len());
        for part in [&chunk[..first], &chunk[first..last], &chunk[last..]] {
            let is_behind = !part.is_empty() && parts.ends_with(|end: char| !end.is_whitespace());
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
fn before_title(word: &str, is_listed: &impl Fn(&str) -> bool) -> Option<usize> {
    let given = word.rsplit('/').next().unwrap_or(word);
    let title = TITLES.iter().find(|title| given.ends_with(*title))?;
    let is_name = is_upper(given) && given.len() >= title.len() + GIVEN_LETTERS_MIN;
    (is_name && !is_listed(&fold(&given.to_lowercase()))).then(|| word.len() - title.len())
}

/// Where a name begins behind the digits of an account.
fn behind_account(word: &str) -> Option<usize> {
    let at = word.rfind(|letter: char| letter.is_ascii_digit())? + 1;
    let digits = word[..at].bytes().rev().take_while(u8::is_ascii_digit);
    (digits.count() >= ACCOUNT_DIGITS_MIN && begins_with_name(&word[at..])).then_some(at)
}

/// Where an account begins behind a name: with its country, if the lists have what is left without that and
/// not the whole.
fn before_account(word: &str, is_listed: &impl Fn(&str) -> bool) -> Option<usize> {
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
    let is_known = |text: &str| is_listed(&fold(&text.to_lowercase()));
    let is_cased = || name.ends_with(char::is_lowercase) && is_upper(&word[country..at]);
    let is_cut = || !is_known(whole) && name.chars().count() >= NAME_LETTERS_MIN && is_known(name);
    Some(if is_cased() || is_cut() { country } else { at })
}

fn last_word(text: &str) -> &str {
    let mut words = text.rsplit(|letter: char| !letter.is_alphabetic());
    words.next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_parted_from_accounts_and_titles() {
        let is_listed = |fold: &str| ["orlenko", "amr", "orlen"].contains(&fold);
        for (text, expected) in [
            ("1.1ORLENKO/ANAMSTR", Some("1.1 ORLENKO/ANA MSTR")),
            (
                "1.ORLENKO/ANA LEAMRS 2 SU21",
                Some("1.ORLENKO/ANA LEA MRS 2 SU21"),
            ),
            ("ORLENKO/AMR", None),
            ("ORLENKO/ANA MR", None),
            ("12345678Ana Orlenko", Some("12345678 Ana Orlenko")),
            (
                "LV44HABA12345678ANA ORLENKO",
                Some("LV44HABA12345678 ANA ORLENKO"),
            ),
            ("Ana CruzCY12345678", Some("Ana Cruz CY12345678")),
            ("ANA ORLENKO40817810", Some("ANA ORLENKO 40817810")),
            ("ANA AMRKO40817810", Some("ANA AMR KO40817810")),
            (
                "ANA ORLENKOGB12NWBK12345678",
                Some("ANA ORLENKO GB12NWBK12345678"),
            ),
            ("RA12345 EP-ABC", None),
            ("Fleet22", None),
            ("A/S Sever", None),
        ] {
            assert_eq!(parted(text, is_listed).as_deref(), expected, "{text}");
        }
    }
}
