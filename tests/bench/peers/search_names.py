"""Finds names among all listed ones with rapidfuzz, by comparing each query with every name.

usage: search_names.py FILE   FILE: {"names": [...], "queries": [...]}
prints one JSON object: {"name", "cpuMillis" a query, "best": [[place in names, score 0 to 100], ...]}
Names are transliterated, folded and put in order before the clock starts, queries while it runs: what is
measured is token_sort_ratio at its fastest.
"""

import json
import re
import sys
import time
import unicodedata

from rapidfuzz import fuzz, process
from rigour.text import ascii_text


def in_latin_order(text):
    letters = unicodedata.normalize("NFKD", ascii_text(text) or "").casefold()
    folded = re.sub(r"[\W_]+", " ", "".join(c for c in letters if not unicodedata.combining(c)))
    return " ".join(sorted(folded.split()))


with open(sys.argv[1], encoding="utf-8") as file:
    asked = json.load(file)
names = [in_latin_order(name) for name in asked["names"]]
start = time.process_time()
best = []
for query in asked["queries"]:
    found = process.extractOne(in_latin_order(query), names, scorer=fuzz.ratio)
    best.append([found[2], found[1]] if found else [None, 0])
cpu = (time.process_time() - start) / len(best) * 1e3
print(json.dumps({"name": "rapidfuzz, tokens sorted, every name", "cpuMillis": cpu, "best": best}))
