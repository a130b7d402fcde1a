import assert from "node:assert/strict";
import { lockedPackages } from "../../../cli/wasm/locked_packages.ts";

const config = JSON.stringify({
  imports: {
    "@a/folder/": "npm:/@a/folder@1.0.0/",
    "module/sync": "npm:module@2.0.0/sync",
    plain: "npm:plain@3.0.0",
  },
});
const lock = JSON.stringify({
  version: "5",
  specifiers: {
    "npm:@a/folder@1.0.0": "1.0.0",
    "npm:module@2.0.0": "2.0.0",
    "npm:plain@3.0.0": "3.0.0_peer@1.0.0",
  },
  npm: {
    "@a/folder@1.0.0": { integrity: "sha512-a" },
    "module@2.0.0": { integrity: "sha512-b", dependencies: ["inner"] },
    "plain@3.0.0_peer@1.0.0": { integrity: "sha512-c", dependencies: ["inner", "twice@2.0.0"] },
    "inner@1.0.0": { integrity: "sha512-d", dependencies: ["plain@3.0.0_peer@1.0.0"] },
    "twice@1.0.0": { integrity: "sha512-e" },
    "twice@2.0.0": { integrity: "sha512-f" },
  },
});

Deno.test("lockedPackages() has a package and all that it depends on, once each", async (t) => {
  const cases = [
    { why: "a module of a folder", specifiers: ["@a/folder/x.js"], names: ["@a/folder@1.0.0"] },
    {
      why: "a module that the map names, in a circle",
      specifiers: ["module/sync"],
      names: ["inner@1.0.0", "module@2.0.0", "plain@3.0.0_peer@1.0.0", "twice@2.0.0"],
    },
    {
      why: "a module of a package that the map names",
      specifiers: ["plain/lib/one.js", "plain"],
      names: ["inner@1.0.0", "plain@3.0.0_peer@1.0.0", "twice@2.0.0"],
    },
    { why: "the runtime's own", specifiers: ["node:crypto"], names: [] },
  ];
  for (const { why, specifiers, names } of cases) {
    await t.step(why, () => {
      const lines = lockedPackages(specifiers, { config, lock });
      assert.deepEqual(lines.map((line) => line.split(" ")[0]), names);
      assert(lines.every((line) => / sha512-[a-f]$/.test(line)));
    });
  }
  await t.step("what no map names is a fault", () => {
    assert.throws(() => lockedPackages(["plaint"], { config, lock }), /no package for "plaint"/);
  });
});
