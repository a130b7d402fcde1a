import { parseVerifierKey } from "../../standards/tlog/note.ts";
import { ok, type Result } from "../../base/result.ts";
import { isConfidential, type ValueRefusal, wrong } from "./readers.ts";

/** The value of `AVAL_LISTS`: a path or a URL, and the means to verify its content. */
export type ListsLocation =
  /** One snapshot, pinned by the SHA-256 of its bytes (hex); a local file needs no pin. */
  | { readonly kind: "snapshot"; readonly at: string; readonly sha256: string | null }
  /** A manifest signed by one of these keys, which is read repeatedly. */
  | { readonly kind: "manifest"; readonly at: string; readonly verifierKeys: readonly string[] };

/** Parses `PLACE#sha256=HEX` or `PLACE#key=KEY,...`, or a plain snapshot file. */
export function readLists(text: string): Result<ListsLocation, ValueRefusal> {
  const end = text.indexOf("#");
  const at = end < 0 ? text : text.slice(0, end);
  const fragment = end < 0 ? null : text.slice(end + 1);
  const problem = problemOf(at);
  if (problem !== null) return wrong(problem);
  if (fragment === null) {
    if (isUrl(at)) {
      return wrong("the content of a URL must be verifiable: add #sha256=HEX or #key=KEY");
    }
    return /\.(?:json|note)$/.test(at)
      ? wrong("a manifest needs the key that signs it: FILE#key=KEY, as lists keygen prints it")
      : ok({ kind: "snapshot", at, sha256: null });
  }
  if (fragment.startsWith("key=")) return readManifest(at, fragment.slice("key=".length));
  const [, hex] = /^sha256=([0-9a-fA-F]{64})$/.exec(fragment) ?? [];
  return hex === undefined
    ? wrong("expected PLACE#sha256=HEX with 64 hex digits, or MANIFEST#key=KEY")
    : ok({ kind: "snapshot", at, sha256: hex.toLowerCase() });
}

function readManifest(at: string, written: string): Result<ListsLocation, ValueRefusal> {
  const verifierKeys = written.split(",");
  return verifierKeys.every((key) => parseVerifierKey(key) !== null)
    ? ok({ kind: "manifest", at, verifierKeys })
    : wrong("a key is NAME+ID+KEY as printed by lists keygen; separate several by commas");
}

function problemOf(at: string): string | null {
  if (at === "" || at.endsWith("/")) return "expected a snapshot file, a URL or a manifest";
  if (!isUrl(at)) return null;
  const url = URL.canParse(at) ? new URL(at) : null;
  if (url === null || url.username !== "" || url.password !== "") {
    return "expected an address such as https://lists.example/lists.note#key=KEY, without user";
  }
  return isConfidential(url)
    ? null
    : "expected https; plain http is permitted only for this machine";
}

function isUrl(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
}
