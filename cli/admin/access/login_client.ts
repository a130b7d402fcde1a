import type { LoginRegistration } from "../../../core/access/login_client_schema.ts";
import type { ClientId } from "../../../core/access/schema.ts";
import { ok } from "../../../base/result.ts";
import { isOffboarded } from "../../../core/access/suspension.ts";
import { openClients } from "../../../kv/access/clients.ts";
import {
  type FiledRegistration,
  type LoginRegistrations,
  openLoginRegistrations,
} from "../../../kv/login/login_registrations.ts";
import { type Done, failed } from "../../command/command.ts";
import { writeListing } from "../../command/listing.ts";
import { openOperatorAudit } from "../../../kv/audit/audit_recording.ts";
import type { OpenedTools } from "../command/admin_command.ts";

/** The arguments of `login-client put`. */
export interface LoginClientPut extends Named {
  readonly registration: LoginRegistration;
}

interface Named {
  readonly clientId: ClientId;
}

function openRegistrations(tools: OpenedTools): LoginRegistrations {
  return openLoginRegistrations({ ...tools, audit: openOperatorAudit(tools) });
}

/** Registers a relying party, or changes its registration; prints only the first secret. */
export async function putLoginClient(
  { clientId, registration }: LoginClientPut,
  tools: OpenedTools,
): Promise<Done> {
  const { out, err } = tools;
  const record = await openClients(tools.store).find(clientId);
  if (isOffboarded(record)) {
    return failed(`${clientId} was offboarded: a client that returns needs a new ID`);
  }
  const { status, secret, isNew } = await openRegistrations(tools).put(clientId, registration);
  err(`${clientId} is ${isNew ? "a login client now" : "changed"}\n`);
  if (status === "SUSPENDED") err("It is SUSPENDED: logins at it are refused\n");
  if (secret === null) {
    err("It keeps the secret that it has; login-client rotate-secret makes another\n");
    return ok(null);
  }
  err("Its secret, which cannot be printed again:\n");
  out(`${secret}\n`);
  return ok(null);
}

/** Makes and prints a new secret; the previous one stays valid for `graceSeconds`. */
export async function rotateSecret(
  { clientId, graceSeconds }: Named & { readonly graceSeconds: number },
  tools: OpenedTools,
): Promise<Done> {
  const { out, err } = tools;
  const rotated = await openRegistrations(tools).rotateSecret(clientId, graceSeconds);
  if (!rotated.ok) {
    return failed(`${clientId} is not a login client: register it by login-client put`);
  }
  const { secret, previousHoldsUntil } = rotated.value;
  err(
    previousHoldsUntil === null
      ? "No other secret is valid\n"
      : `The previous secret is valid until ${previousHoldsUntil}, older ones are not\n`,
  );
  err("The new secret, which cannot be printed again:\n");
  out(`${secret}\n`);
  return ok(null);
}

/** Ends a registration and its secrets. */
export async function removeLoginClient({ clientId }: Named, tools: OpenedTools): Promise<Done> {
  if (!await openRegistrations(tools).remove(clientId)) {
    return failed(`${clientId} is not a login client, and has no secret`);
  }
  tools.err(`${clientId} is no longer a login client, and its secrets are no longer valid\n`);
  return ok(null);
}

/** Prints a registration, with the end of its secrets' validity. */
export async function getLoginClient({ clientId }: Named, tools: OpenedTools): Promise<Done> {
  const found = await openRegistrations(tools).find(clientId);
  if (found === null) return failed(`${clientId} is not a login client`);
  tools.out(`${JSON.stringify(toJson(found), null, 2)}\n`);
  return ok(null);
}

/** Lists the registrations. */
export async function listLoginClients(
  { json }: { readonly json: boolean },
  tools: OpenedTools,
): Promise<Done> {
  await writeListing<FiledRegistration>({
    rows: openRegistrations(tools).list(),
    columns: {
      CLIENT: ({ clientId }) => clientId,
      STATUS: ({ status }) => status,
      NAME: ({ registration: { name } }) => name ?? "-",
      SECRETS: ({ secrets }) => String(secrets.length),
      "REDIRECT URIS": ({ registration: { redirectUris } }) => redirectUris.join(" "),
    },
    toJson,
    json,
    piped: "json",
  }, tools);
  return ok(null);
}

function toJson({ clientId, status, registration, secrets }: FiledRegistration) {
  return { clientId, status, ...registration, secrets };
}
