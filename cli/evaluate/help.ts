import { evaluationPolicy } from "../../quality/evaluation/policy.ts";

/** The text of `evaluate --help`. */
export const evaluateHelp =
  `evaluate: the quality of the matching core on labelled data, as Markdown

  evaluate [DIR] [--errors | --json]
  evaluate [DIR] --fit [--write]

DIR holds pairs-dev.jsonl and query_cases-dev.jsonl (../shared/data/labelled).

First comes the table beside the peers. Pairs of names are judged slice by slice:
precision, recall and F1 at the thresholds of a ${evaluationPolicy.folds}-fold cross-validation, whose folds
are those of the shared scorer (Python's random.seed(${evaluationPolicy.seed})); average precision; recall at a
precision of ${evaluationPolicy.precisionLeast}; F1 at the gate in use. Screenings are judged by source: how many
listed parties were found, came first and were confirmed, and how many strangers
were flagged, by the name alone and with date of birth and nationality; how many
matches are true at each score, by the shape of what was asked. Last, with the lists
beside DIR: listed names as people write them, made family by family
(quality/perturbations/), those of others that are like them, names in kinds that
no weight is fitted to (held_out/ there), and more strangers, on all lists at hand.
What is not at hand is named as left out.

  --errors   names every wrong answer after the table, by its id and the score of
             the pair or of the first candidate, worst first; of the families by name
  --json     prints only the figures that the test suite holds, as JSON; they stand
             in tests/cli/quality.json
  --fit      derives weights, curve and gates anew: each weight is moved as long as
             the mean quality of the slices gains, less what misspelt listed names
             lose; the curve by isotonic regression; the gates by recall and
             precision. Prints what that is worth in sample and out of fold (fitted
             without the pair's group), then the files. The same labels give the same
             files; it takes two minutes of two processors
  --write    records in docs/derivation.json what the fit was worth, and puts the
             fitted weights.json and gates.json of core/screening/ in force, unless
             they are not better out of fold, a slice falls, fewer misspelt names
             are found or more strangers flagged

Variables
  AVAL_LISTS   the list snapshot, FILE or FILE#sha256=HEX; without it one is made
               in memory of every list that lies beside DIR in its publisher's shape

Exit status: 0 done, 1 failed, 2 wrong usage
`;
