import { ClientId } from "../../core/access/schema.ts";
import type { ClientRecord } from "../../core/access/client_schema.ts";
import type { Clock } from "../../base/clock.ts";
import { secretHash } from "../../base/secret.ts";
import type { LoginClient, LoginClients } from "../../core/login/ports.ts";
import { openClients } from "../access/clients.ts";
import { findSecrets, isHeldSecret, type LoginClientSecrets } from "./login_client_secrets.ts";
import { timestamp } from "../store/lifetime.ts";
import type { Store } from "../store/store.ts";

/** A login client whose secret is published: a sandbox's, never a live deployment's. */
export interface PublishedLoginClient extends LoginClient {
  readonly secret: string;
}

/** What the relying parties need. */
export interface OpenLoginClients {
  readonly store: Store;
  readonly clock: Clock;
  /**
   * Each is given where the store has no record of that client; a record, whatever it says, takes its
   * place, so that an operator can change or suspend it.
   */
  readonly published: readonly PublishedLoginClient[];
}

/** Stands for an id that no client can have: the same read, which never finds a record. */
const noClient = "" as ClientId;

/**
 * Relying parties of the login: the client records that hold a registration, and their secrets. Read
 * anew each time, so that who is suspended or rotated is so at once, everywhere.
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
