import assert from "node:assert/strict";
import type { Mode } from "../../core/nouns.ts";
import { openSessionClient } from "../../sdk/src/browser.ts";
import { generateEvidenceKey, isAvalError, openEvidencePack } from "../../sdk/src/main.ts";
import { verifyAuditExport } from "../../sdk/src/audit.ts";
import published from "../../fixtures/wallets/sandbox.json" with { type: "json" };
import { putRecord } from "../support/clients.ts";
import { evidenceKeys } from "../support/evidence.ts";
import { POSSIBLE_NAME, UNKNOWN_ID } from "../support/names.ts";
import { ERIKA } from "../support/sandbox_wallet.ts";
import { all, answering, clientOf, patientRuntime, recordingFetch } from "../support/sdk.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";
import { believingSandbox, present } from "../support/verifying.ts";

const modes: readonly Mode[] = ["sandbox", "live"];

async function inBothModes(run: (service: TestService, mode: Mode) => Promise<void>) {
  for (const mode of modes) {
    await using service = await serviceInMemory({ mode, verifying: believingSandbox });
    if (mode === "live") await putRecord(service, "acme", {});
    await run(service, mode);
  }
}

Deno.test("a screening is made, read back and reviewed", async () => {
  await inBothModes(async (service, mode) => {
    const { aval, sent } = clientOf(service, mode);
    const listed = { dob: "2004-02-29", nationality: "FI", name: "Mohammad Reza Naqdi" };
    const screened = await aval.screen(mode === "live" ? listed : { name: POSSIBLE_NAME });
    assert.equal(screened.classification, "POSSIBLE_MATCH");
    const { decisionId } = screened.meta;
    await aval.reviewDecision(decisionId, { decision: "escalated" });
    const read = await aval.readDecision(decisionId);
    assert.deepEqual(read.customerReviews.map(({ decision }) => decision), ["escalated"]);
    const acts = sent.filter(({ path }) => path.startsWith("/v1/screen"));
    const keys = acts.map(({ headers }) => headers.get("idempotency-key"));
    assert.match(keys[0] ?? "", /^[0-9a-f-]{36}$/);
    assert.notEqual(keys[0], keys[1]);
    assert.equal(keys[2], null, "a read has none");
    const days = await aval.readScreeningUsage({ from: "2026-03-01", to: "2026-03-03" });
    assert.equal(JSON.stringify(days).includes("2026-03-02"), true);
    assert.equal(sent.filter(({ method }) => method === "POST").length, mode === "live" ? 3 : 2);
  });
});

Deno.test("a key of the caller's own is sent as it is: the same answer, one decision", async () => {
  await inBothModes(async (service, mode) => {
    const { aval } = clientOf(service, mode);
    const options = { idempotencyKey: "order-4711" };
    const first = await aval.screen({ name: POSSIBLE_NAME }, options);
    assert.deepEqual(await aval.screen({ name: POSSIBLE_NAME }, options), first);
    const other = aval.screen({ name: "Somebody Else" }, options);
    await assert.rejects(other, { code: "idempotency_key_conflict", status: 409 });
  });
});

Deno.test("a refusal is an error by its code, with what to quote", async () => {
  await inBothModes(async (service, mode) => {
    const { aval } = clientOf(service, mode);
    const fault = await aval.readDecision(UNKNOWN_ID).catch((error: unknown) => error);
    assert(isAvalError(fault));
    assert.deepEqual([fault.code, fault.status, fault.operation], [
      "not_found",
      404,
      "readDecision",
    ]);
    assert.match(fault.requestId ?? "", /^[0-9a-f-]{36}$/);
    assert.equal(fault.message, `readDecision: not_found (HTTP 404, request ${fault.requestId})`);
    assert.equal(fault.explanation, "There is no such resource");
    const bad = aval.screen({ name: 5 as unknown as string });
    await assert.rejects(bad, { code: "bad_request" });
    const seal = aval.sealDocument({
      document: "JVBERi0xLjc=",
      authorizingRepresentativeId: "x",
    } as never);
    await assert.rejects(
      seal,
      ({ code, message }) => code !== "connection_lost" && !message.includes("JVBER"),
    );
  });
});

Deno.test("a restricted purchase is asked for with a country, and the types say so", async () => {
  await inBothModes(async (service, mode) => {
    const { aval } = clientOf(service, mode);
    const body = { clientId: "acme", checkType: "restricted-purchase-alcohol-18" } as const;
    const { templateVersion } = await aval.startSession({ ...body, countryCode: "DE" });
    assert.equal(templateVersion, "restricted-purchase-alcohol-18@1");
    // @ts-expect-error: a program in JavaScript is answered by the service.
    await assert.rejects(aval.startSession(body), { code: "bad_request" });
  });
});

Deno.test("a list is iterated over all of its pages, and no page is read before it is needed", async () => {
  await inBothModes(async (service, mode) => {
    const { aval, sent } = clientOf(service, mode);
    const started: string[] = [];
    for (let n = 0; n < 5; n++) {
      const body = { clientId: "acme", checkType: "age-verification" } as const;
      started.push((await aval.startSession(body)).sessionId);
    }
    const reads = () => sent.filter(({ path }) => path.startsWith("/v1/verify/sessions?")).length;
    const query = { clientId: "acme", limit: 2 };
    const listed = (await all(aval.listSessions(query))).map(({ sessionId }) => sessionId);
    assert.deepEqual(listed.toSorted(), started.toSorted());
    assert.equal(reads(), 3);
    for await (const _ of aval.listSessions(query)) break;
    assert.equal(reads(), 4);
  });
});

Deno.test("a session is waited for while a wallet answers, and its pack is opened", async () => {
  await inBothModes(async (service, mode) => {
    const keys = mode === "live" ? await evidenceKeys("2026-1") : null;
    const registered = keys === null ? {} : { evidenceEncryptionKey: keys.publicJwk };
    await putRecord(service, "acme", registered);
    const { aval, time } = clientOf(service, mode);
    const body = { clientId: "acme", checkType: "aml-identity" } as const;
    const started = await aval.startSession(body);
    const page = pageOf(service, started.sessionToken);
    const waits = [aval.waitForSession(started.sessionId), page.waitForSession(started.sessionId)];
    await present(service, started as never, { pid_aml_identity: ERIKA });
    const [own, seen] = await Promise.all(waits);
    assert.deepEqual([own?.status, seen?.status], ["completed", "completed"]);
    assert(time.waited.every((wait) => wait === 2_000));
    const pack = own?.decision?.evidencePackCiphertext;
    assert.equal(seen?.decision?.evidencePackCiphertext, null, "never for a page");
    assert(typeof pack === "string");
    const privateKey = keys?.privateJwk ?? published.evidence.privateKey;
    const opened = await openEvidencePack(pack, privateKey);
    assert.equal(opened.sessionId, started.sessionId);
    assert(JSON.stringify(opened.credentials).includes("Mustermann"));
    const { privateJwk } = await evidenceKeys();
    for (
      const [wrong, key] of [[pack, privateJwk], [`${pack}A`, privateKey], ["a.b", privateKey]]
    ) {
      const fault = await openEvidencePack(wrong as string, key as JsonWebKey)
        .catch((error: unknown) => error);
      assert(isAvalError(fault) && fault.code === "evidence_pack_unreadable");
      assert.equal(fault.message, "openEvidencePack: evidence_pack_unreadable");
    }
  });
});

Deno.test("a pack that is made to a key of generateEvidenceKey() is opened by it", async () => {
  await inBothModes(async (service, mode) => {
    const { privateKey, publicKey } = await generateEvidenceKey();
    await putRecord(service, "acme", { evidenceEncryptionKey: publicKey });
    const { aval } = clientOf(service, mode);
    const started = await aval.startSession({ clientId: "acme", checkType: "aml-identity" });
    await present(service, started as never, { pid_aml_identity: ERIKA });
    const { decision } = await aval.readSession(started.sessionId);
    const pack = decision?.evidencePackCiphertext ?? "";
    assert.equal((await openEvidencePack(pack, privateKey)).sessionId, started.sessionId);
    const key = await crypto.subtle.importKey(
      "jwk",
      { ...privateKey },
      { name: "ECDH", namedCurve: "P-256" },
      false,
      ["deriveBits"],
    );
    assert.equal((await openEvidencePack(pack, key)).checkType, "aml-identity");
  });
});

Deno.test("openEvidencePack() says what is no private key, and nothing of it", async () => {
  const { privateKey, publicKey } = await generateEvidenceKey();
  const generate = (name: string, namedCurve: string, usage: KeyUsage) =>
    crypto.subtle.generateKey({ name, namedCurve }, true, [usage]) as Promise<CryptoKeyPair>;
  const [ecdh, p384, ecdsa] = [
    await generate("ECDH", "P-256", "deriveBits"),
    await generate("ECDH", "P-384", "deriveBits"),
    await generate("ECDSA", "P-256", "sign"),
  ];
  const noCryptoKey = "is not a private CryptoKey of ECDH and P-256 for deriveBits";
  const noJwk = 'is no JWK of kty "EC" and crv "P-256"';
  const cases: readonly (readonly [unknown, string])[] = [
    [undefined, "is undefined, and no JWK or CryptoKey"],
    [null, "is null, and no JWK or CryptoKey"],
    [JSON.stringify(privateKey), "is string, and no JWK or CryptoKey"],
    [{}, noJwk],
    [await crypto.subtle.exportKey("jwk", p384.privateKey), noJwk],
    [publicKey, "is a public key: it has no d"],
    [{ ...privateKey, d: "AAAA" }, "has an x, y or d that is not of P-256"],
    [{ ...privateKey, x: 5 }, "has an x, y or d that is not of P-256"],
    [ecdh.publicKey, noCryptoKey],
    [p384.privateKey, noCryptoKey],
    [ecdsa.privateKey, noCryptoKey],
  ];
  for (const [key, reason] of cases) {
    const fault = await openEvidencePack("a.b.c.d.e", key as JsonWebKey).catch((error) => error);
    assert(fault instanceof TypeError && fault.cause === undefined, reason);
    assert.equal(fault.message, `privateKey ${reason}`);
  }
});

/** The client of a page: with the token of one session only. */
function pageOf(service: TestService, sessionToken: string) {
  const { fetch } = recordingFetch((sent) => {
    assert.equal(sent.headers.get("authorization"), null);
    return answering(service)(sent);
  });
  const runtime = { ...patientRuntime(), fetch };
  return openSessionClient({ baseUrl: "https://aval.example", sessionToken, runtime });
}

Deno.test("a page reads its own session alone", async () => {
  await inBothModes(async (service, mode) => {
    const { aval } = clientOf(service, mode);
    const body = { clientId: "acme", checkType: "age-verification" } as const;
    const [mine, other] = [await aval.startSession(body), await aval.startSession(body)];
    const page = pageOf(service, mine.sessionToken);
    assert.equal((await page.readSession(mine.sessionId)).status, "pending");
    const fault = await page.readSession(other.sessionId).catch((error: unknown) => error);
    assert(isAvalError(fault) && (fault.status === 404 || fault.status === 401));
    assert(!fault.message.includes(mine.sessionToken) && !fault.message.includes(other.sessionId));
  });
});

Deno.test("an export is a stream, and holds by the keys of the service", async () => {
  await inBothModes(async (service, mode) => {
    const { aval } = clientOf(service, mode);
    for (let n = 0; n < 3; n++) await aval.screen({ name: POSSIBLE_NAME });
    await service.auditEvents();
    await service.runMaintenance();
    const stream = await aval.exportScreening();
    assert(stream instanceof ReadableStream);
    const text = await new Response(stream).text();
    const { checkpoint } = JSON.parse(text);
    const verifierKeys = [checkpoint.verifierKey];
    const verdict = verifyAuditExport(text, { verifierKeys, since: checkpoint.note });
    assert(verdict.holds, JSON.stringify(verdict));
    const { size, ...counted } = verdict;
    assert.deepEqual(counted, { holds: true, clientId: "acme", proven: 3 });
    assert(size >= 3);
    const made = [
      [
        text.replace(/"kind":"\w+"/, '"kind":"FORGED"'),
        /^entry \d+ differs from the hashed entry$/,
      ],
      [text.slice(0, -9), /^the export is malformed$/],
      [text.replace(/"prev":"..../, '"prev":"beef'), /^entry \d+ /],
      ["{}", /^the header is malformed$/],
      ["Erika Mustermann", /^the export is malformed$/],
    ] as const;
    for (const [forged, reason] of made) {
      const found = verifyAuditExport(forged, { verifierKeys });
      assert(!found.holds, forged.slice(0, 80));
      assert.match(found.reason, reason);
    }
    assert.throws(() => verifyAuditExport(text, { verifierKeys: [] }), TypeError);
  });
});

Deno.test("an export with an entry that nothing proves does not hold", async (t) => {
  await using service = await serviceInMemory();
  const { aval } = clientOf(service, "sandbox");
  for (let n = 0; n < 3; n++) await aval.screen({ name: POSSIBLE_NAME });
  await service.auditEvents();
  const text = await new Response(await aval.exportScreening()).text();
  const verifierKeys = [JSON.parse(text).checkpoint.verifierKey];
  // deno-lint-ignore no-explicit-any -- what an attacker makes of an entry has any shape
  const made = (edit: (entries: any[]) => unknown) => {
    const read = JSON.parse(text);
    edit(read.auditEntries);
    return verifyAuditExport(JSON.stringify(read), { verifierKeys });
  };
  const forged = { v: 1, seq: null, prev: null, id: "x", at: "2026-03-02T12:00:00.000Z" };
  const event = { kind: "FORGED", clientId: "acme" };
  const none = { hash: null, proof: null };
  const younger = (count: number, of: number) => ({
    holds: false,
    reason: `the last ${count} of ${of} entries are younger than the checkpoint and unproven`,
    younger: count,
  });
  const cases = [
    {
      why: "the last one changed and taken off the chain",
      verdict: made((entries) => Object.assign(entries[2], { seq: null, event })),
      expected: younger(1, 3),
    },
    {
      why: "an earlier one changed and taken off the chain",
      verdict: made((entries) => Object.assign(entries[1], { seq: null, event })),
      expected: { holds: false, reason: /^entry \d+ is out of order$/ },
    },
    {
      why: "one that waits for the chain put in",
      verdict: made((entries) => entries.push({ ...forged, event, ...none })),
      expected: younger(1, 4),
    },
    {
      why: "one behind the end of the log",
      verdict: made((entries) => entries.push({ ...forged, seq: 99, event, ...none })),
      expected: { holds: false, reason: /^entry 99 differs from the hashed entry$/ },
    },
    {
      why: "all of them made up",
      verdict: made((entries) => entries.splice(0, 3, { ...forged, event, ...none })),
      expected: younger(1, 1),
    },
    {
      why: "all removed",
      verdict: made((entries) => entries.splice(0)),
      expected: { holds: false, reason: "it has no entry, so nothing is proven" },
    },
  ];
  for (const { why, verdict, expected } of cases) {
    await t.step(why, () => {
      const { reason } = expected;
      assert(!verdict.holds);
      if (typeof reason === "string") assert.equal(verdict.reason, reason);
      else assert.match(verdict.reason, reason);
      assert.equal(verdict.younger, "younger" in expected ? expected.younger : undefined);
    });
  }
  await t.step("an omission is seen by its number alone", () => {
    const verdict = made((entries) => entries.splice(1, 1));
    assert(verdict.holds);
    assert.equal(verdict.proven, 2, "of three");
  });
});
