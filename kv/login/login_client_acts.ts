import {
  type ClientRecord,
  defaultClientRecord,
  StoredClientRecord,
} from "../../core/access/client_schema.ts";
import { LoginRegistration } from "../../core/access/login_client_schema.ts";
import type { ClientId } from "../../core/access/schema.ts";
import type { AuditEvent } from "../../core/audit/event.ts";
import type { Random } from "../../base/random.ts";
import { makeSecret, secretHash } from "../../base/secret.ts";
import { clientRecords } from "../access/clients.ts";
import { LoginClientSecrets, secretsKey } from "./login_client_secrets.ts";
import type { Key } from "../store/key.ts";
import { timestamp } from "../store/lifetime.ts";
import { create, type Entry, type Operation, type Stored } from "../store/store.ts";

/** The result of `put`. */
export interface PutRegistration {
  readonly status: ClientRecord["status"];
  /** The secret in clear, which is shown once; null if the client keeps its current secret. */
  readonly secret: string | null;
  readonly isNew: boolean;
}

/** A new secret, and the end of validity of the previous one. */
export interface RotatedSecret {
  /** The secret in clear, which is shown once. */
  readonly secret: string;
  /**
   * The time until which the previous secret is valid; null if there was none, or if it ends
   * immediately.
   */
  readonly previousHoldsUntil: string | null;
}

/** The current record and secrets of a client. */
export interface Standing {
  readonly clientId: ClientId;
  readonly record: Entry<ClientRecord> | null;
  readonly secrets: Entry<LoginClientSecrets> | null;
}

/** The writes of an operator's act, its audit event, and the result for the operator. */
export interface Act<T> {
  readonly writes: readonly Operation[];
  readonly change: Extract<AuditEvent, { kind: "LOGIN_CLIENT_CHANGED" }>["change"];
  readonly done: T;
}

/** The time of an act, and the source of its secret. */
export interface ActTools {
  readonly now: Temporal.Instant;
  readonly random: Random;
}

/** Writes a registration into the client's record, and a secret if there is none. */
export function register(
  { clientId, record, secrets }: Standing,
  registration: LoginRegistration,
  { now, random }: ActTools,
): Act<PutRegistration> {
  const before = record?.value ?? defaultClientRecord;
  const after = { ...before, loginClient: LoginRegistration.parse(registration) };
  const secret = secrets === null ? makeSecret(random) : null;
  const isNew = before.loginClient === null;
  return {
    writes: [
      ...replace(StoredClientRecord, clientRecords.key(clientId), record, after),
      // If the secrets were removed meanwhile, the registration would have none.
      ...(secrets === null ? [] : [secrets.check]),
      ...(secret === null ? [] : create(LoginClientSecrets, secretsKey(clientId), {
        secrets: [{ sha256: secretHash(secret), createdAt: timestamp(now) }],
      })),
    ],
    change: isNew ? "registered" : "changed",
    done: { status: after.status, secret, isNew },
  };
}

/**
 * Makes a new secret; the newest previous one stays valid through the grace period.
 *
 * @returns null for an unregistered client
 */
export function rotate(
  { clientId, record, secrets }: Standing,
  graceSeconds: number,
  { now, random }: ActTools,
): Act<RotatedSecret> | null {
  if (record === null || record.value.loginClient === null) return null;
  const secret = makeSecret(random);
  const made = { sha256: secretHash(secret), createdAt: timestamp(now) };
  const [previous] = secrets?.value.secrets ?? [];
  const holdsUntil = previous === undefined || graceSeconds === 0
    ? null
    : timestamp(now.add({ seconds: graceSeconds }));
  const kept = previous === undefined || holdsUntil === null ? [] : [{ ...previous, holdsUntil }];
  return {
    writes: [
      // The registration must not be removed meanwhile: that would leave a secret behind.
      record.check,
      ...replace(LoginClientSecrets, secretsKey(clientId), secrets, { secrets: [made, ...kept] }),
    ],
    change: "secret_rotated",
    done: { secret, previousHoldsUntil: holdsUntil },
  };
}

/** Removes registration and secrets. @returns null if there is neither */
export function unregister({ record, secrets }: Standing): Act<true> | null {
  const isRegistered = record !== null && record.value.loginClient !== null;
  if (!isRegistered && secrets === null) return null;
  return {
    writes: [
      ...(isRegistered ? [record.check, record.set({ ...record.value, loginClient: null })] : []),
      ...(secrets === null ? [] : [secrets.check, secrets.delete]),
    ],
    change: "removed",
    done: true,
  };
}

function replace<T>(
  stored: Stored<T>,
  key: Key,
  entry: Entry<T> | null,
  value: T,
): readonly Operation[] {
  return entry === null ? create(stored, key, value) : [entry.check, entry.set(value)];
}
