import type { ClientId, Role } from "../../../core/access/schema.ts";
import { ok } from "../../../base/result.ts";
import {
  listAccessTokens,
  mintAccessToken,
  revokeAccessToken,
} from "../../../kv/access/access_tokens.ts";
import { listClientTokens } from "../../../kv/access/client_tokens.ts";
import { type FiledToken } from "../../../kv/access/token_keys.ts";
import { openClients } from "../../../kv/access/clients.ts";
import { type Done, failed } from "../../command/command.ts";
import { writeListing } from "../../command/listing.ts";
import type { OpenedTools } from "../command/admin_command.ts";

/** Mints a token; only this command prints one. */
export async function mintToken(
  { clientId, roles, scopes, seconds }: {
    readonly clientId: ClientId;
    readonly roles: readonly Role[];
    readonly scopes: readonly string[];
    readonly seconds: number;
  },
  tools: OpenedTools,
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
    tools.err("With AVAL_AUTH_URL the service accepts only the identity provider's tokens\n");
  }
  return ok(null);
}

/** Whether a client's record names the application that admitted it. */
async function isAdmitted({ store }: Pick<OpenedTools, "store">, id: ClientId): Promise<boolean> {
  const record = await openClients(store).find(id);
  return record !== null && record.kybApplicationId !== null;
}

/** Lists the tokens that have not expired: of one client, or (null) of all. */
export async function listTokens(
  { clientId, json }: { readonly clientId: ClientId | null; readonly json: boolean },
  tools: OpenedTools,
): Promise<Done> {
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

function tokensOf(tools: OpenedTools, clientId: ClientId | null): AsyncIterable<FiledToken> {
  return clientId === null ? listAccessTokens(tools) : listClientTokens(tools, clientId);
}

/** Formats an age in its largest unit, rounded down: `90 s`, `3 h`, `12 d`. */
function describeAge(since: Temporal.Instant, now: Temporal.Instant): string {
  const seconds = Math.max(0, Math.floor((now.epochMilliseconds - since.epochMilliseconds) / 1000));
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7_200) return `${Math.floor(seconds / 60)} min`;
  return seconds < 172_800
    ? `${Math.floor(seconds / 3_600)} h`
    : `${Math.floor(seconds / 86_400)} d`;
}

/** Revokes a token by the start of its hash, as {@link listTokens} prints it. */
export async function revokeToken(
  { id }: { readonly id: string },
  tools: OpenedTools,
): Promise<Done> {
  const revoked = await revokeAccessToken(tools, id);
  if (!revoked.ok) return failed(revoked.refusal.message);
  tools.err(
    `The token ${id} of ${revoked.value.clientId} is revoked: within seconds its requests are 401\n`,
  );
  return ok(null);
}
