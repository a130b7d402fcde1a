//! Phrases that people write into a field for a name: what joins two names, and what is none.
//!
//! In the form that [`crate::text::normalise`] gives. Compiled by hand from what payment messages, registers
//! and the news write.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::text::organisations::{class_of, is_nation};
use crate::text::people::is_borne_as_written;
use crate::text::word::{Case, Word};

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

/// Words between two names.
const JOINING: &[&str] = &[
    "abo",
    "and",
    "and or",
    "as well as",
    "bzw",
    "chy",
    "e",
    "et",
    "i",
    "ili",
    "lub",
    "o",
    "or",
    "oraz",
    "ou",
    "oder",
    "sowie",
    "und",
    "ve",
    "veya",
    "y",
];

/// What stands before another name of the same party, or before the party that another acts for.
const SETTING_APART: &[&str] = &[
    // English.
    "also",
    "also called",
    "also known as",
    "better known as",
    "now known as",
    "known as",
    "alias",
    "aka",
    "a k a",
    "nka",
    "n k a",
    "dba",
    "d b a",
    "doing business as",
    "trading as",
    "trading name",
    "t a",
    "on behalf of",
    "c o",
    "care of",
    "represented by",
    "spelled",
    "spelt",
    "full name",
    // German, French, Dutch.
    "auch bekannt als",
    "auch genannt",
    "bekannt als",
    "genannt",
    "vertreten durch",
    "im auftrag von",
    "aussi connu sous le nom de",
    "connu sous le nom de",
    "dit",
    "dite",
    "ook bekend als",
    // Spanish, Portuguese, Italian.
    "tambien conocido como",
    "tambien conocida como",
    "conocido como",
    "conocida como",
    "antes",
    "tambem conhecido como",
    "conhecido como",
    "conosciuto come",
    "noto come",
    "detto",
    // Russian, Ukrainian, Polish, Turkish.
    "takzhe izvestnyy kak",
    "takzhe izvestnaya kak",
    "izvestnyy kak",
    "izvestnaya kak",
    "on zhe",
    "ona zhe",
    "takozh vidomyy yak",
    "vidomyy yak",
    "znany jako",
    "namidiger",
    "nam i diger",
];

/// What stands before a name that was another's before, or the same party's: ships are sold.
const FORMER: &[&str] = &[
    "anciennement",
    "anteriormente",
    "byvshaya",
    "byvshee",
    "byvshiy",
    "dawniej",
    "ehemals",
    "eski adi",
    "ex",
    "f k a",
    "fka",
    "former name",
    "formerly",
    "formerly known as",
    "fruher",
    "precedentemente",
    "previously",
    "previously known as",
    "prezhnee nazvanie",
    "voorheen",
    "vormals",
];

/// Births and deaths, which say more than a number.
const BIRTHS: &[&str] = &[
    "born",
    "date of birth",
    "dob",
    "d o b",
    "year of birth",
    "yob",
    "birth date",
    "birthdate",
    "place of birth",
    "pob",
    "deceased",
    "dead",
    "died",
    "killed",
    "geboren",
    "geburtsdatum",
    "verstorben",
    "gestorben",
    "ne le",
    "nee le",
    "ne en",
    "nee en",
    "date de naissance",
    "decede",
    "decedee",
    "nacido",
    "nacida",
    "fecha de nacimiento",
    "fallecido",
    "fallecida",
    "nato il",
    "nata il",
    "nato a",
    "nata a",
    "data di nascita",
    "deceduto",
    "nascido em",
    "nascida em",
    "data de nascimento",
    "rodilsya",
    "rodilas",
    "data rozhdeniya",
    "rozhdeniya",
    "goda rozhdeniya",
    "god rozhdeniya",
    "g r",
    "urodzony",
    "urodzona",
    "data urodzenia",
    "dogum tarihi",
    "dogumlu",
];

/// What is no part of a name.
const REMARKS: &[&str] = &[
    // What has become of a body.
    "in liquidation",
    "under liquidation",
    "in voluntary liquidation",
    "in compulsory liquidation",
    "in liq",
    "in administration",
    "in receivership",
    "in insolvency",
    "in bankruptcy",
    "in dissolution",
    "liquidated",
    "dissolved",
    "bankrupt",
    "insolvent",
    "struck off",
    "inactive",
    "dormant",
    "closed",
    "i l",
    "in konkurs",
    "in auflosung",
    "aufgelost",
    "in liquidatie",
    "en liquidation",
    "en liquidacion",
    "em liquidacao",
    "in liquidazione",
    "en redressement judiciaire",
    "disuelta",
    "w likwidacji",
    "w upadlosci",
    "v likvidaci",
    "v likvidatsii",
    "v stadii likvidatsii",
    "likvidirovano",
    "likvidirovana",
    "tasfiye halinde",
    // What a field is called.
    "account holder",
    "account name",
    "name of account holder",
    "beneficiary",
    "beneficiary name",
    "beneficial owner",
    "ultimate beneficial owner",
    "attn",
    "attention",
    "sender",
    "payee",
    "payer",
    "remitter",
    "ordering customer",
    "customer",
    "customer name",
    "client",
    "client name",
    "company name",
    "kontoinhaber",
    "begunstigter",
    "empfanger",
    "zahlungsempfanger",
    "auftraggeber",
    "beneficiaire",
    "titulaire",
    "beneficiario",
    "titular",
    "ordenante",
    "poluchatel",
    "platelshchik",
    "vygodopriobretatel",
    "klient",
    "odbiorca",
    "nadawca",
    "geb",
    "nee",
    // What a number is called.
    "passport",
    "passport no",
    "pasport",
    "reisepass",
    "pasaporte",
    "id no",
    "id number",
    "identity card",
    "national id",
    "inn",
    "iin",
    "ogrn",
    "ogrnip",
    "snils",
    "ssn",
    "tax id",
    "cedula",
    "curp",
    "pesel",
    "edrpou",
    "siren",
    "siret",
    "reg no",
    "registration no",
    "registration number",
    "reg nr",
    "company no",
    "company number",
    "imo no",
    "imo number",
    "mmsi no",
    "mmsi number",
    "call sign",
];

/// What a field or number is called, and people or bodies as well.
const LABELS: &[&str] = &[
    "account", "acct", "a c", "b", "fio", "f i o", "flag", "imya", "name", "id", "kpp", "tin",
    "vat", "nif", "dni", "nie", "rfc", "cpf", "cnpj", "rut", "cuit", "nip", "regon", "krs", "hrb",
    "kvk", "lei", "bin", "imo", "mmsi", "ubo", "fao",
];

/// What a payment is called in its message, sorted.
const PAYMENTS: &[&str] = &[
    "affitto",
    "alquiler",
    "aluguel",
    "arenda",
    "bonifico",
    "czynsz",
    "donation",
    "factura",
    "facture",
    "faktura",
    "fattura",
    "fatura",
    "fee",
    "fees",
    "gehalt",
    "havale",
    "invoice",
    "kira",
    "loan",
    "loyer",
    "miete",
    "nomina",
    "odeme",
    "oplata",
    "pagamento",
    "pago",
    "paiement",
    "payment",
    "perevod",
    "platezh",
    "platnosc",
    "pmt",
    "przelew",
    "purchase",
    "rechnung",
    "refund",
    "remboursement",
    "remittance",
    "rent",
    "repayment",
    "salaire",
    "salario",
    "salary",
    "scheta",
    "schetu",
    "spende",
    "stipendio",
    "transfer",
    "transferencia",
    "uberweisung",
    "virement",
    "vozvrat",
    "wages",
    "zahlung",
    "zarplata",
    "zaym",
    "zayma",
];

/// What stands between a name and the rest of such a message. No particle of a name.
const IN_MESSAGE: &[&str] = &[
    "an",
    "apr",
    "at",
    "aug",
    "aus",
    "by",
    "consulting",
    "contract",
    "dec",
    "december",
    "delivery",
    "dlya",
    "dogovor",
    "dogovoru",
    "due",
    "feb",
    "february",
    "for",
    "from",
    "fuer",
    "fur",
    "goods",
    "icin",
    "in",
    "inv",
    "january",
    "jul",
    "july",
    "jun",
    "march",
    "monat",
    "month",
    "na",
    "no",
    "nov",
    "november",
    "nr",
    "oct",
    "october",
    "on",
    "order",
    "ot",
    "par",
    "para",
    "per",
    "po",
    "por",
    "pour",
    "re",
    "ref",
    "reference",
    "schet",
    "sep",
    "sept",
    "september",
    "service",
    "services",
    "to",
    "towards",
    "uslugi",
    "v",
    "via",
    "za",
    "zu",
    "zum",
    "zur",
];

/// What stands there behind a number: particles of names.
const AFTER_NUMBER: &[&str] = &["a", "da", "de", "del", "di", "of", "von"];

/// What may stand between a label and its number.
const NUMBERED: &[&str] = &["n", "no", "nr", "nomer", "num", "number", "numero"];

/// The phrases of all tables by their first word, the longest first.
static PHRASES: LazyLock<HashMap<&str, Vec<(&str, Use)>>> = LazyLock::new(|| {
    let tables = [
        (JOINING, Use::Joins),
        (SETTING_APART, Use::SetsApart),
        (FORMER, Use::SetsFormerApart),
        (BIRTHS, Use::GoesOn),
        (REMARKS, Use::Remark),
        (LABELS, Use::Label),
        (PAYMENTS, Use::InMessage),
        (IN_MESSAGE, Use::InMessage),
        (AFTER_NUMBER, Use::AfterNumber),
    ];
    let mut all: HashMap<&str, Vec<(&str, Use)>> = HashMap::new();
    for (phrases, means) in tables {
        for phrase in phrases {
            let first = phrase.split(' ').next().unwrap_or_default();
            all.entry(first).or_default().push((phrase, means));
        }
    }
    for phrases in all.values_mut() {
        phrases.sort_by_key(|(phrase, _)| std::cmp::Reverse(phrase.len()));
    }
    all
});

/// Whether a text is the message of a payment.
pub(super) fn is_message(words: &[Word]) -> bool {
    words.iter().any(is_payment)
}

fn is_payment(word: &Word) -> bool {
    PAYMENTS.binary_search(&&*word.text).is_ok()
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
    let phrases = rest.first().and_then(|word| PHRASES.get(&*word.text));
    let found = phrases.into_iter().flatten().find_map(|(phrase, means)| {
        let length = length_of(phrase, *means, rest)?;
        let follows = &rest[length..];
        match means {
            Use::Joins if phrase.len() == 1 && !is_conjunction(words, at, in_message) => None,
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

/// Whether a letter joins two names and is none of a name. In a message, which has no two names, it is one.
fn is_conjunction(words: &[Word], at: usize, in_message: bool) -> bool {
    let is_letter = |word: &Word| word.is_letter();
    let (Some(before), Some(next)) = (at.checked_sub(1), words.get(at + 1)) else {
        return false;
    };
    let is_initial = |word: &Word| is_letter(word) && word.case != Case::Small;
    let among_names = match words[at].case {
        // Who writes initials in capitals writes what joins names in a small letter.
        Case::Small => !is_letter(next) || words.iter().any(is_initial),
        _ => !is_letter(&words[before]) && !is_letter(next),
    };
    among_names && !in_message
}

/// How many words a phrase has, where words begin with it. What many people are called is none by itself.
fn length_of(phrase: &str, means: Use, words: &[Word]) -> Option<usize> {
    let mut length = 0;
    for expected in phrase.split(' ') {
        if words.get(length)?.text != expected {
            return None;
        }
        length += 1;
    }
    let is_name =
        means != Use::InMessage && length == 1 && phrase.len() > 1 && is_borne_as_written(phrase);
    (!is_name).then_some(length)
}

/// Words up to the next comma or sign.
fn to_next_sign(words: &[Word]) -> usize {
    let goes_on = |word: &&Word| !word.after_comma && (!word.after_sign || has_digit(word));
    words.iter().take_while(goes_on).count()
}

/// Words of a number that follows a label, or of the state whose flag it is; none where none does.
fn number_in(words: &[Word]) -> usize {
    let numbered = |word: &&Word| NUMBERED.contains(&&*word.text);
    let before = words.iter().take_while(numbered).count();
    let digits = words[before..].iter().take_while(|word| has_digit(word));
    match digits.count() {
        0 if before == 0 => usize::from(
            words
                .first()
                .is_some_and(|word| word.after_sign && is_nation(class_of(&word.text))),
        ),
        0 => 0,
        digits => before + digits,
    }
}

/// Whether a word has a digit.
pub(super) fn has_digit(word: &Word) -> bool {
    word.text.chars().any(char::is_numeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_that_is_searched_is_sorted_and_no_phrase_stands_in_two() {
        assert!(PAYMENTS.is_sorted());
        let tables = [
            JOINING,
            SETTING_APART,
            BIRTHS,
            REMARKS,
            LABELS,
            PAYMENTS,
            IN_MESSAGE,
        ];
        let mut all: Vec<&str> = tables.into_iter().flatten().copied().collect();
        all.sort_unstable();
        for pair in all.windows(2) {
            assert_ne!(pair[0], pair[1]);
        }
    }
}
