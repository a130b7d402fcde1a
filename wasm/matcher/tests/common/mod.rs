//! What several laws are tried on.

#![allow(dead_code, reason = "each program of tests takes what it needs")]

use matcher::snapshot::builder::Builder;
use matcher::weights::Weights;

/// The weights of the service.
pub fn weights() -> Weights {
    let json = include_str!("../../../../core/matching/weights.json");
    Weights::parse(json).unwrap_or_else(|error| panic!("{error}"))
}

/// A snapshot of entities of one name each, by the type of each.
pub fn built(names: impl Iterator<Item = (&'static str, String)>) -> Result<Vec<u8>, String> {
    let entity = |(at, (kind, name)): (usize, (&str, String))| {
        serde_json::json!({
            "source": "ofac-sdn", "listRef": at.to_string(), "entityType": kind,
            "entityId": format!("00000000-0000-5000-8000-{at:012x}"),
            "names": [{ "text": name, "strength": "primary" }],
            "births": ["1952-10-07"], "nationalities": ["RU"], "pep": null, "addresses": [],
        })
    };
    let entities: Vec<_> = names.enumerate().map(entity).collect();
    let list = serde_json::json!([{
        "source": "ofac-sdn", "title": "", "publisher": "", "licence": "", "asOf": "2026-01-01",
    }]);
    let mut builder = Builder::default();
    let added = builder.add(&serde_json::Value::from(entities).to_string());
    let bytes = added.and_then(|()| builder.finish(&list.to_string()));
    bytes.map_err(|error| error.to_string())
}
