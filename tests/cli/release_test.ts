import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { billOfMaterials, lockFiles } from "../../cli/release/bill_of_materials.ts";
import { checkVersions, versionFiles } from "../../cli/release/check_versions.ts";
import { imageFiles } from "../../cli/release/image_files.ts";
import { makeRelease, type ReleaseParts } from "../../cli/release/make_release.ts";
import { publishedSchema } from "../support/published_schemas.ts";

const root = new URL("../../", import.meta.url);
const read = async (paths: readonly string[]) =>
  new Map(
    await Promise.all(
      paths.map(async (path) => [path, await Deno.readTextFile(new URL(path, root))] as const),
    ),
  );
const versionTexts = await read(versionFiles);
const locks = await read(lockFiles.map(({ path }) => path));

/** The checkout with one text of a file replaced by another. */
function changed(path: string, from: RegExp, to: string): ReadonlyMap<string, string> {
  const text = versionTexts.get(path) ?? "";
  assert.match(text, from);
  return new Map([...versionTexts, [path, text.replace(from, to)]]);
}

function parts(): ReleaseParts {
  return {
    root,
    versions: checkVersions(versionTexts),
    client: new Map([
      ["package.json", new TextEncoder().encode("{}\n")],
      ["dist/main.js", new Uint8Array(512)],
      ["dist/empty.js", new Uint8Array()],
    ]),
    source: { commit: "0".repeat(40), committedAt: "2026-11-29T00:00:00+00:00", changed: [] },
  };
}

const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

Deno.test("checkVersions() finds no fault in this checkout", () => {
  const { faults, api } = checkVersions(versionTexts);
  assert.deepEqual(faults, []);
  assert.equal(api, "0.1.0");
});

Deno.test("checkVersions() names each file that states another version", async (t) => {
  const cases = [
    { path: "deno.json", from: /"version": "[\d.]+"/, to: '"version": "99.0.0"', faults: 6 },
    { path: "sdk/package.json", from: /"version": "[\d.]+"/, to: '"version": "0.0.1"', faults: 1 },
    {
      path: "sdk/README.md",
      from: /aval-client-[\d.]+\.tgz/,
      to: "aval-client-0.0.1.tgz",
      faults: 1,
    },
    {
      path: "CHANGELOG.md",
      from: /^## \d+\.\d+\.\d+ - .*$/m,
      to: "## 99.0.0 - 2099-01-01",
      faults: 1,
    },
    { path: "CHANGELOG.md", from: /^## 0\.9\.0 - .*$/m, to: "## 0.9.0 - 2099-01-01", faults: 1 },
    { path: "CHANGELOG.md", from: /^## 0\.9\.0 - .*$/m, to: "## 0.9.0", faults: 1 },
    { path: "CHANGELOG.md", from: /^## Unreleased\n/m, to: "## Later\n", faults: 1 },
    { path: "wasm/Cargo.toml", from: /^version = ".+"$/m, to: 'version = "99.0.0"', faults: 2 },
    {
      path: "wasm/matcher/src/snapshot/format.rs",
      from: /VERSION: u32 = \d+;/,
      to: "VERSION: u32 = 99;",
      faults: 1,
    },
    {
      path: "routes/openapi/openapi_document.ts",
      from: /version: "0\.1\.0"/,
      to: 'version: "0.2.0"',
      faults: 1,
    },
  ];
  for (const { path, from, to, faults } of cases) {
    await t.step(`${path}: ${to}`, () => {
      assert.equal(checkVersions(changed(path, from, to)).faults.length, faults);
    });
  }
});

Deno.test("checkVersions() notices entries of no version", () => {
  const of = (entries: string) =>
    checkVersions(
      changed("CHANGELOG.md", /^## Unreleased\n[^]*?(?=^## \d)/m, `## Unreleased\n${entries}\n`),
    ).unreleased;
  assert.deepEqual([of(""), of("\n### Added\n\n- A thing.\n")], [false, true]);
});

Deno.test("makeRelease() makes the same bytes of the same commit", async () => {
  const [one, other] = [await makeRelease(parts()), await makeRelease(parts())];
  assert.deepEqual([...one], [...other]);
  assert.equal(one.size, 5);
});

Deno.test("makeRelease() states digest and inputs of every file", async () => {
  const files = await makeRelease(parts());
  const sums = text(files.get("SHA256SUMS")).trimEnd().split("\n").map((line) => line.split("  "));
  assert.deepEqual(
    new Map(sums.map(([sum = "", name = ""]) => [name, sum])),
    new Map(
      [...files].filter(([name]) => name !== "SHA256SUMS")
        .map(([name, bytes]) => [name, sha256(bytes)] as const)
        .toSorted(([, a], [, b]) => a < b ? -1 : 1),
    ),
  );
  const [name = ""] = [...files.keys()].filter((name) => name.endsWith(".build.json"));
  const statement = JSON.parse(text(files.get(name)));
  assert.equal(statement.source.commit, "0".repeat(40));
  for (const file of statement.files) {
    assert.equal(file.sha256, sha256(files.get(file.name)!));
    for (const { path, sha256: digest } of file.from) {
      assert.equal(digest, sha256(await Deno.readFile(new URL(path, root))), path);
    }
  }
});

Deno.test("makeRelease() lists what the image holds below /app, with digests", async () => {
  const files = await makeRelease(parts());
  const [, list] = [...files].find(([name]) => name.endsWith("-image.sha256")) ?? [];
  const lines = text(list).trimEnd().split("\n").map((line) => line.split("  "));
  assert.deepEqual(
    lines.map(([, path]) => path),
    (await imageFiles(root)).map((path) => `app/${path}`),
  );
  const [sum] = lines.find(([, path]) => path === "app/main.ts") ?? [];
  assert.equal(sum, sha256(await Deno.readFile(new URL("main.ts", root))));
  assert(!lines.some(([, path]) => /^app\/(tests|sdk|\.git)\//.test(path ?? "")));
});

Deno.test("billOfMaterials() fits the schema of CycloneDX 1.6", async () => {
  const fits = await publishedSchema(
    "bom-1.6.schema.json",
    "spdx.schema.json",
    "jsf-0.82.schema.json",
  );
  const bill = JSON.parse(JSON.stringify(billOfMaterials("1.2.3", locks)));
  assert.equal(fits(bill), true, JSON.stringify(fits.errors));
  assert.equal(fits({ ...bill, components: [{ name: "no type" }] }), false);
});

Deno.test("billOfMaterials() has each package of each lock once, and no dangling reference", () => {
  const { components, dependencies } = billOfMaterials("1.2.3", locks);
  const purls = new Set(components.map(({ purl }) => purl));
  assert.equal(purls.size, components.length);
  for (const { dependsOn } of dependencies) {
    for (const purl of dependsOn) assert(purls.has(purl), purl);
  }
  for (const { path } of lockFiles) {
    const lock = locks.get(path) ?? "";
    const pinned = path.endsWith("Cargo.lock")
      ? [...lock.matchAll(/^checksum = /gm)].length
      : new Set(
        Object.keys(JSON.parse(lock).npm).map((key) => /^(@?[^@]+@[^_]+)/.exec(key)?.[1]),
      ).size;
    const listed = components.filter(({ properties }) =>
      properties.some(({ value }) => value === path)
    );
    assert.equal(listed.length, pinned, path);
  }
  const zod = components.find(({ name }) => name === "zod");
  assert.equal(zod?.scope, "required");
  assert.equal(components.find(({ name }) => name === "fast-check")?.scope, "excluded");
});

Deno.test("billOfMaterials() refuses two digests of one package, and a lock that is missing", () => {
  const lock = locks.get("tests/deno.lock") ?? "";
  const other = lock.replace(/("zod@[\d.]+": \{\s+"integrity": "sha512-)..../, "$1AAAA");
  assert.notEqual(other, lock);
  assert.throws(
    () => billOfMaterials("1.2.3", new Map([...locks, ["tests/deno.lock", other]])),
    /zod@[\d.]+ has another digest than in deno\.lock/,
  );
  assert.throws(() => billOfMaterials("1.2.3", new Map()), /deno\.lock is missing/);
});
