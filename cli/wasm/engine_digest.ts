import { createHash } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { importedFiles } from "./imported_files.ts";
import { lockedPackages } from "./locked_packages.ts";

/** The committed pin of the engine, which `wasm/matcher.ts` reads; relative to the root. */
const pinFile = "wasm/engine.json";
/** Folders of which every file counts. */
const folders = ["core/matching", "core/screening"];
/**
 * Further files: the matching core with its built module, and the sandbox's list, since an answer
 * of a sandbox names no list snapshot.
 */
const entries = [
  "wasm/matcher.ts",
  "fixtures/lists/sandbox.json",
  "fixtures/lists/sandbox_next.json",
];

/** The content of {@link pinFile}. */
const EnginePin = z.strictObject({
  /** SHA-256, hex, by {@link digestEngine}. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
});

/** The inputs of the engine's digest: paths of files, and lines of packages, sorted. */
export interface EngineSources {
  readonly files: readonly string[];
  readonly packages: readonly string[];
}

/**
 * Lists the files that may change an answer of the engine: the built module, `core/matching/`,
 * `core/screening/`, and all of their imports, with packages as pinned by the lock file.
 *
 * @param root the project's folder
 */
export async function engineSources(root: string): Promise<EngineSources> {
  const found = await importedFiles(root, [...entries, ...await filesOf(root, folders)]);
  return {
    files: found.files.filter((path) => path !== pinFile),
    packages: lockedPackages(found.packages, {
      config: await Deno.readTextFile(join(root, "deno.json")),
      lock: await Deno.readTextFile(join(root, "deno.lock")),
    }),
  };
}

/**
 * SHA-256, hex, over the bytes of all files that may change an answer of the engine (decisions-3.md
 * part 20, pins). Comments count too, so that no change needs a judgement.
 *
 * @param root the project's folder
 */
export async function digestEngine(root: string): Promise<string> {
  const { files, packages } = await engineSources(root);
  const hash = createHash("sha256");
  for (const path of files) {
    const bytes = await Deno.readFile(join(root, path));
    hash.update(`${path}\n${bytes.length}\n`).update(bytes);
  }
  return hash.update(packages.map((line) => `${line}\n`).join("")).digest("hex");
}

/** Writes the pin again. @returns whether the pin changed */
export async function pinEngine(root: string): Promise<boolean> {
  const digest = await digestEngine(root);
  const pinned = await Deno.readTextFile(join(root, pinFile)).catch(() => "");
  const text = `${JSON.stringify({ digest }, null, 2)}\n`;
  await Deno.writeTextFile(join(root, pinFile), text);
  return pinned !== text;
}

/** Whether the pin equals the digest of the sources. */
export async function isEnginePinned(root: string): Promise<boolean> {
  const pin = EnginePin.parse(JSON.parse(await Deno.readTextFile(join(root, pinFile))));
  return pin.digest === await digestEngine(root);
}

/** Paths of the files in folders, relative to the root. */
async function filesOf(root: string, folders: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const folder of folders) {
    for await (const { name, isDirectory } of Deno.readDir(join(root, folder))) {
      const path = `${folder}/${name}`;
      found.push(...isDirectory ? await filesOf(root, [path]) : [path]);
    }
  }
  return found;
}
