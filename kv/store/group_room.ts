import type { RawAdd, RawCommit } from "./backend.ts";
import { type CommitSize, measureCommit } from "./budget.ts";
import type { Key } from "./key.ts";
import type { Room, Touched } from "./waiting_commits.ts";

/** The limits of one commit of a backend. */
export interface GroupLimits {
  readonly checksMax: number;
  /** Maximum puts, removes and additions. */
  readonly mutationsMax: number;
  /** Maximum bytes of all keys. */
  readonly keyBytesMax: number;
  /** Maximum bytes of keys and values, as counted by `measureCommit()`. */
  readonly bytesMax: number;
}

/** A commit with named keys and its size. */
export interface Prepared extends Touched, CommitSize {
  readonly raw: RawCommit;
  /** Checks by the name of their key, like the other members. */
  readonly checks: ReadonlyMap<string, RawCommit["checks"][number]>;
  readonly puts: readonly string[];
  readonly adds: ReadonlyMap<string, RawAdd>;
}

/** Names the keys of a commit and measures it. */
export function prepare(raw: RawCommit): Prepared {
  const checks = new Map(raw.checks.map((check) => [nameOf(check.key), check]));
  const puts = raw.puts.map(({ key }) => nameOf(key));
  const adds = new Map(raw.adds.map((add) => [nameOf(add.key), add]));
  const written = new Set([...puts, ...raw.removes.map(nameOf), ...adds.keys()]);
  return {
    ...measureCommit(raw),
    raw,
    checks,
    puts,
    adds,
    written,
    kept: new Set([...checks.keys()].filter((key) => !written.has(key))),
  };
}

function nameOf(key: Key): string {
  return JSON.stringify(key);
}

/**
 * Opens the room of one group: the limits of a backend's commit, and no two commits that write a
 * common key or of which one writes a key that the other checks, except additions to a counter that
 * neither checks. Commits may check a key with the same version.
 *
 * @param isApart whether a commit needs a room of its own
 */
export function groupRoom(
  limits: GroupLimits,
  isApart: (commit: Prepared) => boolean,
): Room<Prepared> {
  const versions = new Map<string, string | null>();
  const written = new Set<string>();
  /** Written keys that are added to and not checked. */
  const summed = new Set<string>();
  let [commits, checks, mutations, bytesOfKeys, bytes] = [0, 0, 0, 0, 0];
  let closed = false;

  function fits(commit: Prepared): boolean {
    return !closed && checks + commit.checks.size <= limits.checksMax &&
      mutations + commit.mutations <= limits.mutationsMax &&
      bytesOfKeys + commit.keyBytes <= limits.keyBytesMax &&
      bytes + commit.bytes <= limits.bytesMax &&
      !isApart(commit) && !meets(commit);
  }

  function meets(commit: Prepared): boolean {
    for (const key of commit.written) {
      if (written.has(key)) {
        if (!(summed.has(key) && commit.adds.has(key) && !commit.checks.has(key))) return true;
      } else if (versions.has(key)) return true;
    }
    for (const [key, { versionstamp }] of commit.checks) {
      if (written.has(key)) return true;
      if (versions.has(key) && versions.get(key) !== versionstamp) return true;
    }
    return false;
  }

  return (commit) => {
    if (commits > 0 && !fits(commit)) return false;
    if (commits++ === 0) closed = isApart(commit);
    mutations += commit.mutations;
    bytesOfKeys += commit.keyBytes;
    bytes += commit.bytes;
    for (const [key, { versionstamp }] of commit.checks) versions.set(key, versionstamp);
    checks = versions.size;
    for (const key of commit.written) written.add(key);
    for (const key of commit.adds.keys()) if (!commit.checks.has(key)) summed.add(key);
    return true;
  };
}

/** Merges the commits of a group: equal checks once, additions to a counter as a sum. */
export function mergeCommits(group: readonly Prepared[]): RawCommit {
  const [first] = group;
  if (first !== undefined && group.length === 1) return first.raw;
  const checks = new Map<string, RawCommit["checks"][number]>();
  const adds = new Map<string, RawAdd>();
  for (const commit of group) {
    for (const [name, check] of commit.checks) checks.set(name, check);
    for (const [name, { key, amount }] of commit.adds) {
      adds.set(name, { key, amount: amount + (adds.get(name)?.amount ?? 0n) });
    }
  }
  return {
    checks: [...checks.values()],
    puts: group.flatMap(({ raw }) => raw.puts),
    removes: group.flatMap(({ raw }) => raw.removes),
    adds: [...adds.values()],
  };
}
