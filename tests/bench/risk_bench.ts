/**
 * Wallet risk: `deno task bench risk [PATH]`, by default on the tag packs of `../shared`: duration
 * and memory of building and of loading the corpus, look-ups a second, and POST
 * /v1/wallet-risk/score compared with POST /v1/screen on one server.
 *
 * KYB: `deno task bench risk --kyb`: duration of onboarding, waits of other requests meanwhile, and
 * cost of operators' acts on a client with 100,000 decisions.
 */

import { readPlaces } from "../support/options.ts";
import { measureRisk } from "./risk_corpus.ts";
import { measureKyb } from "./risk_kyb.ts";

if (Deno.args.join() === "--kyb") await measureKyb();
else {
  const [path] = readPlaces("bench risk", ["PATH or --kyb"]);
  await measureRisk(path ?? null);
}
