import { join } from "node:path";

/** Import lines of a module: static, for side effects, dynamic. */
const importLines =
  /^(?:import|export)\s[^"';]*?from\s+"([^"]+)"|^import\s+"([^"]+)"|\bimport\(\s*"([^"]+)"/gm;
/** Endings of modules, which may import others; other imported files are data. */
const moduleEnding = /\.(?:ts|js)$/;

/** The files and packages that files import. */
export interface ImportedFiles {
  /**
   * The files and all of their imports, including type imports: paths relative to the root, sorted.
   */
  readonly files: readonly string[];
  /** Imports by a bare name, as in the import map: `zod`, `@scure/base`; sorted. */
  readonly packages: readonly string[];
}

/**
 * Follows the imports of files within a project.
 *
 * @param root the project's folder
 * @param files starting points: paths relative to the root, with `/`
 * @throws Error for a missing file
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
