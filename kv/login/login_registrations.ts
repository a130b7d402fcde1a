import type { ClientId } from "../../core/access/schema.ts";
import { type ClientRecord, StoredClientRecord } from "../../core/access/client_schema.ts";
import type { LoginRegistration } from "../../core/access/login_client_schema.ts";
import type { Audit } from "../../core/audit/ports.ts";
import type { Clock } from "../../base/clock.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { Random } from "../../base/random.ts";
import { clientRecords, openClients } from "../access/clients.ts";
import {
  type Act,
  type PutRegistration,
  register,
  rotate,
  type RotatedSecret,
  type Standing,
  unregister,
} from "./login_client_acts.ts";
import { type FiledSecret, findSecrets, heldSecrets } from "./login_client_secrets.ts";
import type { Store } from "../store/store.ts";
import { addTo, openUnits } from "../store/unit.ts";

/** A stored registration, without its secrets. */
export interface FiledRegistration {
  readonly clientId: ClientId;
  readonly status: ClientRecord["status"];
  readonly registration: LoginRegistration;
  /** The valid secrets. */
  readonly secrets: readonly FiledSecret[];
}

/** The client is not a relying party. */
export interface NoLoginClient {
  readonly code: "no_login_client";
}

/** The registrations, for operators. Every act is audited in its own commit. */
export interface LoginRegistrations {
  /** Registers a client, or replaces its URIs and name. A client without a record gets one. */
  put(clientId: ClientId, registration: LoginRegistration): Promise<PutRegistration>;
  /** Makes a new secret; only the newest previous one stays valid through the grace period. */
  rotateSecret(
    clientId: ClientId,
    graceSeconds: number,
  ): Promise<Result<RotatedSecret, NoLoginClient>>;
  /** Removes registration and secrets. @returns false if there is neither */
  remove(clientId: ClientId): Promise<boolean>;
  /** @returns null if the client is not a relying party */
  find(clientId: ClientId): Promise<FiledRegistration | null>;
  /** Every relying party, in the order of the ids. */
  list(): AsyncIterable<FiledRegistration>;
}

/** Dependencies of the registrations. */
export interface OpenLoginRegistrations {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly audit: Pick<Audit, "record">;
}

/** Maximum attempts when other operators change the registration. */
const attemptsMax = 20;

/** Opens the registrations of relying parties. */
export function openLoginRegistrations(
  { store, clock, random, audit }: OpenLoginRegistrations,
): LoginRegistrations {
  const units = openUnits(store);
  const tools = () => ({ now: clock.now(), random });

  /** Does an act on the current record. @returns null if there is nothing to do */
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
      const put = await act(clientId, (standing) => register(standing, registration, tools()));
      if (put === null) throw new Error("A registration was neither made nor changed");
      return put;
    },
    rotateSecret: async (clientId, graceSeconds) => {
      const rotated = await act(clientId, (standing) => rotate(standing, graceSeconds, tools()));
      return rotated === null ? refuse({ code: "no_login_client" }) : ok(rotated);
    },
    remove: async (clientId) => await act(clientId, unregister) ?? false,
    find: async (clientId) => {
      const record = await openClients(store).find(clientId);
      return record === null ? null : await filed(store, { clientId, record }, clock.now());
    },
    list: () => listed(store, clock),
  };
}

async function standingOf(store: Store, clientId: ClientId): Promise<Standing> {
  return {
    clientId,
    record: await store.get(StoredClientRecord, clientRecords.key(clientId)),
    secrets: await findSecrets(store, clientId),
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
