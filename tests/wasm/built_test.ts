import assert from "node:assert/strict";
import { Weights } from "../../core/matching/weights.ts";
import published from "../../core/matching/weights.json" with { type: "json" };
import { openMatcher } from "../../wasm/matcher.ts";

const built = new URL("../../wasm/built/", import.meta.url);

Deno.test("the built module names nothing of the machine that built it", async () => {
  const traces = [
    "/root",
    "/home",
    "/Users",
    "/work",
    "/tmp",
    "C:\\",
    ".cargo",
    "cargo/registry",
    "registry/src",
    "crates.io",
    "github.com-",
    "artifactory",
    "proxy",
  ];
  for await (const { name } of Deno.readDir(built)) {
    const text = new TextDecoder("latin1").decode(await Deno.readFile(new URL(name, built)));
    for (const trace of traces) assert(!text.includes(trace), `${name} holds ${trace}`);
  }
});

Deno.test("openMatcher() refuses weights that make no sense", async (t) => {
  const good = Weights.parse(published);
  const cases = [
    { why: "a curve that falls", weights: { ...good, curve: [[0, 50], [1, 40]] } },
    { why: "a curve without an end", weights: { ...good, curve: [[0, 0], [0.5, 100]] } },
    { why: "a missing part", weights: { ...good, birth: undefined } },
    { why: "a part too many", weights: { ...good, luck: 7 } },
  ];
  for (const { why, weights } of cases) {
    await t.step(why, () => {
      assert.throws(() => openMatcher(weights as unknown as Weights), /^Error: weights: /);
    });
  }
});

Deno.test("the release of the engine is that of the workspace, and its version begins with it", async () => {
  const manifest = await Deno.readTextFile(new URL("../Cargo.toml", built));
  const { engineVersion, release } = openMatcher(Weights.parse(published));
  assert(manifest.includes(`version = "${release}"`));
  assert(engineVersion.startsWith(`${release}+`));
});
