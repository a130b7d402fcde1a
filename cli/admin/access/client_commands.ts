import { flag, notEmpty, optional } from "../../command/parameter.ts";
import { takes } from "../../command/record.ts";
import { type AdminCommand, adminCommand, json } from "../command/admin_command.ts";
import { deleteClient, getClient, listClients } from "./client.ts";
import { putClient } from "./client_put.ts";
import { offboardClient } from "./offboard.ts";
import { clientArgument } from "../command/readers.ts";

const path = notEmpty("--file needs a path, or - for standard input");

/** The commands on client records. */
export const clientCommands: readonly AdminCommand[] = [
  adminCommand({
    name: "client put",
    arguments: takes({ clientId: clientArgument(), file: optional("--file JSON", path) }),
    help: `
      puts a client's whole record in the place of the one that is there; - reads
      standard input. For every member that the file leaves out the defaults hold,
      and without --file for all of them, where there is no record yet:
        status                 ACTIVE, or SUSPENDED: every request with a token is 403
        suspendedBy            [], or what suspends it: OPERATOR by client put, KYB
                               until kyb approve, OFFBOARDING for ever
        ipAllowlist            [] from anywhere, or addresses and CIDRs
        allowedDomain          null, app.example.com, or *.example.com (not itself)
        rateLimits             {}, or by screening, verification, credentials:
                               {"capacity": 60, "refillPerSecond": 10}
        academicIssuerId       null, or the issuer that it acts for
        kybApplicationId       null, or the application that it was admitted by
        sealCredential         null, or {"credentialId": ...} at the trust service
        signingCredentials     [], or [{"personId": ..., "credentialId": ...}]; of both,
                               what the file leaves out is no longer on file. They are
                               not looked up here: seal credential put does that
        evidenceEncryptionKey  null, or a public JWK of P-256 or P-384
        returnOrigins          [], or https origins of its pages, at most 20: wallets
                               send browsers back to them alone (returnUrl)
        fourEyes               none, or whose reviews need a second person: confirmed
                               (of confirmed_match), all
        review                 {"dueHours": 72, "confirmed": false}: when a match is
                               due, and whether confirmed ones are reviewed too
        monitoring             true: customers may be kept, and are compared with each
                               change of the lists; default false
        subjectUrlTemplate     null, or https://crm.example/customers/{subjectRef}: the
                               client's page about a customer, which the desk links
        loginClient            null, or {"name": ..., "redirectUris": [...]}; a file
                               that leaves it out is refused for a login client; null
                               ends its login, and its secret stays`,
    store: "none",
    run: putClient,
  }),
  adminCommand({
    name: "client get",
    arguments: takes({ clientId: clientArgument() }),
    help: `
      prints the record in the form that put takes, or the defaults`,
    store: "existing",
    run: getClient,
  }),
  adminCommand({
    name: "client list",
    arguments: takes({ json }),
    help: `
      prints every record: a table on a terminal, else one JSON object a line`,
    store: "existing",
    run: listClients,
  }),
  adminCommand({
    name: "client delete",
    arguments: takes({ clientId: clientArgument() }),
    help: `
      deletes the record of a client of which nothing is kept: no audit entry (and
      so no decision), session, usage, token or KYB application. Suspend others`,
    store: "existing",
    recorded: "always",
    run: deleteClient,
  }),
  adminCommand({
    name: "client offboard",
    arguments: takes({ clientId: clientArgument(), dryRun: flag("--dry-run") }),
    help: `
      ends the relation: refuses every request of the client from now on, deletes its
      decisions, reviews, sessions, packs, logins, tokens and counts, and prints how
      many. It cannot be undone, and the ID is never used again. KYB records stay for
      the days of the policy (lifetimes.kybRecordDays), entries of the audit log for
      ever. Repeat it when it breaks off. --dry-run prints what would be deleted
      and what stays, and changes nothing`,
    store: "existing",
    recorded: "always",
    run: offboardClient,
  }),
];
