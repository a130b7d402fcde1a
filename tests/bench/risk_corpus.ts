import { measuredCli } from "./measured_cli.ts";
import { measureScores } from "./risk_scores.ts";
import type { CorpusLoad } from "./risk_load.ts";

const published = new URL("../../../shared/data/tagpacks/", import.meta.url).pathname;
const excerpts = new URL("../../fixtures/tag_packs/", import.meta.url).pathname;

/** Processes that load the corpus; the median is used. */
const loads = 5;

/**
 * Builds the corpus of a folder, loads it in new processes and prints the cost; then the scores of
 * a server with it.
 */
export async function measureRisk(path: string | null): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "aval-bench-" });
  try {
    const out = `${folder}/tags.aval`;
    const began = performance.now();
    const { peakBytes } = await measuredCli(
      ["build", path ?? await packs(), "--out", out],
      {},
      "tagpacks",
    );
    const seconds = (performance.now() - began) / 1_000;
    const { size } = await Deno.stat(out);
    console.log(
      `build     ${seconds.toFixed(1)} s, at most ${mega(peakBytes)} MB (target: 120 s, 1,000 MB)`,
    );
    const measured: CorpusLoad[] = [];
    for (let load = 0; load < loads; load++) measured.push(await loadOnce(out));
    const middle = (of: (one: CorpusLoad) => number) =>
      measured.map(of).sort((a, b) => a - b)[Math.floor(loads / 2)]!;
    const { tags, addresses } = measured[0]!;
    console.log(`corpus    ${mega(size)} MB: ${tags} tags of ${addresses} addresses`);
    console.log(
      `load      ${middle((one) => one.milliseconds).toFixed(1)} ms with SHA-256, ` +
        `${mega(middle((one) => one.bytes))} MB more resident (target: 100 ms, 40 MB)`,
    );
    console.log(
      `look-ups  ${rate(middle((one) => one.hits))} a second of tagged addresses, ` +
        `${rate(middle((one) => one.misses))} of others (target: 200,000)`,
    );
    console.log(
      `same actor  ${middle((one) => one.sameActor).toFixed(3)} ms for 100 of the largest actor's`,
    );
    await measureScores(folder, out);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function packs(): Promise<string> {
  if (await Deno.stat(published).then(() => true, () => false)) return published;
  console.error("LEFT OUT: no ../shared: excerpts in fixtures/tag_packs stand for the whole packs");
  return excerpts;
}

async function loadOnce(file: string): Promise<CorpusLoad> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--no-prompt", "--allow-read"]
      .concat(new URL("risk_load.ts", import.meta.url).pathname, file),
  }).output();
  const text = new TextDecoder();
  if (!success) throw new Error(text.decode(stderr));
  return JSON.parse(text.decode(stdout));
}

function mega(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

function rate(perSecond: number): string {
  return Math.round(perSecond).toLocaleString("en");
}
