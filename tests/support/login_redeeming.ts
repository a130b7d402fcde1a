import { createHash } from "node:crypto";
import { ClientId } from "../../core/access/schema.ts";
import type { LoginClient, LoginClients } from "../../core/login/ports.ts";
import type { RedeemPorts } from "../../core/login/redeem_code.ts";
import type { LoginGrant } from "../../core/login/schema.ts";
import { openLoginSigningKeys } from "../../kv/login/login_signing_keys.ts";
import type { Ports } from "../../routes/http/ports.ts";
import type { Route } from "../../routes/http/route.ts";
import { type CodesInMemory, codesInMemory } from "./login_codes.ts";
import { type StoreInMemory, TEST_SECRET } from "./store.ts";

/** Issuer of the tests' logins. */
export const ISSUER = "https://aval.example/v1/login";
/** Redirect URI of the tests' relying party. */
export const REDIRECT_URI = "https://rp.example/callback?tenant=1";
/** The `code_verifier` of RFC 7636, appendix B. */
export const VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
/** The challenge of that verifier, from the same appendix. */
export const CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

const secrets: Readonly<Record<string, string>> = { acme: "acme-secret", globex: "globex-secret" };

/** Two relying parties, each with a secret. */
export const twoLoginClients: LoginClients = {
  find: (clientId) =>
    Promise.resolve(Object.hasOwn(secrets, clientId) ? loginClient(clientId) : null),
  verifySecret: (clientId, secret) => Promise.resolve(secrets[clientId] === secret),
};

function loginClient(clientId: string): LoginClient {
  return { clientId: ClientId.parse(clientId), name: clientId, redirectUris: [REDIRECT_URI] };
}

/** The grant that a wallet's login stores for its code. */
export function grantOf(overrides: Partial<LoginGrant> = {}): LoginGrant {
  return {
    clientId: ClientId.parse("acme"),
    mode: "sandbox",
    redirectUri: REDIRECT_URI,
    codeChallenge: CHALLENGE,
    nonce: "n-0S6_WzA2Mj",
    subject: "subject-of-acme",
    authTime: "2026-03-02T08:00:00.000Z",
    ...overrides,
  };
}

/** The S256 challenge of a verifier. */
export function challengeOf(verifier: string): string {
  return createHash("sha256").update(verifier).digest("base64url");
}

/** Ports of the token operation over a real store's keys and codes in memory. */
export async function redeeming(
  service: StoreInMemory,
): Promise<RedeemPorts & { readonly loginCodes: CodesInMemory }> {
  const { store, clock, random } = service;
  const loginKeys = await openLoginSigningKeys({
    store,
    clock,
    random,
    secrets: { current: TEST_SECRET },
  });
  return {
    clock,
    random,
    loginKeys,
    loginClients: twoLoginClients,
    loginCodes: codesInMemory(),
    login: {
      issuer: ISSUER,
      rules: {
        bindToBrowser: true,
        requestMinutes: 5,
        codeSeconds: 60,
        ssoHours: 8,
        accessTokenMinutes: 5,
        idTokenMinutes: 5,
      },
    },
  };
}

/** Makes these routes run over these ports instead of the service's. */
export function routesOver(routes: readonly Route[], ports: Partial<Ports>): readonly Route[] {
  return routes.map((route) => {
    const { run } = route;
    if (run === undefined) return route;
    return {
      ...route,
      run: (own: Ports, input: Parameters<typeof run>[1]) => run({ ...own, ...ports }, input),
    };
  });
}
