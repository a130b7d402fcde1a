//! What the characters of Thai are; those of Lao lie in the same places.

/// The sign over what is not said.
pub const SILENT: char = '\u{0E4C}';
/// The sign of `o` that Lao has and Thai has not, and its `ia`, in the layout of Thai.
pub const LAO_O: char = '\u{0E3B}';
pub const LAO_IA: char = '\u{0E3D}';

pub fn is_consonant(letter: char) -> bool {
    ('ก'..='ฮ').contains(&letter)
}

/// A vowel written before its consonants.
pub fn is_before(letter: char) -> bool {
    ('เ'..='ไ').contains(&letter)
}

/// A vowel written after, above or below its consonant.
pub fn is_sign(letter: char) -> bool {
    matches!(
        letter,
        '\u{0E30}'..='\u{0E39}' | LAO_O | LAO_IA | '\u{0E4D}'
    )
}

pub fn is_sonorant(letter: char) -> bool {
    matches!(letter, 'ง' | 'ญ' | 'น' | 'ม' | 'ย' | 'ร' | 'ล' | 'ว')
}

/// Whether two consonants begin a syllable together.
pub fn is_cluster(first: char, second: char) -> bool {
    match second {
        'ร' => matches!(first, 'ก' | 'ข' | 'ค' | 'ต' | 'ท' | 'ป' | 'พ' | 'ผ' | 'ศ'),
        'ล' => matches!(first, 'ก' | 'ข' | 'ค' | 'ป' | 'พ' | 'ผ'),
        'ว' => matches!(first, 'ก' | 'ข' | 'ค'),
        _ => false,
    }
}
