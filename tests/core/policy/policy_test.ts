import assert from "node:assert/strict";
import fc from "fast-check";
import { defaultPolicy, parsePolicy, type Policy } from "../../../core/policy/policy.ts";

function problems(text: string): readonly string[] {
  const parsed = parsePolicy(text);
  assert(!parsed.ok);
  assert.equal(parsed.refusal.code, "invalid_policy");
  return parsed.refusal.problems;
}

function accepted(overrides: unknown): Policy {
  const parsed = parsePolicy(JSON.stringify(overrides));
  assert(parsed.ok);
  return parsed.value;
}

Deno.test("parsePolicy() gives the numbers of decisions.md when nothing is overridden", () => {
  for (const text of [undefined, "{}", '{"rateLimits":{"screening":{}}}']) {
    const parsed = parsePolicy(text);
    assert(parsed.ok);
    assert.deepEqual(parsed.value, defaultPolicy);
  }
});

Deno.test("defaultPolicy has the buckets of decisions.md part 5", () => {
  assert.deepEqual(defaultPolicy.rateLimits, {
    screening: { capacity: 60, refillPerSecond: 10 },
    batchItems: { capacity: 100_000, refillPerSecond: 100_000 / 86_400 }, // decisions-3.md part 21
    verification: { capacity: 30, refillPerSecond: 5 },
    credentials: { capacity: 30, refillPerSecond: 5 },
    onboarding: { capacity: 3, refillPerSecond: 10 / 3600 },
    loginAuthorize: { capacity: 120, refillPerSecond: 10 },
    loginStatus: { capacity: 1200, refillPerSecond: 300 },
    loginToken: { capacity: 240, refillPerSecond: 40 },
    credentialToken: { capacity: 240, refillPerSecond: 40 },
    credential: { capacity: 240, refillPerSecond: 40 },
    demoOffer: { capacity: 30, refillPerSecond: 2 },
    pages: { capacity: 240, refillPerSecond: 40 }, // decisions-2.md part 18
    persons: { capacity: 60, refillPerSecond: 2 }, // decisions-3.md part 22
    docsSearch: { capacity: 60, refillPerSecond: 10 }, // ours: a search costs more than a page
    sandboxSessions: { capacity: 30, refillPerSecond: 20 / 60 }, // ours: what the clean-up deletes
    sandboxReads: { capacity: 300, refillPerSecond: 10 }, // ours: bounds the names that are counted
  });
});

Deno.test("defaultPolicy has the other numbers of decisions.md", () => {
  const { anomalies, lifetimes, limits } = defaultPolicy;
  assert.deepEqual(anomalies, { // part 5
    spikeRequestsMin: 100,
    spikeFactorMin: 10,
    busiestHourFactor: 2,
    baselineHours: 24,
    historyHoursMin: 24,
    historyRequestsMin: 100,
    throttlePercent: 25,
    throttleMinutes: 15,
    graceHours: 12,
    shiftDistanceMin: 0.35,
    shiftRequestsMin: 50,
    shiftBaselineRequestsMin: 200,
    logHours: 1,
  });
  assert.deepEqual(lifetimes, { // parts 8 to 11
    verificationSessionMinutes: 10,
    sessionTokenHours: 24,
    undecidedSessionDays: 30,
    undecidedLoginHours: 24,
    playgroundWalletHours: 24, // ours
    sandboxUsageDays: 7, // ours
    evidencePackDays: 30,
    disclosedClaimsDays: 30,
    authorizationRequestMinutes: 5,
    loginCodeSeconds: 60,
    loginSsoHours: 8,
    loginAccessTokenMinutes: 5,
    idTokenMinutes: 5,
    stepUpSeconds: 300,
    preAuthorizedCodeDays: 7,
    credentialAccessTokenMinutes: 5,
    credentialNonceMinutes: 5,
    enrolmentDays: 365,
    batchRowDays: 90,
    screeningBatchHours: 24, // decisions-3.md part 21
    batchResultDays: 30, // the same
    kybDraftDays: 30,
    kybRecordDays: 1_827,
  });
  assert.deepEqual(limits, { // parts 2, 5, 9 and 11
    bodyBytesMax: 256 * 1024,
    batchBodyBytesMax: 8 * 1024 * 1024,
    screeningBatchItemsMax: 20_000, // decisions-3.md part 21
    unfinishedBatchesMax: 5, // the same
    documentBodyBytesMax: 14 * 1024 * 1024,
    longBodiesBytesMax: 112 * 1024 * 1024, // ours
    documentBytesMax: 10 * 1024 * 1024,
    nameCharactersMax: 500,
    sameActorAddressesMax: 100,
    scoredTagsBytesMax: 128 * 1024, // ours
    walletAddressesMax: 100,
    kybPersonsMax: 50,
    notesCharactersMax: 4000,
    schemaBytesMax: 32768,
    schemaDepthMax: 32,
    schemaAlternativesMax: 64,
    schemaStepsMax: 20_000,
    batchSchemaStepsMax: 4_000_000,
    batchRowsMax: 5000,
    batchRowBytesMax: 32 * 1024, // ours
    decisionReviewsMax: 500, // ours: bounds what one review answers
    listRowsDefault: 20,
    listRowsMax: 100,
    ipv6PrefixBits: 64,
  });
  const { idempotency, introspection, lists, audit, verification, login, server } = defaultPolicy;
  assert.deepEqual(idempotency, { // part 3
    windowHours: 24,
    keyCharactersMax: 255,
    waitSeconds: 2,
    waitingRequestsMax: 100, // ours: equal requests that one process holds
    retryAfterSeconds: 1,
    lapseSeconds: 60,
  });
  assert.deepEqual(introspection, { // part 4
    activeCacheSeconds: 10,
    inactiveCacheSeconds: 5,
    timeoutSeconds: 2,
    cacheEntriesMax: 10_000, // research, login part 2
    answerBytesMax: 65_536, // ours: bounds what one answer takes
    totalRequestsMax: 64, // ours: a provider under load is not made slow, nor by one source
    sourceRequestsMax: 16,
    waitingRequestsMax: 1024,
    breakerFailuresMin: 5,
    breakerWindowSeconds: 10,
    breakerOpenSeconds: 5,
    audienceRequired: true,
    issuerChecked: true,
  });
  assert.deepEqual(defaultPolicy.providerKeys, { // ours
    cacheSeconds: 300,
    unknownKeySeconds: 60, // the issue: once a minute at most
    timeoutSeconds: 2,
    answerBytesMax: 65_536,
    breakerFailuresMin: 5,
    breakerWindowSeconds: 10,
    breakerOpenSeconds: 5,
  });
  assert.deepEqual(defaultPolicy.ownStatusLists, { // ours
    ttlSeconds: 300,
    cacheSeconds: 60,
    purgeSeconds: 5,
    tokenHours: 12,
    cacheEntriesMax: 64,
  });
  assert.deepEqual(defaultPolicy.registers, { // research, KYB part 3
    nameMatchPercent: 92,
    nameMinorPercent: 80,
    timeoutSeconds: 5, // ours
    answerBytesMax: 2_097_152,
    gleifMinuteRequestsMax: 60, // the issue
    companiesHouseMinuteRequestsMax: 120, // 600 in five minutes
    snapshotBytesMax: 1_073_741_824,
    snapshotStaleDays: 30,
    breakerFailuresMin: 5,
    breakerWindowSeconds: 60,
    breakerOpenSeconds: 60,
  });
  assert.deepEqual(defaultPolicy.kyb, { // decisions-2.md part 16; research, KYB part 6
    applicantDetail: "full",
    drafterSeconds: 8,
    drafterAnswerBytesMax: 262_144, // ours
    highRiskCountries: "IR KP MM",
    registryEvidenceDays: 90,
    screeningEvidenceDays: 7,
    breakerFailuresMin: 5,
    breakerWindowSeconds: 60,
    breakerOpenSeconds: 60,
  });
  assert.deepEqual({
    ...lists,
    ...defaultPolicy.monitoring,
    ...audit,
    ...verification,
    ...login,
    ...defaultPolicy.sessions,
    ...server,
  }, {
    idleMinutes: 30, // decisions-3.md part 22
    sessionHours: 8,
    sandboxHours: 24,
    freshLoginMinutes: 5,
    providerSeconds: 5, // ours
    bodySecondsMax: 30, // ours
    openRequestsMax: 1_024, // ours
    sourceOpenRequestsMax: 128,
    openAnswersBytesMax: 134_217_728,
    strictTransportSeconds: 31_536_000,
    staleHours: 48, // part 6
    tagPacksStaleDays: 90, // ours
    shrinkPercentMax: 5,
    pollSeconds: 300, // ours
    changesKeptDays: 400, // decisions-3.md part 21
    answerSecondsMax: 10,
    downloadSecondsMax: 120,
    manifestBytesMax: 65_536,
    snapshotBytesMax: 536_870_912,
    subjectsMax: 1_000_000, // decisions-3.md part 21
    wholeAt: "02:00",
    checkpointMinutes: 10,
    lateMinutes: 5, // ours
    upgradeHours: 24, // ours
    witnessSeconds: 10, // ours
    failedPresentationsMax: 5, // part 9
    clockSkewSeconds: 60, // ours
    keyBindingSeconds: 300,
    requestFetchesMax: 2,
    requestUriMethod: "get", // ours
    walletLink: "openid4vp",
    credentialQueries: "specified",
    callbackDetail: "full",
    bindToBrowser: true, // part 10
    jwksCacheSeconds: 300, // decisions-2.md part 14
    startSecondsMax: 30, // ours
    probeCacheSeconds: 1,
    probeSecondsMax: 1,
    drainQuietSeconds: 0.25,
    closeSecondsMax: 5,
    drainSecondsMin: 1, // part 13
    finishSecondsMax: 10,
    platformFinishSecondsMax: 4,
  });
});

Deno.test("parsePolicy() merges an override over the defaults at every depth", () => {
  const policy = accepted({
    rateLimits: { screening: { capacity: 7 } },
    lists: { staleHours: 72 },
  });
  assert.deepEqual(policy, {
    ...defaultPolicy,
    rateLimits: {
      ...defaultPolicy.rateLimits,
      screening: { capacity: 7, refillPerSecond: 10 },
    },
    lists: { ...defaultPolicy.lists, staleHours: 72 },
  });
});

Deno.test("parsePolicy() refuses what is wrong and names it by its path", async (t) => {
  const cases = [
    { why: "not JSON", text: "{", expected: ["the file is not JSON"] },
    { why: "empty", text: "", expected: ["the file is not JSON"] },
    { why: "no object", text: "[]", expected: ["the whole: expected an object"] },
    {
      why: "a misspelled bucket",
      text: '{"rateLimits":{"screning":{"capacity":1}}}',
      expected: ['rateLimits.screning: unknown name; did you mean "screening"?'],
    },
    {
      why: "a misspelled group",
      text: '{"rateLimit":{}}',
      expected: ['rateLimit: unknown name; did you mean "rateLimits"?'],
    },
    {
      why: "a name that is like no other",
      text: '{"login":{"qqq":1}}',
      expected: ["login.qqq: unknown name; known are bindToBrowser, jwksCacheSeconds"],
    },
    {
      why: "a name of every object",
      text: '{"login":{"__proto__":{"bindToBrowser":false}}}',
      expected: ["login.__proto__: unknown name; known are bindToBrowser, jwksCacheSeconds"],
    },
    {
      why: "too small",
      text: '{"rateLimits":{"screening":{"capacity":0}}}',
      expected: ["rateLimits.screening.capacity: expected a number of at least 1"],
    },
    {
      why: "too large",
      text: '{"lists":{"shrinkPercentMax":101}}',
      expected: ["lists.shrinkPercentMax: expected a number of at most 100"],
    },
    {
      why: "a window shorter than the specification's",
      text: '{"idempotency":{"windowHours":1}}',
      expected: ["idempotency.windowHours: expected a number of at least 24"],
    },
    {
      why: "a fraction where a whole number belongs",
      text: '{"limits":{"walletAddressesMax":2.5}}',
      expected: ["limits.walletAddressesMax: expected a whole number"],
    },
    {
      why: "a text where a number belongs",
      text: '{"lifetimes":{"loginCodeSeconds":"60"}}',
      expected: ["lifetimes.loginCodeSeconds: expected a number"],
    },
    {
      why: "null is no default",
      text: '{"lifetimes":null}',
      expected: ["lifetimes: expected an object"],
    },
    ...["openid", "javascript", "http://wallet.example/", "https://wallet.example/?a=b"].map((
      link,
    ) => ({
      why: `no wallet's link: ${link}`,
      text: JSON.stringify({ verification: { walletLink: link } }),
      expected: [
        "verification.walletLink: expected openid4vp, haip-vp, haip, av or an https address without query and fragment",
      ],
    })),
    {
      why: "a switch that has two positions",
      text: '{"verification":{"callbackDetail":"none"}}',
      expected: ['verification.callbackDetail: expected "full" or "minimal"'],
    },
    {
      why: "queries that nobody has written",
      text: '{"verification":{"credentialQueries":"all"}}',
      expected: ['verification.credentialQueries: expected "specified" or "wide"'],
    },
    {
      why: "a document that its body cannot hold: 11 MiB are 14.7 in base64",
      text: '{"limits":{"documentBytesMax":11534336}}',
      expected: [
        "limits.documentBodyBytesMax: a document of documentBytesMax is 15379116 bytes in base64 and would not fit",
      ],
    },
    {
      why: "a body that no client has room for",
      text: '{"limits":{"longBodiesBytesMax":29360127}}',
      expected: [
        "limits.longBodiesBytesMax: a client has half of it, and the longest body has 14680064 bytes",
      ],
    },
    {
      why: "a default over its maximum",
      text: '{"limits":{"listRowsDefault":101}}',
      expected: ["limits.listRowsDefault: is over listRowsMax"],
    },
    {
      why: "an end before the drain",
      text: '{"server":{"drainSecondsMin":5}}',
      expected: ["server.platformFinishSecondsMax: is under drainSecondsMin"],
    },
    {
      why: "several at once",
      text: '{"login":{"bindToBrowser":"yes"},"audit":{"checkpointMinutes":0}}',
      expected: [
        "audit.checkpointMinutes: expected a number of at least 1",
        "login.bindToBrowser: expected true or false",
      ],
    },
  ];
  for (const { why, text, expected } of cases) {
    await t.step(why, () => assert.deepEqual(problems(text), expected));
  }
});

Deno.test("parsePolicy() gives a policy that nobody can change", () => {
  const isFrozenThroughout = (value: unknown): boolean =>
    typeof value !== "object" || value === null ||
    (Object.isFrozen(value) && Object.values(value).every(isFrozenThroughout));
  assert(isFrozenThroughout(defaultPolicy));
  assert(isFrozenThroughout(accepted({ limits: { batchRowsMax: 10 } })));
});

Deno.test("parsePolicy() reads back every policy that it gave", () => {
  const overrides = fc.record({
    rateLimits: fc.record({
      screening: fc.record({
        capacity: fc.integer({ min: 1, max: 1000 }),
        refillPerSecond: fc.double({ min: 0.1, max: 1000, noNaN: true }),
      }, { requiredKeys: [] }),
    }, { requiredKeys: [] }),
    login: fc.record({ bindToBrowser: fc.boolean() }, { requiredKeys: [] }),
  }, { requiredKeys: [] });
  fc.assert(fc.property(overrides, (some) => {
    const policy = accepted(some);
    assert.deepEqual(accepted(policy), policy);
    assert.equal(
      policy.rateLimits.screening.capacity,
      some.rateLimits?.screening?.capacity ?? 60,
    );
  }));
});

Deno.test("parsePolicy() answers any text", () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
    const parsed = parsePolicy(text);
    assert(parsed.ok || parsed.refusal.problems.length > 0);
  }));
});
