import { z } from "zod";
import { classifications, FrozenArtifact, Mode, Service, Sha256, Timestamp } from "../nouns.ts";

/**
 * An event as read back: of any kind, including kinds that only a newer version knows. A chain
 * outlives versions, so reading must neither refuse nor change entries of another version.
 */
export const RecordedAuditEvent = z.looseObject({
  kind: z.string(),
  /** The client of the event; absent if there is none, as for an applicant. */
  clientId: z.string().optional(),
}).readonly();
export type RecordedAuditEvent = z.infer<typeof RecordedAuditEvent>;

/** States of a published signature key, in their order. */
export const SigningKeyState = z.enum(["NEW", "ACTIVE", "ROTATED", "REVOKED"]);
export type SigningKeyState = z.infer<typeof SigningKeyState>;

/** The start of an act of sealing or signing. */
const signingAct = {
  clientId: z.string(),
  mode: Mode,
  attemptId: z.string(),
  /** A declared person, by the id that KYB assigned. */
  personId: z.string(),
  /** At the trust service provider. */
  credentialId: z.string(),
  originalSha256: Sha256,
};

/** A list or corpus that came into force, recorded by the first server that loads it. */
const inForce = {
  source: z.string(),
  /** The publisher's date, or the id of the run that built it; null: the source was removed. */
  version: z.string().nullable(),
  snapshotId: Sha256,
  /**
   * Over the entries only: equal entries have equal hashes, whatever else the snapshot contains.
   */
  sha256: Sha256,
  entries: z.int().nonnegative(),
  /** 0 for a source that is in force for the first time. */
  added: z.int().nonnegative(),
  changed: z.int().nonnegative(),
  removed: z.int().nonnegative(),
};

/**
 * How the person at the desk or the console was identified: by a link, or by the identity provider.
 */
const byPerson = {
  /** Absent where a client acted by the API, or a command did. */
  identity: z.enum(["named", "authenticated"]).optional(),
};

/** The person who acted at the desk; absent: a call of the API did, or the service by itself. */
const atDesk = { person: z.string().optional(), ...byPerson };

/** The reason why entries were signed late, or had no seal. */
export const AuditGapCause = z.enum([
  /** Servers of an earlier version wrote them. */
  "upgrade",
  /** No checkpoint was made in time. */
  "outage",
  /** An operator accepted them. */
  "accepted",
]);
export type AuditGapCause = z.infer<typeof AuditGapCause>;

/**
 * Events of the audit chain (Screening §6; decisions.md part 6). Ids and classes only:
 * no name, date of birth, nationality, address of a person, free text or token.
 */
export const AuditEvent = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("SCREENING_DECISION"),
    clientId: z.string(),
    decisionId: z.string(),
    mode: Mode,
    classification: z.enum(classifications),
    ...FrozenArtifact.unwrap().shape,
  }).readonly(),
  z.strictObject({
    /** Contains neither the address nor a tag. */
    kind: z.literal("WALLET_RISK_SCORED"),
    clientId: z.string(),
    mode: Mode,
    classification: z.enum(["LOW", "HIGH", "UNTAGGED"]),
    score: z.int().min(0).max(100).nullable(),
    engineVersion: z.string(),
    riskWeightsHash: Sha256,
    tagpackEtlRunId: z.string().nullable(),
  }).readonly(),
  z.strictObject({
    kind: z.literal("SCREENING_REVIEWED"),
    clientId: z.string(),
    decisionId: z.string(),
    reviewId: z.string(),
    decision: z.enum(["confirmed_match", "false_positive", "escalated"]),
    ...byPerson,
  }).readonly(),
  z.strictObject({
    /** A client's decision on a confirmed match. */
    kind: z.literal("REVIEW_DISPOSED"),
    clientId: z.string(),
    decisionId: z.string(),
    dispositionId: z.string(),
    decision: z.enum(["confirmed_match", "false_positive", "escalated"]),
    ...byPerson,
  }).readonly(),
  z.strictObject({
    /** Reviewers cleared a customer of a listed entity. */
    kind: z.literal("CLEARED_PAIR_BEGUN"),
    clientId: z.string(),
    pairId: z.string(),
    decisionId: z.string(),
    /** The review that completed the clearance. */
    reviewId: z.string(),
    until: Timestamp,
  }).readonly(),
  z.strictObject({
    kind: z.literal("CLEARED_PAIR_ENDED"),
    clientId: z.string(),
    pairId: z.string(),
    cause: z.enum([
      "entity_changed",
      "subject_changed",
      "expired",
      /** The client ended it. */
      "deleted",
      /** A later review replaced it by another. */
      "replaced",
      /** A later review contradicts it. */
      "reopened",
    ]),
    /** The decision that found the pair, or whose review ended it; absent when it was deleted. */
    decisionId: z.string().optional(),
    ...atDesk,
  }).readonly(),
  z.strictObject({
    /** A client sent a batch of screenings. */
    kind: z.literal("BATCH_ACCEPTED"),
    clientId: z.string(),
    mode: Mode,
    batchId: z.string(),
    items: z.int().positive(),
    /** The person who sent it at the desk; absent for a call of the API. */
    person: z.string().optional(),
  }).readonly(),
  z.strictObject({
    kind: z.literal("BATCH_ENDED"),
    clientId: z.string(),
    mode: Mode,
    batchId: z.string(),
    state: z.enum(["DONE", "CANCELLED", "EXPIRED"]),
    items: z.int().positive(),
    clear: z.int().nonnegative(),
    possible: z.int().nonnegative(),
    confirmed: z.int().nonnegative(),
    skipped: z.int().nonnegative(),
    /** The person who cancelled it at the desk; absent if the API or no person did. */
    person: z.string().optional(),
  }).readonly(),
  z.strictObject({
    /** Monitoring of customers began, or their data changed. */
    kind: z.literal("MONITORED_SUBJECT_PUT"),
    clientId: z.string(),
    mode: Mode,
    /** More than one only for an import. */
    subjects: z.int().positive(),
    ...atDesk,
  }).readonly(),
  z.strictObject({
    kind: z.literal("MONITORED_SUBJECT_REMOVED"),
    clientId: z.string(),
    mode: Mode,
    /** One customer, those missing from a finished import, or all. */
    cause: z.enum(["removed", "import", "book"]),
    subjects: z.int().positive(),
    ...atDesk,
  }).readonly(),
  z.strictObject({
    /** A page has shown the data of a monitored customer to a person of the client's. */
    kind: z.literal("MONITORED_SUBJECT_READ"),
    clientId: z.string(),
    mode: Mode,
    /** The match with which the customer was shown; absent for the customer's own page. */
    decisionId: z.string().optional(),
    person: z.string(),
  }).readonly(),
  z.strictObject({
    /** A client has requested a run over all its customers. */
    kind: z.literal("MONITORING_RUN_REQUESTED"),
    clientId: z.string(),
    mode: Mode,
    runId: z.string(),
    ...atDesk,
  }).readonly(),
  z.strictObject({
    kind: z.literal("MONITORING_RUN_ENDED"),
    clientId: z.string(),
    mode: Mode,
    runId: z.string(),
    run: z.enum(["delta", "whole", "requested"]),
    /** False if the book was removed before the end. */
    complete: z.boolean(),
    listSnapshotIds: z.array(z.string()).readonly(),
    subjects: z.int().nonnegative(),
    compared: z.int().nonnegative(),
    hits: z.int().nonnegative(),
    opened: z.int().nonnegative(),
  }).readonly(),
  z.strictObject({
    /** The target URL is not here, only in the endpoint's record. */
    kind: z.literal("EVENT_ENDPOINT_CHANGED"),
    clientId: z.string(),
    mode: Mode,
    endpointId: z.string(),
    /** `disabled`: after repeated failures. */
    change: z.enum(["created", "changed", "secret_rotated", "deleted", "disabled"]),
    ...atDesk,
  }).readonly(),
  z.strictObject({
    kind: z.literal("VERIFICATION_DECISION"),
    clientId: z.string(),
    sessionId: z.string(),
    mode: Mode,
    checkType: z.string(),
    templateVersion: z.string(),
    countryCode: z.string().nullable(),
    booleanProofs: z.record(z.string(), z.boolean()).readonly(),
    amlResult: z.enum(classifications).nullable(),
    frozenDecisionArtifact: z.strictObject(FrozenArtifact.unwrap().shape).readonly().nullable(),
  }).readonly(),
  z.strictObject({
    kind: z.literal("ACADEMIC_DECISION"),
    clientId: z.string(),
    sessionId: z.string(),
    mode: Mode,
    checkType: z.string(),
    templateVersion: z.string(),
    credentialType: z.string(),
    booleanProofs: z.record(z.string(), z.boolean()).readonly(),
  }).readonly(),
  z.strictObject({
    kind: z.literal("CLIENT_AUTO_THROTTLED"),
    clientId: z.string(),
    service: Service,
    /** Requests of the hour that was a spike, so far. */
    requests: z.int(),
    /** Mean of the preceding hours, to two decimals. */
    hourlyMean: z.number(),
    throttledUntil: Timestamp,
  }).readonly(),
  z.strictObject({
    kind: z.literal("GDPR_EXPORTED"),
    clientId: z.string(),
    service: Service.exclude(["credentials"]),
    /** Audit entries that were exported. */
    entries: z.int().nonnegative(),
    /** False: the reader went, or the service failed, before the end. */
    complete: z.boolean(),
  }).readonly(),
  z.strictObject({
    kind: z.literal("GDPR_ERASED"),
    clientId: z.string(),
    service: Service.exclude(["credentials"]),
    idempotencyRecords: z.int().nonnegative(),
    /** Verification sessions; absent for an erasure of screening. */
    sessions: z.int().nonnegative().optional(),
    /** Login requests, codes and single sign-ons; absent for an erasure of screening. */
    logins: z.int().nonnegative().optional(),
  }).readonly(),
  z.strictObject({
    kind: z.literal("TEMPLATE_REVIEWED"),
    templateId: z.string(),
    academicIssuerId: z.string(),
    decision: z.enum(["APPROVED", "REJECTED"]),
  }).readonly(),
  z.strictObject({
    /** A one-time code was presented again after its use. */
    kind: z.literal("LOGIN_CODE_REPLAYED"),
    clientId: z.string(),
  }).readonly(),
  z.strictObject({
    kind: z.literal("SIGNING_KEY_MOVED"),
    use: z.enum(["login-signing", "event-signing"]),
    /** RFC 7638 thumbprint of the public key. */
    keyId: z.string(),
    /** Null: the key was made. */
    from: SigningKeyState.nullable(),
    to: SigningKeyState,
    /** The person who acted in the console; absent: a command did. */
    operator: z.string().optional(),
  }).readonly(),
  z.strictObject({
    /** A purpose has a new data key, which writes from then on. */
    kind: z.literal("DATA_KEY_ROTATED"),
    purpose: z.string(),
    keyId: z.string(),
    /** The person who acted in the console; absent: a command did. */
    operator: z.string().optional(),
  }).readonly(),
  z.strictObject({
    /** The console has verified the whole audit log. */
    kind: z.literal("AUDIT_VERIFIED"),
    /** Number of verified entries; for an invalid log, up to its first fault. */
    entries: z.int().nonnegative(),
    holds: z.boolean(),
    operator: z.string(),
  }).readonly(),
  z.strictObject({
    kind: z.literal("BATCH_CREATED"),
    clientId: z.string(),
    mode: Mode,
    academicIssuerId: z.string(),
    batchId: z.string(),
    credentialTemplateId: z.string(),
    preparedBySignatoryId: z.string(),
    items: z.int().positive(),
  }).readonly(),
  z.strictObject({
    kind: z.literal("BATCH_ITEM_RECHECKED"),
    clientId: z.string(),
    academicIssuerId: z.string(),
    batchId: z.string(),
    itemId: z.string(),
    recheckingSignatoryId: z.string(),
    matches: z.boolean(),
  }).readonly(),
  z.strictObject({
    kind: z.literal("BATCH_APPROVED"),
    clientId: z.string(),
    academicIssuerId: z.string(),
    batchId: z.string(),
    approvedBySignatoryId: z.string(),
    items: z.int().positive(),
  }).readonly(),
  z.strictObject({
    /** An operator removed a student's row, before redemption. */
    kind: z.literal("BATCH_ITEM_REMOVED"),
    academicIssuerId: z.string(),
    batchId: z.string(),
    itemId: z.string(),
  }).readonly(),
  z.strictObject({
    kind: z.literal("LOGIN_CLIENT_CHANGED"),
    clientId: z.string(),
    /** Name and redirect URIs are not here, only in the client's record. */
    change: z.enum(["registered", "changed", "secret_rotated", "removed"]),
    /** The person who acted in the console; absent for a command. */
    operator: z.string().optional(),
  }).readonly(),
  z.strictObject({
    /** A person logged in to the desk or the console. */
    kind: z.literal("CONSOLE_LOGIN"),
    /** The client of a reviewer; absent for an operator. */
    clientId: z.string().optional(),
    person: z.string(),
    login: z.enum(["link", "provider"]),
  }).readonly(),
  z.strictObject({
    /**
     * A link was shown that had been used or was too old, or the identity provider has authenticated a
     * person without a role here.
     */
    kind: z.literal("CONSOLE_REFUSED"),
    /** The client of a reviewer; absent for an operator. */
    clientId: z.string().optional(),
    /** The person named by the link; its actual bearer is unknown. */
    person: z.string(),
  }).readonly(),
  z.strictObject({
    /** A person read a draft or an application in the console. */
    kind: z.literal("KYB_RECORD_READ"),
    record: z.enum(["draft", "application"]),
    recordId: z.string(),
    operator: z.string(),
  }).readonly(),
  z.strictObject({
    /** The console created or revoked one of the service's own tokens. */
    kind: z.literal("ACCESS_TOKEN_CHANGED"),
    clientId: z.string(),
    /** The start of the token's hash, as printed by `token list`. */
    tokenId: z.string(),
    change: z.enum(["minted", "revoked"]),
    operator: z.string(),
  }).readonly(),
  z.strictObject({
    kind: z.literal("ISSUER_CHANGED"),
    /** Null: this deployment's issuing authority, which belongs to no institution. */
    academicIssuerId: z.string().nullable(),
    /** The institution's name is not here, only in its record. */
    change: z.enum(["registered", "changed", "renewed", "authority_made"]),
  }).readonly(),
  z.strictObject({
    kind: z.literal("SIGNATORY_CHANGED"),
    signatoryId: z.string(),
    academicIssuerId: z.string(),
    /** Name and `sub` are not here, only in the signatory's record. */
    change: z.enum(["registered", "changed", "removed"]),
  }).readonly(),
  z.strictObject({
    /** A wallet redeemed the offer of a batch's item. */
    kind: z.literal("CREDENTIAL_ISSUED"),
    mode: Mode,
    batchId: z.string(),
    itemId: z.string(),
    academicIssuerId: z.string(),
    templateId: z.string(),
    credentialType: z.string(),
  }).readonly(),
  z.strictObject({
    kind: z.literal("CREDENTIAL_REVOKED"),
    clientId: z.string(),
    mode: Mode,
    academicIssuerId: z.string(),
    batchId: z.string(),
    itemId: z.string(),
    /** False: only the offer ended, since it was not redeemed yet. */
    issued: z.boolean(),
  }).readonly(),
  z.strictObject({
    /** Has no client: an applicant is not one, and only the draft identifies the applicant. */
    kind: z.literal("KYB_ONBOARDING_DRAFTED"),
    draftId: z.string(),
    mode: Mode,
    /** The recommendation from all findings, even if the applicant's answer differs. */
    recommendation: z.string(),
    ruleSetHash: Sha256,
    drafter: z.enum(["deterministic", "ai"]),
  }).readonly(),
  z.strictObject({
    /** A draft became an application, and its client is suspended by KYB. */
    kind: z.literal("KYB_APPLICATION_CREATED"),
    applicationId: z.string(),
    draftId: z.string(),
    mode: Mode,
    operator: z.string(),
    ...byPerson,
  }).readonly(),
  z.strictObject({
    /** A person judged one finding; only the application's record contains the rationale. */
    kind: z.literal("KYB_CHECK_JUDGED"),
    applicationId: z.string(),
    draftId: z.string(),
    checkId: z.string(),
    judgement: z.enum(["false_positive", "confirmed_match", "escalated"]),
    operator: z.string(),
    ...byPerson,
  }).readonly(),
  z.strictObject({
    /** The client is the reviewer's, so that the applicant's own export contains none of it. */
    kind: z.literal("KYB_REVIEW_DRAFTED"),
    clientId: z.string(),
    applicationId: z.string(),
    reviewDraftId: z.string(),
    mode: Mode,
    recommendation: z.string(),
    ruleSetHash: Sha256,
  }).readonly(),
  z.strictObject({
    kind: z.literal("KYB_APPLICATION_DECIDED"),
    applicationId: z.string(),
    draftId: z.string(),
    decision: z.enum(["APPROVED", "REJECTED"]),
    operator: z.string(),
    ...byPerson,
    /** Codes of the findings that were accepted with the approval; absent if there were none. */
    acknowledged: z.array(z.string()).readonly().optional(),
  }).readonly(),
  ...(["DOCUMENT_SEALED", "DOCUMENT_SIGNED"] as const).map((kind) =>
    z.strictObject({
      kind: z.literal(kind),
      ...signingAct,
      resultSha256: Sha256,
      frozenDecisionArtifact: z.strictObject({
        credentialId: z.string(),
        trustServiceProvider: z.string(),
        engineVersion: z.string(),
        cscApiVersion: z.string(),
      }).readonly(),
    }).readonly()
  ),
  ...(["DOCUMENT_SEALED_FAILED", "DOCUMENT_SIGNED_FAILED"] as const).map((kind) =>
    z.strictObject({
      kind: z.literal(kind),
      ...signingAct,
      /** `unknown`: the process ended while the provider may have signed. */
      outcome: z.enum(["refused", "failed", "unknown"]),
      /** This service's code for the reason; the provider's text is in no entry. */
      code: z.string(),
    }).readonly()
  ),
  /** One list of a snapshot that came into force. */
  z.strictObject({ kind: z.literal("LISTS_IN_FORCE"), ...inForce }).readonly(),
  /** A tag corpus that came into force. */
  z.strictObject({ kind: z.literal("CORPUS_IN_FORCE"), ...inForce }).readonly(),
  z.strictObject({
    kind: z.literal("CLIENT_CHANGED"),
    clientId: z.string(),
    change: z.enum(["registered", "changed", "removed"]),
    /** The new status; null: there is no record. */
    status: z.enum(["ACTIVE", "SUSPENDED"]).nullable(),
    /** Names of the changed members; only the record contains the values. */
    members: z.array(z.string()).readonly(),
    /** The person who acted in the console; absent for a command. */
    operator: z.string().optional(),
  }).readonly(),
  z.strictObject({
    /** The client's data were deleted; the counts cover the last run only. */
    kind: z.literal("CLIENT_OFFBOARDED"),
    clientId: z.string(),
    decisions: z.int().nonnegative(),
    sessions: z.int().nonnegative(),
    /** KYB applications that stay for the years that the policy names. */
    kybApplications: z.int().nonnegative(),
  }).readonly(),
  z.strictObject({
    /** Entries whose content is not proved. */
    kind: z.literal("AUDIT_GAP"),
    /** Positions of the first and the last of these entries. */
    from: z.int().positive(),
    to: z.int().nonnegative(),
    /** 0 if an operator accepted that there are none. */
    entries: z.int().nonnegative(),
    cause: AuditGapCause,
    /** The reason of the operator who accepted the entries; contains no personal data. */
    reason: z.string().min(1).max(200).optional(),
  }).readonly(),
]);
export type AuditEvent = z.infer<typeof AuditEvent>;
