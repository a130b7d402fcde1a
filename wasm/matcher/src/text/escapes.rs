//! Text that a system before this one wrote in another form, put back: escapes of addresses and of markup
//! (`Ali%20Khan`, `&#1040;`, `\u0410`) and UTF-8 that was read as Windows-1252 (`MÃ¼ller`).
//!
//! After RFC 3986 §2.1, HTML's character references and JSON's escapes; the letters of Windows-1252 are
//! those of the WHATWG's Encoding Standard.

/// Letters of Windows-1252 from 0x80 to 0x9F; what it has none for is the control character.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
];
/// References by name that names are written with.
const NAMED: &[(&str, char)] = &[
    ("amp", '&'),
    ("apos", '\''),
    ("gt", '>'),
    ("lt", '<'),
    ("nbsp", ' '),
    ("quot", '"'),
];
/// Marks of the references `&eacute;` and their like, and the combining characters that they are.
const MARKS: &[(&str, char)] = &[
    ("acute", '\u{301}'),
    ("caron", '\u{30C}'),
    ("cedil", '\u{327}'),
    ("circ", '\u{302}'),
    ("grave", '\u{300}'),
    ("ring", '\u{30A}'),
    ("tilde", '\u{303}'),
    ("uml", '\u{308}'),
];
/// How often a text may have been read as Windows-1252.
const READINGS_MAX: usize = 3;
/// Characters of the longest reference.
const REFERENCE_MAX: usize = 10;

/// A text as it was meant, where it has escapes or was decoded wrongly; none of any other.
///
/// ```
/// # use matcher::text::escapes::as_meant;
/// assert_eq!(as_meant("Ana%20Orlenko").as_deref(), Some("Ana Orlenko"));
/// assert_eq!(as_meant("M&#252;ller &amp; Sons").as_deref(), Some("Müller & Sons"));
/// assert_eq!(as_meant("MÃ¼ller").as_deref(), Some("Müller"));
/// assert_eq!(as_meant("100 % Müller & Sons"), None);
/// ```
pub fn as_meant(text: &str) -> Option<String> {
    let unescaped = unescaped(text);
    let mut meant = unescaped;
    for _ in 0..READINGS_MAX {
        match as_utf8(meant.as_deref().unwrap_or(text)) {
            None => break,
            read => meant = read,
        }
    }
    meant
}

/// A text without escapes; none of one that has none.
fn unescaped(text: &str) -> Option<String> {
    if !text.contains(['%', '&', '\\']) {
        return None;
    }
    let mut bytes = Vec::with_capacity(text.len());
    let (mut rest, mut found) = (text, false);
    while let Some(letter) = rest.chars().next() {
        let escape = match letter {
            '%' => percent(rest),
            '&' => reference(rest).map(|(letter, length)| (in_utf8(letter), length)),
            '\\' => unicode(rest).map(|(letter, length)| (in_utf8(letter), length)),
            _ => None,
        };
        let (written, length) = escape.map_or_else(
            || (in_utf8(letter), letter.len_utf8()),
            |escape| {
                found = true;
                escape
            },
        );
        bytes.extend(written);
        rest = &rest[length..];
    }
    if found {
        String::from_utf8(bytes).ok()
    } else {
        None
    }
}

fn in_utf8(letter: char) -> Vec<u8> {
    letter.to_string().into_bytes()
}

/// `%41`: one byte.
fn percent(text: &str) -> Option<(Vec<u8>, usize)> {
    let byte = u8::from_str_radix(text.get(1..3)?, 16).ok()?;
    let is_hex = text.as_bytes()[1..3].iter().all(u8::is_ascii_hexdigit);
    is_hex.then(|| (vec![byte], 3))
}

/// `\u0041`: one character.
fn unicode(text: &str) -> Option<(char, usize)> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let code = u32::from_str_radix(digits, 16).ok()?;
    is_hex.then_some((char::from_u32(code)?, 6))
}

/// `&#65;`, `&#x41;`, `&amp;`, `&eacute;`: one character.
fn reference(text: &str) -> Option<(char, usize)> {
    let end = text
        .char_indices()
        .take(REFERENCE_MAX)
        .find(|(_, letter)| *letter == ';')?
        .0;
    let name = &text[1..end];
    let code = |digits: &str, radix| char::from_u32(u32::from_str_radix(digits, radix).ok()?);
    let letter = if let Some(digits) = name.strip_prefix("#x").or(name.strip_prefix("#X")) {
        code(digits, 16)
    } else if let Some(digits) = name.strip_prefix('#') {
        code(digits, 10)
    } else {
        let named = NAMED.iter().find(|(known, _)| *known == name);
        named.map(|(_, letter)| *letter).or_else(|| marked(name))
    };
    Some((letter?, end + 1))
}

/// The letter of `eacute`.
fn marked(name: &str) -> Option<char> {
    let letter = name.chars().next().filter(char::is_ascii_alphabetic)?;
    let (_, mark) = MARKS.iter().find(|(mark, _)| *mark == &name[1..])?;
    unicode_normalization::char::compose(letter, *mark)
}

/// A text whose UTF-8 was read as Windows-1252 or as Latin-1; none of any other.
fn as_utf8(text: &str) -> Option<String> {
    if text.is_ascii() {
        return None;
    }
    let byte = |letter: char| {
        if let Ok(byte) = u8::try_from(letter as u32) {
            return Some(byte);
        }
        let at = WINDOWS_1252.iter().position(|known| *known == letter)?;
        u8::try_from(0x80 + at).ok()
    };
    let bytes: Option<Vec<u8>> = text.chars().map(byte).collect();
    String::from_utf8(bytes?).ok()
}
