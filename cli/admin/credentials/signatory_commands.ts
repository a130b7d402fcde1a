import { z } from "zod";
import { AcademicIssuerId, SignatoryId } from "../../../core/credentials/issuer_schema.ts";
import { argument, by, idBy, needed, optional } from "../../command/parameter.ts";
import { takes } from "../../command/record.ts";
import { type AdminCommand, adminCommand, json } from "../command/admin_command.ts";
import { listSignatories, putSignatory, removeSignatory } from "./signatory.ts";

/** A name as people write it, on one line. */
const Name = z.string().trim().regex(/^[^\p{C}\u2028\u2029]{1,200}$/u);

/** `sub` at the identity provider (OpenID Connect Core §2). */
const Subject = z.string().regex(/^[\x21-\x7e]{1,255}$/);

const id = argument("ID", idBy(SignatoryId, "A signatory ID"), "A signatory ID is needed");
const issuer = idBy(AcademicIssuerId, "--issuer");

/** The commands for people who prepare, recheck and approve batches. */
export const signatoryCommands: readonly AdminCommand[] = [
  adminCommand({
    name: "signatory put",
    arguments: takes({
      id,
      academicIssuerId: needed("--issuer ISSUER", issuer, "--issuer ID"),
      idpSubject: needed("--subject SUB", idBy(Subject, "--subject")),
      name: needed("--name NAME", by(Name, "--name must be 1 to 200 characters on one line")),
    }),
    help: `
      puts a person who prepares, rechecks or approves batches of an issuer, or
      replaces the record. SUB: who that is at the identity provider, whose second
      factor approvals need. ID stands in the audit log, NAME never: let ID be no name`,
    store: "made",
    recorded: "always",
    run: putSignatory,
  }),
  adminCommand({
    name: "signatory list",
    arguments: takes({ academicIssuerId: optional("--issuer ISSUER", issuer), json }),
    help: `
      prints every signatory: a table on a terminal, else one JSON object a line`,
    store: "existing",
    run: listSignatories,
  }),
  adminCommand({
    name: "signatory remove",
    arguments: takes({ id }),
    help: `
      removes the record, and with it the name: approves nothing from then on`,
    store: "existing",
    recorded: "always",
    run: removeSignatory,
  }),
];
