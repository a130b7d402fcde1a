// Printed by `deno task sdk` from the route records. Do not edit.
import type { ActOptions, CallOptions } from "../operation.ts";
import type { SessionOf } from "../session_of.ts";
import type { components, operations } from "./openapi.ts";

/** Operations that a session token may call. */
export interface SessionOperations {
  /**
   * Read a session back.
   *
   * With the production credential the first claim-mode GET takes the evidence pack, once and for all; HEAD leaves it. With a session token (`X-Aval-Verify-Session-Token`) the pack is null always, and pages of any origin may read.
   *
   * `GET /v1/verify/sessions/{sessionId}`; retried.
   */
  readSession(
    sessionId: string,
    query?: Query<"readSession">,
    options?: CallOptions,
  ): Promise<VerificationSession>;
}

/** A method for each operation of screening, verification and academic credentials. */
export interface AvalOperations extends SessionOperations {
  /**
   * Lists and tag packs in force, their dates and age.
   *
   * Answers active clients only, and from where their own source restriction lets them call, as every route with a token does.
   *
   * `GET /v1/lists`; retried.
   */
  readLists(options?: CallOptions): Promise<ListsResponse>;
  /**
   * What changed on the lists.
   *
   * Entries added, changed and removed when newer lists came into force, for 400 days. A list that was in force for the first time changed nothing. The invented lists of the sandbox never change.
   *
   * `GET /v1/lists/changes`; retried.
   */
  listListChanges(
    query?: Query<"listListChanges"> & { cursor?: string },
    options?: CallOptions,
  ): AsyncIterable<ListChangesPage["changes"][number]>;
  /**
   * Read one entry of a list in force, whole.
   *
   * What a reviewer needs of a candidate: names by strength, dates, places, identifiers, remarks, wallets and links, as the snapshot in force holds them. `source` and `listRef` are a candidate's, escaped as a part of a path.
   *
   * `GET /v1/lists/{source}/entries/{listRef}`; retried.
   */
  readListEntry(source: string, listRef: string, options?: CallOptions): Promise<ListEntryResponse>;
  /**
   * Screen a name and wallet addresses.
   *
   * The two checks are independent; `meta.checksRun` says which ran. POSSIBLE_MATCH always needs a person's review.
   *
   * `POST /v1/screen`; retried under its idempotency key.
   */
  screen(body: ScreeningRequest, options?: ActOptions): Promise<ScreeningResponse>;
  /**
   * List decisions by the state of their review.
   *
   * Without a query: what a person has to act on, the oldest first. With `Accept: text/csv` the page is CSV, and the header `Link` (`rel="next"`) has the query of the next one.
   *
   * `GET /v1/screen/decisions`; retried.
   */
  listDecisions(
    query?: Query<"listDecisions"> & { cursor?: string },
    options?: CallOptions,
  ): AsyncIterable<QueuePage["decisions"][number]>;
  /**
   * List customers who are cleared of listed entities.
   *
   * Begun by reviews with `clearForDays`, in that order. That an entry or a customer has changed is seen by the next screening with its `subjectRef`. Listed until 400 days after its end.
   *
   * `GET /v1/screen/cleared-pairs`; retried.
   */
  listClearedPairs(
    query?: Query<"listClearedPairs"> & { cursor?: string },
    options?: CallOptions,
  ): AsyncIterable<ClearedPairPage["pairs"][number]>;
  /**
   * Read a decision back, with its reviews.
   *
   * As it was answered, never re-scored on newer lists.
   *
   * `GET /v1/screen/{decisionId}`; retried.
   */
  readDecision(decisionId: string, options?: CallOptions): Promise<DecisionReadBack>;
  /**
   * Record the client's review of a possible match.
   *
   * Adds an immutable review; the classification never changes.
   *
   * `POST /v1/screen/{decisionId}/review`; retried under its idempotency key.
   */
  reviewDecision(
    decisionId: string,
    body: ReviewRequest,
    options?: ActOptions,
  ): Promise<ReviewResponse>;
  /**
   * Record reviews of many possible matches.
   *
   * Up to 100. Each is recorded or refused on its own, and answered with the status that it would have alone; those that are recorded become durable together.
   *
   * `POST /v1/screen/reviews`; retried under its idempotency key.
   */
  reviewDecisions(body: ReviewsRequest, options?: ActOptions): Promise<ReviewsResponse>;
  /**
   * Record the client's decision on a confirmed match.
   *
   * Adds an immutable record; classification and reviews never change. Where the client's record asks for two people (`fourEyes`), any disposition needs both.
   *
   * `POST /v1/screen/decisions/{decisionId}/dispositions`; retried under its idempotency key.
   */
  disposeDecision(
    decisionId: string,
    body: DispositionRequest,
    options?: ActOptions,
  ): Promise<DispositionResponse>;
  /**
   * Set or clear the person who works on a decision.
   *
   * Only a note: it is not a review and does not change the state.
   *
   * `PUT /v1/screen/decisions/{decisionId}/assignee`; retried.
   */
  assignDecision(
    decisionId: string,
    body: AssigneeRequest,
    options?: CallOptions,
  ): Promise<QueuedDecision>;
  /**
   * End a cleared pair.
   *
   * From now on it marks no candidate. Decisions and reviews stay as they are.
   *
   * `DELETE /v1/screen/cleared-pairs/{pairId}`; retried.
   */
  endClearedPair(pairId: string, options?: CallOptions): Promise<EndedPair>;
  /**
   * Screen many customers.
   *
   * Each item becomes a decision as of `POST /v1/screen`, within minutes; `GET` says how far it has come. CSV has a header, as `docs/screening.md` describes; NDJSON is one item a line. Every row that is wrong is listed in `rows`, 1,000 at most.
   *
   * `POST /v1/screen/batches`; retried under its idempotency key.
   */
  createScreeningBatch(
    body: ScreeningBatchRequest,
    query?: Query<"createScreeningBatch">,
    options?: ActOptions,
  ): Promise<ScreeningBatchAccepted>;
  /**
   * Read how far a batch has come.
   *
   * `GET /v1/screen/batches/{batchId}`; retried.
   */
  readScreeningBatch(batchId: string, options?: CallOptions): Promise<ScreeningBatch>;
  /**
   * Cancel the undecided items of a batch.
   *
   * Decided items stay, with their results. A batch that has ended stays unchanged.
   *
   * `DELETE /v1/screen/batches/{batchId}`; retried.
   */
  cancelScreeningBatch(batchId: string, options?: CallOptions): Promise<ScreeningBatch>;
  /**
   * List the results of a batch.
   *
   * In the order of the items, also while the batch runs. With `Accept: text/csv` or `application/x-ndjson` a page is CSV or NDJSON, and the header `Link` (`rel="next"`) has the query of the next one.
   *
   * `GET /v1/screen/batches/{batchId}/results`; retried.
   */
  listScreeningBatchResults(
    batchId: string,
    query?: Query<"listScreeningBatchResults"> & { cursor?: string },
    options?: CallOptions,
  ): AsyncIterable<ScreeningBatchResults["results"][number]>;
  /**
   * Monitor a customer.
   *
   * Decides at once, as `POST /v1/screen` does; from then on each change of the lists is compared with the customer. 201: it was not monitored before. Of equal data the answer is the last decision on file. The service keeps what you send until you remove it.
   *
   * `PUT /v1/monitoring/subjects/{subjectRef}`; retried.
   */
  putMonitoredSubject(
    subjectRef: string,
    body: MonitoredSubjectRequest,
    options?: CallOptions,
  ): Promise<ScreeningResponse>;
  /**
   * Read a monitored customer.
   *
   * `GET /v1/monitoring/subjects/{subjectRef}`; retried.
   */
  readMonitoredSubject(subjectRef: string, options?: CallOptions): Promise<MonitoredSubject>;
  /**
   * Monitor a customer no longer.
   *
   * What you sent of the customer is deleted with its key. Decisions stay.
   *
   * `DELETE /v1/monitoring/subjects/{subjectRef}`; retried.
   */
  removeMonitoredSubject(
    subjectRef: string,
    options?: CallOptions,
  ): Promise<MonitoredSubjectsRemoved>;
  /**
   * List monitored customers.
   *
   * Without the data that you sent. Following the cursors returns each customer once.
   *
   * `GET /v1/monitoring/subjects`; retried.
   */
  listMonitoredSubjects(
    query?: Query<"listMonitoredSubjects"> & { cursor?: string },
    options?: CallOptions,
  ): AsyncIterable<MonitoredSubjectPage["subjects"][number]>;
  /**
   * Remove all monitored customers.
   *
   * The key of the book is deleted at once, so that nothing of it can be read. A running run ends. Decisions and runs stay.
   *
   * `DELETE /v1/monitoring/subjects`; retried.
   */
  removeMonitoredSubjects(
    query: Query<"removeMonitoredSubjects">,
    options?: CallOptions,
  ): Promise<MonitoredSubjectsRemoved>;
  /**
   * Import monitored customers.
   *
   * A piece of your book, under the name of a generation; send as many pieces as it takes, then finish the import. Rows as in `POST /v1/screen/batches`, each with a `subjectRef`; one that is wrong refuses the piece. Nothing is decided here: a run compares those who are new or changed.
   *
   * `POST /v1/monitoring/subjects/import`; retried under its idempotency key.
   */
  importMonitoredSubjects(
    body: MonitoringImportRequest,
    query: Query<"importMonitoredSubjects">,
    options?: ActOptions,
  ): Promise<MonitoredSubjectsImported>;
  /**
   * Finish an import.
   *
   * Customers whom the generation has not named are removed, if they are as many as `remove` says. A run then compares those who are new or changed.
   *
   * `POST /v1/monitoring/subjects/import/{generation}/finish`; retried under its idempotency key.
   */
  finishMonitoringImport(
    generation: string,
    query: Query<"finishMonitoringImport">,
    options?: ActOptions,
  ): Promise<MonitoredSubjectsRemoved>;
  /**
   * Compare all monitored customers with the lists.
   *
   * Runs begin by themselves on each change of the lists and once a day: this one is for a proof at a time of yours. 404: no customer has been monitored.
   *
   * `POST /v1/monitoring/runs`; retried under its idempotency key.
   */
  startMonitoringRun(options?: ActOptions): Promise<MonitoringRun>;
  /**
   * List runs over the monitored customers.
   *
   * With the lists, the times and the numbers of each: the proof that it took place.
   *
   * `GET /v1/monitoring/runs`; retried.
   */
  listMonitoringRuns(
    query?: Query<"listMonitoringRuns"> & { cursor?: string },
    options?: CallOptions,
  ): AsyncIterable<MonitoringRunPage["runs"][number]>;
  /**
   * See the next version of the invented lists for an hour.
   *
   * As if their publisher had issued it: your screenings and your monitored customers are compared with it, those of no other client. In a sandbox alone.
   *
   * `POST /v1/sandbox/lists/advance`; never retried.
   */
  advanceSandboxLists(options?: CallOptions): Promise<SandboxListsAdvanced>;
  /**
   * Read events in order.
   *
   * Events of your client, each once, in their order, for 30 days. Send the `after` of a page to read the next one; an event that comes later is always behind it. `lists.changed`, `screening.review_overdue` and `verification.expired` are raised for clients that have an endpoint, or have read this list within 31 days.
   *
   * `GET /v1/events`; retried.
   */
  listEvents(query?: Query<"listEvents">, options?: CallOptions): Promise<EventPage>;
  /**
   * Have events delivered to a URL.
   *
   * Events are posted as the Standard Webhooks specification says. The answer has the secret that signs them, and no other answer has it. A client has 10 endpoints at most.
   *
   * `POST /v1/events/endpoints`; retried under its idempotency key.
   */
  createEventEndpoint(
    body: EventEndpointRequest,
    options?: ActOptions,
  ): Promise<CreatedEventEndpoint>;
  /**
   * List endpoints.
   *
   * `GET /v1/events/endpoints`; retried.
   */
  listEventEndpoints(options?: CallOptions): Promise<EventEndpointList>;
  /**
   * Read an endpoint.
   *
   * `GET /v1/events/endpoints/{endpointId}`; retried.
   */
  readEventEndpoint(endpointId: string, options?: CallOptions): Promise<EventEndpoint>;
  /**
   * Change an endpoint.
   *
   * Absent members stay unchanged.
   *
   * `PUT /v1/events/endpoints/{endpointId}`; retried.
   */
  changeEventEndpoint(
    endpointId: string,
    body: EventEndpointChange,
    options?: CallOptions,
  ): Promise<EventEndpoint>;
  /**
   * Delete an endpoint.
   *
   * Waiting events are not delivered; the list of events still contains them.
   *
   * `DELETE /v1/events/endpoints/{endpointId}`; retried.
   */
  deleteEventEndpoint(endpointId: string, options?: CallOptions): Promise<DeletedEventEndpoint>;
  /**
   * Make another secret of an endpoint.
   *
   * For 24 hours deliveries are signed by both secrets. A third one ends the first.
   *
   * `POST /v1/events/endpoints/{endpointId}/rotate`; retried under its idempotency key.
   */
  rotateEventSecret(endpointId: string, options?: ActOptions): Promise<RotatedEventSecret>;
  /**
   * Have a test event delivered.
   *
   * Sends an event `endpoint.test` only to this endpoint, whatever its types.
   *
   * `POST /v1/events/endpoints/{endpointId}/test`; retried under its idempotency key.
   */
  testEventEndpoint(endpointId: string, options?: ActOptions): Promise<BegunEventTest>;
  /**
   * List deliveries to an endpoint, with their tries.
   *
   * The newest first, for 30 days.
   *
   * `GET /v1/events/endpoints/{endpointId}/deliveries`; retried.
   */
  listEventDeliveries(
    endpointId: string,
    query?: Query<"listEventDeliveries"> & { cursor?: string },
    options?: CallOptions,
  ): AsyncIterable<EventDeliveryPage["deliveries"][number]>;
  /**
   * Deliver an event again.
   *
   * The same event, under the same id, as a delivery of its own with ten tries.
   *
   * `POST /v1/events/endpoints/{endpointId}/deliveries/{deliveryId}/resend`; retried under its idempotency key.
   */
  resendEventDelivery(
    endpointId: string,
    deliveryId: string,
    options?: ActOptions,
  ): Promise<BegunEventDelivery>;
  /**
   * Draft advice on an application to become a customer.
   *
   * For a public form: no token, limited by source. It advises and decides nothing; a person reads the draft. What cannot be read is null with an advisory flag. An `idempotency-key` belongs to the company that country and number name.
   *
   * `POST /v1/onboarding/kyb-applications`; retried under its idempotency key.
   */
  draftKybApplication(body: OnboardingRequest, options?: ActOptions): Promise<OnboardingDraft>;
  /**
   * Draft advice on the decision of an application.
   *
   * For staff. It reads the evidence on file, calls no external service and leaves the application as it is: a person decides. To a caller without the role, and to the applicant, the application does not exist.
   *
   * Role in live: kyb-reviewer.
   *
   * `POST /v1/kyb-applications/{applicationId}/review-drafts`; never retried.
   */
  draftKybReview(applicationId: string, options?: CallOptions): Promise<KybReviewDraft>;
  /**
   * Read the latest review draft of an application.
   *
   * For staff. Makes no new draft: 404 if there is none.
   *
   * Role in live: kyb-reviewer.
   *
   * `GET /v1/kyb-applications/{applicationId}/review-drafts/latest`; retried.
   */
  readLatestKybReview(applicationId: string, options?: CallOptions): Promise<KybReviewDraft>;
  /**
   * Score a wallet address by its tags in tag packs.
   *
   * Only addresses that the corpus tags itself are found; nothing is propagated along transactions. UNTAGGED means no evidence, never proof of safety.
   *
   * `POST /v1/wallet-risk/score`; retried under its idempotency key.
   */
  scoreWallet(body: WalletRiskRequest, options?: ActOptions): Promise<WalletRiskResponse>;
  /**
   * Seal a PDF with the company's qualified electronic seal.
   *
   * One declared representative may authorize alone; the credential is the client's own. The seal is a PAdES signature (level B-B, with a timestamp B-T) that is appended to the document, whose bytes stay as they are. Where no trust service is configured, or the client has no credential, every accepted request answers 503 `qseal_not_configured`. A request is executed at most once for its `idempotency-key`: after a crash whose outcome is unknown it answers 409 `signing_outcome_unknown`.
   *
   * `POST /v1/seal`; retried where nothing was begun.
   */
  sealDocument(body: SealRequest, options?: ActOptions): Promise<SealedDocument>;
  /**
   * Sign a PDF with a natural person's qualified electronic signature.
   *
   * The signature is that of the declared person with an own credential, appended as a seal is. Where no trust service is configured, or the person has no credential, every accepted request answers 503 `qes_not_configured`. An `idempotency-key` compares everything but `pin`. **Only a 200 is kept: a repeat after a refusal is a new act, and a wrong PIN counts at the provider each time.**
   *
   * `POST /v1/sign`; retried where nothing was begun.
   */
  signDocument(body: SignRequest, options?: ActOptions): Promise<SealedDocument>;
  /**
   * The client's own requests and decisions.
   *
   * By UTC day and month. `to` is left out of the window, which is empty where `from` is the same day; the widest window is 366 days.
   *
   * `GET /v1/screen/usage`; retried.
   */
  readScreeningUsage(
    query?: Query<"readScreeningUsage">,
    options?: CallOptions,
  ): Promise<ScreeningUsage>;
  /**
   * Export the calling client's recorded data.
   *
   * Its audit entries, each with a proof that the signed checkpoint covers it, and its KYB record in full where one is on file. The answer is streamed: one that breaks off is no JSON.
   *
   * `GET /v1/screen/gdpr/export`; retried.
   */
  exportScreening(options?: CallOptions): Promise<ReadableStream<Uint8Array>>;
  /**
   * Erase the calling client's idempotency records.
   *
   * Counts what it deleted. Decisions, KYB records and the audit chain stay; keys of requests that still run stay until those end.
   *
   * `POST /v1/screen/gdpr/erasure-requests`; never retried.
   */
  eraseScreening(options?: CallOptions): Promise<ErasureResult>;
  /**
   * Start a verification session.
   *
   * Answers an OpenID4VP 1.0 authorization request, which a wallet answers by direct_post. Show `authorizationRequestUri` as a QR code or as a link. With `channel: dc_api` it answers a request for `navigator.credentials.get` of your page instead (OpenID4VP 1.0, Appendix A).
   *
   * `POST /v1/verify/sessions`; retried under its idempotency key.
   */
  startSession(
    body: InitiateRequest,
    options?: ActOptions,
  ): Promise<operations["startSession"]["responses"][200]["content"]["application/json"]>;
  /**
   * List the client's sessions, newest first.
   *
   * `GET /v1/verify/sessions`; retried.
   */
  listSessions(
    query: Query<"listSessions"> & { cursor?: string },
    options?: CallOptions,
  ): AsyncIterable<VerificationSessions["sessions"][number]>;
  /**
   * Take a wallet's answer (OpenID4VP direct_post).
   *
   * The session's `state` and nonce authorize it. Of a session by `dc_api` your server posts the `data` that the browser has got, and `state` beside it. A presentation that does not verify is a 400 that names the rule it breaks; the session stays pending until there have been too many.
   *
   * `POST /v1/verify/sessions/{sessionId}/responses`; never retried.
   */
  answerSession(
    sessionId: string,
    body: EncryptedCallbackRequest,
    options?: CallOptions,
  ): Promise<operations["answerSession"]["responses"][200]["content"]["application/json"]>;
  /**
   * Fetch the signed authorization request (`request_uri`).
   *
   * The id, which only `authorizationRequestUri` holds, authorizes it. The request is served twice at most, while the session is pending.
   *
   * `GET /v1/verify/sessions/{sessionId}/requests/{requestId}`; retried.
   */
  fetchRequestObject(sessionId: string, requestId: string, options?: CallOptions): Promise<string>;
  /**
   * Fetch the signed authorization request with a nonce of the wallet's.
   *
   * As by GET, and counted with it. The request holds `wallet_nonce` as it was sent, and is encrypted to the key in `wallet_metadata`, where that has one on P-256 for ECDH-ES with A128GCM or A256GCM.
   *
   * `POST /v1/verify/sessions/{sessionId}/requests/{requestId}`; never retried.
   */
  fetchRequestObjectByPost(
    sessionId: string,
    requestId: string,
    body: Body<"fetchRequestObjectByPost">,
    options?: CallOptions,
  ): Promise<string>;
  /**
   * The client's own requests and decisions.
   *
   * By UTC day and month. `to` is left out of the window and defaults to tomorrow, so that today counts; the widest window is 366 days.
   *
   * `GET /v1/verify/usage`; retried.
   */
  readVerificationUsage(
    query?: Query<"readVerificationUsage">,
    options?: CallOptions,
  ): Promise<VerificationUsage>;
  /**
   * Export the calling client's sessions and audit entries.
   *
   * Sessions as their read shows them, evidence packs left out; audit entries, each with a proof that the signed checkpoint covers it. The answer is streamed: one that breaks off is no JSON.
   *
   * `GET /v1/verify/gdpr/export`; retried.
   */
  exportVerification(options?: CallOptions): Promise<ReadableStream<Uint8Array>>;
  /**
   * Erase the calling client's sessions.
   *
   * Deletes every session with its decision and undelivered evidence pack, pending ones too, and the idempotency records. The audit chain stays.
   *
   * `POST /v1/verify/gdpr/erasure-requests`; never retried.
   */
  eraseVerification(options?: CallOptions): Promise<VerificationErasureResult>;
  /**
   * Start a session that requests an academic credential from a student.
   *
   * Answers an OpenID4VP 1.0 authorization request, which a wallet answers by direct_post. Show `authorizationRequestUri` as a QR code or as a link.
   *
   * Role in live: credentials-api-verifier.
   *
   * `POST /v1/credentials/verify/sessions`; retried under its idempotency key.
   */
  startEmployerSession(
    body: EmployerSessionRequest,
    options?: ActOptions,
  ): Promise<EmployerSessionInitiated>;
  /**
   * List the employer's sessions, newest first.
   *
   * Takes no claims and contacts no issuer: `revocationStatus` is that of the last read.
   *
   * Role in live: credentials-api-verifier.
   *
   * `GET /v1/credentials/verify/sessions`; retried.
   */
  listEmployerSessions(
    query?: Query<"listEmployerSessions"> & { cursor?: string },
    options?: CallOptions,
  ): AsyncIterable<EmployerSessions["sessions"][number]>;
  /**
   * Read an employer's session back.
   *
   * The first claim-mode GET takes the disclosed claims, once and for all; HEAD and keys of the agent scope leave them. Every read checks whether the credential is still valid.
   *
   * Role in live: credentials-api-verifier.
   *
   * `GET /v1/credentials/verify/sessions/{sessionId}`; retried.
   */
  readEmployerSession(
    sessionId: string,
    query?: Query<"readEmployerSession">,
    options?: CallOptions,
  ): Promise<EmployerSession>;
  /**
   * Take a wallet's answer to an employer (OpenID4VP direct_post).
   *
   * The session's `state` and nonce authorize it; an Authorization header is not read. A presentation that does not verify is a 400 that names the rule it breaks; the session stays pending until there have been too many.
   *
   * `POST /v1/credentials/verify/sessions/{sessionId}/responses`; never retried.
   */
  answerEmployerSession(
    sessionId: string,
    body: EncryptedCallbackRequest,
    options?: CallOptions,
  ): Promise<operations["answerEmployerSession"]["responses"][200]["content"]["application/json"]>;
  /**
   * Fetch the signed authorization request of an employer (`request_uri`).
   *
   * The id, which only `authorizationRequestUri` holds, authorizes it. The request is served twice at most, while the session is pending.
   *
   * `GET /v1/credentials/verify/sessions/{sessionId}/requests/{requestId}`; retried.
   */
  fetchEmployerRequestObject(
    sessionId: string,
    requestId: string,
    options?: CallOptions,
  ): Promise<string>;
  /**
   * Fetch the signed authorization request of an employer with a nonce of the wallet's.
   *
   * As by GET, and counted with it. The request holds `wallet_nonce` as it was sent, and is encrypted to the key in `wallet_metadata`, where that has one on P-256 for ECDH-ES with A128GCM or A256GCM.
   *
   * `POST /v1/credentials/verify/sessions/{sessionId}/requests/{requestId}`; never retried.
   */
  fetchEmployerRequestObjectByPost(
    sessionId: string,
    requestId: string,
    body: Body<"fetchEmployerRequestObjectByPost">,
    options?: CallOptions,
  ): Promise<string>;
  /**
   * Create a template of credentials.
   *
   * It is a DRAFT until it is submitted. In live `academicIssuerId` is the institution that the caller's key is bound to; any other is not found.
   *
   * Role in live: credentials-api-client or credentials-api-issuer.
   *
   * `POST /v1/credentials/issue/templates`; never retried.
   */
  createTemplate(body: TemplateRequest, options?: CallOptions): Promise<CredentialTemplate>;
  /**
   * List templates, newest first.
   *
   * Those of the caller's own institution; in sandbox those of every one. An institution that is unknown, or another one, is not found.
   *
   * Role in live: credentials-api-client or credentials-api-issuer.
   *
   * `GET /v1/credentials/issue/templates`; retried.
   */
  listTemplates(
    query?: Query<"listTemplates"> & { cursor?: string },
    options?: CallOptions,
  ): AsyncIterable<TemplateList["templates"][number]>;
  /**
   * Submit a template for review.
   *
   * A DRAFT becomes PENDING_REVIEW. One that was rejected is not submitted again: create another one.
   *
   * Role in live: credentials-api-client or credentials-api-issuer.
   *
   * `POST /v1/credentials/issue/templates/{id}/submit`; never retried.
   */
  submitTemplate(id: string, options?: CallOptions): Promise<CredentialTemplate>;
  /**
   * Record the decision about a template.
   *
   * PENDING_REVIEW becomes APPROVED or REJECTED, once and for all. A key that is bound to the template's own institution reviews nothing of it.
   *
   * Role in live: credentials-api-reviewer.
   *
   * `POST /v1/credentials/issue/templates/{id}/review`; never retried.
   */
  reviewTemplate(
    id: string,
    body: TemplateReview,
    options?: CallOptions,
  ): Promise<CredentialTemplate>;
  /**
   * Submit a batch of students.
   *
   * All rows or none: every row that is wrong is listed in `rows`, and nothing is stored. Rows of CSV begin with a header: studentFullName, studentEmail, studentDob, institutionStudentId, and claim.NAME for each claim.
   *
   * Role in live: credentials-api-client, credentials-api-issuer.
   *
   * `POST /v1/credentials/issue/batches`; retried under its idempotency key.
   */
  createCredentialBatch(
    body: Body<"createCredentialBatch">,
    options?: ActOptions & { headers?: { "x-credentials-step-up-assertion"?: string } },
  ): Promise<CredentialBatch>;
  /**
   * Read a batch with its items and offers.
   *
   * Rows until they are redeemed or their time is over. The answer is streamed: one that breaks off is no JSON.
   *
   * Role in live: credentials-api-client or credentials-api-issuer.
   *
   * `GET /v1/credentials/issue/batches/{id}`; retried.
   */
  readCredentialBatch(id: string, options?: CallOptions): Promise<CredentialBatchWithItems>;
  /**
   * Compare claims that were entered again with those on file.
   *
   * Names differing claims without values. A batch cannot be approved while an item's last recheck found a difference.
   *
   * Role in live: credentials-api-issuer.
   *
   * `POST /v1/credentials/issue/batches/{id}/items/{itemId}/recheck`; retried under its idempotency key.
   */
  recheckCredentialBatchItem(
    id: string,
    itemId: string,
    body: Body<"recheckCredentialBatchItem">,
    options?: ActOptions & { headers?: { "x-credentials-step-up-assertion"?: string } },
  ): Promise<CredentialRecheck>;
  /**
   * Approve a batch, which makes its offers.
   *
   * By a signatory who has neither prepared the batch nor rechecked an item of it, and has just authenticated with a second factor. A repeat under its key shows the same assertion, or a fresh one.
   *
   * Role in live: credentials-api-issuer.
   *
   * `POST /v1/credentials/issue/batches/{id}/approve`; retried under its idempotency key.
   */
  approveCredentialBatch(
    id: string,
    body: Body<"approveCredentialBatch">,
    options?: ActOptions & { headers?: { "x-credentials-step-up-assertion"?: string } },
  ): Promise<CredentialBatch>;
  /**
   * Make a new offer for an item, which ends the old one.
   *
   * Role in live: credentials-api-issuer.
   *
   * `POST /v1/credentials/issue/batches/{id}/items/{itemId}/offer`; retried under its idempotency key.
   */
  renewCredentialOffer(
    id: string,
    itemId: string,
    options?: ActOptions,
  ): Promise<CredentialOfferRenewed>;
  /**
   * Revoke a credential, or the offer of one.
   *
   * For good. A credential that was issued reads as revoked in its status list at the next look; an offer that was not redeemed ends. Revoking again answers as the first time.
   *
   * Role in live: credentials-api-issuer.
   *
   * `POST /v1/credentials/issue/batches/{id}/items/{itemId}/revoke`; retried under its idempotency key.
   */
  revokeCredential(id: string, itemId: string, options?: ActOptions): Promise<CredentialRevocation>;
  /**
   * Status list of credentials that were issued here (Token Status List).
   *
   * A signed list of one bit for each credential, of which 1 is revoked. A credential names it by `status.status_list`. Signed by the institution that issued the credentials, by the same key and chain; made anew after each revocation.
   *
   * `GET /v1/credentials/status-lists/{listId}`; retried.
   */
  readCredentialStatusList(listId: string, options?: CallOptions): Promise<string>;
  /**
   * Make a demo offer, which a wallet redeems once.
   *
   * Each call makes a new offer of an invented student's degree, processed like any batch. With `Accept: text/html` the answer is a page with a link and a QR code for wallets. The header `Link` contains the URL that revokes the credential. Only in a sandbox.
   *
   * `GET /v1/credentials/sandbox/demo-offer`; retried.
   */
  readDemoOffer(options?: CallOptions): Promise<DemoOffer>;
  /**
   * Make a demo offer, which a wallet redeems once.
   *
   * Each call makes a new offer of an invented student's degree, processed like any batch. With `Accept: text/html` the answer is a page with a link and a QR code for wallets. The header `Link` contains the URL that revokes the credential. Only in a sandbox.
   *
   * `POST /v1/credentials/sandbox/demo-offer`; never retried.
   */
  createDemoOffer(options?: CallOptions): Promise<DemoOffer>;
}

type Schemas = components["schemas"];
type Query<Name extends keyof operations> = NonNullable<operations[Name]["parameters"]["query"]>;
type Body<Name extends keyof operations> = operations[Name] extends
  { requestBody: { content: infer Content } } ? Content[keyof Content] : never;
export type AcademicRevocationStatus = Schemas["AcademicRevocationStatus"];
export type AdvisoryFlag = Schemas["AdvisoryFlag"];
export type AssigneeRequest = Schemas["AssigneeRequest"];
export type AuthorizationRequest = Schemas["AuthorizationRequest"];
export type BatchItemStatus = Schemas["BatchItemStatus"];
export type BatchStatus = Schemas["BatchStatus"];
export type BegunEventDelivery = Schemas["BegunEventDelivery"];
export type BegunEventTest = Schemas["BegunEventTest"];
export type BirthRelation = Schemas["BirthRelation"];
export type CallbackError = Schemas["CallbackError"];
export type CallbackReply = Schemas["CallbackReply"];
export type Candidate = Schemas["Candidate"];
export type CheckType = Schemas["CheckType"];
export type Classification = Schemas["Classification"];
export type ClassifyResult = Schemas["ClassifyResult"];
export type ClearedPair = Schemas["ClearedPair"];
export type ClearedPairPage = Schemas["ClearedPairPage"];
export type CreatedEventEndpoint = Schemas["CreatedEventEndpoint"];
export type CredentialBatch = Schemas["CredentialBatch"];
export type CredentialBatchItem = Schemas["CredentialBatchItem"];
export type CredentialBatchWithItems = Schemas["CredentialBatchWithItems"];
export type CredentialOfferRenewed = Schemas["CredentialOfferRenewed"];
export type CredentialRecheck = Schemas["CredentialRecheck"];
export type CredentialRevocation = Schemas["CredentialRevocation"];
export type CredentialTemplate = Schemas["CredentialTemplate"];
export type CredentialType = Schemas["CredentialType"];
export type DcqlQuery = Schemas["DcqlQuery"];
export type DecisionMeta = Schemas["DecisionMeta"];
export type DecisionReadBack = Schemas["DecisionReadBack"];
export type DeletedEventEndpoint = Schemas["DeletedEventEndpoint"];
export type DemoOffer = Schemas["DemoOffer"];
export type DigitalCredentialRequest = Schemas["DigitalCredentialRequest"];
export type DigitalSessionInitiated = Schemas["DigitalSessionInitiated"];
export type Disposition = Schemas["Disposition"];
export type DispositionRequest = Schemas["DispositionRequest"];
export type DispositionResponse = Schemas["DispositionResponse"];
export type EmployerCallbackReply = Schemas["EmployerCallbackReply"];
export type EmployerCheckType = Schemas["EmployerCheckType"];
export type EmployerSession = Schemas["EmployerSession"];
export type EmployerSessionInitiated = Schemas["EmployerSessionInitiated"];
export type EmployerSessionRequest = Schemas["EmployerSessionRequest"];
export type EmployerSessions = Schemas["EmployerSessions"];
export type EncryptedCallbackRequest = Schemas["EncryptedCallbackRequest"];
export type EndedPair = Schemas["EndedPair"];
export type ErasureResult = Schemas["ErasureResult"];
export type Event = Schemas["Event"];
export type EventAttempt = Schemas["EventAttempt"];
export type EventAttemptOutcome = Schemas["EventAttemptOutcome"];
export type EventDelivery = Schemas["EventDelivery"];
export type EventDeliveryPage = Schemas["EventDeliveryPage"];
export type EventDeliveryState = Schemas["EventDeliveryState"];
export type EventEndpoint = Schemas["EventEndpoint"];
export type EventEndpointChange = Schemas["EventEndpointChange"];
export type EventEndpointDisabledBy = Schemas["EventEndpointDisabledBy"];
export type EventEndpointList = Schemas["EventEndpointList"];
export type EventEndpointRequest = Schemas["EventEndpointRequest"];
export type EventPage = Schemas["EventPage"];
export type Event_batch_done = Schemas["Event_batch_done"];
export type Event_client_throttled = Schemas["Event_client_throttled"];
export type Event_credential_redeemed = Schemas["Event_credential_redeemed"];
export type Event_credential_revoked = Schemas["Event_credential_revoked"];
export type Event_endpoint_disabled = Schemas["Event_endpoint_disabled"];
export type Event_endpoint_test = Schemas["Event_endpoint_test"];
export type Event_kyb_application_decided = Schemas["Event_kyb_application_decided"];
export type Event_lists_changed = Schemas["Event_lists_changed"];
export type Event_monitoring_run_done = Schemas["Event_monitoring_run_done"];
export type Event_screening_cleared_pair_lapsed = Schemas["Event_screening_cleared_pair_lapsed"];
export type Event_screening_match = Schemas["Event_screening_match"];
export type Event_screening_review_overdue = Schemas["Event_screening_review_overdue"];
export type Event_screening_reviewed = Schemas["Event_screening_reviewed"];
export type Event_verification_completed = Schemas["Event_verification_completed"];
export type Event_verification_expired = Schemas["Event_verification_expired"];
export type Event_verification_failed = Schemas["Event_verification_failed"];
export type ExcludedTag = Schemas["ExcludedTag"];
export type ExclusionReason = Schemas["ExclusionReason"];
export type Explanation = Schemas["Explanation"];
export type ExportedCheckpoint = Schemas["ExportedCheckpoint"];
export type ExportedEntry = Schemas["ExportedEntry"];
export type IdentifierAsked = Schemas["IdentifierAsked"];
export type IdentifierFact = Schemas["IdentifierFact"];
export type IdentifierType = Schemas["IdentifierType"];
export type InitiateRequest = Schemas["InitiateRequest"];
export type KybApplicationRow = Schemas["KybApplicationRow"];
export type KybCheckRow = Schemas["KybCheckRow"];
export type KybClientRow = Schemas["KybClientRow"];
export type KybFindingCode = Schemas["KybFindingCode"];
export type KybPersonRow = Schemas["KybPersonRow"];
export type KybReviewDraft = Schemas["KybReviewDraft"];
export type KybReviewEvidence = Schemas["KybReviewEvidence"];
export type KybReviewRecommendation = Schemas["KybReviewRecommendation"];
export type ListChange = Schemas["ListChange"];
export type ListChangesPage = Schemas["ListChangesPage"];
export type ListEntryMemberGroup = Schemas["ListEntryMemberGroup"];
export type ListEntryResponse = Schemas["ListEntryResponse"];
export type ListInForce = Schemas["ListInForce"];
export type ListedIdentifier = Schemas["ListedIdentifier"];
export type ListsResponse = Schemas["ListsResponse"];
export type ListsUpdate = Schemas["ListsUpdate"];
export type MatchedTag = Schemas["MatchedTag"];
export type MonitoredSubject = Schemas["MonitoredSubject"];
export type MonitoredSubjectData = Schemas["MonitoredSubjectData"];
export type MonitoredSubjectPage = Schemas["MonitoredSubjectPage"];
export type MonitoredSubjectRequest = Schemas["MonitoredSubjectRequest"];
export type MonitoredSubjectsImported = Schemas["MonitoredSubjectsImported"];
export type MonitoredSubjectsRemoved = Schemas["MonitoredSubjectsRemoved"];
export type MonitoringGeneration = Schemas["MonitoringGeneration"];
export type MonitoringImportRequest = Schemas["MonitoringImportRequest"];
export type MonitoringRun = Schemas["MonitoringRun"];
export type MonitoringRunPage = Schemas["MonitoringRunPage"];
export type NameStrength = Schemas["NameStrength"];
export type NationalityRelation = Schemas["NationalityRelation"];
export type NormalizedApplication = Schemas["NormalizedApplication"];
export type NormalizedPerson = Schemas["NormalizedPerson"];
export type Obstacle = Schemas["Obstacle"];
export type OnboardingDraft = Schemas["OnboardingDraft"];
export type OnboardingPerson = Schemas["OnboardingPerson"];
export type OnboardingRecommendation = Schemas["OnboardingRecommendation"];
export type OnboardingRequest = Schemas["OnboardingRequest"];
export type OtherNetwork = Schemas["OtherNetwork"];
export type OwnershipShare = Schemas["OwnershipShare"];
export type PairState = Schemas["PairState"];
export type PersonIdentity = Schemas["PersonIdentity"];
export type QueuePage = Schemas["QueuePage"];
export type QueuedDecision = Schemas["QueuedDecision"];
export type ReadAs = Schemas["ReadAs"];
export type RegisterInForce = Schemas["RegisterInForce"];
export type Review = Schemas["Review"];
export type ReviewRequest = Schemas["ReviewRequest"];
export type ReviewResponse = Schemas["ReviewResponse"];
export type ReviewResult = Schemas["ReviewResult"];
export type ReviewState = Schemas["ReviewState"];
export type ReviewsRequest = Schemas["ReviewsRequest"];
export type ReviewsResponse = Schemas["ReviewsResponse"];
export type RotatedEventSecret = Schemas["RotatedEventSecret"];
export type SandboxListsAdvanced = Schemas["SandboxListsAdvanced"];
export type ScoreStep = Schemas["ScoreStep"];
export type ScreeningBatch = Schemas["ScreeningBatch"];
export type ScreeningBatchAccepted = Schemas["ScreeningBatchAccepted"];
export type ScreeningBatchRequest = Schemas["ScreeningBatchRequest"];
export type ScreeningBatchResult = Schemas["ScreeningBatchResult"];
export type ScreeningBatchResults = Schemas["ScreeningBatchResults"];
export type ScreeningBatchState = Schemas["ScreeningBatchState"];
export type ScreeningExport = Schemas["ScreeningExport"];
export type ScreeningRequest = Schemas["ScreeningRequest"];
export type ScreeningResponse = Schemas["ScreeningResponse"];
export type ScreeningUsage = Schemas["ScreeningUsage"];
export type SealRequest = Schemas["SealRequest"];
export type SealedDocument = Schemas["SealedDocument"];
export type SessionInitiated = Schemas["SessionInitiated"];
export type SessionStatus = Schemas["SessionStatus"];
export type SignRequest = Schemas["SignRequest"];
export type SubjectRef = Schemas["SubjectRef"];
export type TemplateList = Schemas["TemplateList"];
export type TemplateRequest = Schemas["TemplateRequest"];
export type TemplateReview = Schemas["TemplateReview"];
export type TemplateStatus = Schemas["TemplateStatus"];
export type TokenAccount = Schemas["TokenAccount"];
export type TokenAlignment = Schemas["TokenAlignment"];
export type TokenKind = Schemas["TokenKind"];
export type UnaccountedToken = Schemas["UnaccountedToken"];
export type VerificationErasureResult = Schemas["VerificationErasureResult"];
export type VerificationExport = Schemas["VerificationExport"];
/** A session of any check; `checkType` narrows it. */
export type VerificationSession = SessionOf<Schemas["CheckType"]>;
/** A page of sessions. */
export type VerificationSessions = Omit<Schemas["VerificationSessions"], "sessions"> & {
  sessions: VerificationSession[];
};
export type VerificationUsage = Schemas["VerificationUsage"];
export type WalletMatch = Schemas["WalletMatch"];
export type WalletResult = Schemas["WalletResult"];
export type WalletRiskAdvisory = Schemas["WalletRiskAdvisory"];
export type WalletRiskRequest = Schemas["WalletRiskRequest"];
export type WalletRiskResponse = Schemas["WalletRiskResponse"];
