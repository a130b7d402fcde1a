import type { ErrorCause } from "../html/languages/words.ts";
import type { Challenge } from "./challenge.ts";
import { oauthRefusalKinds } from "./oauth_refusals.ts";
import type { RefusedRow } from "./refused_rows.ts";

/**
 * Public form of one refusal: its status, its default public message, and whether a replay repeats
 * it.
 */
interface RefusalKind {
  readonly status: number;
  readonly message: string;
  /**
   * Stored for idempotent replay (decisions.md part 3): only refusals that a corrected retry could
   * not change.
   */
  readonly kept?: true;
  /** Seconds until another try, unless the refusal states its own. */
  readonly retryAfterSeconds?: number;
  /** Only routes of this error form may use the code; default: routes of all other forms. */
  readonly form?: "oauth";
  /** `WWW-Authenticate` of a 401; default: the challenge of a bearer token. */
  readonly challenge?: string;
}

/** Status and public message of each refusal code, the only such table. */
export const refusalKinds = {
  bad_request: { status: 400, message: "The request does not have the documented form" },
  unauthorized: {
    status: 401,
    message: "A token that is valid here is required: Authorization: Bearer TOKEN",
  },
  account_inactive: {
    status: 403,
    message: "The client's account is not active; ask the operator of this service",
  },
  client_access_restricted: {
    status: 403,
    message: "The client does not permit requests from this address or request domain",
  },
  insufficient_role: { status: 403, message: "The token lacks the role that this operation needs" },
  insufficient_scope: {
    status: 403,
    message: "A key with the agent read-only scope may not call this operation",
  },
  response_code_required: {
    status: 403,
    message:
      "The end of this session can only be read with the `response_code` in the browser's return URL",
  },
  not_found: { status: 404, message: "There is no such resource" },
  method_not_allowed: { status: 405, message: "The resource does not support this method" },
  idempotency_key_conflict: {
    status: 409,
    message: "The idempotency key was used for a different request within the last 24 hours",
  },
  idempotency_key_in_progress: {
    status: 409,
    message: "The first request with this idempotency key is still running; try again shortly",
    retryAfterSeconds: 1,
  },
  invalid_presentation: { status: 400, message: "The presentation does not verify" },
  evidence_key_not_configured: {
    status: 409,
    message:
      "The client has no key for encrypting evidence packs; the operator registers it as `evidenceEncryptionKey` of the client's record",
  },
  verification_session_not_pending: {
    status: 409,
    message: "The session accepts no answer: it has ended or expired",
  },
  verification_template_unknown: {
    status: 409,
    message:
      "The session uses a version of its check that this server does not have; start another session",
  },
  screening_decision_not_reviewable: {
    status: 409,
    message: "Only a decision classified POSSIBLE_MATCH can be reviewed",
    kept: true,
  },
  screening_decision_not_disposable: {
    status: 409,
    message:
      "Only a decision classified CONFIRMED_MATCH has dispositions; a possible one is reviewed",
    kept: true,
  },
  too_many_batches: {
    status: 409,
    message:
      "The client has the maximum number of unfinished batches; wait for one to end, or cancel one",
  },
  monitoring_not_enabled: {
    status: 403,
    message:
      "Monitoring is not enabled for the client; ask the operator of this service (`monitoring`)",
  },
  monitoring_run_in_progress: {
    status: 409,
    message: "A run has not ended yet; GET /v1/monitoring/runs reports its progress",
  },
  monitoring_count_differs: {
    status: 409,
    message: "The number of customers differs from the number in the request; nothing was removed",
  },
  too_many_subjects: {
    status: 409,
    message: "The client has the maximum number of monitored customers; remove some first",
  },
  too_many_endpoints: {
    status: 409,
    message: "The client has the maximum number of event endpoints; delete one first",
  },
  endpoint_disabled: {
    status: 409,
    message: "The event endpoint is disabled; enable it first",
  },
  kyb_application_not_reviewable: {
    status: 409,
    message:
      "Only an application in state NEEDS_REVIEW can be reviewed; this one is already decided or has ended",
  },
  template_not_submittable: {
    status: 409,
    message: "Only a template in state DRAFT can be submitted for review",
  },
  template_not_reviewable: {
    status: 409,
    message: "Only a template in state PENDING_REVIEW can be reviewed",
  },
  template_not_approved: {
    status: 409,
    message: "A batch needs an APPROVED template; this one is not approved",
  },
  batch_not_approvable: {
    status: 409,
    message:
      "The batch does not permit this: it is already approved, or the last recheck of an item found a difference",
  },
  four_eyes_violation: {
    status: 409,
    message: "A person who prepared or checked it must not do this; another person must",
  },
  offer_not_renewable: {
    status: 409,
    message: "An issued or revoked credential gets no new offer",
  },
  document_not_sealable: {
    status: 400,
    message: "The document cannot be sealed or signed",
  },
  authorization_data_rejected: {
    status: 400,
    message: "The trust service provider rejected `pin`; it may count each failed attempt",
  },
  representative_not_on_file: {
    status: 403,
    message:
      "`authorizingRepresentativeId` names no UBO, director or senior managing official of the client's own APPROVED application",
  },
  signer_not_on_file: {
    status: 403,
    message:
      "`signerId` names no UBO, director or senior managing official of the client's own APPROVED application",
  },
  signing_credential_unusable: {
    status: 409,
    message: "The signing credential cannot be used",
  },
  signing_outcome_unknown: {
    status: 409,
    message:
      "The service stopped while the trust service provider may have signed; no document was kept. To sign again, use another idempotency key",
  },
  payload_too_large: { status: 413, message: "The request body is larger than this route accepts" },
  rate_limit_exceeded: {
    status: 429,
    message: "Too many requests; try again after the seconds in Retry-After",
  },
  // No 5xx: any caller could cause as many as it likes, and they page operators.
  prefetch_refused: {
    status: 400,
    message: "This address refuses prefetches; it answers when a person opens it",
  },
  internal_error: { status: 500, message: "The service failed; quote the X-Request-Id header" },
  qseal_not_configured: {
    status: 503,
    message: "No trust service for qualified seals is configured",
  },
  qes_not_configured: {
    status: 503,
    message: "No trust service for qualified signatures is configured",
  },
  upstream_unavailable: {
    status: 503,
    message: "A service that this one depends on is not available; try again shortly",
  },
  ...oauthRefusalKinds,
} as const satisfies Readonly<Record<string, RefusalKind>>;

/** The codes that callers read in `error`. */
export type RefusalCode = keyof typeof refusalKinds;

/** A refusal to send: the code determines the status; the other members refine the answer. */
export interface Refusal<Code extends RefusalCode = RefusalCode> {
  readonly code: Code;
  /** Public: names the thing and the remedy, never text of the caller. */
  readonly message?: string;
  /**
   * The cause for a page's text in the caller's language, instead of the message. Default: the text
   * of its code.
   */
  readonly cause?: ErrorCause;
  /** Whole seconds, at least 1; sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
  /** Parameters of `WWW-Authenticate` (RFC 6750 §3.1, RFC 9470 §3); default: only the scheme. */
  readonly challenge?: Challenge;
  /** Closes the connection to further requests (RFC 9112 §9.6). */
  readonly closesConnection?: true;
  /** Invalid rows of the request, for a `bad_request` of a route with `refusesRows`. */
  readonly rows?: readonly RefusedRow[];
  /** Methods that the resource supports (405). */
  readonly allow?: string;
}

/** Form of a code: its status, its message, and whether a replay repeats it. */
export function refusalKind(code: RefusalCode): RefusalKind {
  return refusalKinds[code];
}
