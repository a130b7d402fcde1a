import { evaluationPolicy } from "../../core/evaluation/policy.ts";

/** What `evaluate --help` prints. */
export const evaluateHelp =
  `evaluate: the quality of the matching core on labelled data, as Markdown

  evaluate [DIR] [--errors]

DIR holds pairs-dev.jsonl and query_cases-dev.jsonl (../shared/data/labelled).

Pairs of names are judged slice by slice: precision, recall and F1 at the
thresholds of a ${evaluationPolicy.folds}-fold cross-validation, whose folds are dealt by a fixed seed;
average precision; recall at a precision of ${evaluationPolicy.precisionLeast}; F1 at the gate in use.
Screenings are judged by source: how many listed parties were found, came first
and were confirmed, and how many strangers were flagged, by the name alone and
with date of birth and nationality.

  --errors   names every wrong answer after the table, by its id and the score of
             the pair or of the first candidate, worst first

Variables
  AVAL_LISTS   the list snapshot, FILE or FILE#sha256=HEX; without it one is made
               in memory of ofac-sdn-2023-11 and ofac-sdn-2026-partial beside DIR

Exit status: 0 done, 1 failed, 2 wrong usage
`;
