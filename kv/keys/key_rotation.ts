import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { Units } from "../../base/unit.ts";
import type { Audit } from "../../core/audit/ports.ts";
import { checksMax } from "../store/budget.ts";
import { hasPassed, timestamp } from "../store/lifetime.ts";
import type { Entry, Operation, Store } from "../store/store.ts";
import { addTo } from "../store/unit.ts";
import {
  makeDataKey,
  purposeOf,
  readRings,
  ringKey,
  type StoredDataKey,
  StoredRing,
} from "./stored_ring.ts";
import {
  deriveWrappingKeys,
  type Secrets,
  unwrapDataKey,
  type WrappingKeys,
} from "./wrapped_key.ts";

/** Dependencies of rotation and rewrap. */
export interface Rotation {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Secrets;
}

/** The act by which a rotation is recorded, and the key to retire. */
export interface RotationAct {
  readonly audit: Pick<Audit, "record">;
  readonly units: Units;
  /** The person who acts; absent for a command. */
  readonly operator?: string;
  /** Id of the newest key that the person has seen; absent if any newest key may be replaced. */
  readonly seen?: string;
}

/** One data key as an operator sees it: no key material. */
export interface ListedDataKey extends Omit<StoredDataKey, "wrapped"> {
  readonly purpose: string;
  /** The id of the secret that wraps it: 64 bits that HKDF makes of it. */
  readonly secretId: string;
}

/** Why a purpose gets no new key. */
export interface RotationRefusal {
  readonly code:
    | "not_rotatable"
    | "no_such_purpose"
    | "rewrap_first"
    | "too_often"
    | "changed_meanwhile";
  /** Message for the operator, without a full stop. */
  readonly message: string;
}

/** Which purposes may get a new key, and why the others may not (decisions.md parts 3, 10 and 12). */
const rotations: Readonly<Record<string, "free" | "counted" | { readonly never: string }>> = {
  // Every value names the key that it was encrypted with.
  "at-rest": "free",
  // A signature names its key, and the public half of a retired one still verifies.
  "audit-signing": "free",
  // Records of a retired key are looked up while they count: each key in question costs a check.
  idempotency: "counted",
  pairwise: {
    never: "it makes every sub that a relying party knows, and a new one changes them all",
  },
  // Every session names the key that its token is derived under.
  "session-token": "free",
};

/**
 * Days for which a record under a retired key may still count: the policy's longest idempotency
 * window.
 */
const countedDays = 7;
/**
 * Maximum rotations within that time. With the ring's own check, all places of a record then fit in
 * a commit.
 */
const countedMax = checksMax - 2;
/** Maximum attempts to change a ring while other processes change it too. */
const roundsMax = 20;

/** Every data key on file, by purpose, oldest first. Needs no secret. */
export async function listDataKeys(store: Store): Promise<readonly ListedDataKey[]> {
  return (await readRings(store)).flatMap((ring) =>
    ring.value.keys.map(({ wrapped: { secretId }, ...stored }) => ({
      purpose: purposeOf(ring),
      ...stored,
      secretId,
    }))
  );
}

/** Whether a purpose may get a new key at all. */
export function isRotatable(purpose: string): boolean {
  return Object.hasOwn(rotations, purpose) && typeof rotations[purpose] === "string";
}

/**
 * Makes a new data key for a purpose, which encrypts from now on. The previous one is retired, and
 * decrypts for ever.
 *
 * @returns the id of the new key
 * @throws Error that names the variable, with nothing changed, if no given secret unwraps the ring
 */
export async function rotateDataKey(
  { store, clock, random, secrets }: Rotation,
  purpose: string,
  act?: RotationAct,
): Promise<Result<string, RotationRefusal>> {
  const rotation = Object.hasOwn(rotations, purpose) ? rotations[purpose] : undefined;
  if (typeof rotation === "object") {
    return refuseRotation(
      "not_rotatable",
      `The data key "${purpose}" never rotates: ${rotation.never}`,
    );
  }
  const wrapping = await deriveWrappingKeys(secrets);
  for (let round = 0; round < roundsMax; round++) {
    const ring = await store.get(StoredRing, ringKey(purpose));
    if (ring === null || rotation === undefined) return refuseUnknown(store, purpose);
    if (act?.seen !== undefined && ring.value.keys.at(-1)?.id !== act.seen) {
      return refuseRotation("changed_meanwhile", `The data key "${purpose}" has rotated meanwhile`);
    }
    const refused = await whyNotNow(ring, {
      purpose,
      wrapping,
      clock,
      counted: rotation === "counted",
    });
    if (refused !== null) return refused;
    const made = await makeDataKey(wrapping.current, { purpose, clock, random });
    const keys = [...ring.value.keys.map((stored) => retire(stored, clock)), made];
    const changes = [ring.check, ring.set({ keys })];
    const isDone = act === undefined
      ? await store.commit(changes)
      : await commitRecorded(act, changes, { purpose, keyId: made.id });
    if (isDone) return ok(made.id);
  }
  throw new Error(`The data keys have changed ${roundsMax} times in a row`);
}

/** Commits a rotation with its audit entry. */
async function commitRecorded(
  { audit, units, operator }: RotationAct,
  changes: readonly Operation[],
  rotated: { readonly purpose: string; readonly keyId: string },
): Promise<boolean> {
  const unit = units.begin();
  addTo(unit, changes);
  const by = operator === undefined ? {} : { operator };
  audit.record(unit, { kind: "DATA_KEY_ROTATED", ...rotated, ...by });
  return (await units.commit(unit)).kind === "committed";
}

/** @throws Error when no given secret unwraps the ring */
async function whyNotNow(
  { value: { keys } }: Entry<StoredRing>,
  { purpose, wrapping, clock, counted }: {
    readonly purpose: string;
    readonly wrapping: WrappingKeys;
    readonly clock: Clock;
    readonly counted: boolean;
  },
): Promise<Result<never, RotationRefusal> | null> {
  for (const { id, wrapped } of keys) {
    (await unwrapDataKey(wrapping, { name: purpose, id, wrapped })).fill(0);
  }
  if (keys.some(({ wrapped }) => wrapped.secretId !== wrapping.current.secretId)) {
    return refuseRotation(
      "rewrap_first",
      `AVAL_SECRET_KEY does not wrap the data key "${purpose}" yet: run "admin keys rewrap" first`,
    );
  }
  const since = clock.now().subtract({ hours: countedDays * 24 + 1 });
  const recent = keys.filter(({ retiredAt }) =>
    retiredAt !== undefined && !hasPassed(retiredAt, since)
  );
  return counted && recent.length >= countedMax
    ? refuseRotation(
      "too_often",
      `The data key "${purpose}" has rotated ${recent.length} times in ${countedDays} days, and records of all these keys still count`,
    )
    : null;
}

async function refuseUnknown(
  store: Store,
  purpose: string,
): Promise<Result<never, RotationRefusal>> {
  const known = (await readRings(store)).map(purposeOf)
    .filter((each) => typeof rotations[each] !== "object");
  const which = known.length === 0 ? "no server has made any yet" : `there are ${known.join(", ")}`;
  return refuseRotation("no_such_purpose", `No data key "${purpose}" that rotates: ${which}`);
}

function refuseRotation(
  code: RotationRefusal["code"],
  message: string,
): Result<never, RotationRefusal> {
  return refuse({ code, message });
}

function retire(stored: StoredDataKey, clock: Clock): StoredDataKey {
  return stored.state === "RETIRED"
    ? stored
    : { ...stored, state: "RETIRED", retiredAt: timestamp(clock.now()) };
}
