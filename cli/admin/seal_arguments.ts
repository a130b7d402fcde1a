import { Uuid } from "../../core/nouns.ts";
import type { ClientId } from "../../core/access/schema.ts";
import { ok, type Result } from "../../base/result.ts";
import { parseOptions, usage, type UsageRefusal } from "../command.ts";
import { neededOnce, once, refuseArgument, textOption } from "../options.ts";
import { oneClient } from "./client_arguments.ts";

/** One command on the trust service and the credentials there. */
export type SealCommand =
  | {
    readonly kind: "seal check";
    /** `credentialID`; null: of the provider alone. */
    readonly credentialId: string | null;
    readonly json: boolean;
  }
  | {
    readonly kind: "seal credential put";
    readonly clientId: ClientId;
    readonly credentialId: string;
    /** The person who signs by it; null: the client's own, which seals. */
    readonly personId: string | null;
  }
  | { readonly kind: "seal credential list"; readonly json: boolean }
  | {
    readonly kind: "seal credential remove";
    readonly clientId: ClientId;
    readonly personId: string | null;
  };

type Parsed = Result<SealCommand, UsageRefusal>;

/** The verbs of `admin seal credential`. */
const credentialVerbs = ["put", "list", "remove"] as const;

/** Reads the command line after `admin seal VERB`. */
export function parseSealCommand(verb: "check" | "credential", args: readonly string[]): Parsed {
  if (verb === "check") return parseCheck(args);
  const [asked, ...rest] = args;
  const known = credentialVerbs.find((one) => one === asked);
  switch (known) {
    case "put":
      return parsePut(rest);
    case "list":
      return parseList(rest);
    case "remove":
      return parseRemove(rest);
    case undefined:
      return usage(
        asked === undefined
          ? `Say what to do: ${credentialVerbs.map((one) => `seal credential ${one}`).join(", ")}`
          : `Unknown command "seal credential ${asked}"`,
      );
    default:
      return known satisfies never;
  }
}

function parseCheck(args: readonly string[]): Parsed {
  const parsed = parseOptions(args, { json: { type: "boolean" } });
  if (!parsed.ok) return parsed;
  const { values, positionals: [id, ...others] } = parsed.value;
  const unexpected = refuseArgument(others);
  if (unexpected !== null) return unexpected;
  const json = values.json ?? false;
  if (id === undefined) return ok({ kind: "seal check", credentialId: null, json });
  const credentialId = readCredential("A credential ID", id);
  return credentialId.ok
    ? ok({ kind: "seal check", credentialId: credentialId.value, json })
    : credentialId;
}

function parsePut(args: readonly string[]): Parsed {
  const parsed = parseOptions(args, { credential: textOption, person: textOption });
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  const clientId = oneClient(positionals);
  if (!clientId.ok) return clientId;
  const credential = neededOnce("--credential ID", values.credential);
  if (!credential.ok) return credential;
  const credentialId = readCredential("--credential", credential.value);
  if (!credentialId.ok) return credentialId;
  const personId = readPerson(values.person);
  if (!personId.ok) return personId;
  return ok({
    kind: "seal credential put",
    clientId: clientId.value,
    credentialId: credentialId.value,
    personId: personId.value,
  });
}

function parseList(args: readonly string[]): Parsed {
  const parsed = parseOptions(args, { json: { type: "boolean" } });
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  return refuseArgument(positionals) ??
    ok({ kind: "seal credential list", json: values.json ?? false });
}

function parseRemove(args: readonly string[]): Parsed {
  const parsed = parseOptions(args, { person: textOption });
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  const clientId = oneClient(positionals);
  if (!clientId.ok) return clientId;
  const personId = readPerson(values.person);
  return personId.ok
    ? ok({
      kind: "seal credential remove",
      clientId: clientId.value,
      personId: personId.value,
    })
    : personId;
}

function readCredential(what: string, id: string): Result<string, UsageRefusal> {
  return /^[\x21-\x7e]{1,255}$/.test(id)
    ? ok(id)
    : usage(`${what} must be 1 to 255 visible ASCII characters`);
}

function readPerson(values: readonly string[] | undefined): Result<string | null, UsageRefusal> {
  const given = once("--person", values);
  if (!given.ok || given.value === null) return given;
  const personId = Uuid.safeParse(given.value);
  return personId.success
    ? ok(personId.data)
    : usage("--person takes the ID of a declared person: kyb show --json prints them");
}
