import { z } from "zod";
import { ChainHead, EMPTY_CHAIN } from "../../core/audit/entry.ts";
import { Sha256, Timestamp } from "../../core/nouns.ts";
import { defineKey } from "../store/define_key.ts";
import { timestamp } from "../store/lifetime.ts";
import type { DataKey } from "./key_ring.ts";
import { derivedMacOf } from "./mac.ts";

/** A MAC and the `at-rest` data key that it was derived from. */
export const SealMac = z.strictObject({ keyId: z.string(), mac: z.string() }).readonly();
export type SealMac = z.infer<typeof SealMac>;

/** How far the audit log goes, as its servers left it. */
export const SealedState = z.strictObject({
  /** Rises with every write, so that a server notices one that was set back. */
  n: z.int().positive(),
  /** End of the chain. By its hash, all entries before it. */
  head: ChainHead,
  /** The last checkpoint: its size, its number from 1, and the hash over all of them. */
  signed: z.strictObject({
    seq: z.int().positive(),
    number: z.int().positive(),
    history: Sha256,
  }).readonly().nullable(),
  /** When sealing began. */
  since: Timestamp,
}).readonly();
export type SealedState = z.infer<typeof SealedState>;

/** A state under its MAC: a writer of the store who lacks the key cannot make one. */
export const AuditSeal = z.strictObject({ state: SealedState, seal: SealMac }).readonly();
export type AuditSeal = z.infer<typeof AuditSeal>;

/** The seal of the audit log. */
export const auditSeal = defineKey({
  name: "audit_seal",
  parts: [],
  value: "`{ state: { n, head, signed, since }, seal }`: how far the audit log goes",
  lifetime: "for ever",
  personal: "no",
  protected: "MAC under an `at-rest` data key",
});

/** Where the seal stands. */
export const sealKey = auditSeal.key();

/** Names the use of the keys that are derived here. */
const use = "aval/audit-seal/v1";

/** What is sealed, as texts. */
export interface SealedParts {
  /** So that no MAC stands for another thing. */
  readonly of: "state" | "event";
  readonly parts: readonly string[];
}

/** The MAC over what is sealed. */
export function sealOf({ id, cryptoKey }: DataKey, { of, parts }: SealedParts): SealMac {
  return { keyId: id, mac: derivedMacOf(cryptoKey, { use: `${use}/${of}`, parts }) };
}

/** Seals a state. */
export function sealState(key: DataKey, state: SealedState): AuditSeal {
  return { state, seal: sealOf(key, partsOf(state)) };
}

/** What the MAC of a state is over. */
export function partsOf({ n, head, signed, since }: SealedState): SealedParts {
  const parts = [
    `${n}`,
    `${head.seq}`,
    head.hash,
    ...(signed === null ? [] : [`${signed.seq}`, `${signed.number}`, signed.history]),
    since,
  ];
  return { of: "state", parts };
}

/** The state of a log that has just begun. */
export function firstState(now: Temporal.Instant): SealedState {
  // Larger than any before it, also where the one before it is gone.
  return { n: now.epochMilliseconds, head: EMPTY_CHAIN, signed: null, since: timestamp(now) };
}
