import { openCorpus } from "../../sources/tag_packs/open_corpus.ts";
import { load, type PlainRequest } from "./load.ts";
import { openScreening } from "./screening.ts";

const connections = 32;
const seconds = 5;
/** Runs of each, alternating; the median is used. */
const runs = 3;

/** Measures scores and screenings on one live server with everything on, and prints the ratio. */
export async function measureScores(folder: string, corpusFile: string): Promise<void> {
  const service = await openScreening(folder, [], { AVAL_TAGPACKS: corpusFile });
  const { url } = service.server;
  const score = scoresOf(await taggedAddresses(corpusFile), service.token);
  const rates: { readonly screen: number[]; readonly score: number[] } = { screen: [], score: [] };
  try {
    await load({ url, connections, seconds: 2, request: service.request("mixed") }); // warm
    await load({ url, connections, seconds: 2, request: score(0) });
    for (let run = 1; run <= runs; run++) {
      for (const kind of ["screen", "score"] as const) {
        const request = kind === "screen" ? service.request("mixed") : score(run);
        const { requestsPerSecond, statuses } = await load({
          url,
          connections,
          seconds,
          request,
        });
        if (Object.keys(statuses).join() !== "200") throw new Error(JSON.stringify(statuses));
        rates[kind].push(requestsPerSecond);
      }
    }
  } finally {
    await service.server.terminate();
  }
  const [screened, scored] = [middle(rates.screen), middle(rates.score)];
  console.log(
    `POST /v1/wallet-risk/score  ${scored.toFixed(0)} a second, /v1/screen ${
      screened.toFixed(0)
    }: ratio ${(scored / screened).toFixed(2)} (target: 1)`,
  );
}

/** Some tagged addresses, and as many untagged ones. */
async function taggedAddresses(file: string) {
  const corpus = openCorpus(await Deno.readFile(file));
  if (!corpus.ok) throw new Error(corpus.refusal.message);
  const { sameActor, meta } = corpus.value;
  const nobody = { network: "BTC", address: "" };
  const actors = ["bitmex", "binance", "huobi", "kucoin", "ethhorse"];
  const tagged = sameActor(actors, nobody, Math.min(meta.addresses, 5_000)).addresses;
  return tagged.flatMap(({ network, address }) => [
    { network, address },
    { network, address: `${address}x` },
  ]);
}

function scoresOf(
  addresses: readonly { readonly network: string; readonly address: string }[],
  token: string,
): (run: number) => (n: number) => PlainRequest {
  return (run) => (n) => ({
    method: "POST",
    path: "/v1/wallet-risk/score",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "idempotency-key": `score-${run}-${n}`,
    },
    body: JSON.stringify(addresses[n % addresses.length]),
  });
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
