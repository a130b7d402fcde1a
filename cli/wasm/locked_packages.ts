import { z } from "zod";

/** The import map of `deno.json`. */
const ImportMap = z.object({ imports: z.record(z.string(), z.string()) });
/** Packages pinned by `deno.lock`. */
const LockFile = z.object({
  version: z.literal("5"),
  specifiers: z.record(z.string(), z.string()),
  npm: z.record(
    z.string(),
    z.object({ integrity: z.string(), dependencies: z.array(z.string()).default([]) }),
  ),
});
type LockFile = z.infer<typeof LockFile>;

/**
 * The packages of bare imports, with all of their dependencies: one line each, with version and
 * integrity, sorted. The runtime's own modules (`node:`) are not packages.
 *
 * @param specifiers bare imports as written in modules
 * @param project the texts of `deno.json` and `deno.lock`
 * @throws Error when the import map or the lock file lacks one
 */
export function lockedPackages(
  specifiers: readonly string[],
  project: { readonly config: string; readonly lock: string },
): readonly string[] {
  const { imports } = ImportMap.parse(JSON.parse(project.config));
  const lock = LockFile.parse(JSON.parse(project.lock));
  const lines = new Map<string, string>();
  const waiting = specifiers
    .filter((specifier) => !specifier.startsWith("node:"))
    .map((specifier) => packageOf(specifier, imports, lock));
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const found = lock.npm[name];
    if (found === undefined) throw new Error(`deno.lock: no package ${name}`);
    if (lines.has(name)) continue;
    lines.set(name, `${name} ${found.integrity}`);
    waiting.push(...found.dependencies.map((one) => dependencyOf(one, lock)));
  }
  return [...lines.values()].sort();
}

/** The package of a bare import, by its name in the lock file's `npm`. */
function packageOf(
  specifier: string,
  imports: Readonly<Record<string, string>>,
  { specifiers }: LockFile,
): string {
  // A key is a package's name, a module of it, or a folder; a name stands for its modules too.
  const key = Object.keys(imports).find((key) =>
    specifier === key || specifier.startsWith(key.endsWith("/") ? key : `${key}/`)
  );
  const target = key === undefined ? "" : imports[key]!;
  const [, name, version] = /^npm:\/?((?:@[^/]+\/)?[^/@]+)@([^/]+)/.exec(target) ?? [];
  const locked = specifiers[`npm:${name}@${version}`];
  if (locked === undefined) throw new Error(`deno.lock: no package for "${specifier}"`);
  return `${name}@${locked}`;
}

/** A dependency's full name: the lock file omits the version if there is only one. */
function dependencyOf(name: string, { npm }: LockFile): string {
  if (npm[name] !== undefined) return name;
  const found = Object.keys(npm).filter((key) => key.startsWith(`${name}@`));
  if (found.length !== 1) throw new Error(`deno.lock: ${found.length} packages are called ${name}`);
  return found[0]!;
}
