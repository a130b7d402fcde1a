import assert from "node:assert/strict";

const config = new URL("../deno.json", import.meta.url).pathname;

/** Runs a process of `tests/kv` to its end and reads the report that it prints. */
export async function reportOf<Report>(
  script: string,
  ...args: readonly string[]
): Promise<Report> {
  const path = new URL(`../kv/${script}`, import.meta.url).pathname;
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--cached-only", "--allow-all", "--config", config, path, ...args],
  }).output();
  assert(success, new TextDecoder().decode(stderr));
  return JSON.parse(new TextDecoder().decode(stdout));
}
