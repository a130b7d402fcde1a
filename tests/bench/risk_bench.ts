/**
 * Wallet risk: `deno task bench risk [PATH]`, by default on the tag packs of `../shared`. How long
 * the corpus takes to build, with what memory; to load, with what memory; and how many look-ups a
 * second it answers; and POST /v1/wallet-risk/score beside POST /v1/screen on one server.
 *
 * KYB: `deno task bench risk --kyb`. How long onboarding takes, and how long others wait meanwhile; what
 * operators' acts on a client with 100,000 decisions take.
 */

import { readPlaces } from "../support/options.ts";
import { measureRisk } from "./risk_corpus.ts";
import { measureKyb } from "./risk_kyb.ts";

if (Deno.args.join() === "--kyb") await measureKyb();
else {
  const [path] = readPlaces("bench risk", ["PATH or --kyb"]);
  await measureRisk(path ?? null);
}
