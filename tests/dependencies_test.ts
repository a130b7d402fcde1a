import assert from "node:assert/strict";

const root = new URL("../", import.meta.url);
const page = await Deno.readTextFile(new URL("docs/dependencies.md", root));

/** Packages that the items of some sections name. */
function namedIn(...headings: readonly string[]): readonly string[] {
  const sections = page.split(/^## /m).filter((section) =>
    headings.some((heading) => section.startsWith(`${heading}\n`))
  );
  const items = sections.flatMap((section) => [...section.matchAll(/^- ((?:`[^`]+`(?:, )?)+):/gm)]);
  return items.flatMap(([, names = ""]) => [...names.matchAll(/`([^`]+)`/g)].map(([, one]) => one!))
    .toSorted();
}

/** Packages that a manifest imports, each once; none where there is no such file. */
async function importedBy(path: string): Promise<readonly string[]> {
  const text = await Deno.readTextFile(new URL(path, root)).catch(() => "{}");
  const { imports = {} } = JSON.parse(text) as { imports?: Record<string, string> };
  return Object.values(imports).flatMap((target) =>
    /^npm:\/?((?:@[^/]+\/)?[^@/]+)/.exec(target)?.[1] ?? []
  );
}

const sorted = (names: Iterable<string>) => [...new Set(names)].toSorted();

Deno.test("docs/dependencies.md names what deno.json and tests/deno.json import, and no other", async () => {
  const service = await importedBy("deno.json");
  const tests = await importedBy("tests/deno.json");
  assert.deepEqual(namedIn("The service"), sorted(service));
  const testsOnly = tests.filter((name) => !service.includes(name));
  assert.deepEqual(namedIn("Tests only"), sorted(testsOnly));
});

Deno.test("docs/dependencies.md names the crates that the matching core needs, and no other", async () => {
  const crates: string[] = [];
  for (const name of ["matcher", "matcher_wasm"]) {
    const manifest = await Deno.readTextFile(new URL(`wasm/${name}/Cargo.toml`, root));
    for (const [, lines = ""] of manifest.matchAll(/^\[(?:dev-)?dependencies\]\n((?:.+\n?)+)/gm)) {
      crates.push(
        ...[...lines.matchAll(/^([\w-]+)(?:\.workspace)? = /gm)].map(([, crate]) => crate!),
      );
    }
  }
  assert.deepEqual(namedIn("The crates"), sorted(crates.filter((crate) => crate !== "matcher")));
});
