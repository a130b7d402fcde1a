//! Text that a system before this one wrote in another form, put back: escapes of addresses, of markup, of mail and of
//! LaTeX (`Ali%20Khan`, `&#1040;`, `\u0410`, `=C3=BC`, `=?UTF-8?Q?M=C3=BCller?=`, `\v{s}`) and UTF-8 that was read as
//! Windows-1252 (`MÃ¼ller`).
//!
//! After RFC 3986 §2.1, HTML's character references, JSON's escapes, RFC 2045 §6.7 and RFC 2047; the letters of
//! Windows-1252 are those of the WHATWG's Encoding Standard.

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
/// Accents of LaTeX, and the combining characters that they are.
const ACCENTS: &[(char, char)] = &[
    ('"', '\u{308}'),
    ('\'', '\u{301}'),
    ('.', '\u{307}'),
    ('=', '\u{304}'),
    ('H', '\u{30B}'),
    ('^', '\u{302}'),
    ('`', '\u{300}'),
    ('c', '\u{327}'),
    ('k', '\u{328}'),
    ('r', '\u{30A}'),
    ('u', '\u{306}'),
    ('v', '\u{30C}'),
    ('~', '\u{303}'),
];
/// How the names of character sets begin that write a letter of Latin or Cyrillic in one byte.
const ONE_BYTE: [&str; 4] = ["cp125", "iso-8859", "koi8", "windows-125"];
/// How often a text may have been escaped, and read as Windows-1252.
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
/// assert_eq!(as_meant("=?UTF-8*de?Q?M=C3=BCller=2C_Ana?=").as_deref(), Some("Müller, Ana"));
/// assert_eq!(as_meant("=?koi8-r?B?YW5h?=\n =?utf-8?b?INCQ?= 1").as_deref(), Some("ana А 1"));
/// assert_eq!(as_meant(r"Ana=20M\xc3\xbcller").as_deref(), Some("Ana Müller"));
/// assert_eq!(as_meant("Sne&amp;#382;ana").as_deref(), Some("Snežana"));
/// assert_eq!(as_meant(r"Go\v{l}akov, {\c{C}}ami").as_deref(), Some("Gol\u{30C}akov, C\u{327}ami"));
/// assert_eq!(as_meant(r#"{\"name\": "Ana"}"#), None);
/// assert_eq!(as_meant("date=2027, 20=20"), None);
/// assert_eq!(as_meant("100 % Müller & Sons"), None);
/// ```
pub fn as_meant(text: &str) -> Option<String> {
    let mut meant: Option<String> = None;
    for undo in [unescaped, as_utf8] {
        for _ in 0..READINGS_MAX {
            match undo(meant.as_deref().unwrap_or(text)) {
                None => break,
                read => meant = read,
            }
        }
    }
    meant
}

/// A text without escapes; none of one that has none.
fn unescaped(text: &str) -> Option<String> {
    if !text.contains(['%', '&', '\\', '=']) {
        return None;
    }
    let mut meant = String::with_capacity(text.len());
    let (mut rest, mut found) = (text, false);
    while let Some(letter) = rest.chars().next() {
        let in_text = |(letter, length): (char, usize)| (letter.to_string(), length);
        let escape = match letter {
            '%' => octets(rest, "%"),
            '&' => reference(rest).map(in_text),
            '\\' => {
                let unicode = unicode(rest).map(in_text);
                let octets = || octets(rest, "\\x");
                unicode.or_else(octets).or_else(|| accented(rest))
            }
            '{' => accented(rest),
            '=' => encoded_word(rest).or_else(|| quoted(rest, &meant)),
            _ => None,
        };
        found |= escape.is_some();
        let (written, length) = escape.unwrap_or_else(|| in_text((letter, letter.len_utf8())));
        meant.push_str(&written);
        rest = &rest[length..];
    }
    found.then_some(meant)
}

/// `%D0%90`, `\xd0\x90`, `=D0=90`: the text whose bytes, in UTF-8, are written one by one.
fn octets(text: &str, sign: &str) -> Option<(String, usize)> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(byte) = rest.strip_prefix(sign).and_then(octet) {
        bytes.push(byte);
        rest = &rest[sign.len() + 2..];
    }
    let written = String::from_utf8(bytes).ok()?;
    (!written.is_empty()).then_some((written, text.len() - rest.len()))
}

/// The byte of two hexadecimal digits.
fn octet(text: &str) -> Option<u8> {
    let digits = text.get(..2)?;
    let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    u8::from_str_radix(digits, 16).ok().filter(|_| is_hex)
}

/// What is quoted to be printable (RFC 2045 §6.7) behind some text, in UTF-8. A blank or sign of ASCII is so between
/// two letters alone: `Ana=20Orlenko` is, `date=2027` is the value of a key.
fn quoted(text: &str, behind: &str) -> Option<(String, usize)> {
    let (written, length) = octets(text, "=")?;
    let is_between = behind
        .ends_with(|sign: char| sign.is_alphabetic() || sign.is_ascii_punctuation())
        && text[length..].starts_with(char::is_alphabetic);
    let is_sign = |letter: char| letter.is_ascii_whitespace() || letter.is_ascii_punctuation();
    let is_quoted = |letter: char| !letter.is_ascii() || is_between && is_sign(letter);
    written.chars().all(is_quoted).then_some((written, length))
}

/// `=?UTF-8?Q?M=C3=BCller?=`: a word of a header (RFC 2047), and the blanks before another. What is not in UTF-8 is
/// read as Windows-1252, which [`super::layouts`] mends where it was another code page.
fn encoded_word(text: &str) -> Option<(String, usize)> {
    let mut parts = text.strip_prefix("=?")?.splitn(3, '?');
    let (charset, way, rest) = (parts.next()?, parts.next()?, parts.next()?);
    // A language may follow (RFC 2231 §5).
    let charset = charset.split('*').next()?.to_ascii_lowercase();
    let (coded, behind) = rest.split_once("?=")?;
    let bytes = match way {
        "Q" | "q" => of_quoted(coded),
        "B" | "b" => of_base64(coded)?,
        _ => return None,
    };
    let written = match String::from_utf8(bytes) {
        Ok(written) => written,
        Err(error) if ONE_BYTE.iter().any(|set| charset.starts_with(set)) => {
            let bytes = error.as_bytes().iter();
            bytes.map(|byte| in_windows_1252(*byte)).collect()
        }
        Err(_) => return None,
    };
    let next = behind.trim_start();
    let behind = if next.starts_with("=?") { next } else { behind };
    Some((written, text.len() - behind.len()))
}

/// The bytes of a word in the Q encoding (RFC 2047 §4.2).
fn of_quoted(coded: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(coded.len());
    let mut rest = coded.as_bytes();
    while let Some((&first, behind)) = rest.split_first() {
        let digits = behind
            .get(..2)
            .and_then(|two| std::str::from_utf8(two).ok());
        let escaped = digits.and_then(octet).filter(|_| first == b'=');
        bytes.push(escaped.unwrap_or(if first == b'_' { b' ' } else { first }));
        rest = &behind[if escaped.is_some() { 2 } else { 0 }..];
    }
    bytes
}

/// The bytes of a word in the B encoding: base64 (RFC 4648 §4). None where a sign is of no such word.
fn of_base64(coded: &str) -> Option<Vec<u8>> {
    let (mut bytes, mut bits, mut held) = (Vec::new(), 0_u32, 0);
    for sign in coded.trim_end_matches('=').bytes() {
        let six = match sign {
            b'A'..=b'Z' => sign - b'A',
            b'a'..=b'z' => sign - b'a' + 26,
            b'0'..=b'9' => sign - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        (bits, held) = (bits << 6 | u32::from(six), held + 6);
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
        }
    }
    Some(bytes)
}

/// The letter of a byte.
fn in_windows_1252(byte: u8) -> char {
    let at = usize::from(byte).checked_sub(0x80);
    let letter = at.and_then(|at| WINDOWS_1252.get(at)).copied();
    letter.unwrap_or(char::from(byte))
}

/// `\u0041`: one character.
fn unicode(text: &str) -> Option<(char, usize)> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let code = u32::from_str_radix(digits, 16).ok()?;
    is_hex.then_some((char::from_u32(code)?, 6))
}

/// `\v{s}`, `{\'e}`, `{\c{C}}`: the letter with an accent of LaTeX, in braces.
fn accented(text: &str) -> Option<(String, usize)> {
    let (is_group, rest) = text
        .strip_prefix('{')
        .map_or((false, text), |rest| (true, rest));
    let mut letters = rest.strip_prefix('\\')?.chars();
    let sign = letters.next()?;
    let (_, mark) = ACCENTS.iter().find(|(accent, _)| *accent == sign)?;
    let behind = letters.as_str();
    let (is_argument, rest) = behind
        .strip_prefix('{')
        .map_or((false, behind), |rest| (true, rest));
    // The dotless letters of `\'{\i}`.
    let mut letters = rest.strip_prefix('\\').unwrap_or(rest).chars();
    let letter = letters.next().filter(|letter| letter.is_alphabetic())?;
    let mut rest = letters.as_str();
    for _ in 0..usize::from(is_group) + usize::from(is_argument) {
        rest = rest.strip_prefix('}')?;
    }
    let written = [letter, *mark].iter().collect();
    (is_group || is_argument).then_some((written, text.len() - rest.len()))
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
