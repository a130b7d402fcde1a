import { createHash } from "node:crypto";
import type { Decided } from "../screening/decide.ts";
import type { KnownHit } from "./schema.ts";

/**
 * Maximum matches that are remembered of one customer besides those that still match: the newest.
 */
const knownMax = 200;

/**
 * The matches of a customer: each entry with its form at that time, including those beyond the
 * answer's maximum, each listed address, and a name that could not be read. Two matches are equal
 * if both members are.
 */
export function hitsOf({ response, entries, beyond }: Decided): readonly KnownHit[] {
  const { candidates, wallet, classification, meta } = response;
  const hits = [
    ...candidates.map(({ entityId }, at) => ({ entity: entityId, form: entries[at] ?? "" })),
    ...beyond.map(({ entityId, entry }) => ({ entity: entityId, form: entry ?? "" })),
    ...wallet.matches.map(({ address, source, listRef }) => ({
      entity: "wallet",
      form: digestOf([address, source, listRef]),
    })),
  ];
  if (hits.length > 0 || classification === "CLEAR") return hits;
  return [{ entity: "name", form: digestOf(meta.nameCoverage ?? null) }];
}

/** Whether the list contains an equal match. */
export function isAmong(hits: readonly KnownHit[], { entity, form }: KnownHit): boolean {
  return hits.some((one) => one.entity === entity && one.form === form);
}

/**
 * The matches that have a decision, after one more: all matches found now, and the newest of the
 * earlier ones.
 */
export function withHits(
  known: readonly KnownHit[],
  found: readonly KnownHit[],
  added: readonly KnownHit[],
): readonly KnownHit[] {
  const isKept = (hit: KnownHit) => isAmong(known, hit) || isAmong(added, hit);
  const present = found.filter(isKept);
  const others = known.filter((hit) => !isAmong(found, hit));
  const room = Math.max(0, knownMax - present.length);
  return [...others.slice(Math.max(0, others.length - room)), ...present];
}

function digestOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex");
}
