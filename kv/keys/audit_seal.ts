import { z } from "zod";
import { ChainHead, EMPTY_CHAIN } from "../../core/audit/entry.ts";
import { Sha256, Timestamp } from "../../core/nouns.ts";
import { defineKey } from "../store/define_key.ts";
import { timestamp } from "../store/lifetime.ts";
import type { DataKey } from "./key_ring.ts";
import { derivedMacOf } from "./mac.ts";

/** A MAC and the `at-rest` data key from which its key was derived. */
export const SealMac = z.strictObject({ keyId: z.string(), mac: z.string() }).readonly();
export type SealMac = z.infer<typeof SealMac>;

/** The extent of the audit log, as written by its servers. */
export const SealedState = z.strictObject({
  /** Increases with every write, so that a server notices an older seal. */
  n: z.int().positive(),
  /** End of the chain; its hash covers all earlier entries. */
  head: ChainHead,
  /** The last checkpoint: its size, its number from 1, and the hash over all checkpoints. */
  signed: z.strictObject({
    seq: z.int().positive(),
    number: z.int().positive(),
    history: Sha256,
  }).readonly().nullable(),
  /** When sealing began. */
  since: Timestamp,
}).readonly();
export type SealedState = z.infer<typeof SealedState>;

/** A state with its MAC, which a writer of the store cannot make without the key. */
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

/** Key of the seal. */
export const sealKey = auditSeal.key();

/** The purpose of the keys derived here. */
const use = "aval/audit-seal/v1";

/** The sealed texts. */
export interface SealedParts {
  /** The kind of sealed data, so that no MAC is valid for another kind. */
  readonly of: "state" | "event";
  readonly parts: readonly string[];
}

/** The MAC over the sealed data. */
export function sealOf({ id, cryptoKey }: DataKey, { of, parts }: SealedParts): SealMac {
  return { keyId: id, mac: derivedMacOf(cryptoKey, { use: `${use}/${of}`, parts }) };
}

/** Seals a state. */
export function sealState(key: DataKey, state: SealedState): AuditSeal {
  return { state, seal: sealOf(key, partsOf(state)) };
}

/** The parts of a state that its MAC covers. */
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

/** The state of a new log. */
export function firstState(now: Temporal.Instant): SealedState {
  // Larger than any before it, also where the one before it is gone.
  return { n: now.epochMilliseconds, head: EMPTY_CHAIN, signed: null, since: timestamp(now) };
}
