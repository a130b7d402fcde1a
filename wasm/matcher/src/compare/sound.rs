//! How alike two tokens sound.

use super::edits::Edits;
use crate::name::listed::Listed;
use crate::name::query_token::QueryToken;
use crate::name::token::Token;
use crate::text::consonants::is_vowel;
use crate::text::phonetic::consonants_of;
use crate::text::skeletons::{akin, begin_akin, first_squeezed, long_vowels_agree, squeezed_alike};
use crate::weights::Weights;

/// How alike two words are by their consonants, of which the key that they share has so many; 0 where they do
/// not sound alike.
pub(super) fn by_sound(
    query: &QueryToken,
    listed: &Listed,
    shared: Option<u32>,
    edits: &Edits,
    weights: &Weights,
) -> f64 {
    let (s, asked) = (&weights.similarity, &query.token);
    let shared = shared.filter(|_| edits.count.is_some());
    if asked.unvowelled != listed.unvowelled && !breathes_alike(asked, listed) {
        return 0.0;
    }
    match shared {
        Some(consonants) => {
            let short = if consonants <= SHORT_KEY {
                s.sounds_short
            } else {
                0.0
            };
            s.sounds_alike - s.sounds_edit_cost * edits.share - short
        }
        None if asked.unvowelled != listed.unvowelled => by_consonants(query, listed, weights),
        None => 0.0,
    }
}

/// Keys of so few consonants are shared by many words.
pub(super) const SHORT_KEY: u32 = 2;

/// How many consonants the key has that two words share.
pub(super) fn shared_sound(a: [u32; 2], b: [u32; 2]) -> Option<u32> {
    a.into_iter()
        .zip(b)
        .find(|(a, b)| *a != 0 && a == b)
        .map(|(key, _)| consonants_of(key))
}

/// Whether a word without short vowels that begins with h stands beside one that begins with a sound which may be
/// that, or with a vowel where it is mute: Hassan is Jasan and Asan, and no Snow. So with what is between consonants.
fn breathes_alike(asked: &Token, listed: &Listed) -> bool {
    let (bare, full) = if asked.unvowelled {
        (&*asked.text, listed.text)
    } else {
        (listed.text, &*asked.text)
    };
    let may_be = |letter: u8| is_vowel(letter) || b"hkgjxyw".contains(&letter);
    let begins = !bare.starts_with('h') || full.bytes().next().is_none_or(may_be);
    // Two letters that are both heard as a: Shaar is no Sher.
    begins && (!bare.contains("aa") || full.contains('a'))
}

/// A word without short vowels beside one with them: the consonants, of which one may be that of
/// another country, and whether both begin and end with what may be a vowel.
fn by_consonants(query: &QueryToken, listed: &Listed, weights: &Weights) -> f64 {
    let asked = &query.token;
    let (bare, full) = if asked.unvowelled {
        (&*asked.text, listed.text)
    } else {
        (listed.text, &*asked.text)
    };
    let same = asked.skeleton != 0 && asked.skeleton == listed.skeleton;
    let [bare_sound, full_sound] = if asked.unvowelled {
        [query.first_sound, listed.first_sound]
    } else {
        [listed.first_sound, query.first_sound]
    };
    let [in_bare, in_full] = if asked.unvowelled {
        [asked.skeleton, listed.skeleton]
    } else {
        [listed.skeleton, asked.skeleton]
    }
    .map(consonants_of);
    // Squeezed it has no more consonants, and akin words have one more or less.
    let same = same
        || in_full <= in_bare && first_squeezed(bare) == full_sound && squeezed_alike(bare, full);
    let may_be_akin = || in_bare.abs_diff(in_full) <= 1 && begin_akin(bare_sound, full_sound);
    let may_be_one = same || may_be_akin() && akin(bare, full);
    if !may_be_one {
        return 0.0;
    }
    let begins = |text: &str| {
        text.bytes()
            .next()
            .is_some_and(|l| is_vowel(l) || l == b'w')
    };
    let ends_in_i = |text: &str| matches!(text.bytes().last(), Some(b'i' | b'y'));
    // A last long i is always pronounced, though a last a may be written like one: Mohammadi is never
    // Mohammad, and Mortaza ends in the same letter.
    let ends_in_consonant = |text: &str| !text.bytes().last().is_some_and(is_vowel);
    if ends_in_i(bare) && ends_in_consonant(full) || ends_in_i(full) && ends_in_consonant(bare) {
        return 0.0;
    }
    let mut value = weights.similarity.unvowelled;
    if !same {
        value -= weights.similarity.unvowelled_akin;
    }
    if consonants_of(asked.skeleton) <= SHORT_KEY {
        value -= weights.similarity.sounds_short;
    }
    if begins(bare) != begins(full) {
        value -= weights.similarity.unvowelled_ends;
    }
    // Long vowels are written: Mohammadi is not Mohammad, and Husayn not Hassan.
    if ends_in_i(bare) != ends_in_i(full) {
        value -= weights.similarity.unvowelled_long_vowel;
    }
    if !long_vowels_agree(bare, full) {
        value -= weights.similarity.unvowelled_long_vowel;
    }
    value
}
