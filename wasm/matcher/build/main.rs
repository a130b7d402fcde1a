//! Compiles the tables of `data/` into the source that `src/text/tables.rs` includes.

mod table;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

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
    rust += &nicknames(&fs::read_to_string("data/nicknames.csv")?)?;
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?);
    fs::write(out.join("tables.rs"), rust)?;
    Ok(())
}

fn compile(path: &Path) -> Result<String, Box<dyn Error>> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let refused = |fault| format!("{}:{fault}", path.display());
    Ok(table::compile(&name, &fs::read_to_string(path)?).map_err(refused)?)
}

/// Prints a line for each run of one name: it, and its nicknames.
fn nicknames(csv: &str) -> Result<String, Box<dyn Error>> {
    let mut lines = String::new();
    let mut last = "";
    for row in csv.lines().skip(1) {
        let names = row.split_once(",has_nickname,");
        let (full, short) = names.ok_or("nicknames.csv: a row of another kind")?;
        if last != full {
            lines = lines + "\n" + full;
            last = full;
        }
        lines = lines + " " + short;
    }
    let lines = lines.trim_start();
    Ok(format!(
        "/// Names, each with its nicknames.\npub static NICKNAMES: &str = {lines:?};\n"
    ))
}
