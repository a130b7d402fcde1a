//! Laws of reading a text, over arbitrary Unicode and over the scripts that are transliterated.

use matcher::name::parse::parse_name;
use matcher::name::token::Bearer;
use matcher::text::fold::fold;
use matcher::text::homoglyphs::in_one_script;
use matcher::text::normalise::{SplitText, split_words};
use matcher::text::romanise::READINGS_MAX;
use matcher::text::word::Words;
use proptest::prelude::*;

/// Letters of every script that has rules of its own, marks, signs and digits.
const LETTERS: &str = "[a-zA-ZÀ-ſα-ωΑ-Ωά-ώа-яёА-Яіїєґўђћљњџәғқңөұүһҷӣӯא-ת\u{5b0}-\u{5bc}ա-ևა-ჰ\
    ء-ي\u{64b}-\u{652}پچژگکیہھےځ۰-۹अ-ह\u{93e}-\u{94d}অ-হ\u{9be}-\u{9cd}ଅ-ହ\u{b3e}-\u{b4d}\
    அ-ஹ\u{bbe}-\u{bcd}అ-హ\u{c3e}-\u{c4d}ಅ-ಹ\u{cbe}-\u{ccd}അ-ഹ\u{d3e}-\u{d4d}\u{d7a}-\u{d7f}\
    අ-ෆ\u{dca}-\u{ddf}ก-\u{e3a}เ-\u{e4e}ກ-ຮ\u{eb0}-\u{ebd}ເ-ໄ\u{ec8}-\u{ecd}က-အ\u{102b}-\u{103e}\
    ក-អ\u{17b6}-\u{17d3}ሀ-ፗ\u{780}-\u{7b0}ぁ-んァ-ヴー가-힣一-龥々\
    \u{200b}\u{202e}',.&/ -]{0,40}";

fn texts(words: &Words) -> Vec<&str> {
    words.words.iter().map(|word| &*word.text).collect()
}

/// Most bytes that one character becomes: NFKC writes one as up to eighteen, and none of those as more
/// than six letters.
const BYTES_PER_CHARACTER_MAX: usize = 18 * 6;

fn check(text: &str) -> Result<(), TestCaseError> {
    let words = split_words(text);
    let others = SplitText::of(text).other_spellings();
    prop_assert!(others.len() < READINGS_MAX);
    for reading in std::iter::once(&words).chain(&others) {
        let letters: usize = reading.words.iter().map(|word| word.text.len()).sum();
        let characters = text.chars().count();
        prop_assert!(letters <= BYTES_PER_CHARACTER_MAX * characters);
        prop_assert!(reading.words.len() <= 18 * characters);
        let rising = reading.words.windows(2).all(|two| {
            two[0].position <= two[1].position && two[1].position <= two[0].position + 1
        });
        prop_assert!(rising, "{reading:?}");
        for word in &reading.words {
            prop_assert!(!word.text.is_empty());
            prop_assert!(fold(&word.text).len() <= 2 * word.text.len());
            // What nobody sees is in no word.
            let hidden = ['\u{200b}', '\u{202e}', '\'', ' '];
            prop_assert!(!word.text.contains(hidden));
        }
    }
    for bearer in [Bearer::Person, Bearer::Body] {
        let tokens = parse_name(text, bearer, matcher::name::token::StatedParts::default());
        prop_assert!(tokens.len() <= words.words.len());
    }
    // What is in Latin letters has one reading, and reads as itself.
    if words.words.iter().all(|word| word.text.is_ascii()) {
        let once = texts(&words).join(" ");
        let again = split_words(&once);
        prop_assert_eq!(texts(&again).join(" "), once.clone());
        prop_assert!(SplitText::of(&once).other_spellings().is_empty());
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_within_bounds(text in any::<String>()) {
        check(&text)?;
    }

    #[test]
    fn any_name_is_read_within_bounds(text in LETTERS) {
        check(&text)?;
    }

    #[test]
    fn letters_in_one_script_stay_as_many_and_are_settled(word in "[a-zA-Zа-яА-Яα-ωΑ-Ω]{1,12}") {
        if let Some(settled) = in_one_script(&word) {
            prop_assert_eq!(settled.chars().count(), word.chars().count());
            prop_assert_eq!(in_one_script(&settled), None);
        }
    }

    #[test]
    fn a_word_in_letters_of_one_script_is_left_alone(word in "[a-z]{1,12}|[а-я]{1,12}|[α-ω]{1,12}") {
        prop_assert_eq!(in_one_script(&word), None);
    }

    #[test]
    fn marks_that_nobody_sees_change_nothing(name in "[a-zа-яא-תا-ي ]{1,20}", at in 0..20_usize) {
        let letters: Vec<char> = name.chars().collect();
        let at = at.min(letters.len());
        let marks = &['\u{200f}', '\u{2060}'];
        let hidden: String = letters[..at].iter().chain(marks).chain(&letters[at..]).collect();
        prop_assert_eq!(split_words(&hidden), split_words(&name));
    }
}
