import { ClientId } from "../../core/access/schema.ts";
import type { ClientRecord } from "../../core/access/client_schema.ts";
import type { Clock } from "../../base/clock.ts";
import { secretHash } from "../../base/secret.ts";
import type { LoginClient, LoginClients } from "../../core/login/ports.ts";
import { openClients } from "../access/clients.ts";
import { findSecrets, isHeldSecret, type LoginClientSecrets } from "./login_client_secrets.ts";
import { timestamp } from "../store/lifetime.ts";
import type { Store } from "../store/store.ts";

/** A login client with a published secret: only in a sandbox, never in live. */
export interface PublishedLoginClient extends LoginClient {
  readonly secret: string;
}

/** Dependencies of the relying parties. */
export interface OpenLoginClients {
  readonly store: Store;
  readonly clock: Clock;
  /**
   * Clients that apply while the store has no record of them; any record replaces them, so that an
   * operator can change or suspend them.
   */
  readonly published: readonly PublishedLoginClient[];
}

/** An id that no client can have: reading it takes the same time and never finds a record. */
const noClient = "" as ClientId;

/**
 * Opens the relying parties of the login: client records with a registration, and their secrets.
 * Read each time, so that a suspension or rotation takes effect immediately everywhere.
 */
export function openLoginClients({ store, clock, published }: OpenLoginClients): LoginClients {
  const clients = openClients(store);
  const publishedAs = (clientId: string, record: ClientRecord | null) =>
    record === null ? published.find((each) => each.clientId === clientId) : undefined;
  const recordOf = async (clientId: string) => {
    const parsed = ClientId.safeParse(clientId);
    return {
      clientId: parsed.data ?? noClient,
      record: await clients.find(parsed.data ?? noClient),
    };
  };
  return {
    find: async (given) => {
      const { clientId, record } = await recordOf(given);
      const everybodys = publishedAs(clientId, record);
      return everybodys === undefined ? registered(clientId, record) : withoutSecret(everybodys);
    },
    verifySecret: async (given, secret) => {
      const { clientId, record } = await recordOf(given);
      const found = await findSecrets(store, clientId);
      const everybodys = publishedAs(clientId, record);
      const secrets = everybodys === undefined ? found?.value ?? null : asFiled(everybodys.secret);
      const isHeld = isHeldSecret(secret, secrets, clock.now());
      const isThere = everybodys !== undefined || registered(clientId, record) !== null;
      return isHeld && isThere;
    },
  };
}

function registered(clientId: ClientId, record: ClientRecord | null): LoginClient | null {
  if (record === null || record.status !== "ACTIVE" || record.loginClient === null) return null;
  const { name = clientId, redirectUris } = record.loginClient;
  return { clientId, name, redirectUris };
}

function withoutSecret({ clientId, name, redirectUris }: PublishedLoginClient): LoginClient {
  return { clientId, name, redirectUris };
}

function asFiled(secret: string): LoginClientSecrets {
  const createdAt = timestamp(Temporal.Instant.fromEpochMilliseconds(0));
  return { secrets: [{ sha256: secretHash(secret), createdAt }] };
}
