import { createHash } from "node:crypto";
import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { Units } from "../../base/unit.ts";
import type { Audit } from "../../core/audit/ports.ts";
import type { EventKeys } from "../../core/events/ports.ts";
import { Timestamp } from "../../core/nouns.ts";
import type { KeyRing } from "../keys/key_ring.ts";
import { defineKey } from "../store/define_key.ts";
import { encrypted } from "../store/encrypted.ts";
import { hasPassed, timestamp } from "../store/lifetime.ts";
import type { Store } from "../store/store.ts";
import { addTo } from "../store/unit.ts";

/** The purpose of the key that signs events, in commands and audit entries. */
export const eventSigning = "event-signing";

/** Key of the signing keys for endpoints that request them. */
export const eventSigningKey = defineKey({
  name: "event_signing_key",
  parts: [],
  value: "`{ pkcs8, publicKey, createdAt, before }`: Ed25519 key pairs, encrypted",
  lifetime: "for ever; one that was rotated 7 days",
  personal: "no",
  protected: "encrypted",
});

const keyPair = { pkcs8: z.base64(), publicKey: z.base64(), createdAt: Timestamp };

const StoredKeys = z.object({
  ...keyPair,
  /** The earlier keys, the newest first, each with the time until which it signs. */
  before: z.array(z.object({ ...keyPair, until: Timestamp }).readonly()).readonly().optional(),
}).readonly();
type StoredKeys = z.infer<typeof StoredKeys>;
type KeyPair = Pick<StoredKeys, "pkcs8" | "publicKey" | "createdAt">;

/** Days for which a replaced key continues to sign, until receivers have read the new one. */
const besideDays = 7;
/** Maximum keys that sign besides the newest: each adds a signature to every delivery. */
const besideMax = 3;
/** Seconds after which a server reads the keys again. */
const readAgainSeconds = 60;
/** Maximum attempts of a rotation while other processes rotate too. */
const roundsMax = 20;

/** Dependencies of the keys that sign events. */
export interface OpenEventKeys {
  readonly store: Store;
  readonly clock: Clock;
  readonly atRest: KeyRing;
}

/**
 * Opens the keys that sign events. The first key is made at the first use; of several made
 * concurrently one is kept.
 */
export function openEventKeys({ store, clock, atRest }: OpenEventKeys): EventKeys {
  const Sealed = encrypted(StoredKeys, atRest);
  const key = eventSigningKey.key();
  let opened: Promise<readonly OpenedKey[]> | null = null;
  let readAgainAt = clock.now();

  async function open(): Promise<readonly OpenedKey[]> {
    const { before = [], ...newest } = (await store.get(Sealed, key))?.value ?? await make();
    return await Promise.all([
      openKey(newest, null),
      ...before.map((one) => openKey(one, one.until)),
    ]);
  }

  async function make(): Promise<StoredKeys> {
    await store.claimOnce(Sealed, key, await makeKeyPair(clock));
    const kept = await store.get(Sealed, key);
    if (kept === null) throw new Error("The key that signs events was made and is gone again");
    return kept.value;
  }

  async function inForce(): Promise<readonly OpenedKey[]> {
    const now = clock.now();
    if (opened === null || Temporal.Instant.compare(now, readAgainAt) >= 0) {
      readAgainAt = now.add({ seconds: readAgainSeconds });
      opened = open().catch((fault) => {
        opened = null;
        throw fault;
      });
    }
    return (await opened).filter(({ until }) => until === null || !hasPassed(until, now));
  }

  return {
    sign: async (bytes) =>
      await Promise.all(
        (await inForce()).map(async ({ cryptoKey }) =>
          new Uint8Array(await crypto.subtle.sign("Ed25519", cryptoKey, bytes))
        ),
      ),
    published: async () => (await inForce()).map(({ publicKey }) => publicKey),
  };
}

/** A key that signs. `until` is null for the newest key, which signs until it is replaced. */
interface OpenedKey {
  readonly cryptoKey: CryptoKey;
  readonly publicKey: Uint8Array<ArrayBuffer>;
  readonly until: string | null;
}

async function openKey({ pkcs8, publicKey }: KeyPair, until: string | null): Promise<OpenedKey> {
  const bytes = Uint8Array.fromBase64(pkcs8);
  const cryptoKey = await crypto.subtle.importKey("pkcs8", bytes, "Ed25519", false, ["sign"]);
  return { cryptoKey, publicKey: Uint8Array.fromBase64(publicKey), until };
}

async function makeKeyPair(clock: Clock): Promise<KeyPair> {
  const pair = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
  if (!("privateKey" in pair)) throw new Error("Ed25519 has key pairs");
  const [pkcs8, publicKey] = await Promise.all([
    crypto.subtle.exportKey("pkcs8", pair.privateKey),
    crypto.subtle.exportKey("raw", pair.publicKey),
  ]);
  return {
    pkcs8: new Uint8Array(pkcs8).toBase64(),
    publicKey: new Uint8Array(publicKey).toBase64(),
    createdAt: timestamp(clock.now()),
  };
}

/** Why there is no new key. */
export interface EventKeyRefusal {
  readonly code: "no_key" | "too_often" | "changed_meanwhile";
  /** Message for the operator, without a full stop. */
  readonly message: string;
}

/**
 * Replaces the key that signs events. The previous key continues to sign for a while; running
 * servers use the new one within a minute.
 *
 * @param asked.atOnce the previous keys stop signing at once, because one has leaked
 * @returns the RFC 7638 thumbprint of the new key
 */
export async function rotateEventKey(
  { store, clock, dataKeys, units, audit }: Pick<OpenEventKeys, "store" | "clock"> & {
    /** Needed only if a server has made keys before. */
    readonly dataKeys: { readonly "at-rest": KeyRing };
    readonly units: Units;
    readonly audit: Pick<Audit, "record">;
  },
  { atOnce, operator, seen }: {
    readonly atOnce: boolean;
    /** The person who acts; absent for a command. */
    readonly operator?: string;
    /**
     * Thumbprint of the newest key that the person has seen; absent if any newest key may be
     * replaced.
     */
    readonly seen?: string;
  },
): Promise<Result<string, EventKeyRefusal>> {
  const key = eventSigningKey.key();
  for (let round = 0; round < roundsMax; round++) {
    const isMade = (await store.removals([key])).length > 0;
    const found = isMade ? await store.get(encrypted(StoredKeys, dataKeys["at-rest"]), key) : null;
    if (found === null) {
      return refuse({
        code: "no_key",
        message: "No server has signed an event by a key of its own yet: the first makes one",
      });
    }
    const now = clock.now();
    const { before = [], ...newest } = found.value;
    if (seen !== undefined && seen !== thumbprint(newest)) {
      const message = "The key that signs events has rotated meanwhile";
      return refuse({ code: "changed_meanwhile", message });
    }
    const beside = before.filter(({ until }) => !hasPassed(until, now));
    if (!atOnce && beside.length >= besideMax) {
      return refuse({
        code: "too_often",
        message: `${beside.length} keys of before still sign, the oldest until ${
          beside.at(-1)?.until
        }: with --at-once none does`,
      });
    }
    const made = await makeKeyPair(clock);
    const until = timestamp(now.add({ hours: 24 * besideDays }));
    const unit = units.begin();
    addTo(unit, [
      found.check,
      found.set({ ...made, before: atOnce ? [] : [{ ...newest, until }, ...beside] }),
    ]);
    const by = operator === undefined ? {} : { operator };
    const record = (pair: KeyPair, move: Pick<KeyMove, "from" | "to">) =>
      audit.record(unit, {
        ...{
          kind: "SIGNING_KEY_MOVED",
          use: eventSigning,
          keyId: thumbprint(pair),
          ...move,
          ...by,
        },
      });
    record(newest, { from: "ACTIVE", to: atOnce ? "REVOKED" : "ROTATED" });
    if (atOnce) { for (const one of beside) record(one, { from: "ROTATED", to: "REVOKED" }); }
    record(made, { from: null, to: "ACTIVE" });
    if ((await units.commit(unit)).kind === "committed") return ok(thumbprint(made));
  }
  throw new Error(`The key that signs events has changed ${roundsMax} times in a row`);
}

/** A key that signs events as an operator sees it: no key material. */
export interface ListedEventKey {
  /** RFC 7638 thumbprint. */
  readonly id: string;
  readonly createdAt: string;
  /** Until when it signs besides the newest key; null for the newest. */
  readonly until: string | null;
}

/** The keys that sign events, the oldest first; none if no server has made one. */
export async function listEventKeys(
  { store, clock, atRest }: OpenEventKeys,
): Promise<readonly ListedEventKey[]> {
  const found = await store.get(encrypted(StoredKeys, atRest), eventSigningKey.key());
  if (found === null) return [];
  const { before = [], ...newest } = found.value;
  const listed = ({ createdAt, ...key }: KeyPair, until: string | null) => ({
    ...{ id: thumbprint(key), createdAt, until },
  });
  const beside = before.filter(({ until }) => !hasPassed(until, clock.now()));
  return [...beside.toReversed().map((one) => listed(one, one.until)), listed(newest, null)];
}

type KeyMove = Extract<Parameters<Audit["record"]>[1], { readonly kind: "SIGNING_KEY_MOVED" }>;

/** The thumbprint of a public key (RFC 7638 §3, RFC 8037 §2). */
function thumbprint({ publicKey }: Pick<KeyPair, "publicKey">): string {
  const x = Uint8Array.fromBase64(publicKey).toBase64({ alphabet: "base64url", omitPadding: true });
  const members = JSON.stringify({ crv: "Ed25519", kty: "OKP", x });
  return createHash("sha256").update(members).digest("base64url");
}
