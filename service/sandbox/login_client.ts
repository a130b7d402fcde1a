import published from "../../fixtures/login/sandbox.json" with { type: "json" };
import { LoginRegistration } from "../../core/access/login_client_schema.ts";
import { ClientId } from "../../core/access/schema.ts";
import type { PublishedLoginClient } from "../../kv/login_clients.ts";

/** The relying party that every sandbox knows, with its published secret. */
export function sandboxLoginClient(): PublishedLoginClient {
  const { clientId, secret, ...registration } = published;
  const { name, redirectUris } = LoginRegistration.parse(registration);
  return { clientId: ClientId.parse(clientId), name: name ?? clientId, redirectUris, secret };
}
