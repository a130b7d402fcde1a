"""Finds names among all listed ones with rapidfuzz, by comparing each query with every name.

usage: search_names.py FILE   FILE: {"names": [...], "queries": [...]}
prints one JSON object a scorer and line: {"name", "cpuMillis" a query, "best": [[place in names, score 0 to 100], ...]}
Names are transliterated and folded before the clock starts, queries while it runs.
"""

import json
import re
import sys
import time
import unicodedata

from rapidfuzz import fuzz, process
from rigour.text import ascii_text


def as_latin(text):
    letters = unicodedata.normalize("NFKD", ascii_text(text) or "").casefold()
    return re.sub(r"[\W_]+", " ", "".join(c for c in letters if not unicodedata.combining(c))).strip()


with open(sys.argv[1], encoding="utf-8") as file:
    asked = json.load(file)
names = [as_latin(name) for name in asked["names"]]
for scorer in (fuzz.token_sort_ratio, fuzz.token_set_ratio):
    start = time.process_time()
    best = []
    for query in asked["queries"]:
        found = process.extractOne(as_latin(query), names, scorer=scorer)
        best.append([found[2], found[1]] if found else [None, 0])
    cpu = (time.process_time() - start) / len(best) * 1e3
    print(json.dumps({"name": f"rapidfuzz {scorer.__name__}, every name", "cpuMillis": cpu, "best": best}), flush=True)
