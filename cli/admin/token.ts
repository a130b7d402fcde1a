import type { ParseArgsConfig } from "node:util";
import { ClientId, Role } from "../../core/access/schema.ts";
import { readScope } from "../../service/config/readers.ts";
import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import { ok, type Result } from "../../base/result.ts";
import {
  type FiledToken,
  listAccessTokens,
  mintAccessToken,
  revokeAccessToken,
  tokenIdForm,
} from "../../kv/access/access_tokens.ts";
import { openClients } from "../../kv/access/clients.ts";
import type { Store } from "../../kv/store/store.ts";
import { type Done, failed, parseOptions, usage, type UsageRefusal } from "../command/command.ts";
import { writeListing } from "../command/listing.ts";
import { neededOnce, once, refuseArgument, textOption } from "../command/options.ts";
import type { Terminal } from "../command/terminal.ts";
import { parseDuration } from "./duration.ts";
import type { Variables } from "./secrets.ts";

/** One command on the local tokens. */
export type TokenCommand =
  | {
    readonly kind: "token mint";
    readonly clientId: ClientId;
    readonly roles: readonly Role[];
    readonly scopes: readonly string[];
    readonly seconds: number;
  }
  | {
    readonly kind: "token list";
    /** Null: every client's. */
    readonly clientId: ClientId | null;
    readonly json: boolean;
  }
  | {
    readonly kind: "token revoke";
    /** The beginning of the hash of one token, as `token list` prints it. */
    readonly id: string;
  };

/** The dependencies of the `token` commands. */
export interface TokenTools extends Terminal {
  readonly store: Store;
  /** Names the store, for people. */
  readonly name: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly variables: Variables;
}

const mintOptions = {
  client: textOption,
  role: textOption,
  scope: textOption,
  ttl: textOption,
} as const satisfies ParseArgsConfig["options"];

/** Reads the command line after `admin token VERB`. */
export function parseTokenCommand(
  verb: "mint" | "list" | "revoke",
  args: readonly string[],
): Result<TokenCommand, UsageRefusal> {
  switch (verb) {
    case "mint":
      return parseMint(args);
    case "list":
      return parseList(args);
    case "revoke":
      return parseRevoke(args);
    default:
      return verb satisfies never;
  }
}

function parseMint(args: readonly string[]): Result<TokenCommand, UsageRefusal> {
  const parsed = parseOptions(args, mintOptions);
  if (!parsed.ok) return parsed;
  const { values: { role = [], scope = [], ttl = ["1h"], ...values }, positionals } = parsed.value;
  const unexpected = refuseArgument(positionals);
  if (unexpected !== null) return unexpected;
  const client = neededOnce("--client ID", values.client);
  if (!client.ok) return client;
  const clientId = ClientId.safeParse(client.value);
  if (!clientId.success) return usage("--client must be 1 to 255 visible ASCII characters");
  const roles: Role[] = [];
  for (const name of role) {
    const known = Role.safeParse(name);
    if (!known.success) {
      return usage(`Unknown role "${name}": expected one of ${Role.options.join(", ")}`);
    }
    roles.push(known.data);
  }
  const scopes = scope.flatMap((names) => names.split(" ")).filter((name) => name !== "");
  const odd = scopes.find((name) => !readScope(name).ok);
  if (odd !== undefined) return usage(`"${odd}" is no OAuth scope`);
  const seconds = ttl.length === 1 ? parseSeconds(ttl[0] ?? "") : null;
  if (seconds === null) {
    return usage("--ttl takes one time of 1s to 366d, such as 90s, 30m, 1h, 7d");
  }
  return ok({ kind: "token mint", clientId: clientId.data, roles, scopes, seconds });
}

/** Longest life of a token that no identity provider can take back. */
const tokenSecondsMax = 366 * 86_400;

function parseSeconds(text: string): number | null {
  const seconds = parseDuration(text);
  return seconds !== null && seconds >= 1 && seconds <= tokenSecondsMax ? seconds : null;
}

function parseList(args: readonly string[]): Result<TokenCommand, UsageRefusal> {
  const parsed = parseOptions(args, { client: textOption, json: { type: "boolean" } });
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  const unexpected = refuseArgument(positionals);
  if (unexpected !== null) return unexpected;
  const client = once("--client", values.client);
  if (!client.ok) return client;
  const json = values.json ?? false;
  if (client.value === null) return ok({ kind: "token list", clientId: null, json });
  const clientId = ClientId.safeParse(client.value);
  return clientId.success
    ? ok({ kind: "token list", clientId: clientId.data, json })
    : usage("--client must be 1 to 255 visible ASCII characters");
}

function parseRevoke([id, ...others]: readonly string[]): Result<TokenCommand, UsageRefusal> {
  const unexpected = refuseArgument(others);
  if (unexpected !== null) return unexpected;
  return id !== undefined && tokenIdForm.test(id)
    ? ok({ kind: "token revoke", id })
    : usage("token revoke takes the ID that token list prints: at least 8 hex digits");
}

/** Mints, lists or revokes local tokens; only mint ever prints one. */
export async function runTokens(asked: TokenCommand, tools: TokenTools): Promise<Done> {
  switch (asked.kind) {
    case "token mint":
      return await mint(asked, tools);
    case "token list":
      return await list(asked, tools);
    case "token revoke":
      return await revoke(asked, tools);
    default:
      return asked satisfies never;
  }
}

type Asked<Kind> = Extract<TokenCommand, { kind: Kind }>;

async function mint(
  { clientId, roles, scopes, seconds }: Asked<"token mint">,
  tools: TokenTools,
): Promise<Done> {
  const token = await mintAccessToken(tools, { clientId, roles, scopes, seconds });
  const until = tools.clock.now().add({ seconds }).toString({ smallestUnit: "second" });
  const may = [...roles, ...scopes].join(" ");
  const whose = `${clientId}${may === "" ? "" : ` (${may})`}`;
  if (roles.includes("credentials-api-verifier") && !await isAdmitted(tools, clientId)) {
    tools.err(
      `${clientId} has no kybApplicationId: with this role the operator states that it passed KYB\n`,
    );
  }
  tools.err(`A token of ${whose}, in ${tools.name}, valid until ${until}:\n`);
  tools.out(`${token}\n`);
  if (tools.variables["AVAL_AUTH_URL"] !== undefined) {
    tools.err("With AVAL_AUTH_URL the service takes the identity provider's tokens only\n");
  }
  return ok(null);
}

/** Whether a client's record names the application that it was admitted by. */
async function isAdmitted({ store }: Pick<TokenTools, "store">, id: ClientId): Promise<boolean> {
  const record = await openClients(store).find(id);
  return record !== null && record.kybApplicationId !== null;
}

async function list({ clientId, json }: Asked<"token list">, tools: TokenTools): Promise<Done> {
  const now = tools.clock.now();
  await writeListing<FiledToken>({
    rows: tokensOf(tools, clientId),
    columns: {
      ID: ({ id }) => id,
      CLIENT: ({ token }) => token.clientId,
      ROLES: ({ token }) => token.roles.join(" ") || "-",
      SCOPES: ({ token }) => token.scopes.join(" ") || "-",
      AGE: ({ token }) => describeAge(Temporal.Instant.from(token.createdAt), now),
      EXPIRES: ({ token }) => token.expiresAt,
    },
    toJson: ({ id, token }) => ({ id, ...token }),
    json,
    piped: "tabs",
  }, tools);
  return ok(null);
}

async function* tokensOf(
  tools: TokenTools,
  clientId: ClientId | null,
): AsyncIterable<FiledToken> {
  for await (const filed of listAccessTokens(tools)) {
    if (clientId === null || filed.token.clientId === clientId) yield filed;
  }
}

/** An age in its largest unit, rounded down: `90 s`, `3 h`, `12 d`. */
function describeAge(since: Temporal.Instant, now: Temporal.Instant): string {
  const seconds = Math.max(0, Math.floor((now.epochMilliseconds - since.epochMilliseconds) / 1000));
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7_200) return `${Math.floor(seconds / 60)} min`;
  return seconds < 172_800
    ? `${Math.floor(seconds / 3_600)} h`
    : `${Math.floor(seconds / 86_400)} d`;
}

async function revoke({ id }: Asked<"token revoke">, tools: TokenTools): Promise<Done> {
  const revoked = await revokeAccessToken(tools, id);
  if (!revoked.ok) return failed(revoked.refusal.message);
  tools.err(`The token ${id} of ${revoked.value.clientId} is revoked: its next request is 401\n`);
  return ok(null);
}
