import { runCli } from "../support/cli.ts";

const shared = new URL("../../../shared/data/", import.meta.url).pathname;
const excerpt = new URL("../../fixtures/lists/ofac/", import.meta.url).pathname;

/**
 * Builds a snapshot of the fullest OFAC set at hand, or of the excerpt in `fixtures/` where
 * there is none, and says so.
 *
 * @returns the snapshot's path
 */
export async function fullestOfacSnapshot(folder: string): Promise<string> {
  const out = `${folder}/ofac.bin`;
  const whole = await exists(`${shared}README.md`);
  if (!whole) console.error("No ../shared: measured on the excerpt in fixtures/lists/ofac");
  const sources = whole
    ? [
      `ofac-sdn=${shared}ofac-sdn-2023-11/sdn.csv`,
      ...["alt", "add", "sdn_comments"].map((name) =>
        `ofac-sdn=${shared}ofac-sdn-2026-partial/${name}.csv`
      ),
      `ofac-crypto=${shared}crypto/ofac-addresses`,
    ]
    : [`ofac-sdn=${excerpt}`];
  const built = await runCli("lists", [
    "build",
    ...sources.flatMap((source) => ["--source", source]),
    "--as-of",
    "2023-11-30",
    "--out",
    out,
  ]);
  if (built.code !== 0) throw new Error(built.stderr);
  return out;
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}
