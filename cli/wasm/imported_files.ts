import { join } from "node:path";

/** The lines by which a module names another one: static, for its effect, dynamic. */
const importLines =
  /^(?:import|export)\s[^"';]*?from\s+"([^"]+)"|^import\s+"([^"]+)"|\bimport\(\s*"([^"]+)"/gm;
/** Modules, which may import others; anything else that is imported is data. */
const moduleEnding = /\.(?:ts|js)$/;

/** What files are made of. */
export interface ImportedFiles {
  /** The files and all that they import, by type too: paths relative to the root, sorted. */
  readonly files: readonly string[];
  /** What is imported by a bare name, as the import map names it: `zod`, `@scure/base`; sorted. */
  readonly packages: readonly string[];
}

/**
 * Follows the imports of files within a project.
 *
 * @param root the project's folder
 * @param files where to begin: paths relative to the root, with `/`
 * @throws Error when a file is not there
 */
export async function importedFiles(
  root: string,
  files: readonly string[],
): Promise<ImportedFiles> {
  const found = new Set<string>();
  const packages = new Set<string>();
  const waiting = [...files];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    if (!moduleEnding.test(path)) continue;
    const text = await Deno.readTextFile(join(root, path));
    for (const [, named, bare, dynamic] of text.matchAll(importLines)) {
      const specifier = named ?? bare ?? dynamic ?? "";
      if (specifier.startsWith(".")) waiting.push(resolved(specifier, path));
      else packages.add(specifier);
    }
  }
  return { files: [...found].sort(), packages: [...packages].sort() };
}

function resolved(specifier: string, from: string): string {
  return new URL(specifier, `file:///${from}`).pathname.slice(1);
}
