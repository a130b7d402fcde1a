import { serviceInMemory } from "../../tests/support/service.ts";
import { openClient } from "../src/main.ts";
import { buildPackage, entries, importsOf } from "./build_package.ts";

/** A measured number and its limit. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly most?: number;
  readonly unit: string;
}

const acts = 1_000;

/** Builds the package into a temporary folder and measures it. */
export async function measure(
  { sizesAlone }: { readonly sizesAlone: boolean },
): Promise<readonly Figure[]> {
  const folder = await Deno.makeTempDir();
  try {
    const sizes = await sizesOf(new URL(`file://${folder}/`));
    if (sizesAlone) return sizes;
    return [...sizes, await overheadOfCall(), ...await executionsUnderLoss()];
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function sizesOf(folder: URL): Promise<readonly Figure[]> {
  await buildPackage(new URL("dist/", folder));
  for (const name of ["package.json", "README.md"]) {
    await Deno.copyFile(new URL(`../${name}`, import.meta.url), new URL(name, folder));
  }
  const modules: Figure[] = [];
  for (const entry of entries) {
    modules.push({
      name: `@aval/client, entry ${entry}, gzipped`,
      value: await gzippedModules(folder, entry),
      ...(entry === "browser" ? { most: 12 } : {}),
      unit: "KiB",
    });
  }
  const whole = await packedSize(folder);
  // Types grow with the routes that they describe; the rest of the package must not.
  for (const name of ["openapi", "client"]) {
    await Deno.writeTextFile(new URL(`dist/printed/${name}.d.ts`, folder), "");
  }
  const code = await packedSize(folder);
  return [
    ...modules,
    { name: "package, packed", value: kibibytes(whole), unit: "KiB" },
    {
      name: "package without the types of the routes, packed",
      value: kibibytes(code),
      most: 20,
      unit: "KiB",
    },
  ];
}

/** Size in bytes of the package as packed by npm. */
async function packedSize(folder: URL): Promise<number> {
  const { stdout } = await new Deno.Command("npm", {
    args: ["pack", "--dry-run", "--json"],
    cwd: folder,
    stderr: "null",
  }).output();
  const [{ size }] = JSON.parse(new TextDecoder().decode(stdout));
  return size;
}

/** Every module that an entry loads, each gzipped separately, as a server sends them. */
async function gzippedModules(folder: URL, entry: string): Promise<number> {
  const sizes = new Map<string, number>();
  const add = async (path: string) => {
    if (sizes.has(path)) return;
    sizes.set(path, 0);
    const text = await Deno.readTextFile(new URL(`dist/${path}.js`, folder));
    const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
    sizes.set(path, (await new Response(packed).bytes()).length);
    for (const next of importsOf(path, text)) await add(next);
  };
  await add(entry);
  return kibibytes([...sizes.values()].reduce((sum, size) => sum + size, 0));
}

/** Rounded up, so that one byte over the limit fails. */
function kibibytes(bytes: number): number {
  return Math.ceil(bytes / 102.4) / 10;
}

/** Median duration of a call minus that of a plain fetch, with immediate answers. */
async function overheadOfCall(): Promise<Figure> {
  const answer = JSON.stringify({ classification: "CLEAR", candidates: [] });
  const headers = { "content-type": "application/json" };
  const fetch = () => Promise.resolve(new Response(answer, { headers }));
  const identity = { token: "token" };
  const aval = openClient({ baseUrl: "https://aval.example", identity, runtime: { fetch } });
  const [bare, called]: [number[], number[]] = [[], []];
  for (let n = 0; n < 20_000; n++) {
    bare.push(await elapsed(async () => await (await fetch()).json()));
    called.push(await elapsed(async () => await aval.screen({ name: "Erika Mustermann" })));
  }
  const value = Math.round((median(called) - median(bare)) * 10_000) / 10_000;
  return { name: "overhead of a call", value, most: 0.1, unit: "ms" };
}

async function elapsed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Calls of the real service with every third answer lost after the service has acted. */
async function executionsUnderLoss(): Promise<readonly Figure[]> {
  await using service = await serviceInMemory();
  let [requests, lost] = [0, 0];
  const runtime = {
    fetch: async (url: string, init: RequestInit) => {
      requests++;
      const { signal: _, ...sent } = init;
      const response = await service.fetch(new URL(url).pathname, sent);
      if (Math.random() >= 1 / 3) return response;
      await response.body?.cancel();
      lost++;
      throw new TypeError("connection reset");
    },
    pause: () => Promise.resolve(),
  };
  const identity = { sandboxClient: "acme" };
  const aval = openClient({
    baseUrl: "http://localhost",
    identity,
    runtime,
    retriesMax: 30,
    deadlineMs: 600_000,
  });
  const ids = new Set<string>();
  for (let n = 0; n < acts; n++) {
    ids.add((await aval.screen({ name: "Erika Mustermann" })).meta.decisionId);
  }
  const executed = (await service.auditEvents()).length;
  if (ids.size !== acts) throw new Error(`${ids.size} decisions`);
  return [
    { name: `requests for ${acts} acts`, value: requests, unit: `(${lost} answers lost)` },
    { name: `executions of ${acts} acts`, value: executed, most: acts, unit: "executions" },
  ];
}
