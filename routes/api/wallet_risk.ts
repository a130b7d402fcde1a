import { WalletRiskRequest, WalletRiskResponse } from "../../core/wallet_risk/schema.ts";
import { keepScore, restoreScore, scoreWallet } from "../../core/wallet_risk/score_wallet.ts";
import { defineRoute } from "../http/route.ts";

/** POST /v1/wallet-risk/score (Screening §4, rule 7). */
export const walletRiskRoute = defineRoute({
  method: "post",
  path: "/v1/wallet-risk/score",
  summary: "Score a wallet address by its tags in tag packs",
  documentation: {
    operationId: "scoreWallet",
    description:
      "Only addresses that the corpus tags itself are found; nothing is propagated along transactions. UNTAGGED means no evidence, never proof of safety.",
  },
  service: "screening",
  kind: "wallet_risk",
  auth: "bearer",
  access: { namesMode: true },
  limits: { bucket: "screening" },
  idempotency: {
    owner: "client",
    keptBy: {
      reference: (response, { ports, unit, caller }) =>
        keepScore(ports, { unit, client: caller.clientId }, response),
      restore: restoreScore,
    },
  },
  body: WalletRiskRequest,
  answers: { 200: WalletRiskResponse },
  run: (ports, { unit, caller, body, request }) =>
    scoreWallet(ports, {
      unit,
      client: caller.clientId,
      request: body,
      mode: request.mode,
      sandboxOverride: request.sandboxOverride,
    }),
});
