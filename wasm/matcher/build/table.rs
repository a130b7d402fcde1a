//! A table of `data/`, read from TSV, checked and printed as Rust.

use std::fmt::Write;

/// The column that says in which array a row stands.
const CLASS: &str = "class";
/// The column that only people read.
const NOTE: &str = "note";
/// What ends the name of a column whose cells hold several words.
const LIST: &str = "[]";
/// What stands for a text of no letters.
const EMPTY: &str = "\"\"";
/// What ends the name of a column of numbers.
const NUMBER: &str = "#";

/// Checks a table and prints one static array for each of its classes, named after the table and the class.
///
/// # Errors
///
/// Returns the line, from 1, and what is wrong with it.
pub fn compile(name: &str, text: &str) -> Result<String, String> {
    let table = Table::parse(text)?;
    let mut rust = String::new();
    for (class, about) in &table.classes {
        let rows = || table.rows.iter().filter(|row| row.class == *class);
        let full_name = if class.is_empty() {
            name.to_uppercase()
        } else {
            format!("{name}_{class}").to_uppercase()
        };
        let _ = writeln!(rust, "/// {about}");
        if table.is_packed {
            let words: Vec<&str> = rows().map(|row| row.cells[0]).collect();
            let _ = writeln!(
                rust,
                "pub static {full_name}: &str = {:?};",
                words.join(" ")
            );
            continue;
        }
        let kind = table.kind_of_row();
        let count = rows().count();
        let _ = writeln!(rust, "pub static {full_name}: [{kind}; {count}] = [");
        for row in rows() {
            let _ = writeln!(rust, "    {},", table.print_row(row)?);
        }
        rust.push_str("];\n");
    }
    Ok(rust)
}

struct Table<'t> {
    /// Each with what the header says of it; a table without classes has one without a name.
    classes: Vec<(&'t str, &'t str)>,
    columns: Vec<&'t str>,
    rows: Vec<Row<'t>>,
    /// Whether it is printed as one text of its words, for whoever reads all of them once.
    is_packed: bool,
}

struct Row<'t> {
    /// From 1.
    line: usize,
    class: &'t str,
    /// By column; without its class and its note.
    cells: Vec<&'t str>,
}

impl<'t> Table<'t> {
    fn parse(text: &'t str) -> Result<Table<'t>, String> {
        let header: Vec<&str> = text
            .lines()
            .map_while(|line| line.strip_prefix("# "))
            .collect();
        for member in ["source: ", "licence: "] {
            if !header.iter().any(|line| line.starts_with(member)) {
                return Err(format!("1: the header has no \"{member}\""));
            }
        }
        let mut lines = text.lines().enumerate().skip(header.len());
        let names = lines.next().map_or("", |(_, line)| line);
        let names: Vec<&str> = names.split('\t').collect();
        let is_compiled = |name: &&str| ![CLASS, NOTE].contains(name);
        let classes = header.iter().filter_map(|line| line.strip_prefix("class "));
        let mut classes: Vec<_> = classes.filter_map(|line| line.split_once(": ")).collect();
        if !names.contains(&CLASS) {
            classes = vec![("", header[0])];
        }
        let mut table = Table {
            classes,
            columns: names.iter().copied().filter(is_compiled).collect(),
            rows: Vec::new(),
            is_packed: header.iter().any(|line| line.starts_with("packed: ")),
        };
        for (at, line) in lines {
            let row = table.parse_row(at + 1, line, &names)?;
            table.rows.push(row);
        }
        let is_ordered = header.iter().any(|line| line.starts_with("order: "));
        table.check_rows(is_ordered)?;
        Ok(table)
    }

    fn parse_row(&self, line: usize, text: &'t str, names: &[&str]) -> Result<Row<'t>, String> {
        let all: Vec<&str> = text.split('\t').collect();
        if all.len() != names.len() {
            let (found, expected) = (all.len(), names.len());
            return Err(format!(
                "{line}: {found} cells where there are {expected} columns"
            ));
        }
        if all
            .iter()
            .any(|cell| cell.is_empty() || cell.trim() != *cell)
        {
            return Err(format!(
                "{line}: a cell is empty or begins or ends with a blank"
            ));
        }
        let mut row = Row {
            line,
            class: "",
            cells: Vec::new(),
        };
        for (name, cell) in names.iter().zip(all) {
            match *name {
                CLASS => row.class = cell,
                NOTE => {}
                _ => row.cells.push(cell),
            }
        }
        if self.classes.iter().any(|(class, _)| *class == row.class) {
            return Ok(row);
        }
        let class = row.class;
        Err(format!("{line}: the header knows no class \"{class}\""))
    }

    /// Rows are sorted by their first cell and class, and none has those of another. Where their order means
    /// something none is another.
    fn check_rows(&self, is_ordered: bool) -> Result<(), String> {
        let key = |row: &Row<'t>| (row.cells[0], row.class);
        let is_unsorted = |pair: &&[Row<'t>]| key(&pair[0]) > key(&pair[1]);
        if let Some(pair) = self.rows.windows(2).find(is_unsorted)
            && !is_ordered
        {
            return Err(format!("{}: is not sorted", pair[1].line));
        }
        let cells = if is_ordered { self.columns.len() } else { 1 };
        let rows = self.rows.iter();
        let mut keys: Vec<_> = rows
            .map(|row| (&row.cells[..cells], row.class, row.line))
            .collect();
        keys.sort_unstable();
        let twice = |pair: &&[_]| {
            let [(cells, class, _), (others, other, _)] = pair else {
                return false;
            };
            cells == others && class == other
        };
        match keys.windows(2).find(twice) {
            Some(pair) => Err(format!("{}: stands there twice", pair[1].2)),
            None => Ok(()),
        }
    }

    /// The type of a row.
    fn kind_of_row(&self) -> String {
        let kinds = self.columns.iter().map(|name| match *name {
            name if name.ends_with(LIST) => "&[&str]",
            name if name.ends_with(NUMBER) => "u16",
            _ => "&str",
        });
        in_tuple(&kinds.map(str::to_owned).collect::<Vec<_>>())
    }

    fn print_row(&self, row: &Row) -> Result<String, String> {
        let cells = self.columns.iter().zip(&row.cells);
        let printed = cells.map(|(name, cell)| {
            let cell = cell.replace(EMPTY, "");
            if name.ends_with(LIST) {
                let words: Vec<&str> = cell.split(' ').collect();
                Ok(format!("&{words:?}"))
            } else if name.ends_with(NUMBER) {
                let number = cell.parse::<u16>();
                let refused = |_| format!("{}: \"{cell}\" is no number", row.line);
                number.map(|number| number.to_string()).map_err(refused)
            } else {
                Ok(format!("{cell:?}"))
            }
        });
        let printed: Result<Vec<String>, String> = printed.collect();
        printed.map(|cells| in_tuple(&cells))
    }
}

fn in_tuple(members: &[String]) -> String {
    if members.len() == 1 {
        members.concat()
    } else {
        format!("({})", members.join(", "))
    }
}
