//! What the build refuses of a table.

#[path = "../build/table.rs"]
mod table;

const HEADER: &str = "# Words.\n# source: by hand\n# licence: ours\n# class one: The one.\n# class two: The other.\n";

fn compile(rows: &str) -> Result<String, String> {
    table::compile("words", &format!("{HEADER}word\tclass\n{rows}"))
}

#[test]
fn a_table_becomes_an_array_for_each_class() {
    let rust = compile("ab\tone\nab\ttwo\nac\tone\n").unwrap_or_default();
    assert!(rust.contains(
        "/// The one.\npub static WORDS_ONE: [&str; 2] = [\n    \"ab\",\n    \"ac\",\n];"
    ));
    assert!(rust.contains("pub static WORDS_TWO: [&str; 1]"));
    let header = HEADER.replace("# class", "# about");
    let rust = table::compile(
        "rows",
        &format!("{header}a\tb[]\tc#\tnote\nx\tone \"\"\t3\tseen\n"),
    );
    let row =
        "pub static ROWS: [(&str, &[&str], u16); 1] = [\n    (\"x\", &[\"one\", \"\"], 3),\n];";
    assert!(rust.unwrap_or_default().contains(row));
}

#[test]
fn a_table_of_another_form_is_refused_with_its_line() {
    for (rows, fault) in [
        ("ab\tone\nab\tone\n", "8: stands there twice"),
        ("ac\tone\nab\tone\n", "8: is not sorted"),
        (
            "ab\tone\n\tone\n",
            "8: a cell is empty or begins or ends with a blank",
        ),
        (
            "ab \tone\n",
            "7: a cell is empty or begins or ends with a blank",
        ),
        ("ab\tthree\n", "7: the header knows no class \"three\""),
        ("ab\n", "7: 1 cells where there are 2 columns"),
    ] {
        assert_eq!(compile(rows), Err(fault.to_owned()), "{rows}");
    }
    let unlicensed = table::compile("words", "# Words.\n# source: by hand\nword\nab\n");
    assert_eq!(
        unlicensed,
        Err("1: the header has no \"licence: \"".to_owned())
    );
    let number = table::compile("words", "# W.\n# source: s\n# licence: l\nn#\none\n");
    assert_eq!(number, Err("5: \"one\" is no number".to_owned()));
}

#[test]
fn a_table_may_say_that_its_order_means_something() {
    let header = HEADER.replace("# class one", "# order: longest first\n# class one");
    let table = format!("{header}word\tclass\nbcd\tone\na\tone\n");
    assert!(table::compile("words", &table).is_ok());
}

#[test]
fn a_table_that_is_read_once_is_one_text() {
    let header = HEADER.replace("# class one", "# packed: is read once\n# class one");
    let rust = table::compile("words", &format!("{header}word\tclass\nab\tone\nac\tone\n"));
    let text = "/// The one.\npub static WORDS_ONE: &str = \"ab ac\";\n";
    assert!(rust.unwrap_or_default().contains(text));
}
