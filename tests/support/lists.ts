import { runCli } from "./cli.ts";

/** Real lists next to a checkout of the project; a user's clone has none. */
export const sharedData = new URL("../../../shared/data/", import.meta.url);
/** Real rows of OFAC's lists in the repository. */
export const excerpt = new URL("../../fixtures/lists/ofac/", import.meta.url);

let built: Promise<string> | undefined;

/** A snapshot of the excerpt, built once per test process by the operators' command. */
export function liveSnapshotFile(): Promise<string> {
  return built ??= build();
}

async function build(): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "aval-test-lists-" });
  globalThis.addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
  const out = `${folder}/excerpt.bin`;
  const { code, stderr } = await runCli("lists", [
    "build",
    "--source",
    `ofac-sdn=${excerpt.pathname}sdn`,
    "--source",
    `ofac-crypto=${excerpt.pathname}crypto`,
    "--as-of",
    "2026-03-01",
    "--out",
    out,
  ]);
  if (code !== 0) throw new Error(`The test snapshot could not be built: ${stderr}`);
  return out;
}
