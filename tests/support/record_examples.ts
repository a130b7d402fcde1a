/**
 * Records the example answers of the OpenAPI description from a service in memory, into
 * `routes/openapi/answer_examples.json`.
 *
 * usage: deno run --no-prompt --allow-all tests/support/record_examples.ts
 */
import "../../base/temporal.ts";
import { issuedTo } from "./record_credential_examples.ts";
import { onboardings } from "../../routes/openapi/onboarding_examples.ts";
import { walletRiskPath } from "./wallet_risk.ts";
import { sandboxWallets } from "../../routes/openapi/sandbox_wallets.ts";
import { sandboxScreenings } from "../../routes/openapi/sandbox_screenings.ts";
import { ISSUER, openBrowser, openPage } from "./login_journey.ts";
import { type Answer, serviceInMemory, type TestClient, type TestService } from "./service.ts";
import { inventedApplication, latestPath, reviewsPath } from "./kyb_reviews.ts";
import { onboardingPath } from "./onboarding.ts";
import { DEGREE, employerPathOf, startEmployer } from "./employing.ts";
import { askDigital } from "./digital_sessions.ts";
import { pathOf, present, sendAnswer, start, tokenHeader } from "./verifying.ts";

/** Answers by status and name. */
type Recorded = Record<
  number,
  Record<string, { readonly summary: string; readonly value: unknown }>
>;

function one(name: string, summary: string, { status, body }: Answer): Recorded {
  return { [status]: { [name]: { summary, value: body } } };
}

/** A fixed answer that the service in memory does not give. */
function written(status: number, name: string, summary: string, value: unknown): Recorded {
  return { [status]: { [name]: { summary, value } } };
}

function merged(...parts: readonly Recorded[]): Recorded {
  const all: Recorded = {};
  for (const part of parts) {
    for (const [status, named] of Object.entries(part)) {
      all[Number(status)] = { ...all[Number(status)], ...named };
    }
  }
  return all;
}

const version = "0.11.0";
const build = "5b0c1f93a7de";
const screeningExport = "/v1/screen/gdpr/export";
const screeningErasure = "/v1/screen/gdpr/erasure-requests";
const days = "from=2026-03-01&to=2026-03-03";

async function edge(acme: TestClient): Promise<Record<string, Recorded>> {
  return {
    checkHealth: merged(
      written(200, "ok", "It takes requests", { status: "ok", mode: "sandbox", version, build }),
      written(503, "draining", "It is about to stop", {
        status: "draining",
        mode: "sandbox",
        version,
        build,
      }),
    ),
    checkReadiness: merged(
      one("ready", "Send requests here", await acme.get("/ready")),
      written(503, "store_unavailable", "The store does not answer", {
        status: "store_unavailable",
      }),
    ),
    readLists: one("sandbox", "The sandbox's lists", await acme.get("/v1/lists")),
    listListChanges: merged(
      one(
        "sandbox",
        "The sandbox's lists never change",
        await acme.get("/v1/lists/changes"),
      ),
      written(200, "live", "A person was delisted, another got a second date of birth", {
        changes: [
          {
            source: "un-sc",
            listRef: "6908443",
            entityId: "3b0c8a5e-6c1d-5d0f-9f5e-0a4f7c2b9d11",
            change: "removed",
            members: [],
            listedOn: "2014-03-17",
          },
          {
            source: "un-sc",
            listRef: "6908555",
            entityId: "c2f7a1d4-1b7e-5e38-8a60-5d2f0c9b7e42",
            change: "changed",
            members: ["births"],
            listedOn: "2001-10-08",
          },
        ],
        nextCursor: null,
      }),
    ),
    readListEntry: one(
      "sandbox",
      "A person on the sandbox's list",
      await acme.get("/v1/lists/sandbox-sdn/entries/SBX-0001"),
    ),
  };
}

async function screening(acme: TestClient): Promise<Record<string, Recorded>> {
  const shown = ["nobody_alike", "exact_name", "weak_alias", "pep", "listed_address"];
  const screened: Recorded[] = [];
  for (const { name, send, result, because } of sandboxScreenings) {
    if (!shown.includes(name)) continue;
    screened.push(one(name, `${result}: ${because}`, await acme.post("/v1/screen", send)));
  }
  const { body: possible } = await acme.post("/v1/screen", { name: "Ferryman of Tavrel" });
  const path = `/v1/screen/${possible.meta.decisionId}`;
  const review = { decision: "false_positive", notes: "Other date of birth in the passport." };
  const reviewed = await acme.post(`${path}/review`, review);
  const sealed = {
    document: "JVBERi0xLjcKJSVFT0YK",
    originalSha256: "5c1f2b2f7c3d4c1c1f8f0c4b6a8f6d1f3f3b2a9a9d6d9b7f0f0c9e5d7b8a1c2d",
    resultSha256: "0a4d55a8d778e5022fab701977c5d840bbc486d0f8a3a4b5c6d7e8f901234567",
    frozenDecisionArtifact: {
      credentialId: "acme-seal-2026",
      trustServiceProvider: "Example Trust Services",
      engineVersion: "seal-1",
      cscApiVersion: "2.2.0.0",
    },
  };
  // A service of its own: what is random stays as it is elsewhere.
  await using other = await serviceInMemory();
  const admitted = other.as("sandbox");
  const { body: confirmed } = await admitted.post("/v1/screen", { name: "Viktor Sandbergov" });
  const disposed = await admitted.post(
    `/v1/screen/decisions/${confirmed.meta.decisionId}/dispositions`,
    { reviewer: "m.weber", decision: "confirmed_match", reasonCode: "same_dob" },
  );
  const { body: waiting } = await admitted.post("/v1/screen", { name: "Ferryman of Tavrel" });
  const assigned = await admitted.put(
    `/v1/screen/decisions/${waiting.meta.decisionId}/assignee`,
    { assignee: "m.weber" },
  );
  const listed = await admitted.get("/v1/screen/decisions?limit=1");
  const reviewedAtOnce = await admitted.post("/v1/screen/reviews", {
    reviews: [
      {
        decisionId: waiting.meta.decisionId,
        ...{ reviewer: "m.weber", decision: "false_positive", reasonCode: "name_only" },
      },
      { decisionId: confirmed.meta.decisionId, reviewer: "m.weber", decision: "escalated" },
    ],
  });
  const customer = { name: "Ferryman of Tavrel", subjectRef: "customer-4711" };
  const { body: known } = await admitted.post("/v1/screen", customer);
  await admitted.post(`/v1/screen/${known.meta.decisionId}/review`, {
    ...{ reviewer: "m.weber", decision: "false_positive", reasonCode: "name_only" },
    clearForDays: 180,
  });
  const cleared = await admitted.get("/v1/screen/cleared-pairs");
  screened.push(
    one(
      "cleared_before",
      "POSSIBLE_MATCH: your reviewers know this customer",
      await admitted.post("/v1/screen", customer),
    ),
  );
  const ended = await admitted.delete(`/v1/screen/cleared-pairs/${cleared.body.pairs[0].pairId}`);
  const batch = await admitted.post("/v1/screen/batches", {
    items: [
      { subjectRef: "c-1", name: "Viktor Sandbergov", dob: "1961-04-12", nationality: "RU" },
      { subjectRef: "c-2", name: "Anna Berg" },
    ],
  });
  const batchPath = `/v1/screen/batches/${batch.body.batchId}`;
  await other.runBatches();
  const done = await admitted.get(batchPath);
  const { body: waitingBatch } = await admitted.post("/v1/screen/batches", {
    items: [{ name: "Anna Berg" }],
  });
  const cancelled = await admitted.delete(`/v1/screen/batches/${waitingBatch.batchId}`);
  const endpoints = "/v1/events/endpoints";
  const hook = "http://127.0.0.1:9000/aval-events";
  const endpoint = await admitted.post(endpoints, { url: hook, types: ["screening.match"] });
  const ofEndpoint = `${endpoints}/${endpoint.body.endpointId}`;
  await admitted.post("/v1/screen", customer);
  await admitted.post("/v1/screen", { name: "Viktor Sandbergov", subjectRef: "c-1" });
  const test = await admitted.post(`${ofEndpoint}/test`, undefined);
  await other.runEvents();
  const deliveries = await admitted.get(`${ofEndpoint}/deliveries?limit=1`);
  const { deliveryId } = deliveries.body.deliveries[0];
  const resent = await admitted.post(`${ofEndpoint}/deliveries/${deliveryId}/resend`, undefined);
  return {
    ...await monitoring(),
    listEvents: one("first", "The first three", await admitted.get("/v1/events?limit=3")),
    createEventEndpoint: one("created", "The secret is shown once", endpoint),
    listEventEndpoints: one("one", "One endpoint", await admitted.get(endpoints)),
    readEventEndpoint: one("read", "Without its secret", await admitted.get(ofEndpoint)),
    testEventEndpoint: one("begun", "A test is on its way", test),
    listEventDeliveries: one("last", "The last one", deliveries),
    resendEventDelivery: one("begun", "The event goes out again", resent),
    rotateEventSecret: one(
      "rotated",
      "Both secrets sign for a day",
      await admitted.post(`${ofEndpoint}/rotate`, undefined),
    ),
    changeEventEndpoint: one(
      "changed",
      "It gets every type",
      await admitted.put(ofEndpoint, { types: null }),
    ),
    deleteEventEndpoint: one("deleted", "It is gone", await admitted.delete(ofEndpoint)),
    readEventKeys: written(200, "one", "One key", {
      keys: ["whpk_a3sUTSQ2KsVC9tc46BbFGQPpKbnl5yrP0IsJTHAQnB8="],
    }),
    createScreeningBatch: one("two_customers", "Two customers", batch),
    readScreeningBatch: one("done", "All are decided", done),
    cancelScreeningBatch: one("cancelled", "One that had not begun", cancelled),
    listScreeningBatchResults: one(
      "hits",
      "Those that are not CLEAR",
      await admitted.get(`${batchPath}/results?only=hits`),
    ),
    screen: merged(...screened),
    readDecision: one("reviewed", "A possible match and its review", await acme.get(path)),
    reviewDecision: one("false_positive", "The first review", reviewed),
    listDecisions: one("first", "The one that waits longest", listed),
    assignDecision: one("assigned", "A reviewer works on it", assigned),
    listClearedPairs: one("holds", "A customer who is cleared", cleared),
    endClearedPair: one("ended", "The pair that has ended", ended),
    reviewDecisions: one("two", "One is recorded, one refused", reviewedAtOnce),
    disposeDecision: one("confirmed_match", "The first disposition", disposed),
    sealDocument: written(200, "sealed", "A document with its seal", sealed),
    signDocument: written(200, "signed", "A document with its signature", sealed),
    readScreeningUsage: one("two_days", "Two days", await acme.get(`/v1/screen/usage?${days}`)),
    exportScreening: merged(
      one("entries", "Audit entries", await acme.get(screeningExport)),
      one("kyb_record", "With a KYB record", await admitted.get(screeningExport)),
    ),
    eraseScreening: merged(
      one("erased", "What was deleted", await acme.post(screeningErasure, undefined)),
      one("legal_review", "With a KYB record", await admitted.post(screeningErasure, undefined)),
    ),
  };
}

async function monitoring(): Promise<Record<string, Recorded>> {
  await using service = await serviceInMemory();
  const admitted = service.as("sandbox");
  const customers = "/v1/monitoring/subjects";
  const watched = { name: "Viktor Sandbergov", dob: "1961-04-12", nationality: "RU" };
  const kept = await admitted.put(`${customers}/customer-4711`, watched);
  const sameKept = await admitted.put(`${customers}/customer-4711`, watched);
  const readKept = await admitted.get(`${customers}/customer-4711`);
  const imported = await admitted.post(`${customers}/import?generation=2026-03-01`, {
    items: [{ subjectRef: "c-1", ...watched }, { subjectRef: "c-2", name: "Anna Berg" }],
  });
  const finished = await admitted.post(`${customers}/import/2026-03-01/finish?remove=1`, null);
  await service.runMonitoring();
  const allKept = await admitted.get(customers);
  const run = await admitted.post("/v1/monitoring/runs", null);
  const runs = await admitted.get("/v1/monitoring/runs");
  const advanced = await admitted.post("/v1/sandbox/lists/advance", null);
  const removed = await admitted.delete(`${customers}/c-2`);
  const removedAll = await admitted.delete(`${customers}?confirm=1`);
  return {
    putMonitoredSubject: merged(
      one("new", "A customer who was not monitored", kept),
      one("equal", "The same data again", sameKept),
    ),
    readMonitoredSubject: one("customer", "What is kept", readKept),
    removeMonitoredSubject: one("removed", "It is monitored no longer", removed),
    listMonitoredSubjects: one("two", "Two customers", allKept),
    removeMonitoredSubjects: one("all", "Nothing is left", removedAll),
    importMonitoredSubjects: one("two", "Two customers", imported),
    finishMonitoringImport: one("one_left_out", "One was left out", finished),
    advanceSandboxLists: one("advanced", "The next version", advanced),
    startMonitoringRun: one("begun", "A run that has begun", run),
    listMonitoringRuns: one("two", "The one that has begun, and one before", runs),
  };
}

async function verification(
  service: TestService,
  acme: TestClient,
): Promise<Record<string, Recorded>> {
  const started = await start(acme, "age-verification");
  const pending = await acme.get(pathOf(started));
  const ofAge = { av_age_over_18: { age_over_18: true } };
  const verified = await present(service, started, ofAge);
  const completed = await acme.get(pathOf(started), tokenHeader(started.sessionToken));
  const refusing = await start(acme, "age-verification");
  const refused = await sendAnswer(service, refusing.authorizationRequest, {
    error: "access_denied",
  });
  return {
    startSession: merged(
      written(200, "age_verification", "Whether somebody is 18", started),
      await byBrowser(),
    ),
    listSessions: one("two", "Two sessions", await acme.get("/v1/verify/sessions?clientId=acme")),
    readSession: merged(
      one("completed", "The wallet has answered", completed),
      one("pending", "The wallet has not answered yet", pending),
    ),
    answerSession: merged(
      one("verified", "The presentation verifies", verified),
      one("refused", "The holder declines", refused),
    ),
    fetchRequestObject: written(
      200,
      "signed",
      "Header and signature; the payload is left out",
      "eyJhbGciOiJFUzI1NiIsInR5cCI6Im9hdXRoLWF1dGh6LXJlcStqd3QifQ.e30.c2lnbmF0dXJl",
    ),
    readVerificationUsage: one("two_days", "Two days", await acme.get(`/v1/verify/usage?${days}`)),
    exportVerification: one(
      "sessions",
      "Sessions and audit entries",
      await acme.get("/v1/verify/gdpr/export"),
    ),
    eraseVerification: one(
      "erased",
      "What was deleted",
      await acme.post("/v1/verify/gdpr/erasure-requests", undefined),
    ),
  };
}

/** Answers of a separate service, so that the other recordings stay the same. */
async function byBrowser(): Promise<Recorded> {
  await using service = await serviceInMemory({ seed: 8 });
  const members = { origin: "http://localhost:3000" };
  const started = await askDigital(service.as("acme"), "age-verification", members);
  return one("by_the_browser", "The same by the browser of a page", started);
}

/**
 * Answers of a login. Random values, and values that would log a person in, are replaced by fixed
 * ones.
 */
async function login(service: TestService): Promise<Record<string, Recorded>> {
  const browser = openBrowser(service);
  const { statusPath } = await openPage(browser, {
    client_id: "sandbox-login",
    redirect_uri: "http://localhost:9000/callback",
  });
  const discovery = await browser.get("/v1/login/.well-known/openid-configuration");
  const described = one("sandbox", "Of a service on this machine", discovery);
  const code = "SplxlOBeZQQYbYS6WxSbIASplxlOBeZQQYbYS6WxSbI";
  const iss = encodeURIComponent(ISSUER);
  return {
    readLoginDiscovery: described,
    readLoginServerMetadata: described,
    readLoginKeys: written(200, "one_key", "The key that signs", {
      // Of RFC 7517, appendix A.1.
      keys: [{
        kty: "EC",
        crv: "P-256",
        x: "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4",
        y: "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM",
        kid: "cn-I_WNMClehiVp51i_0VpOENW1upEerA8sEam5hn-s",
        use: "sig",
        alg: "ES256",
      }],
    }),
    authorizeLogin: written(200, "page", "A page with a QR code", "<!DOCTYPE html>"),
    readLoginStatus: merged(
      one("pending", "The wallet has not answered yet", await browser.get(statusPath)),
      written(200, "completed", "The browser goes back", {
        status: "completed",
        redirectTo: `http://localhost:9000/callback?code=${code}&state=af0ifjsldkj&iss=${iss}`,
      }),
    ),
    redeemLoginCode: written(200, "redeemed", "The code is redeemed", {
      access_token: "2YotnFZFEjr1zCsicMWpAA2YotnFZFEjr1zCsicMWpA",
      token_type: "Bearer",
      expires_in: 300,
      id_token: "eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCJ9.e30.c2lnbmF0dXJl",
    }),
  };
}

const offered = {
  credential_issuer: "http://localhost:8000/v1/credentials",
  credential_configuration_ids: ["019aa000-0000-7000-8000-000000000001"],
  grants: {
    "urn:ietf:params:oauth:grant-type:pre-authorized_code": {
      "pre-authorized_code": "SplxlOBeZQQYbYS6WxSbIASplxlOBeZQQYbYS6WxSbI",
    },
  },
} as const;
const nonce = "tZignsnFbp8PwTn2oGQuVw2tZignsnFbp8PwTn2oGQu";

/**
 * Answers about academic credentials. A wallet's answers are fixed texts, since the real ones are
 * random or secret.
 */
async function credentials(): Promise<Record<string, Recorded>> {
  await using service = await serviceInMemory({ seed: 13 });
  const answers = await issuedTo(service);
  const server = await service.as("acme").get(
    "/v1/credentials/.well-known/oauth-authorization-server",
  );
  const issuer = one(
    "sandbox",
    "Of a sandbox with one template",
    await service.as("acme").get("/v1/credentials/.well-known/openid-credential-issuer"),
  );
  const demo = written(200, "offer", "By value and by reference", {
    credentialOffer: offered,
    credentialOfferUri:
      "openid-credential-offer://?credential_offer_uri=http%3A%2F%2Flocalhost%3A8000%2Fv1%2Fcredentials%2Foffers%2FgSD32EWA197Esx8ctnl4BF8KGAPusgeW1cfZXKRuKjU",
    expiresAt: "2026-03-09T09:00:00.000Z",
  });
  const credential = "eyJhbGciOiJFUzI1NiIsInR5cCI6ImRjK3NkLWp3dCJ9.e30.c2lnbmF0dXJl~";
  return {
    ...Object.fromEntries(
      Object.entries(answers).map(([operation, answer]) => [
        operation,
        one("sandbox", "Of the sandbox's university", answer),
      ]),
    ),
    readCredentialIssuer: issuer,
    readCredentialIssuerInserted: issuer,
    readCredentialServer: one("sandbox", "Of a service on this machine", server),
    readCredentialServerInserted: one("sandbox", "Of a service on this machine", server),
    readDemoOffer: demo,
    createDemoOffer: demo,
    readCredentialOffer: written(200, "offer", "What a wallet reads", offered),
    exchangePreAuthorizedCode: written(200, "exchanged", "The code is used", {
      access_token: "2YotnFZFEjr1zCsicMWpAA2YotnFZFEjr1zCsicMWpA",
      token_type: "Bearer",
      expires_in: 300,
      c_nonce: nonce,
      c_nonce_expires_in: 300,
    }),
    makeCredentialNonce: written(200, "nonce", "A fresh nonce", { c_nonce: nonce }),
    issueCredential: merged(
      written(200, "openid4vci", "As OpenID4VCI 1.0 has it", { credentials: [{ credential }] }),
      written(200, "format", "Where `format` was asked for", {
        credentials: [{ credential }],
        credential,
      }),
    ),
    readCredentialStatusList: written(
      200,
      "token",
      "Header and signature; the list is left out",
      "eyJhbGciOiJFUzI1NiIsInR5cCI6InN0YXR1c2xpc3Qrand0In0.e30.c2lnbmF0dXJl",
    ),
  };
}

async function employers(): Promise<Record<string, Recorded>> {
  await using service = await serviceInMemory({ seed: 11 });
  const acme = service.as("acme");
  const started = await startEmployer(acme, "academic-credential");
  const pending = await acme.get(employerPathOf(started));
  const verified = await present(service, started, { academic_degree: DEGREE });
  const completed = await acme.get(employerPathOf(started));
  const again = await acme.get(employerPathOf(started));
  const refusing = await startEmployer(acme, "academic-enrolment-status");
  const refused = await sendAnswer(service, refusing.authorizationRequest, {
    error: "access_denied",
  });
  const listed = await acme.get("/v1/credentials/verify/sessions?clientId=acme");
  return {
    startEmployerSession: written(200, "academic_credential", "A degree or a module", started),
    listEmployerSessions: one("two", "Two sessions", listed),
    readEmployerSession: merged(
      one("completed", "The student has answered: the claims, once", completed),
      one("delivered", "The claims were delivered", again),
      one("pending", "The student has not answered yet", pending),
    ),
    answerEmployerSession: merged(
      one("verified", "The presentation verifies", verified),
      one("refused", "The student declines", refused),
    ),
    fetchEmployerRequestObject: written(
      200,
      "signed",
      "Header and signature; the payload is left out",
      "eyJhbGciOiJFUzI1NiIsInR5cCI6Im9hdXRoLWF1dGh6LXJlcStqd3QifQ.e30.c2lnbmF0dXJl",
    ),
  };
}

async function onboarding(): Promise<Record<string, Recorded>> {
  await using service = await serviceInMemory({ seed: 17 });
  const drafted: Recorded[] = [];
  for (const [name, { summary, value }] of Object.entries(onboardings)) {
    drafted.push(
      one(name, summary ?? name, await service.as("applicant").post(onboardingPath, value)),
    );
  }
  return { draftKybApplication: merged(...drafted) };
}

async function reviews(): Promise<Record<string, Recorded>> {
  await using service = await serviceInMemory({ seed: 19 });
  const staff = service.as("staff");
  const drafted: Recorded[] = [];
  const latest: Recorded[] = [];
  for (const name of ["approve", "reject", "escalate"]) {
    const { application: { id }, because } = inventedApplication(name);
    drafted.push(one(name, because, await staff.post(reviewsPath(id), undefined)));
    latest.push(one(name, because, await staff.get(latestPath(id))));
  }
  return { draftKybReview: merged(...drafted), readLatestKybReview: merged(...latest) };
}

async function scoring(prospect: TestClient): Promise<Record<string, Recorded>> {
  const scored: Recorded[] = [];
  for (const { name, send, result, because } of sandboxWallets) {
    const answer = await prospect.post(walletRiskPath, send);
    if (answer.status === 200) scored.push(one(name, `${result}: ${because}`, answer));
  }
  return { scoreWallet: merged(...scored) };
}

if (import.meta.main) {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const recorded = {
    ...await edge(acme),
    ...await screening(service.as("example")),
    ...await scoring(service.as("scoring")),
    ...await onboarding(),
    ...await reviews(),
    ...await verification(service, acme),
    ...await login(service),
    ...await employers(),
    ...await credentials(),
  };
  const file = new URL("../../routes/openapi/answer_examples.json", import.meta.url);
  await Deno.writeTextFile(file, `${JSON.stringify(recorded, null, 2)}\n`);
}
