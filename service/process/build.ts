import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";

/**
 * What the build is made of: everything that servers and commands run or show, and what the image
 * holds, but for `deploy/`. Of `wasm/` its own files and `built/`, as the crates are in no image.
 */
export const shippedSources = [
  ...["main.ts", "deno.json", "deno.lock", "CHANGELOG.md", "SECURITY.md"],
  ...["base", "cli", "core", "docs", "fixtures", "gateways", "kv", "quality", "routes", "sandbox"],
  ...["service", "sources", "standards", "wasm"],
] as const;

/** Hex digits of the digest by which a build is named. */
const buildDigits = 12;
/** The crates, of which `wasm/built/` was made: no image holds them. */
const crates = /^wasm\/(?:\.cargo|matcher|matcher_wasm|target|[^/]+\.(?:toml|lock))$/;

/**
 * Names the build: the first hex digits of a SHA-256 over the sources as they stand beside
 * `main.ts`. Two trees that differ in a byte of them have two names, committed or not, and one tree
 * has the same name in a clone, an image and on Deno Deploy. Read once at the start, since a
 * deployment may change the files below a process that runs.
 *
 * @param root the project's folder
 * @returns null where the process may not read all of them: that stops no start
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
 * Lists the files of a path, relative to the root. A folder names the kind of each entry, so that only
 * the first path and links are looked up by themselves.
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
