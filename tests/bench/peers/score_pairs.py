"""Scores labelled pairs of names with the reference matchers of PyPI.

usage: score_pairs.py PAIRS.jsonl
prints one JSON object a matcher and line: {"name", "cpuMicros" a pair, "scores" in the order of the file}
The matchers are those of the shared baseline, so that the figures of labelled/peers.md can be repeated.
"""

import json
import random
import re
import sys
import time
import unicodedata

from followthemoney import ValueEntity, model
from nomenklatura.matching import get_algorithm
from rapidfuzz import fuzz
from rapidfuzz.distance import JaroWinkler, Levenshtein
from rigour.text import ascii_text


def fold(text):
    letters = unicodedata.normalize("NFKD", text).casefold()
    return re.sub(r"[\W_]+", " ", "".join(c for c in letters if not unicodedata.combining(c))).strip()


latin = {}


def as_latin(text):
    if text not in latin:
        latin[text] = fold(ascii_text(text) or "")
    return latin[text]


def in_order(text):
    return " ".join(sorted(text.split()))


def entity(schema, name):
    made = ValueEntity(model.get(schema), {"id": str(random.random())})
    made.add("name", name)
    return made


def nomenklatura(name):
    algorithm = get_algorithm(name)
    config = algorithm.default_config()
    return lambda p: float(
        algorithm.compare(entity(p["schema"], p["left"]), entity(p["schema"], p["right"]), config).score
    )


def of_latin(score):
    return lambda p: score(as_latin(p["left"]), as_latin(p["right"]))


matchers = {
    "rapidfuzz ratio, casefold": lambda p: fuzz.ratio(fold(p["left"]), fold(p["right"])) / 100,
    "rapidfuzz JaroWinkler, casefold": lambda p: JaroWinkler.normalized_similarity(fold(p["left"]), fold(p["right"])),
    "translit + ratio": of_latin(lambda a, b: fuzz.ratio(a, b) / 100),
    "translit + JaroWinkler": of_latin(JaroWinkler.normalized_similarity),
    "translit + token-sorted Levenshtein": of_latin(
        lambda a, b: Levenshtein.normalized_similarity(in_order(a), in_order(b))
    ),
    "translit + token_sort_ratio": of_latin(lambda a, b: fuzz.token_sort_ratio(a, b) / 100),
    "translit + token_set_ratio": of_latin(lambda a, b: fuzz.token_set_ratio(a, b) / 100),
    "nomenklatura name-based": nomenklatura("name-based"),
    "nomenklatura logic-v1": nomenklatura("logic-v1"),
    "nomenklatura logic-v2": nomenklatura("logic-v2"),
}

with open(sys.argv[1], encoding="utf-8") as lines:
    pairs = [json.loads(line) for line in lines if line.strip()]
for name, score in matchers.items():
    for pair in pairs[:50]:
        score(pair)
    # Each matcher pays for its own transliteration.
    latin.clear()
    start = time.process_time()
    scores = [score(pair) for pair in pairs]
    cpu = (time.process_time() - start) / len(pairs) * 1e6
    print(json.dumps({"name": name, "cpuMicros": cpu, "scores": scores}), flush=True)
