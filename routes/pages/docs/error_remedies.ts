import type { RefusalCode } from "../../http/refusals.ts";

/** Whether the same request may succeed later: never, after `Retry-After`, or after a person has acted. */
export type Retry = "no" | "yes" | "after the remedy";

/** The remedy for a code. */
export interface Remedy {
  readonly remedy: string;
  readonly retry: Retry;
}

const changeRequest = "Correct the request; the message names the member.";
const askOperator = "Ask the operator of this service.";
const wait = "Wait as long as `Retry-After` says, then repeat the request.";
const reportFault = "Report the request id to the operator. Acts with an idempotency key are safe.";
const readState = "Read the resource again and go on from its state.";

/** The remedy of every code. */
export const errorRemedies: Readonly<Record<RefusalCode, Remedy>> = {
  bad_request: { remedy: changeRequest, retry: "no" },
  unauthorized: {
    remedy:
      "Get a new token, and send it as `Authorization: Bearer`; a session token as `X-Aval-Verify-Session-Token`.",
    retry: "after the remedy",
  },
  account_inactive: { remedy: askOperator, retry: "after the remedy" },
  client_access_restricted: {
    remedy: "Call from an address and domain of the client's record, or have it changed.",
    retry: "after the remedy",
  },
  insufficient_role: {
    remedy: "Use a token with a role that the operation's description names.",
    retry: "after the remedy",
  },
  insufficient_scope: {
    remedy: "Use a key without the agent read-only scope.",
    retry: "after the remedy",
  },
  response_code_required: {
    remedy: "Read with the `response_code` of the address that the wallet opened in the browser.",
    retry: "after the remedy",
  },
  not_found: {
    remedy: "Check the id and the client: another client's resource reads as none.",
    retry: "no",
  },
  method_not_allowed: { remedy: "Use a method that `Allow` lists.", retry: "no" },
  idempotency_key_conflict: {
    remedy: "Make a new key for each new request; repeat a key with the same body only.",
    retry: "no",
  },
  idempotency_key_in_progress: { remedy: wait, retry: "yes" },
  invalid_presentation: {
    remedy: "Look up the rule that the message names; the holder shows another credential.",
    retry: "no",
  },
  evidence_key_not_configured: {
    remedy: "Have the operator register `evidenceEncryptionKey`.",
    retry: "after the remedy",
  },
  verification_session_not_pending: { remedy: "Start another session.", retry: "no" },
  verification_template_unknown: { remedy: "Start another session.", retry: "no" },
  screening_decision_not_reviewable: {
    remedy: "Review only decisions with `POSSIBLE_MATCH`.",
    retry: "no",
  },
  screening_decision_not_disposable: {
    remedy: "Review a `POSSIBLE_MATCH` at `/v1/screen/{decisionId}/review`.",
    retry: "no",
  },
  too_many_batches: {
    remedy: "Wait until a batch of yours has ended, or cancel one.",
    retry: "after the remedy",
  },
  monitoring_not_enabled: {
    remedy: "Ask the operator to turn monitoring on: `client put` with `monitoring: true`.",
    retry: "after the remedy",
  },
  monitoring_run_in_progress: {
    remedy: "Wait until the first of `GET /v1/monitoring/runs` has an `endedAt`.",
    retry: "after the remedy",
  },
  monitoring_count_differs: {
    remedy:
      "Look at the number in the message. If it is right, send it; if not, import what is missing.",
    retry: "after the remedy",
  },
  too_many_subjects: {
    remedy: "Remove customers, or ask the operator to raise `monitoring.subjectsMax`.",
    retry: "after the remedy",
  },
  too_many_endpoints: {
    remedy: "Delete an endpoint that you do not need: `DELETE /v1/events/endpoints/{endpointId}`",
    retry: "after the remedy",
  },
  endpoint_disabled: {
    remedy: "Enable it by `PUT /v1/events/endpoints/{endpointId}` with `enabled: true`",
    retry: "after the remedy",
  },
  kyb_application_not_reviewable: { remedy: readState, retry: "no" },
  template_not_submittable: { remedy: readState, retry: "no" },
  template_not_reviewable: { remedy: readState, retry: "no" },
  template_not_approved: {
    remedy: "Have the template approved, or use an approved one.",
    retry: "after the remedy",
  },
  batch_not_approvable: {
    remedy: "Read the batch; recheck the items that differ.",
    retry: "after the remedy",
  },
  four_eyes_violation: {
    remedy: "Let another person do it, with a token of their own.",
    retry: "after the remedy",
  },
  offer_not_renewable: { remedy: "Submit the student in another batch.", retry: "no" },
  document_not_sealable: {
    remedy: "Look up the reason in the message, and change the document.",
    retry: "no",
  },
  authorization_data_rejected: {
    remedy: "Ask the signer for the right PIN. Do not guess: the provider may lock the credential.",
    retry: "after the remedy",
  },
  representative_not_on_file: {
    remedy: "Name a person of the client's approved KYB application.",
    retry: "no",
  },
  signer_not_on_file: {
    remedy: "Name a person of the client's approved KYB application.",
    retry: "no",
  },
  signing_credential_unusable: { remedy: askOperator, retry: "after the remedy" },
  signing_outcome_unknown: {
    remedy: "Ask the trust service whether it has signed, before you use another key.",
    retry: "no",
  },
  payload_too_large: { remedy: "Send less; the API page has each limit.", retry: "no" },
  rate_limit_exceeded: { remedy: wait, retry: "yes" },
  prefetch_refused: { remedy: "Open the address, instead of fetching it ahead.", retry: "no" },
  internal_error: { remedy: reportFault, retry: "yes" },
  qseal_not_configured: { remedy: askOperator, retry: "after the remedy" },
  qes_not_configured: { remedy: askOperator, retry: "after the remedy" },
  upstream_unavailable: {
    remedy: `${wait} With a PIN ask the signer first: each try may count at the provider.`,
    retry: "yes",
  },
  invalid_request: { remedy: changeRequest, retry: "no" },
  invalid_client: {
    remedy: "Check the client id, its secret, and how the client is registered to send them.",
    retry: "after the remedy",
  },
  invalid_grant: { remedy: "Begin the login or the redemption again.", retry: "no" },
  unauthorized_client: {
    remedy: "Use the grant type that the client is registered for.",
    retry: "no",
  },
  unsupported_grant_type: { remedy: "Use a grant type that the metadata lists.", retry: "no" },
  invalid_scope: { remedy: "Ask for scopes that the metadata lists.", retry: "no" },
  invalid_token: { remedy: "Get a new access token.", retry: "after the remedy" },
  invalid_credential_request: { remedy: changeRequest, retry: "no" },
  unknown_credential_configuration: {
    remedy: "Use an id of `credential_configurations_supported`.",
    retry: "no",
  },
  unknown_credential_identifier: {
    remedy: "Use `credential_configuration_id` of the offer.",
    retry: "no",
  },
  unsupported_credential_format: { remedy: "Use a format that the metadata lists.", retry: "no" },
  invalid_proof: { remedy: "Make a new key proof.", retry: "after the remedy" },
  invalid_nonce: {
    remedy: "Fetch a nonce, and make a new key proof with it.",
    retry: "after the remedy",
  },
  invalid_encryption_parameters: { remedy: "Ask without encryption.", retry: "no" },
  credential_request_denied: { remedy: "Ask the institution for another offer.", retry: "no" },
  server_error: { remedy: reportFault, retry: "yes" },
  temporarily_unavailable: { remedy: wait, retry: "yes" },
};
