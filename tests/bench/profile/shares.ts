import type { Profile, ProfileNode } from "./inspector.ts";

/** Time of samples under one name. */
export interface Share {
  readonly name: string;
  /** Milliseconds. */
  readonly milliseconds: number;
}

/** The owner of a sample's code. */
export type Owner = "ours" | "dependency" | "runtime" | "wasm" | "collector" | "idle";

/**
 * A profile by owner, by module and by function, largest first. Idle time is listed only as an
 * owner.
 */
export interface Shares {
  readonly owners: readonly Share[];
  readonly modules: readonly Share[];
  readonly functions: readonly Share[];
}

/**
 * Sums a profile. A sample counts for the function that ran, not for its callers.
 *
 * @param root URL of the checkout; code below it is ours
 */
export function sharesOf({ nodes, samples, timeDeltas }: Profile, root: string): Shares {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const owners = new Map<string, number>();
  const modules = new Map<string, number>();
  const functions = new Map<string, number>();
  samples.forEach((id, at) => {
    const node = byId.get(id);
    if (node === undefined) return;
    const milliseconds = (timeDeltas[at] ?? 0) / 1_000;
    const owner = ownerOf(node, root);
    add(owners, owner, milliseconds);
    if (owner === "idle") return;
    const module = moduleOf(node, owner, root);
    const { functionName, lineNumber } = node.callFrame;
    add(modules, `${owner}: ${module}`, milliseconds);
    add(functions, `${functionName || "(anonymous)"} ${module}:${lineNumber + 1}`, milliseconds);
  });
  return { owners: sorted(owners), modules: sorted(modules), functions: sorted(functions) };
}

function ownerOf({ callFrame: { functionName, url } }: ProfileNode, root: string): Owner {
  if (functionName === "(idle)") return "idle";
  if (functionName === "(garbage collector)") return "collector";
  if (url.startsWith("wasm:")) return "wasm";
  if (url.startsWith(root)) return "ours";
  return url === "" || /^(ext|node|internal):/.test(url) ? "runtime" : "dependency";
}

/** The module of a sample: a path in the checkout, a package, or a file of the runtime. */
function moduleOf({ callFrame: { url } }: ProfileNode, owner: Owner, root: string): string {
  switch (owner) {
    case "ours":
      return url.slice(root.length);
    case "dependency":
      return /\/(?:registry\.npmjs\.org|npm\/[^/]+)\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1] ??
        new URL(url).pathname.split("/").slice(-3).join("/");
    case "wasm":
      return "matcher";
    default:
      return url === "" ? "(native)" : url;
  }
}

function add(sums: Map<string, number>, name: string, milliseconds: number): void {
  sums.set(name, (sums.get(name) ?? 0) + milliseconds);
}

function sorted(sums: ReadonlyMap<string, number>): readonly Share[] {
  return [...sums].map(([name, milliseconds]) => ({ name, milliseconds }))
    .sort((one, other) => other.milliseconds - one.milliseconds);
}
