import { z } from "zod";
import { classifications, FrozenArtifact, Mode, Service, Sha256, Timestamp } from "../nouns.ts";

/**
 * An event as it is read back: of any kind, also one that only a newer version knows. A chain
 * outlives versions; reading must neither refuse nor change what another one has recorded.
 */
export const RecordedAuditEvent = z.looseObject({
  kind: z.string(),
  /** The client that the event belongs to. Absent where there is none, such as of an applicant. */
  clientId: z.string().optional(),
}).readonly();
export type RecordedAuditEvent = z.infer<typeof RecordedAuditEvent>;

/** States of a key that others verify signatures by, in their order. */
export const SigningKeyState = z.enum(["NEW", "ACTIVE", "ROTATED", "REVOKED"]);
export type SigningKeyState = z.infer<typeof SigningKeyState>;

/** An act of sealing or signing that has begun. */
const signingAct = {
  clientId: z.string(),
  mode: Mode,
  attemptId: z.string(),
  /** A declared person, by the id that KYB gave. */
  personId: z.string(),
  /** At the trust service provider. */
  credentialId: z.string(),
  originalSha256: Sha256,
};

/** What came into force, recorded by the first server that has it. */
const inForce = {
  source: z.string(),
  /** The publisher's date, or what names the run that built it; null: the source is gone. */
  version: z.string().nullable(),
  snapshotId: Sha256,
  /** Over its entries: the same for the same entries, whatever else the snapshot holds. */
  sha256: Sha256,
  entries: z.int().nonnegative(),
  /** 0 of a source that is in force for the first time. */
  added: z.int().nonnegative(),
  changed: z.int().nonnegative(),
  removed: z.int().nonnegative(),
};

/** Why entries were signed so late, or had no seal. */
export const AuditGapCause = z.enum([
  /** Servers of a version before this one have written them. */
  "upgrade",
  /** No checkpoint was made in time. */
  "outage",
  /** An operator has accepted them. */
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
    /** Neither the address nor a tag is here. */
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
  }).readonly(),
  z.strictObject({
    /** What a client made of a confirmed match. */
    kind: z.literal("REVIEW_DISPOSED"),
    clientId: z.string(),
    decisionId: z.string(),
    dispositionId: z.string(),
    decision: z.enum(["confirmed_match", "false_positive", "escalated"]),
  }).readonly(),
  z.strictObject({
    /** Reviewers have cleared a customer of an entity. */
    kind: z.literal("CLEARED_PAIR_BEGUN"),
    clientId: z.string(),
    pairId: z.string(),
    decisionId: z.string(),
    /** The review that completed it. */
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
      /** The client has ended it. */
      "deleted",
      /** A later review has begun another. */
      "replaced",
      /** A later review says otherwise. */
      "reopened",
    ]),
    /** The decision that found it, or whose review ended it; absent of a deleted one. */
    decisionId: z.string().optional(),
  }).readonly(),
  z.strictObject({
    /** A client has sent a batch of screenings. */
    kind: z.literal("BATCH_ACCEPTED"),
    clientId: z.string(),
    mode: Mode,
    batchId: z.string(),
    items: z.int().positive(),
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
  }).readonly(),
  z.strictObject({
    /** Customers are monitored from now on, or with other data. */
    kind: z.literal("MONITORED_SUBJECT_PUT"),
    clientId: z.string(),
    mode: Mode,
    /** Of an import many. */
    subjects: z.int().positive(),
  }).readonly(),
  z.strictObject({
    kind: z.literal("MONITORED_SUBJECT_REMOVED"),
    clientId: z.string(),
    mode: Mode,
    /** One by itself, those whom a finished import left out, or all. */
    cause: z.enum(["removed", "import", "book"]),
    subjects: z.int().positive(),
  }).readonly(),
  z.strictObject({
    /** A page has shown the data of a monitored customer to a person of the client's. */
    kind: z.literal("MONITORED_SUBJECT_READ"),
    clientId: z.string(),
    mode: Mode,
    /** The match beside which they stood; absent: on the customer's own page. */
    decisionId: z.string().optional(),
    person: z.string(),
  }).readonly(),
  z.strictObject({
    kind: z.literal("MONITORING_RUN_ENDED"),
    clientId: z.string(),
    mode: Mode,
    runId: z.string(),
    run: z.enum(["delta", "whole", "requested"]),
    /** False: the book was removed meanwhile. */
    complete: z.boolean(),
    listSnapshotIds: z.array(z.string()).readonly(),
    subjects: z.int().nonnegative(),
    compared: z.int().nonnegative(),
    hits: z.int().nonnegative(),
    opened: z.int().nonnegative(),
  }).readonly(),
  z.strictObject({
    /** Where events are delivered to is not here: the endpoint's record has it. */
    kind: z.literal("EVENT_ENDPOINT_CHANGED"),
    clientId: z.string(),
    mode: Mode,
    endpointId: z.string(),
    /** `disabled`: by its failures. */
    change: z.enum(["created", "changed", "secret_rotated", "deleted", "disabled"]),
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
    /** Verification sessions; absent where screening was erased. */
    sessions: z.int().nonnegative().optional(),
    /** Login requests, codes and single sign-ons; absent where screening was erased. */
    logins: z.int().nonnegative().optional(),
  }).readonly(),
  z.strictObject({
    kind: z.literal("TEMPLATE_REVIEWED"),
    templateId: z.string(),
    academicIssuerId: z.string(),
    decision: z.enum(["APPROVED", "REJECTED"]),
  }).readonly(),
  z.strictObject({
    /** A one-time code was shown again after its use. */
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
    /** Entries that were verified; where the log does not hold, up to what does not. */
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
    /** Name and redirect URIs are not here: the client's record has them. */
    change: z.enum(["registered", "changed", "secret_rotated", "removed"]),
    /** The person who acted in the console; absent: a command did. */
    operator: z.string().optional(),
  }).readonly(),
  z.strictObject({
    /** A person has logged in to the desk or the console. */
    kind: z.literal("CONSOLE_LOGIN"),
    /** The client of a reviewer; absent of an operator. */
    clientId: z.string().optional(),
    person: z.string(),
    login: z.literal("link"),
  }).readonly(),
  z.strictObject({
    /** A link was shown that had been used, or was too old. */
    kind: z.literal("CONSOLE_REFUSED"),
    /** The client of a reviewer; absent of an operator. */
    clientId: z.string().optional(),
    /** Whom the link names: who has shown it is unknown. */
    person: z.string(),
  }).readonly(),
  z.strictObject({
    /** A person has read a draft or an application in the console. */
    kind: z.literal("KYB_RECORD_READ"),
    record: z.enum(["draft", "application"]),
    recordId: z.string(),
    operator: z.string(),
  }).readonly(),
  z.strictObject({
    /** The console has made or revoked a token of the service's own. */
    kind: z.literal("ACCESS_TOKEN_CHANGED"),
    clientId: z.string(),
    /** The beginning of its hash, as `token list` prints it. */
    tokenId: z.string(),
    change: z.enum(["minted", "revoked"]),
    operator: z.string(),
  }).readonly(),
  z.strictObject({
    kind: z.literal("ISSUER_CHANGED"),
    /** Null: this deployment's issuing authority, which is no institution's. */
    academicIssuerId: z.string().nullable(),
    /** What an institution is called is not here: its record has it. */
    change: z.enum(["registered", "changed", "renewed", "authority_made"]),
  }).readonly(),
  z.strictObject({
    kind: z.literal("SIGNATORY_CHANGED"),
    signatoryId: z.string(),
    academicIssuerId: z.string(),
    /** Name and `sub` are not here: the signatory's record has them. */
    change: z.enum(["registered", "changed", "removed"]),
  }).readonly(),
  z.strictObject({
    /** A wallet has redeemed the offer of a batch's item. */
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
    /** False: only its offer ended, since it was not redeemed yet. */
    issued: z.boolean(),
  }).readonly(),
  z.strictObject({
    /** Has no client: an applicant is none, and is named by the draft alone. */
    kind: z.literal("KYB_ONBOARDING_DRAFTED"),
    draftId: z.string(),
    mode: Mode,
    /** Of all findings, whatever the applicant was answered. */
    recommendation: z.string(),
    ruleSetHash: Sha256,
    drafter: z.enum(["deterministic", "ai"]),
  }).readonly(),
  z.strictObject({
    /** A draft became an application, and its client one that KYB suspends. */
    kind: z.literal("KYB_APPLICATION_CREATED"),
    applicationId: z.string(),
    draftId: z.string(),
    mode: Mode,
    operator: z.string(),
  }).readonly(),
  z.strictObject({
    /** A person judged one finding; the rationale stands in the application's records alone. */
    kind: z.literal("KYB_CHECK_JUDGED"),
    applicationId: z.string(),
    draftId: z.string(),
    checkId: z.string(),
    judgement: z.enum(["false_positive", "confirmed_match", "escalated"]),
    operator: z.string(),
  }).readonly(),
  z.strictObject({
    /** Of the client that reviews: the applicant's own export has nothing of it. */
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
    /** Codes of the findings despite which it was approved; absent where there were none. */
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
      /** Our own code for the reason; the provider's words are in no entry. */
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
    /** As it is now; null: there is no record. */
    status: z.enum(["ACTIVE", "SUSPENDED"]).nullable(),
    /** Names of the members that have another value; the record has the values. */
    members: z.array(z.string()).readonly(),
    /** The person who acted in the console; absent: a command did. */
    operator: z.string().optional(),
  }).readonly(),
  z.strictObject({
    /** What was kept until then is deleted; counts of the last run alone. */
    kind: z.literal("CLIENT_OFFBOARDED"),
    clientId: z.string(),
    decisions: z.int().nonnegative(),
    sessions: z.int().nonnegative(),
    /** KYB applications, which are kept for the years that the policy names. */
    kybApplications: z.int().nonnegative(),
  }).readonly(),
  z.strictObject({
    /** Nothing proves that these entries are those that were written. */
    kind: z.literal("AUDIT_GAP"),
    /** Positions of the first and the last of them. */
    from: z.int().positive(),
    to: z.int().nonnegative(),
    /** 0 where an operator accepts that there are none. */
    entries: z.int().nonnegative(),
    cause: AuditGapCause,
    /** Of the operator who has accepted them, and no personal data. */
    reason: z.string().min(1).max(200).optional(),
  }).readonly(),
]);
export type AuditEvent = z.infer<typeof AuditEvent>;
