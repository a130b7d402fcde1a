import type { KeyKind } from "../../kv/store/define_key.ts";

const root = new URL("../../", import.meta.url);

/** A kind of key and the module that declares it. */
export interface Declared extends KeyKind {
  readonly module: string;
}

/** The modules that write to the store. */
export async function storeModules(folder = "kv/"): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(new URL(folder, root))) {
    // Backends keep whatever they are given.
    if (isDirectory && name !== "backends") found.push(...await storeModules(`${folder}${name}/`));
    if (name.endsWith(".ts")) found.push(`${folder}${name}`);
  }
  return found;
}

function isKeyKind(exported: unknown): exported is KeyKind {
  return typeof exported === "object" && exported !== null && "personal" in exported &&
    "lifetime" in exported && "key" in exported;
}

/** Every kind of key that modules export, by its name. */
export async function declaredKeys(): Promise<readonly Declared[]> {
  const found: Declared[] = [];
  for (const path of await storeModules()) {
    const exported = await import(new URL(path, root).href);
    const kinds = Object.values(exported).filter(isKeyKind);
    found.push(...kinds.map((kind) => ({ ...kind, module: path.replace("kv/", "") })));
  }
  return found.toSorted((a, b) => a.name < b.name ? -1 : 1);
}
