import assert from "node:assert/strict";

/** Import lines of the project's own modules, as STYLE's table of directions reads them. */
interface Import {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
}

const root = new URL("../", import.meta.url);
const leaves = [
  "sd_jwt",
  "mdoc",
  "dcql",
  "x509",
  "status_list",
  "audit",
  "wallet_address",
  "rate_limit",
];
/** Folders of `core/` that are no capability: everybody there may use them. */
const shared = ["ports", "policy", "config"];

async function sources(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const entry of Deno.readDir(new URL(folder, root))) {
    const path = `${folder}${entry.name}`;
    if (entry.isDirectory && entry.name !== "target" && entry.name !== "built") {
      found.push(...await sources(`${path}/`));
    }
    if (entry.isFile && entry.name.endsWith(".ts")) found.push(path);
  }
  return found;
}

async function sourcesOf(folders: readonly string[]): Promise<readonly string[]> {
  const lists = await Promise.all(folders.map((folder) => sources(folder)));
  return lists.flat();
}

async function importsOf(path: string): Promise<readonly Import[]> {
  const text = await Deno.readTextFile(new URL(path, root));
  const lines = text.matchAll(
    /^(?:import|export)\s+(type\s)?[^"';]*?from\s+"(\.[^"]+)"|^import\s+()"(\.[^"]+)"|\bimport\(\s*()"(\.[^"]+)"/gm,
  );
  return [...lines].map(([line, typeOnly, named, , bare, , dynamic]) => {
    const target = named ?? bare ?? dynamic ?? "";
    const names = /\{([^}]*)\}/.exec(line)?.[1];
    const allTypes = names !== undefined &&
      names.split(",").every((name) => name.trim() === "" || name.trim().startsWith("type "));
    return {
      from: path,
      to: new URL(target, new URL(path, root)).href.slice(root.href.length),
      typeOnly: typeOnly !== undefined || allTypes,
    };
  });
}

/** Files of `core/` that stand on nothing and say nothing of the domain. */
const foundations = [
  "core/bytes.ts",
  "core/constant_time.ts",
  "core/result.ts",
  "core/uuid.ts",
  "core/least_recently_used.ts",
  "core/json.ts",
  "core/jws.ts",
];

function mayImport({ from, to, typeOnly }: Import): boolean {
  if (to.startsWith("fixtures/")) return from.startsWith("core/sandbox/");
  const [area, folder] = from.split("/");
  const [toArea, toFolder] = to.split("/");
  const toLeaf = toArea === "core" && leaves.includes(toFolder ?? "");
  if (area === "core" && leaves.includes(folder ?? "")) {
    return (toArea === "core" && toFolder === folder) || foundations.includes(to);
  }
  switch (area) {
    case "routes":
      return toArea === "routes" || (toArea === "core" && toFolder !== "gateways");
    case "core":
      if (folder === "gateways") return toArea === "core";
      if (toArea !== "core" || toFolder === "gateways") return false;
      return toFolder !== "ports" || typeOnly;
    case "kv":
    case "wasm":
      return toArea === area || foundations.includes(to) || toLeaf ||
        (toArea === "core" && (toFolder === "ports" || toFolder === "policy" ||
          /schema\.ts$|caller\.ts$|client_record\.ts$|weights\.ts$/.test(to)));
    case "cli":
      return !["routes", "service.ts", "main.ts"].includes(toArea ?? "");
    default:
      return false;
  }
}

Deno.test("the table of directions refuses what it must refuse", () => {
  const refused: Import[] = [
    { from: "core/screening/screen.ts", to: "kv/decisions.ts", typeOnly: true },
    { from: "core/screening/screen.ts", to: "routes/route.ts", typeOnly: true },
    { from: "core/screening/screen.ts", to: "core/ports/clock.ts", typeOnly: false },
    { from: "core/audit/chain.ts", to: "core/screening/schema.ts", typeOnly: true },
    { from: "core/wallet_address/evm.ts", to: "core/ports/clock.ts", typeOnly: true },
    { from: "routes/app.ts", to: "kv/store.ts", typeOnly: true },
    { from: "routes/app.ts", to: "core/gateways/introspection.ts", typeOnly: false },
    { from: "kv/decisions.ts", to: "core/screening/screen.ts", typeOnly: false },
    { from: "cli/admin.ts", to: "routes/app.ts", typeOnly: false },
    { from: "cli/match.ts", to: "service.ts", typeOnly: false },
  ];
  assert.deepEqual(refused.filter(mayImport), []);
});

Deno.test("every import points in the direction that the architecture allows", async () => {
  let seen = 0;
  const wrong: string[] = [];
  for (const path of await sourcesOf(["routes/", "core/", "kv/", "wasm/", "cli/"])) {
    for (const line of await importsOf(path)) {
      seen++;
      if (line.to.startsWith("wasm/built/")) {
        if (path !== "wasm/matcher.ts") wrong.push(`${path} -> ${line.to}`);
      } else if (!mayImport(line)) wrong.push(`${path} -> ${line.to}`);
    }
  }
  assert.deepEqual(wrong, []);
  assert(seen > 200, "imports are read");
});

Deno.test("no module has a default export", async () => {
  const wrong: string[] = [];
  for (const path of await sourcesOf(["routes/", "core/", "kv/", "wasm/", "cli/", "tests/"])) {
    const text = await Deno.readTextFile(new URL(path, root));
    if (/^export\s+default\b/m.test(text)) wrong.push(path);
  }
  assert.deepEqual(wrong, []);
});

Deno.test("capabilities of the domain do not import each other in a circle", async () => {
  const arrows = new Map<string, Set<string>>();
  for (const path of await sources("core/")) {
    for (const { from, to } of await importsOf(path)) {
      const [, here] = from.split("/");
      const [, there] = to.split("/");
      if (here === undefined || there === undefined || here === there) continue;
      if (to.split("/").length < 3 || from.split("/").length < 3) continue;
      if (shared.includes(here) || shared.includes(there)) continue;
      arrows.set(here, (arrows.get(here) ?? new Set()).add(there));
    }
  }
  const circle = (at: string, path: readonly string[]): readonly string[] | null => {
    if (path.includes(at)) return [...path, at];
    for (const next of arrows.get(at) ?? []) {
      const found = circle(next, [...path, at]);
      if (found !== null) return found;
    }
    return null;
  };
  assert.deepEqual([...arrows.keys()].map((start) => circle(start, [])).filter(Boolean), []);
});

Deno.test("clock, randomness and console are reached through ports only", async () => {
  const wrong: string[] = [];
  for (const path of await sourcesOf(["routes/", "core/", "kv/", "wasm/"])) {
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

Deno.test("only one backend of the store names Deno.Kv", async () => {
  const wrong: string[] = [];
  for (const path of await sourcesOf(["routes/", "core/", "kv/", "wasm/", "cli/"])) {
    const text = await Deno.readTextFile(new URL(path, root));
    if (
      /\bDeno\.(openKv|Kv\w*|AtomicOperation)\b/.test(text) && path !== "kv/backends/deno_kv.ts"
    ) {
      wrong.push(path);
    }
  }
  assert.deepEqual(wrong, []);
});
