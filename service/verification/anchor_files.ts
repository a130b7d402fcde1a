import { createHash } from "node:crypto";
import { ok, refuse, type Result } from "../../base/result.ts";
import {
  parseRevocationLists,
  type PlacedRevocationList,
  withRevocations,
} from "../../core/presentation/anchor_revocations.ts";
import type { ReadAnchors } from "../../core/presentation/follow_anchors.ts";
import { listedAnchors } from "../../core/presentation/listed_anchors.ts";
import {
  type AnchorRefusal,
  mergeAnchors,
  parseTrustAnchors,
  type TrustAnchor,
} from "../../core/presentation/trust_anchors.ts";
import type { UpdateRefusalReason } from "../../core/publications/ports.ts";
import type { RevocationList } from "../../standards/x509/revocation_list.ts";
import { verifyLote, verifyXmlLote } from "../../standards/trust_list/lote.ts";
import { verifyVical } from "../../standards/trust_list/vical.ts";
import type { TrustListKeys } from "./trust_list_keys.ts";

/** All problems of a folder of anchors, for the operator. */
export interface AnchorFolderRefusal {
  readonly code: Extract<UpdateRefusalReason, "unreachable" | "too_large" | "unusable">;
  /** Without full stops. */
  readonly problems: readonly string[];
}

/** The rules for reading a folder. */
export interface AnchorFolderRules {
  readonly fileBytesMax: number;
  /** The keys whose signed lists are trusted. */
  readonly keys: TrustListKeys;
  /** Unix time, seconds. */
  readonly now: number;
  /** The version that the caller already has. */
  readonly known: string | null;
}

/**
 * Reads every certificate of a folder, or returns the problems of each file. A file is PEM, or by
 * its ending a signed list: `.jws`, `.jwt` or `.xml` an ETSI list of trusted entities, `.cbor` a
 * VICAL, `.crl` a list of revoked certificates of an anchor of the folder.
 *
 * @returns null if the folder still has the caller's version
 */
export async function readAnchorFolder(
  folder: string,
  rules: AnchorFolderRules,
): Promise<Result<ReadAnchors | null, AnchorFolderRefusal>> {
  const files = await filesOf(folder);
  if (files === null) {
    const problem = "expected a folder of PEM certificates, or the folder cannot be read";
    return refuse({ code: "unreachable", problems: [problem] });
  }
  if (files.length === 0) {
    return refuse({ code: "unusable", problems: ["the folder contains no certificate"] });
  }
  const hash = createHash("sha256");
  const read: ReadFile[] = [];
  for (const file of files) {
    const bytes = await readBounded(file.path, rules.fileBytesMax);
    const { path, type = null } = file;
    hash.update(JSON.stringify([path, type, bytes.ok ? bytes.value.length : bytes.refusal]));
    if (bytes.ok) hash.update(bytes.value);
    read.push({ ...file, bytes });
  }
  const version = hash.digest("hex");
  return version === rules.known ? ok(null) : await parseAll(read, version, rules);
}

/** A file and its parsed content. */
interface ReadFile extends AnchorFile {
  readonly bytes: Result<Uint8Array, FileRefusal>;
}

async function parseAll(
  files: readonly ReadFile[],
  version: string,
  rules: AnchorFolderRules,
): Promise<Result<ReadAnchors, AnchorFolderRefusal>> {
  const anchors: TrustAnchor[] = [];
  const revocations: PlacedRevocationList[] = [];
  const issuedAt = new Map<string, number>();
  let nextUpdate: number | null = null;
  const wrong: { code: AnchorFolderRefusal["code"]; problem: string }[] = [];
  for (const { path, type, bytes } of files) {
    const parsed = bytes.ok ? await parseFile({ path, type, bytes: bytes.value }, rules) : bytes;
    if (!parsed.ok) {
      const { code, message } = parsed.refusal;
      const reason = code === "invalid_anchors" ? "unusable" : code;
      wrong.push({ code: reason, problem: `${path} ${message}` });
      continue;
    }
    for (const anchor of parsed.value.anchors) anchors.push(anchor);
    for (const list of parsed.value.revocations) revocations.push({ path, list });
    if (parsed.value.issuedAt === null) continue;
    issuedAt.set(path, parsed.value.issuedAt);
    const due = parsed.value.nextUpdate;
    if (due !== null) nextUpdate = Math.min(nextUpdate ?? due, due);
  }
  const [first] = wrong;
  if (first !== undefined) {
    return refuse({ code: first.code, problems: wrong.map(({ problem }) => problem) });
  }
  const revoking = withRevocations(mergeAnchors(anchors), revocations);
  return revoking.ok ? ok({ anchors: revoking.value, version, issuedAt, nextUpdate }) : revoking;
}

/** Anchors of one file; the times are those of a signed list. */
interface FileAnchors {
  readonly anchors: readonly TrustAnchor[];
  readonly revocations: readonly RevocationList[];
  readonly issuedAt: number | null;
  readonly nextUpdate: number | null;
}

async function parseFile(
  { path, type, bytes }: {
    readonly path: string;
    readonly type: string | undefined;
    readonly bytes: Uint8Array;
  },
  { keys, now }: AnchorFolderRules,
): Promise<Result<FileAnchors, AnchorRefusal>> {
  const text = () => new TextDecoder().decode(bytes);
  const demands = { keys: keys(now), now };
  const nothing = { anchors: [], revocations: [], issuedAt: null, nextUpdate: null };
  if (path.endsWith(".crl")) {
    const lists = parseRevocationLists(bytes, now);
    return lists.ok ? ok({ ...nothing, revocations: lists.value }) : lists;
  }
  if (/\.(jws|jwt|xml|cbor)$/.test(path)) {
    const list = path.endsWith(".cbor")
      ? await verifyVical(bytes, demands)
      : path.endsWith(".xml")
      ? await verifyXmlLote(text(), demands)
      : await verifyLote(text().trim(), demands);
    const listed = listedAnchors(list, type);
    return listed.ok ? ok({ ...nothing, ...listed.value }) : listed;
  }
  const read = parseTrustAnchors(text(), type);
  return read.ok ? ok({ ...nothing, anchors: read.value }) : read;
}

interface FileRefusal {
  readonly code: "unreachable" | "too_large";
  readonly message: string;
}

async function readBounded(
  path: string,
  bytesMax: number,
): Promise<Result<Uint8Array, FileRefusal>> {
  try {
    const { size } = await Deno.stat(path);
    if (size > bytesMax) {
      return refuse({ code: "too_large", message: `is larger than ${bytesMax} bytes` });
    }
    return ok(await Deno.readFile(path));
  } catch {
    return refuse({ code: "unreachable", message: "cannot be read" });
  }
}

interface AnchorFile {
  readonly path: string;
  /** Name of its folder, below the configured one. */
  readonly type?: string;
}

/**
 * The files of a folder, in the order of their names, and of folders in it, which are named after
 * types of credentials; skips names that begin with a dot, as mounted secrets have them.
 *
 * @returns null for an unreadable folder
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
