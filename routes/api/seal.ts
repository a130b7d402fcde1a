import type { Limits } from "../../core/policy/limits.ts";
import { sealDocument } from "../../core/seal/seal_document.ts";
import { SealedDocument, sealRequest, signRequest } from "../../core/seal/schema.ts";
import { signDocument, withoutPin } from "../../core/seal/sign_document.ts";
import { defineRoute, type Route } from "../http/route.ts";

type SealLimits = Pick<Limits, "documentBytesMax" | "documentBodyBytesMax">;

/** Sealing and signing, their bodies held to the limits of the policy. */
export function sealRoutes(limits: SealLimits): readonly Route[] {
  return [sealRoute(limits), signRoute(limits)];
}

/** POST /v1/seal (Screening §4, rules 2, 6 and 13). */
const sealRoute = (limits: SealLimits) =>
  defineRoute({
    operationId: "sealDocument",
    method: "post",
    path: "/v1/seal",
    summary: "Seal a PDF with the company's qualified electronic seal",
    description:
      "One declared representative may authorize alone; the credential is the client's own. While no trust service is configured, every accepted request answers 503 `qseal_not_configured`.",
    service: "screening",
    kind: "seal",
    rateLimit: "screening",
    auth: "bearer",
    freshToken: true,
    idempotent: "client",
    body: sealRequest(limits),
    bodyBytesMax: limits.documentBodyBytesMax,
    answers: { 200: SealedDocument },
    refuses: ["qseal_not_configured"],
    run: () => sealDocument(),
  });

/** POST /v1/sign (Screening §4, rules 2, 6 and 14). */
const signRoute = (limits: SealLimits) =>
  defineRoute({
    operationId: "signDocument",
    method: "post",
    path: "/v1/sign",
    summary: "Sign a PDF with a natural person's qualified electronic signature",
    description:
      "The signature is that of the declared person with an own credential. While no trust service is configured, every accepted request answers 503 `qes_not_configured`. An `idempotency-key` compares everything but `pin`.",
    service: "screening",
    kind: "sign",
    rateLimit: "screening",
    auth: "bearer",
    freshToken: true,
    idempotent: "client",
    comparedBy: withoutPin,
    body: signRequest(limits),
    bodyBytesMax: limits.documentBodyBytesMax,
    answers: { 200: SealedDocument },
    refuses: ["qes_not_configured"],
    run: () => signDocument(),
  });
