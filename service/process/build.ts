import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";

/**
 * The files that define the build: everything that servers and commands run or show, and the
 * content of the image except `deploy/`. Of `wasm/` its own files and `built/`, since no image
 * contains the crates.
 */
export const shippedSources = [
  ...["main.ts", "deno.json", "deno.lock", "CHANGELOG.md", "SECURITY.md"],
  ...["base", "cli", "core", "docs", "fixtures", "gateways", "kv", "quality", "routes", "sandbox"],
  ...["service", "sources", "standards", "wasm"],
] as const;

/** Hex digits of the digest that identifies a build. */
const buildDigits = 12;
/** The crates from which `wasm/built/` was made; no image contains them. */
const crates = /^wasm\/(?:\.cargo|matcher|matcher_wasm|target|[^/]+\.(?:toml|lock))$/;

/**
 * Identifies the build: the first hex digits of a SHA-256 over the source files next to `main.ts`.
 * Trees that differ in one byte have different ids, committed or not, and one tree has the same id
 * in a clone, an image and on Deno Deploy. Read once at the start, since a deployment may change
 * the files of a running process.
 *
 * @param root the project's folder
 * @returns null if the process may not read all files, which does not prevent a start
 */
export function readBuild(root: URL): string | null {
  const hash = createHash("sha256");
  const folder = fileURLToPath(root);
  try {
    const paths = shippedSources.flatMap((path) => filesBelow(folder, path)).sort();
    for (const path of paths) {
      const bytes = Deno.readFileSync(folder + path);
      hash.update(`${path}\n${bytes.length}\n`).update(bytes);
    }
  } catch {
    return null;
  }
  return hash.digest("hex").slice(0, buildDigits);
}

/**
 * Lists the files of a path, relative to the root. A folder listing states the kind of each entry,
 * so that only the first path and links need a separate look-up.
 */
function filesBelow(
  root: string,
  path: string,
  isFolder = Deno.statSync(root + path).isDirectory,
): readonly string[] {
  if (crates.test(path)) return [];
  if (!isFolder) return [path];
  return [...Deno.readDirSync(root + path)].flatMap(({ name, isDirectory, isSymlink }) =>
    filesBelow(root, `${path}/${name}`, isSymlink ? undefined : isDirectory)
  );
}
