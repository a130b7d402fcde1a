import assert from "node:assert/strict";
import {
  circles,
  filesIn,
  filesOf,
  folderIn,
  folders,
  type Import,
  importsOf,
  root,
} from "./support/imports.ts";

/** The folder of `core/` that contains a file; null for other files. */
function capabilityOf(path: string): string | null {
  const [area, folder, file] = path.split("/");
  return area === "core" && file !== undefined ? folder! : null;
}

/** Capabilities from the highest to the lowest, as `docs/architecture.md` lists them. */
async function capabilityOrder(): Promise<readonly string[]> {
  const page = await Deno.readTextFile(new URL("docs/architecture.md", root));
  const section = /## The order of capabilities\n([\s\S]*?)(?=\n## |$)/.exec(page)?.[1] ?? "";
  return [...section.matchAll(/^\d+\. `core\/(\w+)\/`/gm)].map(([, name]) => name!);
}

const isNounOrPort = (path: string) =>
  path.startsWith("core/policy/") || path === "core/nouns.ts" ||
  /^(core|sandbox)\/\w+\/(\w+_)?(schema|ports)\.ts$/.test(path);

/** The table of permitted import directions (STYLE, part 2). */
function mayImport({ from, to, typeOnly }: Import, order: readonly string[]): boolean {
  const [area] = from.split("/");
  const [toArea = ""] = to.split("/");
  const capability = capabilityOf(to);
  const isFoundation = toArea === "base" || toArea === "standards";
  switch (area) {
    case "base":
      return toArea === "base";
    case "standards":
      return isFoundation;
    case "core":
      return isFoundation || mayCoreImport({ from, to, typeOnly }, order);
    case "sources":
    case "gateways":
      return toArea === area || isFoundation || isNounOrPort(to);
    case "quality":
      return ["quality", "sources"].includes(toArea) || isFoundation || isNounOrPort(to) ||
        capability === "screening" || capability === "matching";
    case "kv":
    case "wasm":
      return toArea === area || isFoundation || isNounOrPort(to) ||
        capability === "audit" || capability === "rate_limit" || to === "core/matching/weights.ts";
    case "sandbox":
      // What is pretended is read as the real thing is, and has the types of what is stored.
      return ["sandbox", "core", "sources"].includes(toArea) || isFoundation ||
        to.startsWith("fixtures/") || (toArea === "kv" && typeOnly);
    case "routes":
      return ["routes", "core", "sandbox"].includes(toArea) || isFoundation;
    case "cli":
      return toArea !== "routes" && to !== "service/compose.ts" && to !== "main.ts";
    case "examples":
      // As a user's own project: the client by its name, and nothing else of this one.
      return toArea === "examples";
    case "sdk":
      // The package is whole by itself; what makes it reads the route records.
      return to.startsWith("sdk/src/") || from.startsWith("sdk/tools/");
    default:
      return false;
  }
}

function mayCoreImport({ from, to, typeOnly }: Import, order: readonly string[]): boolean {
  const own = capabilityOf(from);
  const other = capabilityOf(to);
  if (to === "core/nouns.ts" || other === "policy" || (own !== null && own === other)) return true;
  if (own === null || own === "policy" || other === null) return false;
  if (to.endsWith("/ports.ts") && !typeOnly) return false;
  const [above, below] = [order.indexOf(own), order.indexOf(other)];
  return above >= 0 && below > above;
}

Deno.test("the table of directions refuses what it must refuse", () => {
  const refused: Import[] = [
    { from: "base/json.ts", to: "standards/jose/jws.ts", typeOnly: true },
    { from: "standards/dcql/query.ts", to: "core/nouns.ts", typeOnly: true },
    { from: "standards/tlog/merkle.ts", to: "core/audit/event.ts", typeOnly: true },
    { from: "core/nouns.ts", to: "core/audit/event.ts", typeOnly: true },
    { from: "core/policy/limits.ts", to: "core/audit/event.ts", typeOnly: true },
    { from: "core/screening/screen.ts", to: "kv/screening/decisions.ts", typeOnly: true },
    { from: "core/screening/screen.ts", to: "routes/http/route.ts", typeOnly: true },
    { from: "core/screening/screen.ts", to: "gateways/http/download.ts", typeOnly: true },
    { from: "core/screening/screen.ts", to: "core/matching/ports.ts", typeOnly: false },
    { from: "core/audit/chain.ts", to: "core/screening/decision_schema.ts", typeOnly: true },
    { from: "core/unknown/chain.ts", to: "core/audit/event.ts", typeOnly: true },
    { from: "sources/lists/sources.ts", to: "core/screening/screen.ts", typeOnly: true },
    { from: "gateways/http/download.ts", to: "service/config/readers.ts", typeOnly: true },
    { from: "quality/evaluation/measure.ts", to: "core/verification/age.ts", typeOnly: true },
    { from: "kv/screening/decisions.ts", to: "core/screening/screen.ts", typeOnly: false },
    { from: "routes/app.ts", to: "kv/store/store.ts", typeOnly: true },
    { from: "routes/app.ts", to: "service/process/runtime.ts", typeOnly: true },
    { from: "cli/admin.ts", to: "routes/app.ts", typeOnly: false },
    { from: "cli/match.ts", to: "service/compose.ts", typeOnly: false },
    { from: "sdk/src/call.ts", to: "base/json.ts", typeOnly: true },
    { from: "sdk/src/call.ts", to: "sdk/tools/documents.ts", typeOnly: true },
  ];
  const order = ["screening", "matching", "audit"];
  assert.deepEqual(refused.filter((line) => mayImport(line, order)), []);
});

Deno.test("every import points in the direction that the architecture allows", async () => {
  let seen = 0;
  const wrong: string[] = [];
  const order = await capabilityOrder();
  for (const path of await filesOf(folders)) {
    for (const line of await importsOf(path)) {
      seen++;
      if (line.to.startsWith("wasm/built/")) {
        if (path !== "wasm/matcher.ts") wrong.push(`${path} -> ${line.to}`);
      } else if (!mayImport(line, order)) wrong.push(`${path} -> ${line.to}`);
    }
  }
  assert.deepEqual(wrong, []);
  assert(seen > 1_000, "imports are read");
});

Deno.test("every capability has its place in the order, and the order names no other", async () => {
  const order = await capabilityOrder();
  const present = (await filesIn("core/")).map(capabilityOf)
    .filter((name) => name !== null && name !== "policy");
  assert.deepEqual([...order].sort(), [...new Set(present)].sort());
});

Deno.test("circles() finds the files of a circle and no others", () => {
  const arrows = new Map([["a", ["b"]], ["b", ["c", "d"]], ["c", ["a"]], ["d", []]]);
  assert.deepEqual(circles(arrows).map((circle) => [...circle].sort()), [["a", "b", "c"]]);
});

Deno.test("no files import each other in a circle", async () => {
  const arrows = new Map<string, readonly string[]>();
  for (const path of await filesOf([...folders, "service/", "tests/"])) {
    arrows.set(path, (await importsOf(path)).map(({ to }) => to));
  }
  assert.deepEqual(circles(arrows), []);
});

Deno.test("no folders of an area import each other in a circle, in any area", async () => {
  const wrong: string[] = [];
  for (const area of [...folders, "service/"]) {
    const arrows = new Map<string, Set<string>>();
    for (const path of await filesOf([area])) {
      for (const { to } of await importsOf(path)) {
        const [from, toFolder] = [folderIn(path), folderIn(to)];
        if (!to.startsWith(area) || from === toFolder) continue;
        arrows.set(from, (arrows.get(from) ?? new Set()).add(toFolder));
      }
    }
    const found = circles(new Map([...arrows].map(([from, to]) => [from, [...to]])));
    wrong.push(...found.map((circle) => `${area}: ${[...circle].sort().join(", ")}`));
  }
  assert.deepEqual(wrong, []);
});

Deno.test("kv/ has folders alone, and service/ eight files at most beside its folders", async () => {
  const beside = async (area: string) =>
    (await filesOf([area])).filter((path) => folderIn(path) === ".");
  assert.deepEqual(await beside("kv/"), []);
  const openers = await beside("service/");
  assert(openers.length <= 8, openers.join(", "));
});

Deno.test("no module has a default export", async () => {
  const wrong: string[] = [];
  for (const path of await filesOf([...folders, "service/", "tests/"])) {
    const text = await Deno.readTextFile(new URL(path, root));
    if (/^export\s+default\b/m.test(text)) wrong.push(path);
  }
  assert.deepEqual(wrong, []);
});

Deno.test("clock, randomness and console are reached through ports only", async () => {
  const wrong: string[] = [];
  const atPorts = ["sdk/src/runtime.ts"];
  for (
    const path of await filesOf(folders.filter((folder) => !["cli/", "examples/"].includes(folder)))
  ) {
    if (path.startsWith("sdk/tools/") || atPorts.includes(path)) continue;
    const text = (await Deno.readTextFile(new URL(path, root)))
      .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
    for (
      const word of [
        "Date.now(",
        "Math.random(",
        "console.",
        "getRandomValues",
        "Temporal.Now",
        "randomUUID",
      ]
    ) {
      if (text.includes(word)) wrong.push(`${path}: ${word}`);
    }
  }
  assert.deepEqual(wrong, []);
});

Deno.test("presentations are made in sandbox/wallet/ alone, for terminal, sandbox and playground", async () => {
  const makers: string[] = [];
  for (const path of await filesOf([...folders, "service/"])) {
    const text = await Deno.readTextFile(new URL(path, root));
    // What proves possession of a holder's key: a key binding JWT, or a device's signature.
    const binds = text.includes('"kb+jwt"') && text.includes("SignJWT");
    const signs = text.includes("deviceSigned") && /\bsign\w*\(|Sign1\w*\(/.test(text);
    if (binds || signs) makers.push(path);
  }
  assert.deepEqual(makers.toSorted(), [
    "sandbox/wallet/make_mdoc.ts",
    "sandbox/wallet/make_sd_jwt.ts",
  ]);
});

Deno.test("signals are joined so that a deadline is kept on every runtime", async () => {
  const wrong: string[] = [];
  for (const path of await filesOf([...folders, "service/"])) {
    if (path === "base/any_signal.ts") continue;
    const text = await Deno.readTextFile(new URL(path, root));
    if (text.includes("AbortSignal.any(")) wrong.push(path);
  }
  assert.deepEqual(wrong, []);
});

Deno.test("only one backend of the store names Deno.Kv", async () => {
  const wrong: string[] = [];
  for (const path of await filesOf([...folders, "service/"])) {
    const text = await Deno.readTextFile(new URL(path, root));
    if (
      /\bDeno\.(openKv|Kv\w*|AtomicOperation)\b/.test(text) && path !== "kv/backends/deno_kv.ts"
    ) {
      wrong.push(path);
    }
  }
  assert.deepEqual(wrong, []);
});
