import { z } from "zod";
import { Sha256, Timestamp } from "../nouns.ts";
import { RecordedAuditEvent } from "./event.ts";

/**
 * A recorded event in an export: the members of its entry, and its proof. Without `hash` and
 * `proof` it is exactly the hashed value.
 */
export const ExportedEntry = z.object({
  v: z.literal(1),
  seq: z.int().positive().nullable().meta({
    description: "Position on the chain; null while the event has none yet",
  }),
  prev: Sha256.nullable().meta({ description: "Hash of the entry before it; null as `seq`" }),
  id: z.string(),
  at: Timestamp,
  event: RecordedAuditEvent,
  hash: Sha256.nullable().meta({
    description: "SHA-256 over `aval/audit/v1`, a newline and the entry in RFC 8785 form, hex",
  }),
  proof: z.array(z.base64()).readonly().nullable().meta({
    description:
      "RFC 9162 inclusion proof towards `checkpoint`, leaf first; null when the entry is younger",
  }),
}).readonly().meta({ id: "ExportedEntry" });
export type ExportedEntry = z.infer<typeof ExportedEntry>;

/** The signed checkpoint of the proofs, and the key that verifies it. */
export const ExportedCheckpoint = z.object({
  note: z.string().meta({ description: "C2SP tlog-checkpoint, a signed note" }),
  verifierKey: z.string().meta({
    description: "Of the signature: `<name>+<key id>+<base64>`. Compare it with the operator's",
  }),
}).readonly().meta({ id: "ExportedCheckpoint" });
export type ExportedCheckpoint = z.infer<typeof ExportedCheckpoint>;
