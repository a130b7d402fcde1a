//! What the build refuses of a table.

#[path = "../build/table.rs"]
mod table;

const HEADER: &str = "# Words.\n# source: by hand\n# licence: ours\n# class one: The one.\n# class two: The other.\n";

fn compile(rows: &str) -> Result<Vec<table::Class>, String> {
    table::compile("words", &format!("{HEADER}word\tclass\n{rows}"))
}

#[test]
fn a_table_becomes_a_text_for_each_class() {
    let classes = compile("ab\tone\nab\ttwo\nac\tone\n").unwrap_or_default();
    let [one, two] = &classes[..] else {
        panic!("{} classes", classes.len());
    };
    let read = [&one.name, &one.about, &one.kind, &one.text];
    assert_eq!(read, ["WORDS_ONE", "The one.", "&str", "ab\nac"]);
    assert_eq!([&two.name, &two.text], ["WORDS_TWO", "ab"]);
    let header = HEADER.replace("# class", "# about");
    let rows = "a\tb[]\tc#\td@\tnote\nx\tone \"\"\t3\tU+0041\tseen\n";
    let rows = table::compile("rows", &format!("{header}{rows}")).unwrap_or_default();
    let read = [&rows[0].name, &rows[0].kind, &rows[0].text];
    assert_eq!(
        read,
        ["ROWS", "(&str, &[&str], u16, char)", "x\tone \t3\tA"]
    );
}

#[test]
fn a_cell_has_the_letters_of_a_set_of_its_class() {
    let header = HEADER.replace("# class two", "# set one <V>: ea-cx\n# class two");
    let table = format!("{header}word\tclass\n!<V>\tone\n!<V>\ttwo\n");
    let classes = table::compile("words", &table).unwrap_or_default();
    let texts: Vec<&str> = classes.iter().map(|class| &*class.text).collect();
    assert_eq!(texts, ["!eabcx", "!<V>"]);
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
        assert_eq!(compile(rows).err().as_deref(), Some(fault), "{rows}");
    }
    let fault = |text| table::compile("words", text).err();
    let unlicensed = fault("# Words.\n# source: by hand\nword\nab\n");
    assert_eq!(
        unlicensed.as_deref(),
        Some("1: the header has no \"licence: \"")
    );
    let number = fault("# W.\n# source: s\n# licence: l\nn#\none\n");
    assert_eq!(number.as_deref(), Some("5: \"one\" is no number"));
}

#[test]
fn a_table_may_say_that_its_order_means_something() {
    let header = HEADER.replace("# class one", "# order: longest first\n# class one");
    let table = format!("{header}word\tclass\nbcd\tone\na\tone\n");
    assert!(table::compile("words", &table).is_ok());
}
