"""Prints tags of tag packs as PyYAML reads them, for tests to compare with what a corpus says.

Reads a JSON list of draws [number of the pack, share of its tags] from standard input; packs are
numbered by their paths below PATH/packs, sorted. Prints one JSON object: `tags`, each the header
with the tag's own members over it and its pack's path as `packFile`; `concepts`, the broader one of
each; `confidences`, the level of each.
"""

import csv
import gzip
import json
import pathlib
import sys

import yaml

root = pathlib.Path(sys.argv[1])
loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def load(path):
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rb") as file:
        return yaml.load(file, Loader=loader)


packs = sorted(
    path.relative_to(root / "packs").as_posix()
    for path in (root / "packs").rglob("*")
    if path.name.endswith((".yaml", ".yaml.gz"))
)
draws = {}
for number, share in json.load(sys.stdin):
    draws.setdefault(packs[number % len(packs)], []).append(share)
tags = []
for name, shares in sorted(draws.items()):
    pack = load(root / "packs" / name)
    header = {key: value for key, value in pack.items() if key != "tags"}
    for share in shares:
        tag = pack["tags"][int(share * len(pack["tags"]))]
        tags.append({**header, **tag, "packFile": name})
concepts = {
    concept["id"]: concept.get("broader")
    for concept in load(root / "taxonomy" / "concepts.yaml").values()
    if concept.get("type") == "concept"
}
with open(root / "taxonomy" / "confidence.csv", newline="") as file:
    confidences = {row["id"]: int(row["level"]) for row in csv.DictReader(file)}
json.dump({"tags": tags, "concepts": concepts, "confidences": confidences}, sys.stdout, default=str)
