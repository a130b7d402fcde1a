//! Names in the messages of systems: elements of XML and HTML, texts of SQL, subfields of a statement.

/// Elements of HTML that set nothing apart but by their look, sorted.
const HTML: &[&str] = &[
    "a", "b", "br", "dd", "div", "dt", "em", "font", "h1", "h2", "h3", "i", "li", "mark", "p",
    "small", "span", "strong", "td", "th", "tr", "u",
];
/// Where a text in any script begins in SQL.
const SQL_TEXT: [&str; 3] = ["=N'", "= N'", "(N'"];
/// Characters of a subfield of a statement, which the next goes on where it is full.
const SUBFIELD_LETTERS: usize = 27;
/// Subfields by which a statement is known, at least.
const SUBFIELDS_MIN: usize = 2;
/// The second subfield of a name.
const NAME_GOES_ON: &str = "33";

/// A text with the keys and values of its elements in place of them, its subfields apart, and without the sign of a
/// text in any script (`N'Ana'`); none of any other.
///
/// ```
/// # use matcher::text::markup::as_pairs;
/// let pairs = as_pairs("<p:first_name>Ana</p:first_name><last/><b>Orlenko</b>");
/// assert_eq!(pairs.as_deref(), Some("firstname=Ana;; Orlenko "));
/// assert_eq!(as_pairs("SET name=N'Ana'").as_deref(), Some("SET name='Ana'"));
/// assert_eq!(as_pairs("?20RENT?32ANA ORLENKOVSKAYA-PETRENKOV?33A?34000").as_deref(),
///     Some("\nRENT\nANA ORLENKOVSKAYA-PETRENKOVA\n000"));
/// assert_eq!(as_pairs("<Ana> <ana@example.com> < 20?"), None);
/// ```
pub fn as_pairs(text: &str) -> Option<String> {
    let mut meant: Option<String> = None;
    if text.contains("</") || text.contains("/>") {
        meant = without_elements(text);
    }
    if text.contains(['?', '~']) {
        meant = apart(meant.as_deref().unwrap_or(text), '?').or(meant);
        meant = apart(meant.as_deref().unwrap_or(text), '~').or(meant);
    }
    let written = meant.as_deref().unwrap_or(text);
    if SQL_TEXT.iter().any(|sign| written.contains(sign)) {
        let plain = |text: String, sign: &&str| text.replace(sign, &sign.replace('N', ""));
        return Some(SQL_TEXT.iter().fold(written.to_owned(), plain));
    }
    meant
}

/// A text with pairs in place of the tags of its elements; none of one without.
fn without_elements(text: &str) -> Option<String> {
    let mut pairs = String::with_capacity(text.len());
    let (mut rest, mut found) = (text, false);
    while let Some(at) = rest.find('<') {
        pairs.push_str(&rest[..at]);
        rest = &rest[at..];
        let as_pair = element(rest);
        found |= as_pair.is_some();
        let (written, length) = as_pair.unwrap_or_else(|| ("<".to_owned(), 1));
        pairs.push_str(&written);
        rest = &rest[length..];
    }
    pairs.push_str(rest);
    found.then_some(pairs)
}

/// What a tag is written as, and its length: `<first_name>` is `firstname=`, `<name id="7">` is ` id="7";`.
fn element(text: &str) -> Option<(String, usize)> {
    let end = text.find('>')?;
    let tag = text[1..end].trim_end_matches('/');
    let (is_end, tag) = tag
        .strip_prefix('/')
        .map_or((false, tag), |tag| (true, tag));
    let is_of_name =
        |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '_' | '-' | '.' | ':');
    let (name, attributes) = tag.split_at(tag.find(|sign| !is_of_name(sign)).unwrap_or(tag.len()));
    let is_pairs = attributes.starts_with(char::is_whitespace) && attributes.contains('=');
    let is_element = name.starts_with(|first: char| first.is_ascii_alphabetic())
        && (attributes.is_empty() || is_pairs);
    if !is_element {
        return None;
    }
    let name = name.rsplit(':').next().unwrap_or_default();
    let key: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    let written = if HTML.binary_search(&&*key.to_ascii_lowercase()).is_ok() {
        format!(
            "{attributes}{} ",
            if attributes.is_empty() { "" } else { ";" }
        )
    } else if is_end {
        ";".to_owned()
    } else if attributes.is_empty() && !text[..end].ends_with('/') {
        format!("{key}=")
    } else {
        format!("{attributes};")
    };
    Some((written, end + 1))
}

/// The subfields of a statement's narrative (field 86 of MT940 in the form of the German banks), each in a line. None
/// of any other text.
fn apart(text: &str, sign: char) -> Option<String> {
    let is_subfield = |part: &&str| {
        let digits = part.chars().take(2).filter(char::is_ascii_digit);
        digits.count() == 2
    };
    let mut parts = text.split(sign);
    let mut lines = parts.next()?.to_owned();
    if parts.clone().filter(is_subfield).count() < SUBFIELDS_MIN
        || !parts.clone().all(|part| is_subfield(&part))
    {
        return None;
    }
    let mut letters = 0;
    for part in parts {
        let (code, held) = part.split_at(2);
        let goes_on = code == NAME_GOES_ON && letters >= SUBFIELD_LETTERS;
        lines.push_str(if goes_on { "" } else { "\n" });
        lines.push_str(held);
        letters = held.chars().count();
    }
    Some(lines)
}
