import { z } from "zod";
import { ok } from "../../../base/result.ts";
import { eventSigning } from "../../../kv/events/event_keys.ts";
import { loginSigning } from "../../../kv/keys/stored_signing_keys.ts";
import { usage } from "../../command/command.ts";
import { argument, by, flag } from "../../command/parameter.ts";
import { takes } from "../../command/record.ts";
import { type AdminCommand, adminCommand, json } from "../command/admin_command.ts";
import { rewrapKeys, rotateKey, withSecrets } from "./keys.ts";
import { listKeys } from "./keys_list.ts";
import { activateKey, newKey, revokeKey } from "./signing_keys.ts";

/** A data key by its purpose, or the key that signs events. */
const purpose = (text: string) =>
  text === loginSigning
    ? usage(
      `keys rotate is for data keys; a signing key: keys new ${loginSigning}, then keys activate`,
    )
    : ok(text);

/** The purpose of a signing key. @param verb verb of the command */
const use = (verb: string) =>
  argument(
    loginSigning,
    by(z.literal(loginSigning), `keys ${verb} takes what the key is for: ${loginSigning}`),
  );

/** The arguments that name one signing key. A thumbprint may begin with a dash. */
const signingKey = (verb: string) =>
  takes(
    {
      use: use(verb),
      kid: argument(
        "KID",
        by(
          z.string().regex(/^[\w-]{43}$/),
          `keys ${verb} ${loginSigning} needs a KID, as keys list prints it`,
        ),
      ),
    },
    null,
    { verbatim: true },
  );

/** The commands for the keys in the store, none of which prints key material. */
export const keysCommands: readonly AdminCommand[] = [
  adminCommand({
    name: "keys list",
    arguments: takes({ json }),
    help: `
      one line a data key or signing key, with a header on a terminal: purpose, id,
      state, made, when it stops to write or sign, from when a ROTATED one may be
      revoked without harm (its last id_token has expired), id of the secret that
      wraps it, and which variable holds that one; no key material`,
    store: "existing",
    run: withSecrets(listKeys),
  }),
  adminCommand({
    name: "keys rewrap",
    arguments: takes({}),
    help: `
      wraps every key by AVAL_SECRET_KEY that AVAL_SECRET_KEY_PREVIOUS wraps;
      what they protect stays as it is. Start every server with both secrets
      first: one that knows the old one alone cannot start again`,
    store: "existing",
    run: withSecrets(rewrapKeys),
  }),
  adminCommand({
    name: "keys rotate",
    arguments: takes(
      {
        purpose: argument("PURPOSE", purpose, "keys rotate needs a PURPOSE, such as at-rest"),
        atOnce: flag("--at-once"),
      },
      ({ purpose, atOnce }) =>
        atOnce && purpose !== eventSigning
          ? usage(`--at-once is for ${eventSigning}: a data key of before still reads`)
          : ok({ purpose, atOnce }),
    ),
    help: `
      makes a new data key of a purpose, which running servers write with within a
      minute; the one before it still reads. Of ${eventSigning}: a new key that signs
      events; the one before it signs beside it for 7 days, with --at-once no more.
      Prints the new id`,
    store: "existing",
    recorded: "with keys",
    run: withSecrets(rotateKey),
  }),
  adminCommand({
    name: "keys new",
    arguments: takes({ use: use("new") }),
    help: `
      makes a NEW key for id_tokens, which is not published yet. Prints its KID`,
    store: "existing",
    recorded: "with keys",
    run: withSecrets(newKey),
  }),
  adminCommand({
    name: "keys activate",
    arguments: signingKey("activate"),
    help: `
      publishes a NEW key at once and makes it ACTIVE. It signs when the JWKS that
      relying parties keep is over (login.jwksCacheSeconds of AVAL_POLICY, 300 s);
      until then the one before it does, which is ROTATED and stays published`,
    store: "existing",
    recorded: "with keys",
    run: withSecrets(activateKey),
  }),
  adminCommand({
    name: "keys revoke",
    arguments: signingKey("revoke"),
    help: `
      takes a key out of the JWKS with the next answer of every server and deletes
      its private part: what it has signed verifies no more. Refused for the ACTIVE
      one: activate another first, which signs at once when you revoke its
      predecessor`,
    store: "existing",
    recorded: "with keys",
    run: withSecrets(revokeKey),
  }),
];
