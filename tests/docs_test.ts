import assert from "node:assert/strict";
import { EventType } from "../core/events/event_schema.ts";
import { dirname, join, normalize } from "node:path";
import { AuditEvent } from "../core/audit/event.ts";
import { type RefusalCode, refusalKind, refusalKinds } from "../routes/http/refusals.ts";

const root = new URL("../", import.meta.url);

const readmeBytesMax = 12_288;

/** A page of the documentation. */
interface Page {
  readonly path: string;
  readonly text: string;
}

/** Everything below the root except outputs and caches; names of folders end with a slash. */
async function tree(folder = ""): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(new URL(folder || ".", root))) {
    if ([".git", ".aval", "target", "node_modules"].includes(name)) continue;
    const path = `${folder}${name}${isDirectory ? "/" : ""}`;
    found.push(path);
    if (isDirectory) found.push(...await tree(path));
  }
  return found;
}

const paths = new Set(await tree());
const folders = [...paths].filter((path) => /^[^/]+\/$/.test(path));
const names = new Set([...paths].map((path) => path.replace(/\/$/, "").split("/").at(-1)));

const pages: readonly Page[] = await Promise.all(
  [...paths].filter((path) =>
    /^[A-Z]+\.md$|^docs\/[\w-]+\.md$|^(?:kv|fixtures)\/(?:.+\/)?README\.md$/.test(path)
  ).toSorted().map(async (path) => ({
    path,
    text: await Deno.readTextFile(new URL(path, root)),
  })),
);

function pageAt(path: string): Page {
  return pages.find((page) => page.path === path) ?? assert.fail(`There is no ${path}`);
}

/** A page without its fenced blocks. */
function proseOf({ text }: Page): string {
  return text.replaceAll(/^```[\s\S]*?^```$/gm, "");
}

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(page: Page): ReadonlySet<string> {
  const headings = [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading);
  return new Set(
    headings.map((heading) =>
      heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, "").replaceAll(" ", "-")
    ),
  );
}

/** Resolves a path in a page, from the root. */
function resolve(page: Page, path: string): string {
  return normalize(join(dirname(page.path), path));
}

/** Text between single backticks, also across a line break. */
function codeIn(page: Page): readonly string[] {
  return [...proseOf(page).matchAll(/(?<!`)`([^`]+)`(?!`)/g)].map(([, code = ""]) => code);
}

Deno.test("README.md is a landing page of 12 KB at most", async () => {
  const { size } = await Deno.stat(new URL("README.md", root));
  assert(size <= readmeBytesMax, `${size} bytes`);
});

Deno.test("every relative link of the documentation leads somewhere", () => {
  const broken: string[] = [];
  for (const page of pages) {
    const links = proseOf(page).matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)$/gm);
    for (const [, inline, reference] of links) {
      const link = inline ?? reference ?? "";
      if (/^[a-z]+:/.test(link)) continue;
      const [file = "", anchor] = link.split("#");
      const target = file === "" ? page.path : resolve(page, file);
      const isThere = paths.has(target) || paths.has(`${target.replace(/\/$/, "")}/`);
      const isAnchor = anchor === undefined ||
        (isThere && anchorsOf(pageAt(target)).has(anchor));
      if (!isThere || !isAnchor) broken.push(`${page.path}: ${link}`);
    }
  }
  assert.deepEqual(broken, []);
});

Deno.test("every path of the project that the documentation names exists", () => {
  const missing: string[] = [];
  const inFolder = new RegExp(`^(?:${folders.join("|")})[\\w./-]*$`);
  for (const page of pages) {
    for (const code of codeIn(page)) {
      const isPath = inFolder.test(code);
      // A file by its name alone is one of the folder that the sentence is about.
      const isName = /^[\w-]+\.(?:ts|tsx|rs|sh|yml|yaml)$/.test(code);
      if (!isPath && !isName) continue;
      const isThere = [code, resolve(page, code)].some((path) =>
        paths.has(path) || paths.has(`${path}/`)
      );
      if (!isThere && !(isName && names.has(code))) missing.push(`${page.path}: ${code}`);
    }
  }
  assert.deepEqual(missing, []);
});

Deno.test("every command of the documentation is a task of deno.json", async () => {
  const { tasks } = JSON.parse(await Deno.readTextFile(new URL("deno.json", root)));
  const unknown: string[] = [];
  for (const { path, text } of pages) {
    for (const [, task = ""] of text.matchAll(/\bdeno(?:@[\d.]+)? task ([a-z][\w:-]*\w)/g)) {
      if (!Object.hasOwn(tasks, task)) unknown.push(`${path}: ${task}`);
    }
  }
  assert.deepEqual(unknown, []);
});

Deno.test("the documentation is in plain technical English", () => {
  const dialect = /\b(?:tells?|told|(?<!Companies )house)\b|\bwhat .{1,60} stands? on\b/i;
  const found: string[] = [];
  for (const page of pages) {
    const words = proseOf(page).replaceAll(/(?<!`)`[^`]+`(?!`)/g, "");
    for (const line of words.split("\n")) {
      if (dialect.test(line)) found.push(`${page.path}: ${line.trim()}`);
    }
  }
  assert.deepEqual(found, []);
});

Deno.test("docs/data.md names every kind of audit entry", () => {
  const { text } = pageAt("docs/data.md");
  const [, section = ""] = text.split("## Audit entries\n");
  const named = [...section.split("\n## ")[0]!.matchAll(/`([A-Z_]+)`/g)].map(([, kind]) => kind);
  const kinds = AuditEvent.options.map((option) => option.unwrap().shape.kind.value);
  assert.deepEqual(named, kinds);
});

Deno.test("docs/events.md has a row for every type of event, and no other", () => {
  const [, section = ""] = pageAt("docs/events.md").text.split("\n## Types\n");
  const rows = section.split("\n## ")[0]!.matchAll(/^\| `([a-z_.]+)` +\|/gm);
  assert.deepEqual([...rows].map(([, type]) => type), EventType.options);
});

Deno.test("docs/api.md names every code of an error with its status, and no other", () => {
  const { text } = pageAt("docs/api.md");
  const [, section = ""] = text.split("\n## Answers and errors\n");
  const rows = section.split("\n## ")[0]!.matchAll(/^\| (\d{3}) +\| (.+) \|$/gm);
  const named = [...rows].flatMap(([, status, codes = ""]) =>
    [...codes.matchAll(/`(\w+)`/g)].map(([, code]) => `${status} ${code}`)
  );
  const codes = Object.keys(refusalKinds) as RefusalCode[];
  const own = codes.filter((code) => refusalKind(code).form !== "oauth");
  assert.deepEqual(
    named.toSorted(),
    own.map((code) => `${refusalKind(code).status} ${code}`).toSorted(),
  );
});

Deno.test("the client's package is installed by the name that it is packed under", async () => {
  const { version } = JSON.parse(await Deno.readTextFile(new URL("sdk/package.json", root)));
  for (const path of ["docs/sdk.md", "sdk/README.md"]) {
    const text = await Deno.readTextFile(new URL(path, root));
    const packed = [...text.matchAll(/\bnpm install (\S+?\.tgz)/g)].map(([, file]) => file);
    assert.deepEqual(packed, [`/path/to/aval/sdk/aval-client-${version}.tgz`], path);
  }
});

/** Packages named by the items of some sections. */
function namedIn(...headings: readonly string[]): readonly string[] {
  const sections = pageAt("docs/dependencies.md").text.split(/^## /m).filter((section) =>
    headings.some((heading) => section.startsWith(`${heading}\n`))
  );
  const items = sections.flatMap((section) => [...section.matchAll(/^- ((?:`[^`]+`(?:, )?)+):/gm)]);
  return items.flatMap(([, names = ""]) => [...names.matchAll(/`([^`]+)`/g)].map(([, one]) => one!))
    .toSorted();
}

/** Packages that a manifest imports, each once; none if the file does not exist. */
async function importedBy(path: string): Promise<readonly string[]> {
  const text = await Deno.readTextFile(new URL(path, root)).catch(() => "{}");
  const { imports = {} } = JSON.parse(text) as { imports?: Record<string, string> };
  return Object.values(imports).flatMap((target) =>
    /^npm:\/?((?:@[^/]+\/)?[^@/]+)/.exec(target)?.[1] ?? []
  );
}

const sorted = (names: Iterable<string>) => [...new Set(names)].toSorted();

Deno.test("docs/dependencies.md names what each deno.json imports, and no other", async () => {
  const service = await importedBy("deno.json");
  const tests = await importedBy("tests/deno.json");
  assert.deepEqual(namedIn("The service"), sorted(service));
  const testsOnly = tests.filter((name) => !service.includes(name));
  assert.deepEqual(namedIn("Tests only"), sorted(testsOnly));
  const clients = await importedBy("tests/clients/deno.json");
  const clientsOnly = clients.filter((name) => !service.includes(name) && !tests.includes(name));
  assert.deepEqual(namedIn("Clients and browsers"), sorted(clientsOnly));
  const sdk = await importedBy("sdk/deno.json");
  assert.deepEqual(
    namedIn("The TypeScript client"),
    sorted(sdk.filter((name) => !service.includes(name))),
  );
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
