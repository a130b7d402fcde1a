/**
 * Wallet risk: `deno task bench:risk [PATH]`, by default on the tag packs of `../shared`. How long
 * the corpus takes to build, with what memory; to load, with what memory; and how many look-ups a
 * second it answers.
 */

import { readPlaces } from "../support/options.ts";
import { measureCorpus } from "./risk_corpus.ts";

const [path] = readPlaces("bench:risk", ["PATH"]);
await measureCorpus(path ?? null);
