import { ClientId } from "../core/access/schema.ts";
import {
  type ClientRecord,
  defaultClientRecord,
  StoredClientRecord,
} from "../core/access/client_schema.ts";
import { LoginRegistration } from "../core/access/login_client_schema.ts";
import type { AuditEvent } from "../core/audit/event.ts";
import type { Audit } from "../core/audit/ports.ts";
import type { Clock } from "../base/clock.ts";
import { ok, refuse, type Result } from "../base/result.ts";
import type { Random } from "../base/random.ts";
import { clientRecords, openClients } from "./clients.ts";
import {
  type FiledSecret,
  findSecrets,
  hashSecret,
  heldSecrets,
  LoginClientSecrets,
  makeSecret,
  secretsKey,
} from "./login_client_secrets.ts";
import { timestamp } from "./store/lifetime.ts";
import { create, type Entry, type Operation, type Store } from "./store/store.ts";
import { addTo, openUnits } from "./store/unit.ts";

/** A registration on file, without its secrets. */
export interface FiledRegistration {
  readonly clientId: ClientId;
  readonly status: ClientRecord["status"];
  readonly registration: LoginRegistration;
  /** Those that hold now. */
  readonly secrets: readonly FiledSecret[];
}

/** What `put` has done. */
export interface PutRegistration {
  readonly status: ClientRecord["status"];
  /** In clear, for the one time; null: the client keeps the one that it has. */
  readonly secret: string | null;
  readonly isNew: boolean;
}

/** A new secret, and until when the one before it holds. */
export interface RotatedSecret {
  /** In clear, for the one time. */
  readonly secret: string;
  /** Null: none was there, or it ends at once. */
  readonly previousHoldsUntil: string | null;
}

/** The client is no relying party. */
export interface NoLoginClient {
  readonly code: "no_login_client";
}

/** The registrations, as operators reach them. Every act is audited in its own commit. */
export interface LoginRegistrations {
  /** Registers a client, or replaces URIs and name. A client without a record gets one. */
  put(clientId: ClientId, registration: LoginRegistration): Promise<PutRegistration>;
  /** Makes a new secret; of those before it the newest holds through the grace, no other. */
  rotateSecret(
    clientId: ClientId,
    graceSeconds: number,
  ): Promise<Result<RotatedSecret, NoLoginClient>>;
  /** Takes registration and secrets. @returns false where there is neither */
  remove(clientId: ClientId): Promise<boolean>;
  /** @returns null where the client is no relying party */
  find(clientId: ClientId): Promise<FiledRegistration | null>;
  /** Every relying party, in the order of the ids. */
  list(): AsyncIterable<FiledRegistration>;
}

/** What the registrations need. */
export interface OpenLoginRegistrations {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly audit: Pick<Audit, "record">;
}

/** How often an act begins again when another operator is quicker. */
const attemptsMax = 20;

/** A client's record and secrets as they stand. */
interface Standing {
  readonly record: Entry<ClientRecord> | null;
  readonly secrets: Entry<LoginClientSecrets> | null;
}

/** The writes of an act, the event that records it, and what its caller reads. */
interface Act<T> {
  readonly writes: readonly Operation[];
  readonly change: Extract<AuditEvent, { kind: "LOGIN_CLIENT_CHANGED" }>["change"];
  readonly done: T;
}

/** Opens the registrations of relying parties. */
export function openLoginRegistrations(
  { store, clock, random, audit }: OpenLoginRegistrations,
): LoginRegistrations {
  const units = openUnits(store);

  /** Does an act on what stands there; null: there is nothing to do. */
  async function act<T>(
    clientId: ClientId,
    decide: (standing: Standing) => Act<T> | null,
  ): Promise<T | null> {
    for (let attempt = 1; attempt <= attemptsMax; attempt++) {
      const decided = decide(await standingOf(store, clientId));
      if (decided === null) return null;
      const { writes, change, done } = decided;
      const unit = units.begin();
      addTo(unit, writes);
      audit.record(unit, { kind: "LOGIN_CLIENT_CHANGED", clientId, change });
      if ((await units.commit(unit)).kind === "committed") return done;
    }
    throw new Error("The login client is being changed all the time");
  }

  return {
    put: async (clientId, registration) => {
      const put = await act(clientId, ({ record, secrets }) => {
        const before = record?.value ?? defaultClientRecord;
        const after = { ...before, loginClient: LoginRegistration.parse(registration) };
        const secret = secrets === null ? makeSecret(random) : null;
        return {
          writes: [
            ...replace(StoredClientRecord, clientRecords.key(clientId), record, after),
            ...(secret === null ? [] : replace(LoginClientSecrets, secretsKey(clientId), secrets, {
              secrets: [{ sha256: hashSecret(secret), createdAt: timestamp(clock.now()) }],
            })),
          ],
          change: before.loginClient === null ? "registered" : "changed",
          done: { status: after.status, secret, isNew: before.loginClient === null },
        };
      });
      if (put === null) throw new Error("A registration was neither made nor changed");
      return put;
    },
    rotateSecret: async (clientId, graceSeconds) => {
      const rotated = await act(clientId, ({ record, secrets }) => {
        if (record === null || record.value.loginClient === null) return null;
        return rotate({ clientId, record, secrets }, { clock, random, graceSeconds });
      });
      return rotated === null ? refuse({ code: "no_login_client" }) : ok(rotated);
    },
    remove: async (clientId) =>
      await act(clientId, ({ record, secrets }) => {
        const isRegistered = record !== null && record.value.loginClient !== null;
        if (!isRegistered && secrets === null) return null;
        return {
          writes: [
            ...(isRegistered
              ? [record.check, record.set({ ...record.value, loginClient: null })]
              : []),
            ...(secrets === null ? [] : [secrets.check, secrets.delete]),
          ],
          change: "removed",
          done: true,
        };
      }) ?? false,
    find: async (clientId) => {
      const record = await openClients(store).find(clientId);
      return record === null ? null : await filed(store, { clientId, record }, clock.now());
    },
    list: () => listed(store, clock),
  };
}

async function standingOf(store: Store, clientId: ClientId): Promise<Standing> {
  return {
    record: await store.get(StoredClientRecord, clientRecords.key(clientId)),
    secrets: await findSecrets(store, clientId),
  };
}

function replace<T>(
  stored: Parameters<typeof create<T>>[0],
  key: Parameters<typeof create<T>>[1],
  entry: Entry<T> | null,
  value: T,
): readonly Operation[] {
  return entry === null ? create(stored, key, value) : [entry.check, entry.set(value)];
}

function rotate(
  { clientId, record, secrets }: Standing & {
    readonly clientId: ClientId;
    readonly record: Entry<ClientRecord>;
  },
  { clock, random, graceSeconds }: {
    readonly clock: Clock;
    readonly random: Random;
    readonly graceSeconds: number;
  },
): Act<RotatedSecret> {
  const now = clock.now();
  const secret = makeSecret(random);
  const made = { sha256: hashSecret(secret), createdAt: timestamp(now) };
  const [previous] = secrets?.value.secrets ?? [];
  const holdsUntil = previous === undefined || graceSeconds === 0
    ? null
    : timestamp(now.add({ seconds: graceSeconds }));
  const kept = previous === undefined || holdsUntil === null ? [] : [{ ...previous, holdsUntil }];
  return {
    writes: [
      // Nobody may remove the registration meanwhile and leave a secret behind.
      record.check,
      ...replace(LoginClientSecrets, secretsKey(clientId), secrets, { secrets: [made, ...kept] }),
    ],
    change: "secret_rotated",
    done: { secret, previousHoldsUntil: holdsUntil },
  };
}

async function filed(
  store: Store,
  { clientId, record }: { readonly clientId: ClientId; readonly record: ClientRecord },
  now: Temporal.Instant,
): Promise<FiledRegistration | null> {
  if (record.loginClient === null) return null;
  const found = await findSecrets(store, clientId);
  const secrets = heldSecrets(found?.value ?? null, now);
  return { clientId, status: record.status, registration: record.loginClient, secrets };
}

async function* listed(store: Store, clock: Clock): AsyncIterable<FiledRegistration> {
  for await (const client of openClients(store).list()) {
    const found = await filed(store, client, clock.now());
    if (found !== null) yield found;
  }
}
