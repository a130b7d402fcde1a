//! Snapshots that tests are tried on.

#![cfg(test)]

use super::builder::Builder;

/// A snapshot of entities of one type, with one name each.
pub fn snapshot_of(entity_type: &str, names: &[&str]) -> Vec<u8> {
    let listed = |(at, text): (usize, &&str)| {
        serde_json::json!({
            "source": "a", "listRef": at.to_string(), "entityType": entity_type,
            "entityId": format!("00000000-0000-5000-8000-{at:012x}"),
            "names": [{ "text": text, "strength": "primary" }],
            "births": [], "nationalities": [], "pep": null, "addresses": [],
        })
    };
    let entities: Vec<_> = names.iter().enumerate().map(listed).collect();
    let mut builder = Builder::default();
    let entities = serde_json::Value::from(entities).to_string();
    builder.add(&entities).unwrap();
    let list = r#"[{"source":"a","title":"","publisher":"","licence":"","asOf":"2026-01-01"}]"#;
    builder.finish(list).unwrap()
}
