import type { ClientId } from "../../../core/access/schema.ts";
import type { SigningAct } from "../../../core/seal/attempt_schema.ts";
import { openClients } from "../../../kv/access/clients.ts";
import type { Store } from "../../../kv/store/store.ts";

/** The holder of a credential. */
export interface Holder {
  readonly clientId: ClientId;
  /** Null: the client's own credential, which seals. */
  readonly personId: string | null;
}

/** A credential that is on file. */
export interface FiledCredential extends Holder {
  readonly act: SigningAct;
  readonly credentialId: string;
}

/** Every credential that is on file. */
export async function* filedCredentials(store: Store): AsyncIterable<FiledCredential> {
  for await (const { clientId, record } of openClients(store).list()) {
    const { sealCredential, signingCredentials } = record;
    if (sealCredential !== null) {
      yield { clientId, act: "seal", personId: null, credentialId: sealCredential.credentialId };
    }
    for (const { personId, credentialId } of signingCredentials) {
      yield { clientId, act: "sign", personId, credentialId };
    }
  }
}

/**
 * Returns the reason why a credential cannot be put: it belongs to another client or person.
 * Credentials are never shared (Screening §4, rules 13 and 14).
 */
export async function findOtherHolder(
  store: Store,
  credentialId: string,
  { clientId, personId }: Holder,
): Promise<string | null> {
  for await (const other of filedCredentials(store)) {
    if (other.credentialId !== credentialId) continue;
    if (other.clientId === clientId && other.personId === personId) continue;
    const whose = other.personId === null ? "" : `${other.personId} of `;
    return `${credentialId} is on file for ${whose}${other.clientId}: none is shared`;
  }
  return null;
}
