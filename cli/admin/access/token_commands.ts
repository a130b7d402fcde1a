import { z } from "zod";
import { ok } from "../../../base/result.ts";
import { Role } from "../../../core/access/schema.ts";
import { tokenIdForm } from "../../../kv/access/token_keys.ts";
import { readScope } from "../../../service/config/readers.ts";
import { usage } from "../../command/command.ts";
import { argument, by, defaulted, needed, optional, repeated } from "../../command/parameter.ts";
import { takes } from "../../command/record.ts";
import { type AdminCommand, adminCommand, json } from "../command/admin_command.ts";
import { clientOption, duration } from "../command/readers.ts";
import { listTokens, mintToken, revokeToken } from "./token.ts";

function readRole(name: string) {
  const known = Role.safeParse(name);
  return known.success
    ? ok(known.data)
    : usage(`Unknown role "${name}": expected one of ${Role.options.join(", ")}`);
}

/** Reads scopes; one value may contain several, separated by spaces. */
function readScopes(text: string) {
  const scopes = text.split(" ").filter((name) => name !== "");
  const odd = scopes.find((name) => !readScope(name).ok);
  return odd === undefined ? ok(scopes) : usage(`"${odd}" is not an OAuth scope`);
}

const lifetime = duration({
  least: 1,
  // No identity provider can take such a token back.
  most: 366 * 86_400,
  message: "--ttl takes one time of 1s to 366d, such as 90s, 30m, 1h, 7d",
});

/** The commands on the service's own tokens. */
export const tokenCommands: readonly AdminCommand[] = [
  adminCommand({
    name: "token mint",
    arguments: takes({
      clientId: needed("--client ID", clientOption),
      roles: repeated("--role ROLE", readRole),
      scopes: repeated("--scope SCOPE", readScopes),
      seconds: defaulted("--ttl 1h", "1h", lifetime),
    }),
    help: `
      makes a local bearer token, printed once, alone on the last line;
      --ttl takes whole seconds, minutes, hours or days: 90s, 30m, 1h, 7d`,
    store: "made",
    run: ({ scopes, ...asked }, tools) => mintToken({ ...asked, scopes: scopes.flat() }, tools),
  }),
  adminCommand({
    name: "token list",
    arguments: takes({ clientId: optional("--client ID", clientOption), json }),
    help: `
      prints the local tokens that have not expired: ID (the beginning of the hash),
      client, roles, scopes, age, expiry; never a token. Columns between tabs, with
      a header on a terminal`,
    store: "existing",
    run: listTokens,
  }),
  adminCommand({
    name: "token revoke",
    arguments: takes({
      id: argument(
        "ID",
        by(
          z.string().regex(tokenIdForm),
          "token revoke takes the ID that token list prints: at least 8 hex digits",
        ),
      ),
    }),
    help: `
      ends the token whose hash begins so, within 10 s`,
    store: "existing",
    run: revokeToken,
  }),
];
