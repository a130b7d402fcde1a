//! Compiles the tables of `data/` into the source that `src/text/tables.rs` includes.

mod table;
mod texts;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The texts that are read whole, once, and what each is.
const TEXTS: [(&str, &str); 8] = [
    (
        "arabic_names.txt",
        "Arabic names as other languages spell them.",
    ),
    ("common_names.txt", "Names by how many people have them."),
    ("common_names_by_hand.txt", "The same, compiled by hand."),
    (
        "given_names.txt",
        "Forms of one given name, and its short forms.",
    ),
    (
        "japanese_families.txt",
        "A line is a reading in hiragana and the family names so read.",
    ),
    (
        "japanese_given.txt",
        "A line is a reading in hiragana and, in columns, the characters that often have it within a given name, \
         those that seldom have it, and those that are a name so read.",
    ),
    ("nicknames.csv", "Names, each with its nicknames."),
    ("people.txt", "Parts of people's names."),
];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=data");
    println!("cargo::rerun-if-changed=build");
    let mut paths = Vec::new();
    for entry in fs::read_dir("data")? {
        paths.push(entry?.path());
    }
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "tsv"));
    paths.sort_unstable();
    let mut rust = String::new();
    // By the bytes of a table's longest letter: scripts that are alike pack better together.
    let mut tables: [String; 4] = Default::default();
    for path in &paths {
        for class in compile(path)? {
            rust += &place(class, &mut tables);
        }
    }
    for (text, bytes) in tables.iter().zip(1..) {
        let about = format!("Tables of letters of up to {bytes} bytes.");
        rust += &texts::compile(&format!("BYTES_{bytes}"), &about, text);
    }
    for (file, about) in TEXTS {
        let name = file.split_once('.').unwrap_or_default().0.to_uppercase();
        let text = fs::read_to_string(Path::new("data").join(file))?;
        rust += &texts::compile(&name, about, &without_repeats(&text));
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?);
    fs::write(out.join("tables.rs"), rust)?;
    Ok(())
}

/// Adds the rows of a class to the text of its letters, and prints where they stand.
fn place(class: table::Class, texts: &mut [String; 4]) -> String {
    let bytes = class.text.chars().map(char::len_utf8).max().unwrap_or(1);
    let text = &mut texts[bytes - 1];
    let start = text.len();
    *text += &class.text;
    let end = text.len();
    let table::Class {
        name, about, kind, ..
    } = class;
    format!(
        "/// {about}\npub static {name}: Table<{kind}> = Table::new(&BYTES_{bytes}, {start}, {end});\n"
    )
}

fn compile(path: &Path) -> Result<Vec<table::Class>, Box<dyn Error>> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let refused = |fault| format!("{}:{fault}", path.display());
    Ok(table::compile(&name, &fs::read_to_string(path)?).map_err(refused)?)
}

/// A text without comments; of nicknames a line for each run of one name: it, and its nicknames.
fn without_repeats(text: &str) -> String {
    let (mut lines, mut last) = (String::new(), "");
    for row in text.lines().filter(|row| !row.starts_with('#')) {
        let (full, short) = row.split_once(",has_nickname,").unwrap_or((row, ""));
        if row == "name1,relationship,name2" {
            continue;
        }
        if short.is_empty() || last != full {
            lines = lines + "\n" + full;
            last = full;
        }
        if !short.is_empty() {
            lines = lines + " " + short;
        }
    }
    lines.trim_start().to_owned()
}
