//! Laws of memory: once its buffers have grown, finding and scoring takes none, and what preparing a
//! query and writing the answer take does not depend on how long the lists are.
//!
//! This file is a program of its own, so that its allocator counts for nobody else.

#![expect(unsafe_code, reason = "a global allocator is unsafe to write")]

mod common;

use common::{built, weights};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use matcher::engine::{Working, match_query};
use matcher::find::asked::Asked;
use matcher::find::asked::MatchQuery;
use matcher::snapshot::lists::Lists;
use matcher::snapshot::reader::Snapshot;
use matcher::weights::Weights;

thread_local! {
    /// Times that this thread asked for memory, or for more of it.
    static TAKEN: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator, counted.
struct Counting;

// SAFETY: all of it is the system allocator's; the count is beside it and takes no memory.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        TAKEN.set(TAKEN.get() + 1);
        // SAFETY: the caller's promises are passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        TAKEN.set(TAKEN.get() + 1);
        // SAFETY: as above.
        unsafe { System.realloc(memory, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What a call gives, and how often it asked for memory.
fn counted<T>(call: impl FnOnce() -> T) -> (T, u64) {
    let before = TAKEN.get();
    let given = call();
    (given, TAKEN.get() - before)
}

/// Names of OFAC's SDN list (US government work, public domain).
const LISTED: [(&str, &str); 12] = [
    ("INDIVIDUAL", "PUTIN, Vladimir Vladimirovich"),
    ("INDIVIDUAL", "AL-ZAWAHIRI, Dr. Ayman"),
    ("INDIVIDUAL", "BIN LADIN, Usama bin Muhammad bin Awad"),
    ("INDIVIDUAL", "ABD AL-RAHMAN, Muhammad Mustafa"),
    ("INDIVIDUAL", "ABDURRAHMAN, Ali Hassan Muhammad Ahmed"),
    ("INDIVIDUAL", "LUKASHENKO, Aliaksandr Ryhoravich"),
    ("INDIVIDUAL", "محمد علي حسن"),
    ("ORGANISATION", "ROSNEFT OIL COMPANY"),
    ("ORGANISATION", "ISLAMIC REPUBLIC OF IRAN SHIPPING LINES"),
    ("ORGANISATION", "BANK MELLI IRAN"),
    ("ORGANISATION", "17 NOVEMBER"),
    ("VESSEL", "OCEAN TRADER 7"),
];

/// Names as they are, with a slip, in another script, split and joined, in short, in a long text, and
/// of nobody.
const ASKED: [&str; 16] = [
    "Vladimir Putin",
    "Wladimir Vladimirowitsch Putni",
    "Владимир Путин",
    "Аляксандр Рыгоравіч Лукашэнка",
    "Usama bin Ladin",
    "Osama Binladin",
    "Abdulrahman Mustafa Muhamad",
    "عبد الرحمن محمد مصطفى",
    "حسين محمدی",
    "Rosneft Oil Compny",
    "IRISL",
    "Bank Meli of Iran",
    "17 Novembre",
    "Maria Kowalska & Piotr Kowalski",
    "paid to the account of Bank Melli Iran by order of Dr Ayman al Zawahiri and of others",
    "Ingrid Svensson",
];

/// The listed names and so many others, made of syllables that none of them has.
fn lists(others: usize, weights: &Weights) -> Lists {
    const SYLLABLES: [&str; 8] = ["zi", "fo", "wu", "ke", "ty", "gee", "pou", "cho"];
    let word = |number: usize| -> String {
        let digit = |place: u32| number / 8_usize.pow(place) % 8;
        (0..5).map(|place| SYLLABLES[digit(place)]).collect()
    };
    let others = (0..others).map(|at| ("INDIVIDUAL", format!("{} {}", word(at), word(at * 7 + 3))));
    let listed = LISTED.map(|(kind, name)| (kind, name.to_owned()));
    let bytes = built(listed.into_iter().chain(others)).unwrap_or_else(|error| panic!("{error}"));
    let snapshot = Snapshot::open(bytes).unwrap_or_else(|error| panic!("{error}"));
    Lists::new(snapshot, weights)
}

fn queries() -> Vec<MatchQuery> {
    let query = |name: &&str| MatchQuery {
        name: Some((*name).to_owned()),
        dob: Some("1952-10-07".to_owned()),
        nationalities: vec!["RU".to_owned()],
        ..MatchQuery::default()
    };
    ASKED.iter().map(query).collect()
}

#[test]
fn screening_takes_no_memory_once_its_buffers_have_grown() {
    let weights = weights();
    let lists = lists(800, &weights);
    let mut working = Working::default();
    let asked: Vec<Asked> = queries()
        .iter()
        .map(|query| Asked::new(&lists, query, &weights).unwrap_or_else(|error| panic!("{error}")))
        .collect();
    let mut found = 0;
    for query in &asked {
        found += working.screen(&lists, query, &weights).len();
    }
    assert!(found >= ASKED.len() / 2, "{found} found");
    for (query, name) in asked.iter().zip(ASKED) {
        let (_, taken) = counted(|| working.screen(&lists, query, &weights).len());
        assert_eq!(taken, 0, "{name}");
    }
}

#[test]
fn an_answer_takes_as_much_memory_from_a_long_list_as_from_a_short_one() {
    let weights = weights();
    let taken = |others: usize| -> Vec<u64> {
        let lists = lists(others, &weights);
        let mut working = Working::default();
        let mut answer = |query: &MatchQuery| {
            let answer = match_query(&lists, query, &weights, &mut working);
            answer.unwrap_or_else(|error| panic!("{error}"))
        };
        let queries = queries();
        for query in &queries {
            answer(query);
        }
        let each = queries.iter();
        each.map(|query| counted(|| answer(query)).1).collect()
    };
    assert_eq!(taken(100), taken(800));
}

#[test]
fn a_word_that_scanners_misread_takes_no_more_memory_than_letters_that_are_tried() {
    let weights = weights();
    let lists = lists(100, &weights);
    let mut working = Working::default();
    // No list has it, and each two of its letters may have been printed otherwise.
    let mut taken = |letters: &str, count: usize| {
        let word: String = letters.chars().cycle().take(count).collect();
        let query = MatchQuery {
            name: Some(format!("{word} Trading")),
            ..MatchQuery::default()
        };
        let mut answer = || match_query(&lists, &query, &weights, &mut working);
        answer().unwrap_or_else(|error| panic!("{error}"));
        counted(answer).1
    };
    for letters in ["rn", "cl", "vv", "m", "hi"] {
        let (tried, worst) = (taken(letters, 24), taken(letters, 490));
        assert!(worst <= tried, "{worst} of {letters}, {tried} for 24");
    }
}
