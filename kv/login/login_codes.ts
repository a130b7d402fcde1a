import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import { isSecret, secretHash } from "../../base/secret.ts";
import type { Units } from "../../base/unit.ts";
import type { Audit } from "../../core/audit/ports.ts";
import type { FoundLoginCode, LoginCodes } from "../../core/login/ports.ts";
import { LoginGrant } from "../../core/login/schema.ts";
import type { LoginCounts } from "../../core/telemetry/ports.ts";
import type { Mode } from "../../core/nouns.ts";
import type { KeyRing } from "../keys/key_ring.ts";
import { nameLogin } from "./login_index.ts";
import { endingSingleSignOn } from "./login_sso_records.ts";
import { defineKey } from "../store/define_key.ts";
import { type Encrypted, encrypted } from "../store/encrypted.ts";
import { ExpiresAt, hasPassed, timestamp } from "../store/lifetime.ts";
import { create, type Entry, type Operation, type Store } from "../store/store.ts";
import { addTo } from "../store/unit.ts";

/** Key of a one-time code, used or not, by its hash. */
export const loginCodes = defineKey({
  name: "login_code",
  parts: ["hex SHA-256 of code"],
  value: "what the code is redeemed for, encrypted; whether it is used",
  lifetime: "60 s (`loginCodeSeconds`), used ones too",
  personal: "yes: a pseudonym of the wallet's holder",
  protected: "encrypted, code by its hash",
});

/** A stored code. */
const StoredLoginCode = z.object({
  grant: LoginGrant,
  /** Hash of its single sign-on. */
  singleSignOn: z.string(),
  expiresAt: ExpiresAt,
  /** Absent while the code is unused. */
  use: z.union([z.literal("redeemed"), z.literal("replayed")]).optional(),
}).readonly();
type StoredLoginCode = z.infer<typeof StoredLoginCode>;

/** Reads and writes codes under a data key. @param atRest the `at-rest` data keys */
export function storedLoginCode(atRest: KeyRing): Encrypted<StoredLoginCode> {
  return encrypted(StoredLoginCode, atRest);
}

/** Whether a stored code may be redeemed. */
export function isRedeemable(entry: Entry<StoredLoginCode> | null, clock: Clock): boolean {
  return entry !== null && entry.value.use === undefined &&
    !hasPassed(entry.value.expiresAt, clock.now());
}

/** Stores a code under its hash, once. */
export function addLoginCode(
  { clock, atRest, codeSeconds }: {
    readonly clock: Clock;
    readonly atRest: KeyRing;
    readonly codeSeconds: number;
  },
  code: string,
  { grant, singleSignOn }: Pick<StoredLoginCode, "grant" | "singleSignOn">,
): readonly Operation[] {
  const hash = secretHash(code);
  const expiresAt = timestamp(clock.now().add({ seconds: codeSeconds }));
  return [
    ...create(storedLoginCode(atRest), loginCodes.key(hash), { grant, singleSignOn, expiresAt }),
    nameLogin({ clientId: grant.clientId, what: "code", hash }, expiresAt),
  ];
}

/** The dependencies of {@link openLoginCodes}. */
export interface LoginCodeDependencies {
  readonly store: Store;
  readonly clock: Clock;
  /** The deployment's mode: codes of another mode do not exist here. */
  readonly mode: Mode;
  /** The `at-rest` data keys. */
  readonly atRest: KeyRing;
  readonly units: Units;
  readonly audit: Audit;
  readonly loginCounts: LoginCounts;
}

/** Opens the one-time codes. */
export function openLoginCodes(dependencies: LoginCodeDependencies): LoginCodes {
  const { store, clock, mode, atRest } = dependencies;
  const stored = storedLoginCode(atRest);
  return {
    find: async (code) => {
      if (!isSecret(code)) return null;
      const found = await store.get(stored, loginCodes.key(secretHash(code)));
      if (found === null || hasPassed(found.value.expiresAt, clock.now())) return null;
      if (found.value.grant.mode !== mode) return null;
      return foundCode(dependencies, found);
    },
  };
}

function foundCode(
  dependencies: LoginCodeDependencies,
  entry: Entry<StoredLoginCode>,
): FoundLoginCode {
  const { store } = dependencies;
  return {
    grant: entry.value.grant,
    isUsed: entry.value.use !== undefined,
    redeem: async () =>
      entry.value.use === undefined &&
      await store.commit([entry.check, entry.set({ ...entry.value, use: "redeemed" })]),
    endReplayed: () => endReplayed(dependencies, entry),
  };
}

/** Ends the single sign-on and records the replay; of concurrent replays only one does so. */
async function endReplayed(
  { store, mode, atRest, units, audit, loginCounts }: LoginCodeDependencies,
  { key }: Entry<StoredLoginCode>,
): Promise<void> {
  const stored = storedLoginCode(atRest);
  for (;;) {
    // Read anew: a replay has seen the code as it was before another request used it.
    const entry = await store.get(stored, key);
    if (entry === null || entry.value.use === "replayed") return;
    const { grant: { clientId }, singleSignOn: hash } = entry.value;
    const unit = units.begin();
    addTo(unit, [entry.check, entry.set({ ...entry.value, use: "replayed" })]);
    addTo(unit, await endingSingleSignOn({ store, atRest }, { clientId, hash }));
    audit.record(unit, { kind: "LOGIN_CODE_REPLAYED", clientId });
    loginCounts.note(unit, "replayed", mode);
    if ((await units.commit(unit)).kind === "committed") return;
  }
}
