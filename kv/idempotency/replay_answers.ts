import type { Random } from "../../base/random.ts";
import type { KeptAnswer } from "../../core/idempotency/ports.ts";
import type { KeyRing } from "../keys/key_ring.ts";
import type { ReplayRecord, StoredAnswer } from "./replay_records.ts";
import { seal, unseal } from "../store/encrypted.ts";
import type { Key } from "../store/key.ts";
import type { Entry } from "../store/store.ts";

/** The encryption of a private answer. */
export interface AnswerPrivacy {
  readonly atRest: KeyRing;
  readonly random: Random;
}

/** The stored form of an answer: a private reference is encrypted for its place. */
export function storedAnswer(
  { atRest, random }: AnswerPrivacy,
  { key, expiresAt, answer }: {
    readonly key: Key;
    readonly expiresAt: string;
    readonly answer: KeptAnswer;
  },
): StoredAnswer {
  const { body } = answer;
  if (body.kind !== "reference") return { ...answer, body };
  const { reference } = body;
  if (body.isPrivate !== true) return { ...answer, body: { kind: "reference", reference } };
  const text = JSON.stringify(reference);
  const sealed = seal(atRest, { key, text, random, expiresAt });
  return { ...answer, body: { kind: "private", sealed } };
}

/** Reads the answer from a record with one. */
export async function readAnswer(
  atRest: KeyRing,
  { key, value }: Entry<ReplayRecord>,
): Promise<KeptAnswer> {
  if (value.state !== "kept") throw new Error("A record that keeps no answer is replayed");
  const { body, ...answer } = value.answer;
  if (body.kind !== "private") return { ...answer, body };
  const reference: unknown = JSON.parse(await unseal(atRest, { key, sealed: body.sealed }));
  return { ...answer, body: { kind: "reference", reference, isPrivate: true } };
}
