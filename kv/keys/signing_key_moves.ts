import type { Audit } from "../../core/audit/ports.ts";
import type { SigningKeyState } from "../../core/audit/event.ts";
import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { Units } from "../../base/unit.ts";
import { timestamp } from "../store/lifetime.ts";
import type { Store } from "../store/store.ts";
import { addTo } from "../store/unit.ts";
import {
  loginSigning,
  makeSigningKey,
  openSigningKey,
  signingKeysKey,
  signingNow,
  type StoredSigningKey,
  StoredSigningKeys,
} from "./stored_signing_keys.ts";
import { deriveWrappingKeys, type Secrets, type WrappingKeys } from "./wrapped_key.ts";

/** Dependencies of moving a signing key. */
export interface SigningKeyMoves {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Secrets;
  readonly audit: Pick<Audit, "record">;
  readonly units: Units;
  /** The person who acts; absent for a command. */
  readonly operator?: string;
}

/** How long others use published keys and signed tokens. */
export interface SigningKeyTimes {
  /** `login.jwksCacheSeconds` of the policy. */
  readonly jwksCacheSeconds: number;
  /** `lifetimes.idTokenMinutes` of the policy. */
  readonly idTokenMinutes: number;
}

/** A signing key as an operator sees it: no key material. */
export interface ListedSigningKey extends Omit<StoredSigningKey, "wrapped"> {
  /** Id of the secret that wraps the private part; null once that is deleted. */
  readonly secretId: string | null;
}

/** Why a signing key is not moved. */
export interface SigningKeyRefusal {
  readonly code:
    | "no_keys"
    | "no_such_key"
    | "not_new"
    | "is_active"
    | "is_revoked"
    | "rewrap_first"
    | "changed_meanwhile";
  /** Message for the operator, without a full stop. */
  readonly message: string;
}

/** A change of the keys, and the moves that it makes. */
interface Change<Value> {
  readonly value: Value;
  readonly keys: readonly StoredSigningKey[];
  readonly moves: readonly {
    readonly keyId: string;
    readonly from: SigningKeyState | null;
    readonly to: SigningKeyState;
  }[];
}

/** Maximum attempts to change the keys while other processes change them too. */
const roundsMax = 20;

/** Every signing key of the login, oldest first. Needs no secret. */
export async function listSigningKeys(store: Store): Promise<readonly ListedSigningKey[]> {
  const found = await store.get(StoredSigningKeys, signingKeysKey);
  return (found?.value.keys ?? []).map(({ wrapped, ...stored }) => ({
    ...stored,
    secretId: wrapped?.secretId ?? null,
  }));
}

/**
 * Makes a `NEW` key, which is not published.
 *
 * @param seen id of the newest key that the person has seen; absent if any newest key is accepted
 * @returns its id
 * @throws Error that names the variable, with nothing changed, when no given secret unwraps the keys
 */
export async function newSigningKey(
  moves: SigningKeyMoves,
  seen?: string,
): Promise<Result<string, SigningKeyRefusal>> {
  const wrapping = await deriveWrappingKeys(moves.secrets);
  return await change(moves, async ({ keys }) => {
    if (seen !== undefined && keys.at(-1)?.kid !== seen) {
      return refused("changed_meanwhile", "The signing keys have changed meanwhile");
    }
    const unwrapped = await whyNotWrapped(keys, wrapping);
    if (unwrapped !== null) return unwrapped;
    const made = await makeSigningKey(wrapping, moves);
    return ok({
      value: made.kid,
      keys: [...keys, made],
      moves: [{ keyId: made.kid, from: null, to: "NEW" }],
    });
  });
}

/**
 * Publishes a `NEW` key and makes it `ACTIVE`. It signs after one cache lifetime of the JWKS; until
 * then the previous key, now `ROTATED` and still published, continues to sign.
 *
 * @returns the time from which it signs
 */
export async function activateSigningKey(
  moves: SigningKeyMoves,
  { kid, jwksCacheSeconds, idTokenMinutes }: SigningKeyTimes & { readonly kid: string },
): Promise<Result<string, SigningKeyRefusal>> {
  const wrapping = await deriveWrappingKeys(moves.secrets);
  return await change(moves, async (stored) => {
    const { keys } = stored;
    const found = keys.find((key) => key.kid === kid);
    if (found === undefined) return unknown(kid);
    if (found.state !== "NEW") {
      return refused("not_new", `Key ${kid} is ${found.state}: only a NEW one is activated`);
    }
    // Every server publishes it from now on: one that it cannot open would end its answers.
    await openSigningKey(wrapping, found);
    const now = moves.clock.now();
    const signsFrom = now.add({ seconds: jwksCacheSeconds });
    const active: StoredSigningKey = {
      ...found,
      state: "ACTIVE",
      activatedAt: timestamp(now),
      signsFrom: timestamp(signsFrom),
    };
    const rotated = rotateOut(stored, { now, signsFrom, idTokenMinutes });
    return ok({
      value: timestamp(signsFrom),
      keys: rotated.map((key) => key === found ? active : key),
      moves: [
        ...keys.filter(({ state }) => state === "ACTIVE").map((key) => ({
          keyId: key.kid,
          from: key.state,
          to: "ROTATED" as const,
        })),
        { keyId: kid, from: "NEW", to: "ACTIVE" },
      ],
    });
  });
}

/**
 * Lets the current key sign until the next one begins to. A key that has not begun to sign never
 * will.
 */
function rotateOut(
  stored: StoredSigningKeys,
  { now, signsFrom, idTokenMinutes }: {
    readonly now: Temporal.Instant;
    readonly signsFrom: Temporal.Instant;
    readonly idTokenMinutes: number;
  },
): readonly StoredSigningKey[] {
  const signing = signingNow(stored, now);
  return stored.keys.map((key) => {
    if (key !== signing && key.state !== "ACTIVE") return key;
    const until = key === signing ? signsFrom : now;
    return {
      ...key,
      state: "ROTATED",
      signsUntil: timestamp(until),
      neededUntil: timestamp(until.add({ minutes: idTokenMinutes })),
    };
  });
}

/**
 * Removes a key from every answer from now on, and deletes its private part. If it still signs for
 * the `ACTIVE` key, that key signs at once.
 *
 * @returns its previous state
 */
export async function revokeSigningKey(
  moves: SigningKeyMoves,
  kid: string,
): Promise<Result<SigningKeyState, SigningKeyRefusal>> {
  return await change(moves, (stored) => {
    const found = stored.keys.find((key) => key.kid === kid);
    if (found === undefined) return unknown(kid);
    if (found.state === "REVOKED") {
      return refused("is_revoked", `Key ${kid} is REVOKED already`);
    }
    if (found.state === "ACTIVE") {
      return refused(
        "is_active",
        `Key ${kid} is the only ACTIVE one: activate another first, by "admin keys new ${loginSigning}" and "admin keys activate ${loginSigning} KID", and revoke this one then`,
      );
    }
    return ok({
      value: found.state,
      keys: withoutKey(stored, { revoked: found, now: moves.clock.now() }),
      moves: [{ keyId: kid, from: found.state, to: "REVOKED" }],
    });
  });
}

function withoutKey(
  stored: StoredSigningKeys,
  { revoked, now }: { readonly revoked: StoredSigningKey; readonly now: Temporal.Instant },
): readonly StoredSigningKey[] {
  const isSigning = signingNow(stored, now) === revoked;
  const { wrapped: _deleted, ...rest } = revoked;
  return stored.keys.map((key) => {
    if (key === revoked) return { ...rest, state: "REVOKED", revokedAt: timestamp(now) };
    return isSigning && key.state === "ACTIVE" ? { ...key, signsFrom: timestamp(now) } : key;
  });
}

/**
 * Commits a change with the audit entries of its moves. Repeats it while other processes change the
 * keys too.
 */
async function change<Value>(
  { store, units, audit, operator }: SigningKeyMoves,
  next: (
    stored: StoredSigningKeys,
  ) =>
    | Result<Change<Value>, SigningKeyRefusal>
    | Promise<Result<Change<Value>, SigningKeyRefusal>>,
): Promise<Result<Value, SigningKeyRefusal>> {
  const by = operator === undefined ? {} : { operator };
  for (let round = 0; round < roundsMax; round++) {
    const found = await store.get(StoredSigningKeys, signingKeysKey);
    if (found === null) {
      return refused("no_keys", "No server has made a signing key yet: the first start makes one");
    }
    const changed = await next(found.value);
    if (!changed.ok) return changed;
    const { value, keys, moves } = changed.value;
    const unit = units.begin();
    addTo(unit, [found.check, found.set({ keys })]);
    for (const move of moves) {
      audit.record(unit, { kind: "SIGNING_KEY_MOVED", use: loginSigning, ...move, ...by });
    }
    const outcome = await units.commit(unit);
    if (outcome.kind === "committed") return ok(value);
  }
  throw new Error(`The signing keys have changed ${roundsMax} times in a row`);
}

/** @throws Error when no given secret unwraps a key */
async function whyNotWrapped(
  keys: readonly StoredSigningKey[],
  wrapping: WrappingKeys,
): Promise<Result<never, SigningKeyRefusal> | null> {
  const kept = keys.filter(({ wrapped }) => wrapped !== undefined);
  for (const key of kept) await openSigningKey(wrapping, key);
  return kept.some(({ wrapped }) => wrapped?.secretId !== wrapping.current.secretId)
    ? refused(
      "rewrap_first",
      `AVAL_SECRET_KEY does not wrap the keys "${loginSigning}" yet: run "admin keys rewrap" first`,
    )
    : null;
}

function unknown(kid: string): Result<never, SigningKeyRefusal> {
  return refused("no_such_key", `There is no key ${kid}: "admin keys list" prints all keys`);
}

function refused(
  code: SigningKeyRefusal["code"],
  message: string,
): Result<never, SigningKeyRefusal> {
  return refuse({ code, message });
}
