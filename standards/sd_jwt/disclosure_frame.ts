import { isArray, isObject, type Json, type JsonObject } from "../../base/json.ts";
import { ok, refuse, type Result } from "../../base/result.ts";

/**
 * Which members of a payload are selectively disclosable (RFC 9901; the shape is that of the
 * sd-jwt-js library): `_sd` names members of this level, `_sd_decoy` is the number of decoy digests
 * to add to this level, and every other member is the frame of the object or array with that name.
 * In the frame of an array, `_sd` and the members are indexes.
 */
export interface DisclosureFrame {
  readonly _sd?: readonly (string | number)[];
  readonly _sd_decoy?: number;
  readonly [member: string]: DisclosureFrame | readonly (string | number)[] | number | undefined;
}

/** Why a frame is refused. */
export interface FrameIssue {
  /** JSON Pointer into the frame. */
  readonly path: string;
  readonly reason: string;
}

/** The first problem of a refused frame. */
export interface FrameRefusal {
  readonly code: "frame_refused";
  readonly issue: FrameIssue;
}

/**
 * Names that only the issuer sets and that a holder may not withhold: the claims of RFC 7519, RFC
 * 7800 and SD-JWT VC (draft-ietf-oauth-sd-jwt-vc §3.2.2.2), and the names that SD-JWT reserves (RFC
 * 9901 §4).
 */
export const protectedNames: ReadonlySet<string> = new Set([
  "...",
  "_sd",
  "_sd_alg",
  "_sd_decoy",
  "aka_vcts",
  "aud",
  "cnf",
  "exp",
  "iat",
  "iss",
  "jti",
  "nbf",
  "status",
  "sub",
  "vct",
  "vct#integrity",
  "vctm",
]);

/** Maximum levels of a frame. */
const depthMax = 16;
/** Maximum names in a frame, `_sd` and members together. */
const namesMax = 500;
/** Maximum decoys of one level. */
const decoysMax = 32;
/** Maximum decoys of a frame. */
const decoysInAllMax = 256;
/** Maximum characters of a name. */
const nameCharactersMax = 255;
/** Maximum items of an array that a frame can name. */
const indexMax = 999;

interface Counts {
  names: number;
  decoys: number;
}

/**
 * Parses a disclosure frame that a caller sent. Checks its form and limits, and that it contains no
 * {@link protectedNames} at any depth. Does not check that the names exist.
 */
export function parseDisclosureFrame(value: unknown): Result<DisclosureFrame, FrameRefusal> {
  const parsed = parseLevel(value as Json, { path: "", depth: 1, counts: { names: 0, decoys: 0 } });
  return "reason" in parsed
    ? refuse({ code: "frame_refused", issue: parsed as FrameIssue })
    : ok(parsed.frame);
}

interface Level {
  readonly path: string;
  readonly depth: number;
  readonly counts: Counts;
}

function parseLevel(
  value: Json,
  level: Level,
): { readonly frame: DisclosureFrame } | FrameIssue {
  const { path, depth, counts } = level;
  if (!isObject(value)) return { path, reason: "must be an object" };
  if (depth > depthMax) return { path, reason: `must not be deeper than ${depthMax} levels` };
  const members: [string, DisclosureFrame[string]][] = [];
  for (const [name, member] of Object.entries(value)) {
    const at = `${path}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    if (name === "_sd_decoy") {
      const decoys = parseDecoys(member, { path: at, counts });
      if (typeof decoys !== "number") return decoys;
      members.push([name, decoys]);
    } else if (name === "_sd") {
      const named = parseNames(member, { path: at, counts });
      if ("reason" in named) return named;
      members.push([name, named.names]);
    } else {
      const reason = whyNoName(name) ?? count(counts);
      if (reason !== null) return { path: at, reason };
      const inner = parseLevel(member, { path: at, depth: depth + 1, counts });
      if ("reason" in inner) return inner as FrameIssue;
      members.push([name, inner.frame]);
    }
  }
  // Own members, whatever they are called.
  return { frame: Object.fromEntries(members) };
}

function parseDecoys(
  value: Json,
  { path, counts }: Omit<Level, "depth">,
): number | FrameIssue {
  if (typeof value !== "number" || !Number.isInteger(value) || value < 0 || value > decoysMax) {
    return { path, reason: `must be a whole number from 0 to ${decoysMax}` };
  }
  counts.decoys += value;
  return counts.decoys > decoysInAllMax
    ? { path, reason: `makes more than ${decoysInAllMax} decoys in all` }
    : value;
}

function parseNames(
  value: Json,
  { path, counts }: Omit<Level, "depth">,
): { readonly names: readonly (string | number)[] } | FrameIssue {
  if (!isArray(value)) return { path, reason: "must be an array of names or indexes" };
  const names: (string | number)[] = [];
  const known = new Set<string>();
  for (const [index, name] of value.entries()) {
    const at = `${path}/${index}`;
    const isIndex = typeof name === "number" && Number.isInteger(name) && name >= 0 &&
      name <= indexMax;
    if (typeof name !== "string" && !isIndex) {
      return { path: at, reason: `must be a name, or an index from 0 to ${indexMax}` };
    }
    const reason = (typeof name === "string" ? whyNoName(name) : null) ?? count(counts);
    if (reason !== null) return { path: at, reason };
    if (known.has(String(name))) return { path: at, reason: "is named twice" };
    known.add(String(name));
    names.push(name as string | number);
  }
  return { names };
}

function whyNoName(name: string): string | null {
  if (protectedNames.has(name)) return "is protected: it is never selectively disclosable";
  if (name === "" || name.length > nameCharactersMax) {
    return `must have 1 to ${nameCharactersMax} characters`;
  }
  return null;
}

function count(counts: Counts): string | null {
  return ++counts.names > namesMax ? `makes more than ${namesMax} names in all` : null;
}

/** The frame of a member or an item. @returns undefined if it has none */
export function frameOf(
  frame: DisclosureFrame,
  name: string | number,
): DisclosureFrame | undefined {
  const member = Object.hasOwn(frame, String(name)) ? frame[String(name)] : undefined;
  return isObject(member as Json | undefined) ? (member as unknown as DisclosureFrame) : undefined;
}

/** The names of a frame's own members, without `_sd` and `_sd_decoy`. */
export function framedMembers(frame: DisclosureFrame): readonly string[] {
  return Object.keys(frame as JsonObject).filter((name) => name !== "_sd" && name !== "_sd_decoy");
}
