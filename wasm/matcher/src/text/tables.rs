//! The tables of `data/*.tsv`, as `build/` compiles them; `data/README.md` says how to change one.

#![allow(clippy::pedantic, reason = "what a table says of itself is no Rust")]

include!(concat!(env!("OUT_DIR"), "/tables.rs"));
