import assert from "node:assert/strict";
import { dirname } from "node:path";
import { digestEngine, engineSources, isEnginePinned } from "../../../cli/wasm/engine_digest.ts";
import pin from "../../../wasm/engine.json" with { type: "json" };
import { start } from "../../support/verifying.ts";
import { present } from "../../support/verifying.ts";
import { ERIKA } from "../../support/sandbox_wallet.ts";
import { serviceInMemory } from "../../support/service.ts";

const root = new URL("../../../", import.meta.url).pathname.replace(/\/$/, "");

/** A copy of the digest's input, and of the files that name packages. */
async function copyOfSources(): Promise<string> {
  const folder = await Deno.makeTempDir();
  const { files } = await engineSources(root);
  for (const path of [...files, "deno.json", "deno.lock", "wasm/engine.json"]) {
    await Deno.mkdir(dirname(`${folder}/${path}`), { recursive: true });
    await Deno.copyFile(`${root}/${path}`, `${folder}/${path}`);
  }
  return folder;
}

Deno.test("wasm/engine.json is the digest of the committed sources", async () => {
  assert.equal(pin.digest, await digestEngine(root), "Run `deno task wasm pin`");
  assert(await isEnginePinned(root));
});

Deno.test("screening, verification and audit log pin the release and eight digits of the digest", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const { body } = await acme.post("/v1/screen", { name: "Viktor Sandbergov" });
  const started = await start(acme, "aml-identity");
  const verified = await present(service, started, { pid_aml_identity: ERIKA });
  const manifest = await Deno.readTextFile(`${root}/wasm/Cargo.toml`);
  const [, release] = /^version = "(.*)"$/m.exec(manifest) ?? [];
  const expected = `${release}+${(await digestEngine(root)).slice(0, 8)}`;
  assert.match(expected, /^\d+\.\d+\.\d+\+[0-9a-f]{8}$/);
  assert.equal(body.meta.engineVersion, expected);
  assert.equal(body.candidates[0].classifyResult.engineVersion, expected);
  assert.equal(verified.body.frozenDecisionArtifact.engineVersion, expected);
  const audited = (await service.auditEvents()).find(({ kind }) => kind === "SCREENING_DECISION");
  assert.equal(
    audited !== undefined && "engineVersion" in audited && audited.engineVersion,
    expected,
  );
});

Deno.test("engineSources() has every file that Deno's own module graph has", async () => {
  const { files } = await engineSources(root);
  const all = await Deno.makeTempFile({ suffix: ".ts" });
  const roots = files.filter((path) =>
    /^core\/(matching|screening)\/.*\.ts$|^wasm\/matcher\.ts$/.test(path)
  );
  await Deno.writeTextFile(all, roots.map((path) => `import "file://${root}/${path}";\n`).join(""));
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", "--no-npm", "--config", `${root}/deno.json`, all],
  }).output();
  await Deno.remove(all);
  const { modules } = JSON.parse(new TextDecoder().decode(stdout)) as {
    readonly modules: readonly { readonly specifier: string }[];
  };
  const own = modules.map(({ specifier }) => specifier.split("?")[0]!)
    .filter((specifier) => specifier.startsWith(`file://${root}/`))
    .map((specifier) => specifier.slice(`file://${root}/`.length))
    // Types of the module, which are no code.
    .filter((path) => path !== "wasm/engine.json" && !path.endsWith(".d.ts"));
  assert(own.length > 50, "the graph was read");
  assert.deepEqual(own.filter((path) => !files.includes(path)), []);
});

Deno.test("digestEngine() changes with every byte that may change an answer, and with nothing else", async (t) => {
  const folder = await copyOfSources();
  const before = await digestEngine(folder);
  const { files } = await engineSources(folder);
  assert.equal(before, await digestEngine(root), "the folder's own place does not count");
  // A tenth of the files: each costs a digest of all.
  for (const path of files.filter((_, at) => at % 10 === 0)) {
    const bytes = await Deno.readFile(`${folder}/${path}`);
    await Deno.writeFile(`${folder}/${path}`, new Uint8Array([...bytes, 10]));
    assert.notEqual(await digestEngine(folder), before, path);
    await Deno.writeFile(`${folder}/${path}`, bytes);
  }
  const changes: readonly (readonly [string, string, (text: string) => string, boolean])[] = [
    ["a file that is added", "core/screening/added.ts", () => "export {};\n", true],
    ["a package of a package", "deno.lock", (text) => {
      const changed = text.replace(/("diacritics@[^"]+": \{\s+"integrity": "sha512-)./, "$1_");
      assert.notEqual(changed, text);
      return changed;
    }, true],
    ["a package of something else", "deno.lock", (text) => {
      const changed = text.replace(/("postgres@[^"]+": \{\s+"integrity": "sha512-)./, "$1_");
      assert.notEqual(changed, text);
      return changed;
    }, false],
    ["the pin itself", "wasm/engine.json", () => `{"digest": "${"0".repeat(64)}"}\n`, false],
    ["a page", "docs/screening.md", () => "# Screening\n", false],
  ];
  for (const [why, path, change, counts] of changes) {
    await t.step(why, async () => {
      const text = await Deno.readTextFile(`${folder}/${path}`).catch(() => null);
      await Deno.mkdir(dirname(`${folder}/${path}`), { recursive: true });
      await Deno.writeTextFile(`${folder}/${path}`, change(text ?? ""));
      assert.equal(await digestEngine(folder) !== before, counts);
      if (text === null) await Deno.remove(`${folder}/${path}`);
      else await Deno.writeTextFile(`${folder}/${path}`, text);
    });
  }
  assert.equal(await digestEngine(folder), before);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("a pin that is not that of the sources is noticed", async () => {
  const folder = await copyOfSources();
  assert(await isEnginePinned(folder));
  await Deno.writeTextFile(`${folder}/core/screening/gates.ts`, "\n", { append: true });
  assert.equal(await isEnginePinned(folder), false);
  await Deno.remove(folder, { recursive: true });
});
