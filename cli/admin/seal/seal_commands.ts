import { z } from "zod";
import { Uuid } from "../../../core/nouns.ts";
import { by, idBy, needed, optional, optionalArgument } from "../../command/parameter.ts";
import { takes } from "../../command/record.ts";
import { type AdminCommand, adminCommand, json } from "../command/admin_command.ts";
import { clientArgument } from "../command/readers.ts";
import { checkSeal } from "./seal_check.ts";
import { listCredentials, putCredential, removeCredential } from "./seal_credential.ts";

/** `credentialID` of the trust service. */
const CredentialId = z.string().regex(/^[\x21-\x7e]{1,255}$/);

/** The person who signs; null: the client itself, which seals. */
const personId = optional(
  "--person ID",
  by(Uuid, "--person takes the ID of a declared person: kyb show --json prints them"),
);

/** The commands for the trust service and its credentials. */
export const sealCommands: readonly AdminCommand[] = [
  adminCommand({
    name: "seal check",
    arguments: takes({
      credentialId: optionalArgument("CREDENTIAL", idBy(CredentialId, "A credential ID")),
      json,
    }),
    help: `
      asks the trust service of AVAL_CSC_* what it is, which methods it offers and which
      credentials it lists; or whether CREDENTIAL can seal and sign, and why not. Signs
      nothing, and needs no store. Exit status 1 where it is of no use`,
    store: "none",
    run: checkSeal,
  }),
  adminCommand({
    name: "seal credential put",
    arguments: takes({
      clientId: clientArgument("CLIENT"),
      credentialId: needed("--credential ID", idBy(CredentialId, "--credential")),
      personId,
    }),
    help: `
      puts on file by which credential a client seals, or by which a person signs for it:
      a declared UBO, director or senior managing official of the client's APPROVED
      application. The trust service must say first that it can be used for that. What
      else stands in the client's record stays`,
    store: "made",
    recorded: "always",
    run: putCredential,
  }),
  adminCommand({
    name: "seal credential list",
    arguments: takes({ json }),
    help: `
      prints every credential on file: a table on a terminal, else one JSON object a line`,
    store: "existing",
    run: listCredentials,
  }),
  adminCommand({
    name: "seal credential remove",
    arguments: takes({ clientId: clientArgument("CLIENT"), personId }),
    help: `
      takes a credential off file; at the provider it stays. Needs no trust service`,
    store: "existing",
    recorded: "always",
    run: removeCredential,
  }),
];
