import { z } from "zod";
import { type Json, parseJson } from "../../base/json.ts";
import { ok, type Result } from "../../base/result.ts";
import { breakings } from "../../sandbox/wallet/breakings.ts";
import { type Format, formats } from "../../sandbox/wallet/format.ts";
import { personNames } from "../../sandbox/wallet/persons.ts";
import { usage, type UsageRefusal } from "../command/command.ts";
import {
  argument,
  by,
  defaulted,
  elsewhere,
  flag,
  lastOf,
  optional,
  repeated,
} from "../command/parameter.ts";
import { command, type CommandRecord, type Given, takes } from "../command/record.ts";
import type { WalletReply } from "./answer_request.ts";
import { list } from "./list.ts";
import { login } from "./login.ts";
import { present, type WalletTools } from "./present.ts";
import { redeem } from "./redeem.ts";
import type { WalletFile } from "./wallet_file.ts";
import { sandboxIssuers } from "../../sandbox/invented/credentials.ts";

const path = lastOf(
  defaulted(
    "--wallet FILE",
    ".aval/wallet.json",
    (text) =>
      isWalletPath(text)
        ? ok(text)
        : usage("--wallet takes a file in .aval/ whose name ends in .json: .aval/other.json"),
  ),
);

/** The parameters for answering a request. */
const replying = {
  format: lastOf(
    optional("--format F", by(z.enum(formats), `--format is ${formats.join(" or ")}`)),
  ),
  credential: lastOf(optional("--with ID")),
  person: lastOf(
    defaulted(
      "--person P",
      "clear",
      by(z.enum(personNames), `--person is one of ${personNames.join(", ")}`),
    ),
  ),
  claims: repeated("--claim NAME=JSON", readClaim),
  without: repeated("--without NAME"),
  breaking: lastOf(optional("--break NAME", readBreaking)),
  error: lastOf(optional("--error CODE")),
  isNewKey: flag("--new-key"),
  path,
};

const originElsewhere =
  "--origin is of a page's request, which present reads from standard input: -";

/** The commands of `wallet`. */
export const walletCommands: readonly CommandRecord<WalletTools>[] = [
  command({
    name: "redeem",
    arguments: takes({ offer: argument("OFFER", ok, "redeem takes an OFFER"), path }, null, {
      tooMany: "redeem takes one OFFER: put it between quotes",
    }),
    help: `
      redeems a credential offer (OpenID4VCI 1.0: metadata, token, nonce, key
      proof), holds the credential to what was offered, keeps it with its key,
      and prints it. OFFER is openid-credential-offer://?..., between quotes, or
      - for standard input: the offer, or the answer of the demo offer:
      curl -s localhost:8000/v1/credentials/sandbox/demo-offer |
        deno task wallet redeem -`,
    run: ({ offer, path }, tools) =>
      redeem({ offer }, { ...tools, held: tools.openHeld({ path, isNewKey: false }) }),
  }),
  command({
    name: "list",
    arguments: takes({ json: flag("--json"), check: flag("--check"), path }, null, {
      tooMany: "list takes only options",
    }),
    help: `
      prints the kept credentials; --check looks each up in its status list`,
    run: ({ path, ...asked }, tools) =>
      list(asked, { ...tools, held: tools.openHeld({ path, isNewKey: false }) }),
  }),
  command({
    name: "present",
    arguments: takes(
      {
        uri: argument("URI", ok, "present takes a URI"),
        ...replying,
        origin: lastOf(optional("--origin URL")),
      },
      acceptPresent,
      { tooMany: "present takes one URI: put it between quotes" },
    ),
    help: `
      answers an authorization request of this service (OpenID4VP 1.0, by value
      or by request_uri, whose signature it verifies) with credentials that the
      sandbox's published issuer signs on the spot, and prints the reply
      With - and --origin URL it answers a session by the Digital Credentials API
      (channel dc_api): it is the wallet, the browser of a page at URL, and the
      page's own server
      With --error CODE it says why it presents nothing: access_denied and the like`,
    run: ({ file, ...asked }, tools) =>
      present(asked, {
        ...tools,
        ...answeringTools(file, tools),
        heldCredentials: tools.openHeld(file),
      }),
  }),
  command({
    name: "login",
    arguments: takes(
      {
        uri: argument("URL", readHttpUrl, "login takes a URL"),
        ...replying,
        origin: elsewhere("--origin", originElsewhere),
      },
      acceptReply,
      { tooMany: "login takes one URL: put it between quotes" },
    ),
    help: `
      goes through a wallet login: opens a relying party's authorize URL as a
      browser does, answers the page's wallet link, asks for up to 5 minutes how
      far it is, and prints the address that the browser would be sent to, alone.
      It does not go there: the code in it is still unused. URL is the authorize
      URL itself, between quotes: no page that redirects to it`,
    run: ({ file, ...asked }, tools) => login(asked, { ...tools, ...answeringTools(file, tools) }),
  }),
];

/** Whether the task may read and write a path: below `.aval/`, and not another program's file. */
function isWalletPath(path: string): boolean {
  const [folder, ...names] = path.replace(/^\.\//, "").split("/");
  return folder === ".aval" && names.length > 0 && path.endsWith(".json") &&
    names.every((name) => /^[\w.-]+$/.test(name) && name !== "." && name !== "..");
}

function readHttpUrl(text: string): Result<string, UsageRefusal> {
  return ["http:", "https:"].includes(URL.parse(text)?.protocol ?? "")
    ? ok(text)
    : usage("login takes an http or https URL");
}

function readClaim(text: string): Result<readonly [string, Json], UsageRefusal> {
  const [, name, json] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  const value = name === undefined ? undefined : parseJson(json ?? "");
  return name === undefined || value === undefined
    ? usage("--claim is NAME=JSON, a text in double quotes")
    : ok([name, value]);
}

type Breaking = typeof breakings[number];

function readBreaking(text: string): Result<Breaking, UsageRefusal> {
  const breaking = breakings.find(({ name }) => name === text);
  return breaking === undefined ? usage(`--break knows no "${text}"`) : ok(breaking);
}

type Replying = Given<typeof replying> & { readonly uri: string };

/** The answer to a request, and the answering wallet. */
interface Answered {
  readonly uri: string;
  readonly reply: WalletReply;
  readonly file: WalletFile;
}

function acceptReply(asked: Replying): Result<Answered, UsageRefusal> {
  const { uri, path, isNewKey, error, format, person, without, claims, breaking } = asked;
  const answered = { uri, file: { path, isNewKey } };
  const credential = asked.credential ?? undefined;
  if (error !== null) {
    return breaking === null && format === null && credential === undefined &&
        claims.length + without.length === 0
      ? ok({ ...answered, reply: { error } })
      : usage("--error excludes other options, since nothing is presented");
  }
  if (breaking !== null && format !== null && !fits(breaking, format)) {
    return usage(`--break ${breaking.name} is nothing of ${format}`);
  }
  const others = Object.fromEntries(claims);
  return ok({
    ...answered,
    reply: { format, person, credential, without, claims: others, breaking },
  });
}

function acceptPresent({ origin, ...asked }: Replying & { readonly origin: string | null }) {
  if (origin !== null && asked.uri !== "-") return usage(originElsewhere);
  if (origin !== null && URL.parse(origin)?.origin !== origin) {
    return usage("--origin is scheme, host and port alone: https://shop.example");
  }
  const answered = acceptReply(asked);
  return answered.ok ? ok({ ...answered.value, origin }) : answered;
}

function fits(
  { sdJwt, mdoc, token, encryption }: Breaking,
  format: Format,
): boolean {
  return (token ?? encryption) !== undefined || (format === "mdoc" ? mdoc : sdJwt) !== undefined;
}

function answeringTools(file: WalletFile, { openKeys }: Pick<WalletTools, "openKeys">) {
  return { holderKeys: openKeys(file), issuers: sandboxIssuers() };
}
