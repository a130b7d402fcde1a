import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import { ok } from "../../base/result.ts";
import { suspendersOf } from "../../core/access/suspension.ts";
import { type ClientRecords, openClients } from "../../kv/access/clients.ts";
import {
  type FiledRegistration,
  type LoginRegistrations,
  openLoginRegistrations,
} from "../../kv/login/login_registrations.ts";
import type { RetryDependencies } from "../../kv/store/retry.ts";
import type { Store } from "../../kv/store/store.ts";
import { type Done, failed } from "../command/command.ts";
import { writeListing } from "../command/listing.ts";
import type { Terminal } from "../command/terminal.ts";
import { openOperatorAudit } from "../../kv/audit/audit_recording.ts";
import type { LoginClientCommand } from "./login_client_arguments.ts";
import type { RecordingTools } from "./recording_tools.ts";

/** The dependencies of the `login-client` commands. */
export interface LoginClientTools extends Terminal, RecordingTools, RetryDependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
}

type Asked<Kind> = Extract<LoginClientCommand, { kind: Kind }>;

/** Registers, lists or removes relying parties, or rotates a secret; only a new secret is printed. */
export async function runLoginClients(
  asked: LoginClientCommand,
  tools: LoginClientTools,
): Promise<Done> {
  const registrations = openLoginRegistrations({ ...tools, audit: openOperatorAudit(tools) });
  switch (asked.kind) {
    case "login-client put":
      return await put(asked, registrations, { ...tools, clients: openClients(tools.store) });
    case "login-client get":
      return await get(asked, registrations, tools);
    case "login-client list":
      return await list(asked, registrations, tools);
    case "login-client rotate-secret":
      return await rotate(asked, registrations, tools);
    case "login-client remove":
      return await remove(asked, registrations, tools);
    default:
      return asked satisfies never;
  }
}

async function put(
  { clientId, registration }: Asked<"login-client put">,
  registrations: LoginRegistrations,
  { clients, out, err }: Terminal & { readonly clients: ClientRecords },
): Promise<Done> {
  const record = await clients.find(clientId);
  if (record !== null && suspendersOf(record).includes("OFFBOARDING")) {
    return failed(`${clientId} was offboarded: give whoever comes back another ID`);
  }
  const { status, secret, isNew } = await registrations.put(clientId, registration);
  err(`${clientId} is ${isNew ? "a login client now" : "changed"}\n`);
  if (status === "SUSPENDED") err("It is SUSPENDED: nobody logs in at it\n");
  if (secret === null) {
    err("It keeps the secret that it has; login-client rotate-secret makes another\n");
    return ok(null);
  }
  err("Its secret, which nobody can print again:\n");
  out(`${secret}\n`);
  return ok(null);
}

async function rotate(
  { clientId, graceSeconds }: Asked<"login-client rotate-secret">,
  registrations: LoginRegistrations,
  { out, err }: Terminal,
): Promise<Done> {
  const rotated = await registrations.rotateSecret(clientId, graceSeconds);
  if (!rotated.ok) return failed(`${clientId} is no login client: login-client put makes it one`);
  const { secret, previousHoldsUntil } = rotated.value;
  err(
    previousHoldsUntil === null
      ? "No other secret holds\n"
      : `The secret before it holds until ${previousHoldsUntil}, any older one no more\n`,
  );
  err("The new secret, which nobody can print again:\n");
  out(`${secret}\n`);
  return ok(null);
}

async function remove(
  { clientId }: Asked<"login-client remove">,
  registrations: LoginRegistrations,
  { err }: Terminal,
): Promise<Done> {
  if (!await registrations.remove(clientId)) {
    return failed(`${clientId} is no login client, and has no secret`);
  }
  err(`${clientId} is no login client any more, and its secrets have ended\n`);
  return ok(null);
}

async function get(
  { clientId }: Asked<"login-client get">,
  registrations: LoginRegistrations,
  { out }: Terminal,
): Promise<Done> {
  const found = await registrations.find(clientId);
  if (found === null) return failed(`${clientId} is no login client`);
  out(`${JSON.stringify(toJson(found), null, 2)}\n`);
  return ok(null);
}

async function list(
  { json }: Asked<"login-client list">,
  registrations: LoginRegistrations,
  terminal: Terminal,
): Promise<Done> {
  await writeListing<FiledRegistration>({
    rows: registrations.list(),
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
  }, terminal);
  return ok(null);
}

function toJson({ clientId, status, registration, secrets }: FiledRegistration) {
  return { clientId, status, ...registration, secrets };
}
