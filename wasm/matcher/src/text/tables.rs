//! The tables of `data/*.tsv`, as `build/` compiles them; `data/README.md` says how to change one.

#![allow(clippy::pedantic, reason = "what a table says of itself is no Rust")]

use std::ops::Deref;
use std::sync::{LazyLock, OnceLock};

include!(concat!(env!("OUT_DIR"), "/tables.rs"));

/// The rows of a table: a slice, read from a packed text at its first use.
pub struct Table<R: 'static> {
    text: &'static LazyLock<String>,
    start: usize,
    end: usize,
    rows: OnceLock<Vec<R>>,
}

impl<R> Table<R> {
    const fn new(text: &'static LazyLock<String>, start: usize, end: usize) -> Self {
        let rows = OnceLock::new();
        Self {
            text,
            start,
            end,
            rows,
        }
    }
}

impl<R: Row> Table<R> {
    #[cold]
    fn read(&self) -> Vec<R> {
        let mut cells = cells(&self.text[self.start..self.end]);
        let mut rows = Vec::new();
        while cells.len() > 0 {
            rows.push(R::read(&mut cells));
        }
        rows
    }
}

impl<R: Row> Deref for Table<R> {
    type Target = [R];

    fn deref(&self) -> &[R] {
        self.rows.get_or_init(|| self.read())
    }
}

impl<R: Row> IntoIterator for &'static Table<R> {
    type Item = &'static R;
    type IntoIter = std::slice::Iter<'static, R>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Cells that are not yet read.
type Cells = std::vec::IntoIter<&'static str>;

fn cells(rows: &'static str) -> Cells {
    let cells: Vec<&str> = rows.split(['\t', '\n']).collect();
    cells.into_iter()
}

/// What a table has in a row: a cell, or several.
pub trait Row {
    /// Reads as many of the next cells as it has.
    fn read(cells: &mut Cells) -> Self;
}

impl Row for &'static str {
    fn read(cells: &mut Cells) -> Self {
        cells.next().unwrap_or_default()
    }
}

impl Row for &'static [&'static str] {
    fn read(cells: &mut Cells) -> Self {
        let words: Vec<&str> = <&str>::read(cells).split(' ').collect();
        words.leak()
    }
}

impl Row for u16 {
    fn read(cells: &mut Cells) -> Self {
        <&str>::read(cells).parse().unwrap_or_default()
    }
}

impl Row for char {
    fn read(cells: &mut Cells) -> Self {
        <&str>::read(cells).chars().next().unwrap_or_default()
    }
}

impl<A: Row, B: Row> Row for (A, B) {
    fn read(cells: &mut Cells) -> Self {
        (A::read(cells), B::read(cells))
    }
}

impl<A: Row, B: Row, C: Row> Row for (A, B, C) {
    fn read(cells: &mut Cells) -> Self {
        (A::read(cells), B::read(cells), C::read(cells))
    }
}

impl<A: Row, B: Row, C: Row, D: Row, E: Row> Row for (A, B, C, D, E) {
    fn read(cells: &mut Cells) -> Self {
        let (a, b, c) = Row::read(cells);
        (a, b, c, D::read(cells), E::read(cells))
    }
}
