/** An import of a module of this project. */
export interface Import {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
}

/** The project's folder. */
export const root = new URL("../../", import.meta.url);
/** The source folders, except those that may import everything. */
export const folders = [
  "base/",
  "standards/",
  "core/",
  "sources/",
  "quality/",
  "gateways/",
  "kv/",
  "wasm/",
  "sandbox/",
  "routes/",
  "cli/",
  "sdk/",
  "examples/",
];

/** The modules below a folder, which ends in a slash. */
export async function filesIn(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const entry of Deno.readDir(new URL(folder, root))) {
    const path = `${folder}${entry.name}`;
    if (entry.isDirectory && !["target", "built", "dist"].includes(entry.name)) {
      found.push(...await filesIn(`${path}/`));
    }
    if (entry.isFile && /\.tsx?$/.test(entry.name)) found.push(path);
  }
  return found;
}

/** The modules below these folders. */
export async function filesOf(folders: readonly string[]): Promise<readonly string[]> {
  return (await Promise.all(folders.map(filesIn))).flat();
}

/** The project's modules that a module imports. */
export async function importsOf(path: string): Promise<readonly Import[]> {
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

/** The subfolder of an area that a file is in; `.` for a file directly in the area. */
export function folderIn(path: string): string {
  const [, folder, file] = path.split("/");
  return file === undefined ? "." : folder!;
}

/** Cycles of files that import each other, by Tarjan's strongly connected components. */
export function circles(
  arrows: ReadonlyMap<string, readonly string[]>,
): readonly (readonly string[])[] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (file: string): number => {
    const number = index.size;
    index.set(file, number);
    low.set(file, number);
    stack.push(file);
    for (const next of arrows.get(file) ?? []) {
      const reached = index.has(next)
        ? (stack.includes(next) ? index.get(next)! : number)
        : visit(next);
      low.set(file, Math.min(low.get(file)!, reached));
    }
    if (low.get(file) === number) {
      const circle = stack.splice(stack.indexOf(file));
      if (circle.length > 1) found.push(circle);
    }
    return low.get(file)!;
  };
  for (const file of arrows.keys()) if (!index.has(file)) visit(file);
  return found;
}
