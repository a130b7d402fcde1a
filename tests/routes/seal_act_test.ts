import assert from "node:assert/strict";
import { ok } from "../../base/result.ts";
import { SealRules } from "../../core/policy/seal.ts";
import type { ProviderRefusal } from "../../core/seal/ports.ts";
import { putRecord } from "../support/clients.ts";
import { dyingAt } from "../support/dying_commits.ts";
import { folderOf } from "../support/folder.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";
import { standInSigning } from "../support/stand_in_signing.ts";

const document = new TextEncoder().encode("%PDF-1.7\n%%EOF\n").toBase64();
// The approved application of the sandbox's own client, as fixtures/kyb/applications.json has it.
const personOf = (last: number) => `0199a000-0004-7000-8000-00000000000${last}`;
const [OWNER, DIRECTOR, OFFICIAL, SHAREHOLDER] = [
  personOf(1),
  personOf(2),
  personOf(3),
  personOf(4),
];
const SEAL = { document, authorizingRepresentativeId: OWNER };
const SIGN = { document, signerId: DIRECTOR };
const provisioned = {
  sealCredential: { credentialId: "seal-1" },
  signingCredentials: [{ personId: DIRECTOR, credentialId: "sign-1" }],
};
const KEY = { "idempotency-key": "contract-4711" };

async function kinds(service: TestService): Promise<readonly string[]> {
  const events = await service.auditEvents();
  return events.filter(({ kind }) => kind.startsWith("DOCUMENT_")).map(({ kind }) => kind);
}

Deno.test("a seal and a signature append to the document, and are audited by hashes", async () => {
  const signing = standInSigning({ objectIdsOf: (id) => id === "sign-1" ? ["PIN-1"] : [] });
  await using service = await serviceInMemory({ signing: signing.service });
  await putRecord(service, "sandbox", provisioned);
  const own = service.as("sandbox");
  const sealed = await own.post("/v1/seal", SEAL);
  const signed = await own.post("/v1/sign", { ...SIGN, pin: "739154", pinObjectId: "PIN-1" });
  for (const [answer, credentialId] of [[sealed, "seal-1"], [signed, "sign-1"]] as const) {
    assert.equal(answer.status, 200, answer.text);
    const whole = Uint8Array.fromBase64(answer.body.document);
    assert(new TextDecoder().decode(whole).startsWith("%PDF-1.7\n%%EOF\n%signed "));
    assert.deepEqual(answer.body.frozenDecisionArtifact, {
      credentialId,
      trustServiceProvider: "Stand-in TSP",
      engineVersion: "seal-1",
      cscApiVersion: "2.2.0.0",
    });
  }
  assert.deepEqual(signing.signed, [
    { credentialId: "seal-1", authorization: null },
    { credentialId: "sign-1", authorization: { pin: "739154", pinObjectId: "PIN-1" } },
  ]);
  assert.equal(signing.open(), 0);
  assert.deepEqual(await kinds(service), ["DOCUMENT_SEALED", "DOCUMENT_SIGNED"]);
  const [event] = (await service.auditEvents()).filter(({ kind }) => kind === "DOCUMENT_SEALED");
  assert(event?.kind === "DOCUMENT_SEALED");
  assert.equal(event.resultSha256, sealed.body.resultSha256);
  assert.equal(event.personId, OWNER);
});

Deno.test("the gates stand in the order of the specification", async () => {
  await using bare = await serviceInMemory();
  await using service = await serviceInMemory({ signing: standInSigning().service });
  const refusal = async (own: TestService, path: string, body: object, client = "sandbox") => {
    const answer = await own.as(client).post(path, body);
    return [answer.status, answer.body.error];
  };
  const seen: unknown[] = [];
  // No provider is told before no application, no application before no credential.
  seen.push(await refusal(bare, "/v1/seal", SEAL, "acme"));
  seen.push(await refusal(bare, "/v1/sign", SIGN, "acme"));
  seen.push(await refusal(service, "/v1/seal", SEAL, "acme"));
  seen.push(await refusal(service, "/v1/sign", SIGN, "acme"));
  // Of a seal the credential comes before the person, of a signature after.
  const nobody = { authorizingRepresentativeId: SHAREHOLDER, signerId: SHAREHOLDER };
  seen.push(await refusal(service, "/v1/seal", { ...SEAL, ...nobody }));
  seen.push(await refusal(service, "/v1/sign", { ...SIGN, ...nobody }));
  seen.push(await refusal(service, "/v1/sign", SIGN));
  await putRecord(service, "sandbox", provisioned);
  seen.push(await refusal(service, "/v1/seal", { ...SEAL, ...nobody }));
  seen.push(await refusal(service, "/v1/sign", { ...SIGN, signerId: OFFICIAL }));
  seen.push(await refusal(service, "/v1/sign", SIGN));
  assert.deepEqual(seen, [
    [503, "qseal_not_configured"],
    [503, "qes_not_configured"],
    [403, "account_inactive"],
    [403, "account_inactive"],
    [503, "qseal_not_configured"],
    [403, "signer_not_on_file"],
    [503, "qes_not_configured"],
    [403, "representative_not_on_file"],
    [503, "qes_not_configured"],
    [200, undefined],
  ]);
});

Deno.test("a document is refused before the provider is asked, and leaves no attempt", async () => {
  const refusal = { code: "document_not_sealable", problem: "encrypted" } as const;
  const signing = standInSigning({ document: refusal });
  await using service = await serviceInMemory({ signing: signing.service });
  await putRecord(service, "sandbox", provisioned);
  const answer = await service.as("sandbox").post("/v1/seal", SEAL, KEY);
  assert.deepEqual([answer.status, answer.body.error], [400, "document_not_sealable"]);
  assert.equal(answer.body.message, "The document is encrypted");
  assert.deepEqual([signing.signed.length, await kinds(service)], [0, []]);
});

Deno.test("64 equal requests with one key are one act and 63 replays of its bytes", async () => {
  const signing = standInSigning();
  await using service = await serviceInMemory({ signing: signing.service });
  await putRecord(service, "sandbox", provisioned);
  const own = service.as("sandbox");
  const answers = await Promise.all(
    Array.from({ length: 64 }, () => own.post("/v1/seal", SEAL, KEY)),
  );
  assert.deepEqual(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1);
  const replays = answers.filter(({ headers }) => headers.get("idempotent-replayed") === "true");
  assert.deepEqual([signing.signed.length, replays.length], [1, 63]);
  assert.deepEqual(await kinds(service), ["DOCUMENT_SEALED"]);
});

Deno.test("the largest update that the policy allows is kept for its replay", async () => {
  const appendedBytesMax = 416 * 1_024;
  assert(SealRules.safeParse({ appendedBytesMax }).success);
  assert(!SealRules.safeParse({ appendedBytesMax: appendedBytesMax + 1 }).success);
  const signing = standInSigning({ appendedBytes: appendedBytesMax });
  await using service = await serviceInMemory({ signing: signing.service });
  await putRecord(service, "sandbox", { sealCredential: { credentialId: "s".repeat(255) } });
  const own = service.as("sandbox");
  const [first, again] = [
    await own.post("/v1/seal", SEAL, KEY),
    await own.post("/v1/seal", SEAL, KEY),
  ];
  assert.deepEqual([first.status, again.status, signing.signed.length], [200, 200, 1]);
  assert.equal(again.text, first.text);
});

Deno.test("an act whose key another request took over while it waited asks nobody", async () => {
  const turns: (() => void)[] = [];
  const signing = standInSigning({ turn: () => new Promise((resolve) => turns.push(resolve)) });
  await using service = await serviceInMemory({ signing: signing.service });
  await putRecord(service, "sandbox", provisioned);
  const own = service.as("sandbox");
  const waiting = async (count: number) => {
    while (turns.length < count) await new Promise((resolve) => setTimeout(resolve, 0));
  };
  const late = own.post("/v1/seal", SEAL, KEY);
  await waiting(1);
  service.clock.advance({ seconds: 61 });
  const taker = own.post("/v1/seal", SEAL, KEY);
  await waiting(2);
  turns[0]?.();
  const refused = await late;
  assert.deepEqual([refused.status, refused.body.error], [409, "idempotency_key_in_progress"]);
  assert.equal(refused.headers.get("retry-after"), "1");
  assert.equal(signing.signed.length, 0);
  turns[1]?.();
  assert.deepEqual([(await taker).status, signing.signed.length], [200, 1]);
});

Deno.test("a refusal of the provider is audited, and gives the key back", async (t) => {
  const cases: readonly (readonly [ProviderRefusal, number, string, string])[] = [
    [{ code: "authorization_data_rejected" }, 400, "refused", "authorization_data_rejected"],
    [
      { code: "signing_credential_unusable", problem: "key_not_enabled" },
      409,
      "refused",
      "key_not_enabled",
    ],
    [{ code: "upstream_unavailable", fault: "timeout" }, 503, "failed", "timeout"],
  ];
  for (const [refusal, status, outcome, code] of cases) {
    await t.step(code, async () => {
      let refuses = true;
      const signing = standInSigning({
        sign: () => Promise.resolve(refuses ? { ok: false, refusal } : ok(new Uint8Array(1))),
      });
      await using service = await serviceInMemory({ signing: signing.service });
      await putRecord(service, "sandbox", provisioned);
      const own = service.as("sandbox");
      const answer = await own.post("/v1/seal", SEAL, KEY);
      assert.deepEqual([answer.status, answer.body.error], [status, refusal.code]);
      if (status === 503) assert.equal(answer.headers.get("retry-after"), "5");
      const [event] = (await service.auditEvents()).filter(({ kind }) => kind.endsWith("_FAILED"));
      assert(event?.kind === "DOCUMENT_SEALED_FAILED");
      assert.deepEqual([event.outcome, event.code], [outcome, code]);
      refuses = false;
      const again = await own.post("/v1/seal", SEAL, KEY);
      assert.deepEqual([again.status, signing.signed.length, signing.open()], [200, 2, 0]);
    });
  }
});

Deno.test("nothing is signed while the timestamp authority is left alone", async () => {
  const timestamps = {
    code: "upstream_unavailable",
    fault: "left_alone",
    retryAfterSeconds: 42,
  } as const;
  const signing = standInSigning({ timestamps });
  await using service = await serviceInMemory({ signing: signing.service });
  await putRecord(service, "sandbox", provisioned);
  const answer = await service.as("sandbox").post("/v1/seal", SEAL, KEY);
  assert.deepEqual([answer.status, answer.body.error], [503, "upstream_unavailable"]);
  assert.equal(answer.headers.get("retry-after"), "42");
  assert.deepEqual([signing.signed.length, await kinds(service)], [0, ["DOCUMENT_SEALED_FAILED"]]);
});

Deno.test("a PIN that cannot be right is refused by its fields, and the provider is asked to authorize nothing", async (t) => {
  const cases = [
    {
      why: "no such object",
      objects: ["PIN-1"],
      body: { pin: "739154", pinObjectId: "PIN-2" },
      names: /^Field "pinObjectId" names no authentication object/,
    },
    {
      why: "missing",
      objects: ["PIN-1"],
      body: {},
      names: /^Fields "pin" and "pinObjectId" are req/,
    },
    {
      why: "not wanted",
      objects: [],
      body: { pin: "739154", pinObjectId: "PIN-1" },
      names: /^Fields "pin" and "pinObjectId" must be absent/,
    },
  ];
  for (const { why, objects, body, names } of cases) {
    await t.step(why, async () => {
      const signing = standInSigning({ objectIdsOf: () => objects });
      await using service = await serviceInMemory({ signing: signing.service });
      await putRecord(service, "sandbox", provisioned);
      const answer = await service.as("sandbox").post("/v1/sign", { ...SIGN, ...body });
      assert.deepEqual([answer.status, answer.body.error], [400, "authorization_data_rejected"]);
      assert.match(answer.body.message, names);
      assert.match(answer.body.message, /provider was not asked$/);
      assert(!answer.text.includes("739154") && !answer.text.includes("PIN-"));
      assert.deepEqual([signing.signed.length, signing.open()], [0, 0]);
    });
  }
});

Deno.test("a PIN that the provider rejects is another refusal than one of a wrong field", async () => {
  const refusal: ProviderRefusal = { code: "authorization_data_rejected" };
  const signing = standInSigning({
    objectIdsOf: () => ["PIN-1"],
    sign: () => Promise.resolve({ ok: false, refusal }),
  });
  await using service = await serviceInMemory({ signing: signing.service });
  await putRecord(service, "sandbox", provisioned);
  const pin = { pin: "739154", pinObjectId: "PIN-1" };
  const answer = await service.as("sandbox").post("/v1/sign", { ...SIGN, ...pin });
  assert.deepEqual([answer.status, answer.body.error], [400, "authorization_data_rejected"]);
  assert.match(answer.body.message, /provider rejected `pin`/);
});

Deno.test("a 503 for want of a credential says whose is missing, and that a service is there", async () => {
  await using bare = await serviceInMemory();
  await using service = await serviceInMemory({ signing: standInSigning().service });
  await putRecord(service, "sandbox", { status: "ACTIVE" });
  const messageOf = async (own: TestService, path: string, body: object, code: string) => {
    const answer = await own.as("sandbox").post(path, body);
    assert.deepEqual([answer.status, answer.body.error], [503, code]);
    return answer.body.message;
  };
  assert.match(await messageOf(bare, "/v1/sign", SIGN, "qes_not_configured"), /^No trust service/);
  assert.match(
    await messageOf(bare, "/v1/seal", SEAL, "qseal_not_configured"),
    /^No trust service/,
  );
  const [sign, seal] = [
    await messageOf(service, "/v1/sign", SIGN, "qes_not_configured"),
    await messageOf(service, "/v1/seal", SEAL, "qseal_not_configured"),
  ];
  assert.match(sign, /^The person that `signerId` names has no signing credential/);
  assert.match(seal, /^The client has no seal credential/);
  assert(!sign.includes(DIRECTOR));
});

Deno.test("a seal of a credential that wants a PIN is refused before it is authorized", async () => {
  const signing = standInSigning({ objectIdsOf: () => ["PIN-1"] });
  await using service = await serviceInMemory({ signing: signing.service });
  await putRecord(service, "sandbox", provisioned);
  const answer = await service.as("sandbox").post("/v1/seal", SEAL);
  assert.deepEqual([answer.status, answer.body.error], [409, "signing_credential_unusable"]);
  assert.equal(signing.signed.length, 0);
});

Deno.test("a process that dies while the provider signs leaves an outcome that nobody knows", async () => {
  const signing = standInSigning({ sign: () => new Promise(() => {}) });
  await using service = await serviceInMemory({ signing: signing.service });
  await putRecord(service, "sandbox", provisioned);
  const own = service.as("sandbox");
  // Never answered: as if its process had died.
  void own.post("/v1/seal", SEAL, KEY);
  while (signing.signed.length === 0) await new Promise((resolve) => setTimeout(resolve, 0));
  const running = await own.post("/v1/seal", SEAL, KEY);
  assert.deepEqual([running.status, running.body.error], [409, "idempotency_key_in_progress"]);
  assert.equal(running.headers.get("retry-after"), "1");
  // A request that may still run is given as long again as it has run.
  service.clock.advance({ seconds: 20 });
  const slow = await own.post("/v1/seal", SEAL, KEY);
  assert.equal(slow.headers.get("retry-after"), "20");
  service.clock.advance({ seconds: -20 });
  // Its reservation would have lapsed: the key is still that of the open attempt.
  service.clock.advance({ seconds: 61 });
  await service.runMaintenance();
  const later = await own.post("/v1/seal", SEAL, KEY);
  assert.deepEqual([later.status, later.body.error], [409, "idempotency_key_in_progress"]);
  // Housekeeping looks once a minute for acts that began 130 s ago.
  const seconds = Number(later.headers.get("retry-after"));
  assert.equal(seconds, 130 + 60 - 61);
  service.clock.advance({ seconds });
  await service.runMaintenance();
  const [event] = (await service.auditEvents()).filter(({ kind }) => kind.startsWith("DOCUMENT_"));
  assert(event?.kind === "DOCUMENT_SEALED_FAILED");
  assert.deepEqual([event.outcome, event.code], ["unknown", "abandoned"]);
  const unknown = await own.post("/v1/seal", SEAL, KEY);
  assert.deepEqual([unknown.status, unknown.body.error], [409, "signing_outcome_unknown"]);
  const other = await own.post("/v1/seal", { ...SEAL, document: "JVBERi0=" }, KEY);
  assert.deepEqual([other.status, other.body.error], [409, "idempotency_key_conflict"]);
  assert.equal(signing.signed.length, 1);
  service.clock.advance({ hours: 24 });
  void own.post("/v1/seal", SEAL, KEY);
  while (signing.signed.length < 2) await new Promise((resolve) => setTimeout(resolve, 0));
});

Deno.test("an act whose attempt housekeeping has ended is told so, and keeps nothing", async () => {
  const signs = Promise.withResolvers<void>();
  const signing = standInSigning({
    sign: async () => {
      await signs.promise;
      return ok(new Uint8Array(1));
    },
  });
  await using service = await serviceInMemory({ signing: signing.service });
  await putRecord(service, "sandbox", provisioned);
  const answer = service.as("sandbox").post("/v1/seal", SEAL, KEY);
  while (signing.signed.length === 0) await new Promise((resolve) => setTimeout(resolve, 0));
  service.clock.advance({ seconds: 131 });
  await service.runMaintenance();
  signs.resolve();
  assert.deepEqual([(await answer).status, (await answer).body.error], [
    409,
    "signing_outcome_unknown",
  ]);
  assert.deepEqual(await kinds(service), ["DOCUMENT_SEALED_FAILED"]);
});

Deno.test("a lost commit is made again, and the provider is not asked again", async () => {
  const signing = standInSigning();
  let lost = 0;
  await using service = await serviceInMemory({
    signing: signing.service,
    wrapBackend: (backend) => ({
      ...backend,
      commit: async (commit) => {
        // The commit that ends the attempt loses three times.
        if (signing.signed.length > 0 && lost < 3) {
          lost++;
          return null;
        }
        return await backend.commit(commit);
      },
    }),
  });
  await putRecord(service, "sandbox", provisioned);
  const answer = await service.as("sandbox").post("/v1/seal", SEAL, KEY);
  assert.deepEqual([answer.status, lost, signing.signed.length], [200, 3, 1]);
});

Deno.test("a process killed at any of its commits never signs twice, and leaves a trace of each act", async (t) => {
  for (let commit = 0; commit < 6; commit++) {
    for (const death of ["before", "after"] as const) {
      await t.step(`${death} commit ${commit}`, async () => {
        await using temporary = await folderOf({});
        const folder = temporary.path;
        const kv = `${folder}/kv.sqlite3`;
        const first = standInSigning();
        {
          await using service = await serviceInMemory({ kv, signing: first.service });
          await putRecord(service, "sandbox", provisioned);
        }
        const dying = dyingAt(commit, death);
        await serviceInMemory({
          kv,
          seed: 8,
          signing: first.service,
          wrapBackend: dying.wrapBackend,
        }).then(async (service) => {
          await service.as("sandbox").post("/v1/seal", SEAL, KEY).catch(() => {});
          await Promise.resolve(service[Symbol.asyncDispose]()).catch(() => {});
        }, () => {});
        const second = standInSigning();
        await using service = await serviceInMemory({ kv, seed: 9, signing: second.service });
        service.clock.advance({ seconds: 131 });
        await service.runMaintenance();
        const again = await service.as("sandbox").post("/v1/seal", SEAL, KEY);
        await service.runMaintenance();
        const seen = await kinds(service);
        assert(first.signed.length + second.signed.length <= 1, `${again.status}`);
        assert.equal(seen.length, 1, seen.join());
        if (second.signed.length === 0) {
          assert(again.status === 200 || again.body.error === "signing_outcome_unknown");
        }
      });
    }
  }
});
