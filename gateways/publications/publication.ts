import { createHash } from "node:crypto";
import { concatBytes } from "../../base/bytes.ts";
import type { ListRules } from "../../core/policy/lists.ts";
import type { Publication, PublicationRefusal, Validators } from "../../core/publications/ports.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { download, isSafe } from "../http/download.ts";

/** The content of a file or URL. */
interface Read {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly validators: Validators;
}

const noValidators: Validators = { etag: null, lastModified: null };

/**
 * Opens the operator's publications in a folder or on a web server.
 *
 * @param at path or URL of the manifest; a snapshot may be at any web URL that the manifest names,
 *   and on this machine's disk only next to a manifest on the disk
 * @param signal ends running reads
 */
export function openPublication(
  at: string,
  rules: ListRules,
  signal?: AbortSignal,
): Publication {
  return {
    manifest: async (known) => {
      const bytesMax = rules.manifestBytesMax;
      const had = await readBounded(at, { rules, bytesMax, known: known?.validators, signal });
      if (!had.ok) return had;
      if (had.value === null) return ok(null);
      const { bytes, validators } = had.value;
      const sha256 = hashOf(bytes);
      if (sha256 === known?.sha256) return ok(null);
      const note = new TextDecoder().decode(bytes);
      return ok({ note, version: { sha256, validators } });
    },
    snapshot: async ({ url, sha256, bytes }) => {
      const place = placeOf(url, at);
      if (place === null) {
        return no(
          "snapshot_differs",
          `the manifest names no address of a snapshot: ${withoutSecrets(url)}`,
        );
      }
      if (bytes > rules.snapshotBytesMax) {
        return no("too_large", `the snapshot has ${bytes} bytes, more than the policy reads`);
      }
      const had = await readSnapshot(place, { rules, bytesMax: bytes, signal });
      if (!had.ok) return had;
      return had.value.length === bytes && hashOf(had.value) === sha256 ? had : no(
        "snapshot_differs",
        `${withoutSecrets(place)} is not the snapshot that the manifest names`,
      );
    },
  };
}

/** Reads a whole snapshot from a path or URL. */
export async function readSnapshot(
  at: string,
  within: {
    readonly rules: ListRules;
    readonly bytesMax: number;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<Result<Uint8Array<ArrayBuffer>, PublicationRefusal>> {
  const had = await readBounded(at, { ...within, known: undefined });
  if (!had.ok) return had;
  return had.value === null
    ? no("unreachable", `${withoutSecrets(at)} answers nothing`)
    : ok(had.value.bytes);
}

/** Whether a place is on the web instead of the disk. */
export function isOnWeb(at: string): boolean {
  return /^https?:\/\//i.test(at);
}

/** Removes the parts of a URL that may contain a secret: user, password, query and fragment. */
export function withoutSecrets(at: string): string {
  return at.replace(/[?#].*$/s, "").replace(/\/\/[^/]*@/, "//");
}

async function readBounded(
  at: string,
  { rules, bytesMax, known, signal }: {
    readonly rules: ListRules;
    readonly bytesMax: number;
    readonly known: Validators | undefined;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<Result<Read | null, PublicationRefusal>> {
  if (!isOnWeb(at)) return await readFile(at, bytesMax);
  const pieces: Uint8Array[] = [];
  const had = await download({
    url: at,
    mayAsk: () => true,
    known: known ?? null,
    mediaTypes: null,
    bytesMax,
    answerMilliseconds: rules.answerSecondsMax * 1_000,
    wholeMilliseconds: rules.downloadSecondsMax * 1_000,
    ...(signal === undefined ? {} : { signal }),
    take: (piece) => void pieces.push(piece),
  });
  if (!had.ok) {
    const { code, message } = had.refusal;
    return no(code === "too_large" ? code : "unreachable", message);
  }
  if (had.value.kind === "unchanged") return ok(null);
  return ok({ bytes: concatBytes(pieces), validators: had.value.validators });
}

async function readFile(
  path: string,
  bytesMax: number,
): Promise<Result<Read, PublicationRefusal>> {
  try {
    const { size } = await Deno.stat(path);
    if (size > bytesMax) return no("too_large", `${path} is larger than ${bytesMax} bytes`);
    return ok({ bytes: await Deno.readFile(path), validators: noValidators });
  } catch {
    return no("unreachable", `cannot read ${path}: no such file, or no access`);
  }
}

/** The place of a snapshot that a manifest names; null if not permitted. */
function placeOf(named: string, manifestAt: string): string | null {
  if (isOnWeb(manifestAt) || isOnWeb(named)) {
    // A manifest on the disk is the operator's: it may name this machine.
    const namedBy = isOnWeb(manifestAt) ? manifestAt : named;
    if (!URL.canParse(named, namedBy)) return null;
    const url = new URL(named, namedBy);
    return isSafe(url, new URL(namedBy)) ? url.href : null;
  }
  // Beside the manifest: a file's name and nothing else.
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(named)) return null;
  return `${manifestAt.slice(0, manifestAt.lastIndexOf("/") + 1)}${named}`;
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function no(code: PublicationRefusal["code"], message: string): Result<never, PublicationRefusal> {
  return refuse({ code, message });
}
