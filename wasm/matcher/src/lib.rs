//! x
#![allow(missing_docs)]
use wasm_bindgen::prelude::*;
#[wasm_bindgen]
pub fn engine_version() -> String { env!("CARGO_PKG_VERSION").to_owned() }
