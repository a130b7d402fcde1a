//! Compiles the tables of `data/` into the source that `src/text/tables.rs` includes.

mod table;
mod texts;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The texts that are read whole, once, and what each is.
const TEXTS: [(&str, &str); 5] = [
    ("common_names.txt", "Names by how many people have them."),
    ("common_names_by_hand.txt", "The same, compiled by hand."),
    (
        "given_names.txt",
        "Forms of one given name, and its short forms.",
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
    for path in &paths {
        rust += &compile(path)?;
    }
    for (file, about) in TEXTS {
        let name = file.split_once('.').unwrap_or_default().0.to_uppercase();
        let text = fs::read_to_string(Path::new("data").join(file))?;
        rust += &texts::compile(&name, about, &without_repeats(&text))?;
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?);
    fs::write(out.join("tables.rs"), rust)?;
    Ok(())
}

fn compile(path: &Path) -> Result<String, Box<dyn Error>> {
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
