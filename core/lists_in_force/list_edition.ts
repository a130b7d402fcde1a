import { createHash } from "node:crypto";
import { groupTexts, memberGroups } from "../matching/entry_hash.ts";
import type { Matcher, WalkedEntry } from "../matching/ports.ts";
import type { EditionEntry, EntryFingerprint } from "../publications/edition_ports.ts";
import type { NewEdition } from "../publications/record_edition.ts";
import type { ListsInForce } from "./ports.ts";

/** Stored bytes of the hash of a group of members: one change in 2^48 is missed. */
const groupBytes = 6;

/**
 * Returns the lists in force as an edition, whose entries are read from the snapshot while they are
 * compared.
 */
export function listEdition(
  matcher: Pick<Matcher, "walk">,
  { snapshot, manifestAt }: ListsInForce,
): NewEdition {
  return {
    ...{ id: snapshot.id, manifestAt },
    sources: snapshot.lists.map(({ source, asOf }) => ({ source, version: asOf })),
    entries: entriesOf(matcher.walk(snapshot), openGroupHash()),
    differing: ({ groups: before }, { groups: now }) =>
      memberGroups.filter((_, number) => !isSameGroup(before, now, number)),
  };
}

/** The hash of a group's text. */
type GroupHash = (text: string) => Uint8Array;

/** Cached texts with their hash: many entries share the same programme, or have no birth. */
const [rememberedCharacters, rememberedTexts] = [40, 5_000];

function openGroupHash(): GroupHash {
  const remembered = new Map<string, Uint8Array>();
  return (text) => {
    const known = remembered.get(text);
    if (known !== undefined) return known;
    const hash = createHash("sha256").update(text).digest().subarray(0, groupBytes);
    const isRemembered = text.length <= rememberedCharacters && remembered.size < rememberedTexts;
    if (isRemembered) remembered.set(text, hash);
    return hash;
  };
}

function* entriesOf(walked: Iterable<WalkedEntry>, hash: GroupHash): Generator<EditionEntry> {
  for (const { place, source, listRef, bytes, read } of walked) {
    yield { place, source, ref: listRef, bytes, keep: () => fingerprintOf(read(), hash) };
  }
}

function fingerprintOf(
  entry: ReturnType<WalkedEntry["read"]>,
  hash: GroupHash,
): EntryFingerprint {
  const { entityId, listedOn } = entry;
  const texts = groupTexts(entry);
  const groups = new Uint8Array(memberGroups.length * groupBytes);
  for (const [number, group] of memberGroups.entries()) {
    groups.set(hash(texts[group]), number * groupBytes);
  }
  return { entityId, listedOn, groups };
}

function isSameGroup(before: Uint8Array, now: Uint8Array, number: number): boolean {
  for (let at = number * groupBytes; at < (number + 1) * groupBytes; at++) {
    if (before[at] !== now[at]) return false;
  }
  return true;
}
