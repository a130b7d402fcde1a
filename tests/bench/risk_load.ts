/** Loads one corpus in a new process and prints the cost: the child process of `risk_corpus.ts`. */

import type { TaggedAddress } from "../../core/wallet_risk/ports.ts";
import { openCorpus } from "../../sources/tag_packs/open_corpus.ts";

/** The cost of loading a corpus, and of look-ups in it. */
export interface CorpusLoad {
  readonly milliseconds: number;
  /** Resident memory used by the corpus. */
  readonly bytes: number;
  readonly tags: number;
  readonly addresses: number;
  /** Look-ups a second of tagged addresses. */
  readonly hits: number;
  /** Look-ups a second of untagged addresses. */
  readonly misses: number;
  /** Milliseconds for the first addresses of its largest actor. */
  readonly sameActor: number;
}

const [file = ""] = Deno.args;
// What the first load of anything costs is not the corpus's.
openCorpus(new Uint8Array(100));
const before = Deno.memoryUsage().rss;
const began = performance.now();
const corpus = openCorpus(await Deno.readFile(file));
const milliseconds = performance.now() - began;
const bytes = Deno.memoryUsage().rss - before;
if (!corpus.ok) throw new Error(corpus.refusal.message);
const { meta, find, sameActor } = corpus.value;

// Addresses of the largest actors stand for all: a corpus names no other ones by itself.
const nobody = { network: "BTC", address: "" };
const actors = ["bitmex", "deepbitnet", "braiins", "ethhorse", "binance"];
const tagged = sameActor(actors, nobody, meta.addresses).addresses;
const others = tagged.map(({ network, address }) => ({ network, address: `${address}x` }));
const largest = actors.toSorted((a, b) =>
  sameActor([b], nobody, 0).total - sameActor([a], nobody, 0).total
)[0]!;
const first = performance.now();
sameActor([largest], nobody, 100);
const load: CorpusLoad = {
  milliseconds,
  bytes,
  tags: meta.tags,
  addresses: meta.addresses,
  sameActor: performance.now() - first,
  hits: perSecond(tagged),
  misses: perSecond(others),
};
console.log(JSON.stringify(load));

/** Look-ups a second over two seconds, in an order without locality. */
function perSecond(addresses: readonly TaggedAddress[]): number {
  const began = performance.now();
  let done = 0;
  for (let at = 0; performance.now() - began < 2_000;) {
    for (let n = 0; n < 1_000; n++, done++) {
      at = (at + 7_919) % addresses.length;
      const { network, address } = addresses[at]!;
      find(network, address);
    }
  }
  return done / ((performance.now() - began) / 1_000);
}
