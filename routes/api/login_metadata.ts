import { describeLogin, LoginJwks, LoginMetadata, publishKeys } from "../../core/login/metadata.ts";
import type { LoginRules } from "../../core/policy/login.ts";
import { ok } from "../../base/result.ts";
import { defineRoute, type Route } from "../http/route.ts";

type CacheRules = Pick<LoginRules, "jwksCacheSeconds">;

/** The metadata that relying parties' libraries read before a login. */
export function loginMetadataRoutes(rules: CacheRules): readonly Route[] {
  return [
    metadataRoute(rules, {
      path: "/v1/login/.well-known/openid-configuration",
      summary: "Discovery document of the wallet login (OpenID Connect Discovery 1.0)",
      documentation: {
        operationId: "readLoginDiscovery",
        description:
          "Everything that a relying party's library needs besides its client id and secret.",
        tag: "login",
      },
    }),
    metadataRoute(rules, {
      path: "/.well-known/oauth-authorization-server/v1/login",
      summary: "The discovery document where OAuth libraries look for it (RFC 8414 §3)",
      documentation: {
        operationId: "readLoginServerMetadata",
        description:
          "Where `AVAL_BASE_URL` has a path, the address that libraries ask lies outside of it (`/.well-known/oauth-authorization-server/PATH/v1/login`): the proxy maps it to this one.",
        tag: "login",
      },
    }),
    jwksRoute(rules),
  ];
}

/** GET of the discovery document (Verification §4, rule 8; decisions-2.md part 14). */
const metadataRoute = (
  { jwksCacheSeconds }: CacheRules,
  described: Pick<Route, "path" | "summary" | "documentation">,
) =>
  defineRoute({
    ...described,
    method: "get",
    service: "edge",
    kind: "login_metadata",
    auth: "none",
    access: { cors: true },
    form: { cacheSeconds: jwksCacheSeconds },
    answers: { 200: LoginMetadata },
    run: (ports) => ok(describeLogin(ports)),
  });

/** GET /v1/login/.well-known/jwks.json (Verification §4). */
const jwksRoute = ({ jwksCacheSeconds }: CacheRules) =>
  defineRoute({
    method: "get",
    path: "/v1/login/.well-known/jwks.json",
    summary: "Public keys that id_tokens are verified by (RFC 7517)",
    documentation: {
      operationId: "readLoginKeys",
      description:
        "A new key is published before it signs, for as long as the answer may be cached; a revoked key is missing from the next answer on.",
      tag: "login",
    },
    service: "edge",
    kind: "login_keys",
    auth: "none",
    access: { cors: true },
    form: { cacheSeconds: jwksCacheSeconds },
    answers: { 200: LoginJwks },
    run: async (ports) => ok(await publishKeys(ports)),
  });
