import type { Limits } from "../../core/policy/limits.ts";
import { sealDocument } from "../../core/seal/seal_document.ts";
import { comparedRequest, keepDocument, restoreDocument } from "../../core/seal/keep_document.ts";
import {
  SealedDocument,
  type SealRequest,
  sealRequest,
  type SignRequest,
  signRequest,
} from "../../core/seal/schema.ts";
import { signDocument } from "../../core/seal/sign_document.ts";
import { defineRoute, type Route } from "../http/route.ts";

type SealLimits = Pick<Limits, "documentBytesMax" | "documentBodyBytesMax">;

/** Refusals of both acts, besides those of the HTTP edge. */
const refuses = [
  "account_inactive",
  "authorization_data_rejected",
  "document_not_sealable",
  "idempotency_key_in_progress",
  "signing_credential_unusable",
  "signing_outcome_unknown",
  "upstream_unavailable",
] as const;

/**
 * The stored answer: only the bytes after the original, encrypted. The repeated request contains
 * the original.
 */
function keptBy<Request extends { readonly document: string }>() {
  return {
    isPrivate: true,
    reference: (value: SealedDocument, { body }: { readonly body: Request }) =>
      keepDocument(value, body),
    restore: (_ports: unknown, reference: unknown, body: Request) =>
      Promise.resolve(restoreDocument(reference, body)),
  } as const;
}

/** The routes of sealing and signing, with body limits from the policy. */
export function sealRoutes(limits: SealLimits): readonly Route[] {
  return [sealRoute(limits), signRoute(limits)];
}

/** POST /v1/seal (Screening §4, rules 2, 6 and 13; decisions-2.md part 17). */
const sealRoute = (limits: SealLimits) =>
  defineRoute({
    method: "post",
    path: "/v1/seal",
    summary: "Seal a PDF with the company's qualified electronic seal",
    documentation: {
      operationId: "sealDocument",
      description:
        "One declared representative may authorize alone; the credential is the client's own. The seal is a PAdES signature (level B-B, with a timestamp B-T) that is appended to the document, whose bytes stay as they are. Where no trust service is configured, or the client has no credential, every accepted request answers 503 `qseal_not_configured`. A request is executed at most once for its `idempotency-key`: after a crash whose outcome is unknown it answers 409 `signing_outcome_unknown`.",
    },
    service: "screening",
    kind: "seal",
    auth: "bearer",
    access: { freshToken: true },
    limits: { bucket: "screening", bodyBytesMax: limits.documentBodyBytesMax },
    idempotency: {
      owner: "client",
      reserves: true,
      comparedBy: comparedRequest,
      keptBy: keptBy<SealRequest>(),
    },
    body: sealRequest(limits),
    answers: { 200: SealedDocument },
    refuses: [...refuses, "qseal_not_configured", "representative_not_on_file"],
    perform: (ports, { caller, body, request, reservation }) =>
      sealDocument(ports, {
        clientId: caller.clientId,
        mode: request.mode,
        request: body,
        reservation,
      }),
  });

/** POST /v1/sign (Screening §4, rules 2, 6 and 14; decisions-2.md part 17). */
const signRoute = (limits: SealLimits) =>
  defineRoute({
    method: "post",
    path: "/v1/sign",
    summary: "Sign a PDF with a natural person's qualified electronic signature",
    documentation: {
      operationId: "signDocument",
      description:
        "The signature is that of the declared person with an own credential, appended as a seal is. Where no trust service is configured, or the person has no credential, every accepted request answers 503 `qes_not_configured`. An `idempotency-key` compares everything but `pin`. **Only a 200 is kept: a repeat after a refusal is a new act, and a wrong PIN counts at the provider each time.**",
    },
    service: "screening",
    kind: "sign",
    auth: "bearer",
    access: { freshToken: true },
    limits: { bucket: "screening", bodyBytesMax: limits.documentBodyBytesMax },
    idempotency: {
      owner: "client",
      reserves: true,
      comparedBy: comparedRequest,
      keptBy: keptBy<SignRequest>(),
    },
    body: signRequest(limits),
    answers: { 200: SealedDocument },
    refuses: [...refuses, "qes_not_configured", "signer_not_on_file"],
    perform: (ports, { caller, body, request, reservation }) =>
      signDocument(ports, {
        clientId: caller.clientId,
        mode: request.mode,
        request: body,
        reservation,
      }),
  });
