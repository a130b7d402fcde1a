import { LoginRegistration } from "../../../core/access/login_client_schema.ts";
import { problemsOf } from "../../../core/policy/problems.ts";
import { ok } from "../../../base/result.ts";
import { usage } from "../../command/command.ts";
import { defaulted, optional, repeatedNeeded } from "../../command/parameter.ts";
import { takes } from "../../command/record.ts";
import { printable } from "../../command/terminal.ts";
import { type AdminCommand, adminCommand, json } from "../command/admin_command.ts";
import {
  getLoginClient,
  listLoginClients,
  putLoginClient,
  removeLoginClient,
  rotateSecret,
} from "./login_client.ts";
import { clientArgument, duration } from "../command/readers.ts";

const grace = duration({
  least: 0,
  // As long as both hold, a lost secret is as good as the new one.
  most: 30 * 86_400,
  message: "--grace takes a time of 0s to 30d, such as 0s, 30m, 24h",
});

const putArguments = takes({
  clientId: clientArgument(),
  redirectUris: repeatedNeeded("--redirect URI", ok, "--redirect URI is needed, once or more"),
  name: optional("--name NAME"),
}, ({ clientId, redirectUris: given, name }) => {
  const redirectUris = [...new Set(given)];
  const read = LoginRegistration.safeParse({ redirectUris, ...name === null ? {} : { name } });
  if (read.success) return ok({ clientId, registration: read.data });
  const problems = problemsOf(read.error, LoginRegistration);
  return usage(problems.map((problem) => inOptions(problem, redirectUris)).join("; "));
});

/** The commands on the relying parties of the login; only a new secret is printed. */
export const loginClientCommands: readonly AdminCommand[] = [
  adminCommand({
    name: "login-client put",
    arguments: putArguments,
    help: `
      registers a client as a relying party of the wallet login, or replaces its URIs
      and its name; a client without a record gets one. URI: https, or http on
      localhost, compared character by character. NAME: what people read on the
      login's page, 80 characters at most; without it they read ID. The first time
      its secret is printed, once, alone on the last line; later puts keep it`,
    store: "made",
    recorded: "always",
    run: putLoginClient,
  }),
  adminCommand({
    name: "login-client get",
    arguments: takes({ clientId: clientArgument() }),
    help: `
      prints registration, status, and since when and until when its secrets hold`,
    store: "existing",
    run: getLoginClient,
  }),
  adminCommand({
    name: "login-client list",
    arguments: takes({ json }),
    help: `
      prints every login client: a table on a terminal, else one JSON object a line`,
    store: "existing",
    run: listLoginClients,
  }),
  adminCommand({
    name: "login-client rotate-secret",
    arguments: takes({
      clientId: clientArgument(),
      graceSeconds: defaulted("--grace 24h", "24h", grace),
    }),
    help: `
      makes a new secret, printed once, alone on the last line. The one before it
      holds through the grace (0s to 30d), any older one ends at once`,
    store: "existing",
    recorded: "always",
    run: rotateSecret,
  }),
  adminCommand({
    name: "login-client remove",
    arguments: takes({ clientId: clientArgument() }),
    help: `
      ends the registration and every secret of it; the client's record stays`,
    store: "existing",
    recorded: "always",
    run: removeLoginClient,
  }),
];

/** Names the option of a problem instead of the record's member. */
function inOptions(problem: string, redirectUris: readonly string[]): string {
  return problem
    .replace(
      /^redirectUris\.(\d+)/,
      (_, index) => `--redirect ${printable(redirectUris[Number(index)] ?? "")}`,
    )
    .replace(/^redirectUris/, "--redirect")
    .replace(/^name/, "--name");
}
