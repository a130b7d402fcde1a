//! A table of `data/`, read from TSV and checked.

/// The column that says in which class a row stands.
const CLASS: &str = "class";
/// The column that only people read.
const NOTE: &str = "note";
/// What ends the name of a column whose cells hold several words.
const LIST: &str = "[]";
/// What stands for a text of no letters.
const EMPTY: &str = "\"\"";
/// What ends the name of a column of numbers.
const NUMBER: &str = "#";
/// What ends the name of a column of characters, each written as its code (`U+0041`).
const CHARACTER: &str = "@";

/// The rows of one class of a table.
pub struct Class {
    /// Of the table and the class, in capitals.
    pub name: String,
    /// What the header says of it.
    pub about: String,
    /// The Rust type of a row.
    pub kind: String,
    /// A row a line, a tab between two cells, a blank between two words of a list.
    pub text: String,
}

/// Checks a table and splits it by its classes.
///
/// # Errors
///
/// Returns the line, from 1, and what is wrong with it.
pub fn compile(name: &str, text: &str) -> Result<Vec<Class>, String> {
    let table = Table::parse(text)?;
    let of_class = |(class, about): &(&str, &str)| {
        let rows = table.rows.iter().filter(|row| row.class == *class);
        let rows: Result<Vec<String>, String> = rows.map(|row| table.print_row(row)).collect();
        let text = with_sets(rows?.join("\n"), &table.header, class);
        let parts = [name, class];
        let parts = &parts[..if class.is_empty() { 1 } else { 2 }];
        Ok(Class {
            name: parts.join("_").to_uppercase(),
            about: (*about).to_owned(),
            kind: table.kind_of_row(),
            text,
        })
    };
    table.classes.iter().map(of_class).collect()
}

/// The rows of a class with the letters of each set that the header names (`set CLASS <NAME>: a-z`).
fn with_sets(rows: String, header: &[&str], class: &str) -> String {
    let own = format!("set {class} ");
    let sets = header
        .iter()
        .filter_map(|line| line.strip_prefix(&own)?.split_once(": "));
    sets.fold(rows, |rows, (name, ranges)| {
        rows.replace(name, &letters_of(ranges))
    })
}

/// Letters, and for two with a dash between them those of the range.
fn letters_of(ranges: &str) -> String {
    let mut letters = Vec::new();
    for letter in ranges.chars() {
        if let [.., first, '-'] = letters[..] {
            letters.truncate(letters.len() - 2);
            letters.extend(first..=letter);
        } else {
            letters.push(letter);
        }
    }
    letters.into_iter().collect()
}

struct Table<'t> {
    header: Vec<&'t str>,
    /// Each with what the header says of it; a table without classes has one without a name.
    classes: Vec<(&'t str, &'t str)>,
    columns: Vec<&'t str>,
    rows: Vec<Row<'t>>,
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
        let is_ordered = header.iter().any(|line| line.starts_with("order: "));
        let mut table = Table {
            header,
            classes,
            columns: names.iter().copied().filter(is_compiled).collect(),
            rows: Vec::new(),
        };
        for (at, line) in lines {
            let row = table.parse_row(at + 1, line, &names)?;
            table.rows.push(row);
        }
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
            name if name.ends_with(CHARACTER) => "char",
            _ => "&str",
        });
        let kinds: Vec<&str> = kinds.collect();
        match kinds[..] {
            [only] => only.to_owned(),
            _ => format!("({})", kinds.join(", ")),
        }
    }

    fn print_row(&self, row: &Row) -> Result<String, String> {
        let cells = self.columns.iter().zip(&row.cells);
        let printed = cells.map(|(name, cell)| {
            if name.ends_with(NUMBER) && cell.parse::<u16>().is_err() {
                return Err(format!("{}: \"{cell}\" is no number", row.line));
            }
            if !name.ends_with(CHARACTER) {
                return Ok(cell.replace(EMPTY, ""));
            }
            let code = cell.strip_prefix("U+");
            let code = code.and_then(|code| u32::from_str_radix(code, 16).ok());
            let refused = || format!("{}: \"{cell}\" is no character", row.line);
            let character = code.and_then(char::from_u32).ok_or_else(refused)?;
            Ok(character.to_string())
        });
        let printed: Result<Vec<String>, String> = printed.collect();
        printed.map(|cells| cells.join("\t"))
    }
}
