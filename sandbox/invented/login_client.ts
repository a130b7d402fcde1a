import playground from "../../fixtures/login/playground.json" with { type: "json" };
import published from "../../fixtures/login/sandbox.json" with { type: "json" };
import { LoginRegistration } from "../../core/access/login_client_schema.ts";
import { ClientId } from "../../core/access/schema.ts";
import type { PublishedLoginClient } from "../../kv/login/login_clients.ts";

/** The relying party that every sandbox has, with its published secret. */
export function sandboxLoginClient(): PublishedLoginClient {
  const { clientId, secret, ...registration } = published;
  return publishedClient({ clientId, secret }, registration);
}

/** The relying party of a sandbox's playground, whose redirect URI is the playground's own URL. */
export function playgroundLoginClient(baseUrl: string): PublishedLoginClient {
  const redirectUris = [`${baseUrl}/playground/login/callback`];
  return publishedClient(playground, { name: playground.name, redirectUris });
}

function publishedClient(
  { clientId, secret }: { readonly clientId: string; readonly secret: string },
  registration: unknown,
): PublishedLoginClient {
  const { name, redirectUris } = LoginRegistration.parse(registration);
  return { clientId: ClientId.parse(clientId), name: name ?? clientId, redirectUris, secret };
}
