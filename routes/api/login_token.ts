import { z } from "zod";
import { redeemCode } from "../../core/login/redeem_code.ts";
import { TokenRequest, TokenResponse } from "../../core/login/token_schema.ts";
import { defineRoute, reply } from "../http/route.ts";

/** POST /v1/login/token (Verification §4, rule 11). */
export const loginTokenRoute = defineRoute({
  method: "post",
  path: "/v1/login/token",
  summary: "Redeem a login's code for an id_token",
  documentation: {
    operationId: "redeemLoginCode",
    description:
      "The client authenticates by `client_secret_basic` or `client_secret_post`. A code is redeemed once: shown with a wrong `code_verifier` or `redirect_uri` it is used up, and shown a second time it also ends the browser's single sign-on. `sub` of the id_token is the person's stable id at this client; no claim of the wallet is in it. The access token opens nothing.",
    tag: "login",
  },
  service: "edge",
  kind: "login_token",
  auth: "none",
  limits: { bucket: "loginToken" },
  headers: z.object({ authorization: z.string().optional() }),
  form: { errors: "oauth", urlencoded: TokenRequest },
  answers: { 200: TokenResponse },
  refuses: ["invalid_client", "invalid_grant", "invalid_request", "unsupported_grant_type"],
  run: async (ports, { headers: { authorization }, body }) => {
    const redeemed = await redeemCode(ports, { authorization, request: body });
    if (!redeemed.ok) return redeemed;
    return reply(200, redeemed.value, { "cache-control": "no-store", pragma: "no-cache" });
  },
});
