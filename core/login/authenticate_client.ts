import { ok, type Result } from "../../base/result.ts";
import {
  type ClientAuthenticationRefusal,
  readClientCredentials,
  type ReceivedCredentials,
  unauthenticated,
} from "./client_credentials.ts";
import type { LoginClient, LoginPorts } from "./ports.ts";

/**
 * Authenticates a relying party by its secret (RFC 6749 §2.3.1). An unknown, unregistered or
 * suspended client and a wrong secret get the same refusal after the same reads and comparisons, so
 * that neither answer nor time reveals who is a client.
 *
 * @see decisions-2.md part 14
 */
export async function authenticateClient(
  { loginClients }: Pick<LoginPorts, "loginClients">,
  received: ReceivedCredentials,
): Promise<Result<LoginClient, ClientAuthenticationRefusal>> {
  const credentials = readClientCredentials(received);
  if (!credentials.ok) return credentials;
  const { clientId, secret } = credentials.value;
  const [client, isSecret] = await Promise.all([
    loginClients.find(clientId),
    loginClients.verifySecret(clientId, secret),
  ]);
  return client !== null && isSecret ? ok(client) : unauthenticated("Client authentication failed");
}
