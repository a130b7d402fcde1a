//! Splits a name into tokens and says what each is.

use std::ops::RangeInclusive;

use super::merge::{merge_forms, shorten_ordinal};
use super::parts::parts_of;
use super::token::{Bearer, Kind, NameToken, Part, StatedParts, Token};
use crate::text::arabic_words::has_vowels;
use crate::text::asian::chinese::is_pinyin;
use crate::text::consonants::PhoneticVariant;
use crate::text::fold::fold;
use crate::text::given_names::father_of;
use crate::text::hebrew;
use crate::text::normalise::split_words;
use crate::text::organisations::{End, class_of_folded, is_form_at};
use crate::text::phonetic::key;
use crate::text::script::Script;
use crate::text::vietnamese::is_vietnamese_syllable;
use crate::text::vocabulary::{Meaning, meaning_in_body, meaning_of};
use crate::text::word::{Word, Words};

/// Splits a name into tokens, however many they are.
///
/// Where the list states no family name, the name itself may: see the module `parts`.
pub fn parse_name(text: &str, bearer: Bearer, stated: StatedParts) -> Vec<NameToken> {
    parse_words(split_words(text), bearer, stated)
}

fn parse_words(mut found: Words, bearer: Bearer, stated: StatedParts) -> Vec<NameToken> {
    merge_forms(&mut found.words);
    if bearer == Bearer::Person {
        found.words.iter_mut().for_each(shorten_initial);
    }
    read_words(found, bearer, stated, |_, word| make_token(word))
}

/// A text that is already split, as a person's name and as a body's: token by token the same words.
pub fn parse_as_both(mut found: Words) -> [Vec<NameToken>; 2] {
    merge_forms(&mut found.words);
    let as_body = |words: &Words| {
        let stated = StatedParts::default();
        read_words(words.clone(), Bearer::Body, stated, |_, word| {
            make_token(word)
        })
    };
    let mut body = as_body(&found);
    let says_what =
        |t: &NameToken| matches!(t.kind, Kind::OrganisationForm | Kind::Generic | Kind::Topic);
    let is_longer = |word: &Word| word.is_letter() && word.text.len() > 1;
    if found.words.iter().any(is_longer) && !body.iter().any(says_what) {
        found.words.iter_mut().for_each(shorten_initial);
        body = as_body(&found);
    }
    let person = read_words(found, Bearer::Person, StatedParts::default(), |at, word| {
        let token = &body[at].token;
        if token.text == word.text {
            token.clone()
        } else {
            make_token(word)
        }
    });
    [person, body]
}

/// The tokens of words, each made by `token_of` its place and itself.
fn read_words(
    mut found: Words,
    bearer: Bearer,
    stated: StatedParts,
    token_of: impl Fn(usize, &Word) -> Token,
) -> Vec<NameToken> {
    if bearer == Bearer::Person {
        shorten_ordinal(&mut found.words);
    }
    let parts = match bearer {
        Bearer::Person => parts_of(&found, stated),
        Bearer::Body => vec![Part::Any; found.words.len()],
    };
    let words = found.words.iter().zip(parts).enumerate();
    let tokens = words.map(|(at, (word, part))| {
        let token = token_of(at, word);
        NameToken {
            kind: if word.beside && bearer == Bearer::Person {
                Kind::Title
            } else if word.sense.is_beginning() {
                Kind::Initial
            } else {
                kind_of(&token, word.script, bearer)
            },
            token,
            part,
            position: word.position,
            script: word.script,
            place: at as u32,
            spellings: word.spellings.clone(),
            skeletons: word.skeletons.clone(),
            sense: word.sense.clone(),
        }
    });
    let mut tokens: Vec<NameToken> = tokens.collect();
    let is_family = |t: &NameToken| t.part == Part::Family;
    for token in tokens.iter_mut().filter(|t| is_family(t)) {
        if token.kind == Kind::Title {
            token.kind = Kind::Word;
        }
    }
    if bearer == Bearer::Body {
        mark_forms_at_ends(&mut tokens);
    }
    keep_syllables(&mut tokens);
    keep_something_that_identifies(&mut tokens, is_family);
    keep_something_that_identifies(&mut tokens, |_| true);
    tokens
}

/// Leaves of a letter that stands for a name the first of those that it is romanised by: `Ю.` is `Y.`
fn shorten_initial(word: &mut Word) {
    if word.is_letter()
        && let Some((end, _)) = word.text.char_indices().nth(1)
    {
        word.text.truncate(end);
    }
}

/// Whether a text says who is meant at all, rather than being titles, particles and initials.
pub fn identifies(tokens: &[NameToken], bearer: Bearer) -> bool {
    let by_itself = |t: &NameToken| kind_of(&t.token, t.script, bearer);
    tokens.iter().any(|t| by_itself(t).identifies())
}

fn make_token(word: &Word) -> Token {
    let Word { text, script, .. } = word;
    let fold = fold(text);
    let vowelled = has_vowels(text) || hebrew::is_known(text);
    let unvowelled = script.leaves_vowels_out() && text.is_ascii() && !vowelled;
    Token {
        letters: fold.chars().count() as u32,
        sounds: if unvowelled {
            [0; 2]
        } else {
            [
                key(text, PhoneticVariant::Western),
                key(text, PhoneticVariant::Slavic),
            ]
        },
        skeleton: key(text, PhoneticVariant::Bare),
        form: class_of_folded(text, &fold),
        unvowelled,
        father: father_of(text),
        fold,
        text: text.to_owned(),
    }
}

fn kind_of(token: &Token, script: Script, bearer: Bearer) -> Kind {
    let text = &token.text;
    if text.chars().any(char::is_numeric) {
        return Kind::Number;
    }
    let meaning = match bearer {
        Bearer::Person => meaning_of(text, false),
        Bearer::Body => meaning_in_body(text, token.form),
    };
    // A syllable is no title, particle or initial that happens to sound alike.
    let is_sound = !matches!(
        meaning,
        Meaning::OrganisationForm(_) | Meaning::Generic(_) | Meaning::Topic(_)
    );
    if script.is_syllabic() && (bearer == Bearer::Person || is_sound) {
        return Kind::Word;
    }
    match meaning {
        Meaning::Title => Kind::Title,
        Meaning::Ordinal => Kind::Ordinal,
        Meaning::Particle => Kind::Particle,
        Meaning::OrganisationForm(_) => Kind::OrganisationForm,
        Meaning::Generic(_) => Kind::Generic,
        Meaning::Topic(_) => Kind::Topic,
        Meaning::Plain if text.len() == 1 && has_initials(script, bearer) => Kind::Initial,
        Meaning::Plain => Kind::Word,
    }
}

/// Whether a letter of a script is the first of somebody's name. In other letters than Latin a body is called
/// by one: `М Лизинг`.
fn has_initials(script: Script, bearer: Bearer) -> bool {
    script == Script::LATIN || bearer == Bearer::Person && script.has_initials()
}

/// Tokens of a Chinese name: a family name and one syllable or two.
const CHINESE_TOKENS: RangeInclusive<usize> = 2..=3;

/// In a name of nothing but syllables of Pinyin none is a particle: `Li Bin` is nobody's son.
fn keep_syllables(tokens: &mut [NameToken]) {
    let is_syllable = |t: &NameToken| is_pinyin(&t.token.text);
    if CHINESE_TOKENS.contains(&tokens.len()) && tokens.iter().all(is_syllable) {
        let particles = tokens.iter_mut().filter(|t| t.kind == Kind::Particle);
        particles.for_each(|t| t.kind = Kind::Word);
    }
}

/// Letters that are a legal form only at an end of a body's name. Where each of three words or more is a
/// syllable of Vietnamese, they are somebody's: `Ngo` is a family.
fn mark_forms_at_ends(tokens: &mut [NameToken]) {
    let is_syllable = |t: &NameToken| is_vietnamese_syllable(&t.token.text);
    if tokens.len() < 2 || tokens.len() >= VIETNAMESE_TOKENS_MIN && tokens.iter().all(is_syllable) {
        return;
    }
    mark_forms(tokens.iter_mut(), End::First);
    mark_forms(tokens.iter_mut().rev(), End::Last);
}

/// Tokens of a Vietnamese name: a family name, a middle name and a given name.
const VIETNAMESE_TOKENS_MIN: usize = 3;

/// Marks such letters among the legal forms that stand first.
fn mark_forms<'a>(tokens: impl Iterator<Item = &'a mut NameToken>, end: End) {
    for token in tokens {
        match token.kind {
            Kind::OrganisationForm => {}
            Kind::Word if is_form_at(&token.token.text, end) => {
                token.kind = Kind::OrganisationForm;
            }
            _ => return,
        }
    }
}

/// In a name, or the family's part of it, of nothing but titles, particles, forms and single letters,
/// those are what it is called: `O` is a family's name.
fn keep_something_that_identifies(tokens: &mut [NameToken], belongs: impl Fn(&NameToken) -> bool) {
    if tokens.iter().any(|t| belongs(t) && t.kind.identifies()) {
        return;
    }
    for token in tokens.iter_mut().filter(|t| belongs(t)) {
        token.kind = Kind::Word;
    }
}
