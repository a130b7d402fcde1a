import { createHash } from "node:crypto";
import { ok, refuse, type Result } from "../base/result.ts";
import type { ReadAnchors } from "../core/presentation/follow_anchors.ts";
import {
  mergeAnchors,
  parseTrustAnchors,
  type TrustAnchor,
} from "../core/presentation/trust_anchors.ts";
import type { UpdateRefusalReason } from "../core/publications/ports.ts";

/** What is wrong with a folder of anchors, for the operator; all of it at once. */
export interface AnchorFolderRefusal {
  readonly code: Extract<UpdateRefusalReason, "unreachable" | "too_large" | "unusable">;
  /** Without full stops. */
  readonly problems: readonly string[];
}

/**
 * Reads every certificate of a folder, or says of each file what is wrong with it.
 *
 * @param known the version that the caller has
 * @returns null while the folder is of that version
 */
export async function readAnchorFolder(
  folder: string,
  { fileBytesMax, known }: { readonly fileBytesMax: number; readonly known: string | null },
): Promise<Result<ReadAnchors | null, AnchorFolderRefusal>> {
  const files = await filesOf(folder);
  if (files === null) {
    const problem = "expected a folder of PEM certificates, or the folder cannot be read";
    return refuse({ code: "unreachable", problems: [problem] });
  }
  if (files.length === 0) {
    return refuse({ code: "unusable", problems: ["the folder holds no certificate"] });
  }
  const texts: (AnchorFile & { readonly text: Result<string, FileRefusal> })[] = [];
  for (const file of files) {
    texts.push({ ...file, text: await readBounded(file.path, fileBytesMax) });
  }
  const version = createHash("sha256").update(JSON.stringify(texts)).digest("hex");
  return version === known ? ok(null) : parseAll(texts, version);
}

function parseAll(
  files: readonly (AnchorFile & { readonly text: Result<string, FileRefusal> })[],
  version: string,
): Result<ReadAnchors, AnchorFolderRefusal> {
  const anchors: TrustAnchor[] = [];
  const wrong: { code: AnchorFolderRefusal["code"]; problem: string }[] = [];
  for (const { path, type, text } of files) {
    const read = text.ok ? parseTrustAnchors(text.value, type) : text;
    if (read.ok) {
      anchors.push(...read.value);
      continue;
    }
    const { code, message } = read.refusal;
    wrong.push({
      code: code === "invalid_anchors" ? "unusable" : code,
      problem: `${path} ${message}`,
    });
  }
  const [first] = wrong;
  return first === undefined
    ? ok({ anchors: mergeAnchors(anchors), version })
    : refuse({ code: first.code, problems: wrong.map(({ problem }) => problem) });
}

interface FileRefusal {
  readonly code: "unreachable" | "too_large";
  readonly message: string;
}

async function readBounded(path: string, bytesMax: number): Promise<Result<string, FileRefusal>> {
  try {
    const { size } = await Deno.stat(path);
    if (size > bytesMax) {
      return refuse({ code: "too_large", message: `is larger than ${bytesMax} bytes` });
    }
    return ok(await Deno.readTextFile(path));
  } catch {
    return refuse({ code: "unreachable", message: "cannot be read" });
  }
}

interface AnchorFile {
  readonly path: string;
  /** Name of its folder, below the one that is configured. */
  readonly type?: string;
}

/**
 * The files of a folder, in the order of their names, and of folders in it, which are named after
 * types of credentials; names that begin with a dot are left out (mounted secrets have them).
 *
 * @returns null when it cannot be read
 */
async function filesOf(folder: string, type?: string): Promise<readonly AnchorFile[] | null> {
  const files: AnchorFile[] = [];
  try {
    for (const { name } of (await Array.fromAsync(Deno.readDir(folder))).toSorted(byName)) {
      if (name.startsWith(".")) continue;
      const path = `${folder}/${name}`;
      const { isDirectory } = await Deno.stat(path);
      if (!isDirectory) {
        files.push(type === undefined ? { path } : { path, type });
        continue;
      }
      const inside = type === undefined ? await filesOf(path, name) : null;
      if (inside === null) return null;
      files.push(...inside);
    }
  } catch {
    return null;
  }
  return files;
}

function byName(a: Deno.DirEntry, b: Deno.DirEntry): number {
  return a.name < b.name ? -1 : 1;
}
