/** `AVAL_RESPONSE_MODE=direct_post.jwt`: answers encrypted to a key of each session (OpenID4VP 1.0 §8.3). */

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { compactDecrypt, importJWK } from "jose";
import { AuthorizationRequest } from "../../core/presentation/authorization_request.ts";
import { CheckType } from "../../core/verification/check_type.ts";
import { answerKeys } from "../../kv/presentation/answer_keys.ts";
import { sessionTranscript } from "../../standards/mdoc/session_transcript.ts";
import { folderOf } from "../support/folder.ts";
import { makeVerifier } from "../support/pem.ts";
import {
  encryptAnswer,
  type Encrypting,
  encryptingEnvironment,
  keyOf,
  sendFields,
  serviceEncrypting,
} from "../support/encrypting.ts";
import { decryptedRecords } from "../support/decrypted_store.ts";
import { DEGREE, employerPathOf, startEmployer } from "../support/employing.ts";
import { authorizePath } from "../support/login_journey.ts";
import { seededRandom } from "../support/random.ts";
import { ofSandboxClient } from "../support/sandbox_login.ts";
import { answerOf, ERIKA } from "../support/sandbox_wallet.ts";
import { liveEnvironment, serviceInMemory, type TestService } from "../support/service.ts";
import { pathOf, start } from "../support/verifying.ts";
import { runWallet } from "../support/wallet.ts";

const OF_AGE = { pid_birthdate: { birthdate: ERIKA.birthdate } };

/** An age check, and a wallet's answer to it. */
async function startedWith(service: TestService) {
  const started = await start(service.as("acme"), "age-verification");
  const request = AuthorizationRequest.parse(started.authorizationRequest);
  const members = await answerOf(request, { now: service.clock.now(), claims: OF_AGE });
  return { started, request, members };
}

type Started = Awaited<ReturnType<typeof startedWith>>;

/** Sends a wallet's answer encrypted, with the test's changes. */
async function sendEncrypted(
  service: TestService,
  { request, members }: Pick<Started, "request" | "members">,
  encrypting: Encrypting & { readonly json?: boolean } = {},
) {
  const response = await encryptAnswer(request, { ...members }, encrypting);
  return await sendFields(service, request, { response }, encrypting);
}

async function statusOf(service: TestService, { started }: Pick<Started, "started">) {
  return (await service.as("acme").get(pathOf(started))).body.status;
}

Deno.test("a request asks for encryption as OpenID4VP 1.0 and HAIP have it, to a key of its session alone", async () => {
  await using service = await serviceEncrypting();
  const [one, other] = [await startedWith(service), await startedWith(service)];
  const { response_mode, client_metadata } = one.started.authorizationRequest;
  assert.equal(response_mode, "direct_post.jwt");
  const { jwks, encrypted_response_enc_values_supported: values } = client_metadata ?? {};
  assert.deepEqual(values, ["A128GCM", "A256GCM"]);
  const { x, y, kid, ...rest } = jwks?.keys[0] ?? assert.fail();
  assert.deepEqual(rest, { kty: "EC", crv: "P-256", use: "enc", alg: "ECDH-ES" });
  for (const text of [x, y, kid]) assert.match(text, /^[A-Za-z0-9_-]{43}$/);
  assert.notEqual(keyOf(other.request).x, x);
  const uri = new URL(one.started.authorizationRequestUri).searchParams;
  assert.equal(uri.get("response_mode"), "direct_post.jwt");
  assert.deepEqual(JSON.parse(uri.get("client_metadata") ?? ""), client_metadata);
  assert(!JSON.stringify(one.started).includes('"d"'));
});

for (const json of [false, true]) {
  for (const enc of ["A128GCM", "A256GCM"] as const) {
    Deno.test(`an answer by ECDH-ES and ${enc} in ${json ? "JSON" : "a form"} completes its session`, async () => {
      await using service = await serviceEncrypting();
      const session = await startedWith(service);
      const reply = await sendEncrypted(service, session, { enc, json });
      assert.equal(reply.status, 200, reply.text);
      assert.deepEqual(reply.body.booleanProofs, { ageOver18: true });
      assert.equal(await statusOf(service, session), "completed");
      const again = await sendEncrypted(service, session, { enc, json });
      assert.equal(again.body.error, "verification_session_not_pending");
    });
  }
}

for (const identity of ["redirect_uri", "x509_hash"] as const) {
  Deno.test(`the terminal's wallet answers every check type encrypted, verifier ${identity}`, async () => {
    const { env } = identity === "x509_hash" ? await makeVerifier() : { env: {} };
    await using service = await serviceEncrypting({ env });
    for (const checkType of CheckType.options) {
      for (const format of checkType === "age-verification" ? ["sd-jwt", "mdoc"] : [null]) {
        const started = await start(service.as("acme"), checkType);
        const args = format === null ? [] : ["--format", format];
        const ran = await runWallet(service, ["present", started.authorizationRequestUri, ...args]);
        assert.equal(ran.code, 0, ran.stderr);
        assert.equal(await statusOf(service, { started }), "completed");
      }
    }
  });
}

Deno.test("an employer's session is answered encrypted, too", async () => {
  await using service = await serviceEncrypting();
  const acme = service.as("acme");
  const started = await startEmployer(acme);
  const request = AuthorizationRequest.parse(started.authorizationRequest);
  const claims = { academic_degree: DEGREE };
  const members = await answerOf(request, { now: service.clock.now(), claims });
  const { state, vp_token } = members;
  const clear = { state, vp_token: JSON.stringify(vp_token) };
  const refused = await sendFields(service, request, clear);
  assert.match(refused.body.message, /: response_not_encrypted$/);
  const reply = await sendEncrypted(service, { request, members }, { enc: "A256GCM" });
  assert.equal(reply.status, 200, reply.text);
  assert.equal((await acme.get(employerPathOf(started))).body.status, "completed");
});

Deno.test("a login's wallet answers encrypted", async () => {
  await using service = await serviceEncrypting();
  const authorize = `https://verifier.example${authorizePath(ofSandboxClient)}`;
  const ran = await runWallet(service, ["login", authorize]);
  assert.equal(ran.code, 0, ran.stderr);
  assert.match(ran.stdout, /[?&]code=/);
});

Deno.test("the terminal's wallet says encrypted that it presents nothing", async () => {
  await using service = await serviceEncrypting();
  const { started } = await startedWith(service);
  const sent: string[] = [];
  const noting: TestService = {
    ...service,
    fetch: (path, init) => {
      sent.push(String(init?.body));
      return service.fetch(path, init);
    },
  };
  const uri = started.authorizationRequestUri;
  const ran = await runWallet(noting, ["present", uri, "--error", "access_denied"]);
  assert.equal(ran.code, 0, ran.stderr);
  assert.match(sent.join(), /^response=eyJ[^&]*$/);
  const read = await service.as("acme").get(pathOf(started));
  assert.deepEqual([read.body.status, read.body.error], ["failed", "access_denied"]);
});

Deno.test("an mdoc is bound to the key that it was encrypted to, and to no other", async () => {
  await using service = await serviceEncrypting();
  const { started, request } = await startedWith(service);
  const { client_id: clientId, nonce, response_uri: responseUri } = request;
  const other = keyOf((await startedWith(service)).request);
  const claims = { av_age_over_18: { age_over_18: true } };
  const now = service.clock.now();
  const thumbprint = (kid: string) => new Uint8Array(Buffer.from(kid, "base64url"));
  for (const jwkThumbprint of [null, thumbprint(other.kid)]) {
    const transcript = sessionTranscript({ clientId, nonce, responseUri, jwkThumbprint });
    const members = await answerOf(request, { now, claims, mdoc: { transcript } });
    const reply = await sendEncrypted(service, { request, members });
    assert.match(reply.body.message, /: device_signature_invalid \(credential av_age_over_18\)$/);
  }
  const members = await answerOf(request, { now, claims });
  assert.equal((await sendEncrypted(service, { request, members })).status, 200);
  assert.equal(await statusOf(service, { started }), "completed");
});

Deno.test("an answer in clear is refused where encryption was asked for, and counted", async () => {
  for (const json of [false, true]) {
    await using service = await serviceEncrypting();
    const session = await startedWith(service);
    const { request, members: { state, vp_token } } = session;
    const send = async () => {
      const body = json ? { state, vp_token } : { state, vp_token: JSON.stringify(vp_token) };
      return await sendFields(service, request, body as Record<string, string>, { json });
    };
    for (let times = 0; times < 5; times++) {
      const reply = await send();
      assert.deepEqual([reply.status, reply.body.error], [400, "invalid_presentation"]);
      assert.match(reply.body.message, /: response_not_encrypted$/);
    }
    const read = await service.as("acme").get(pathOf(session.started));
    assert.deepEqual([read.body.status, read.body.error], ["failed", "response_not_encrypted"]);
    assert.equal((await send()).status, 409);
  }
});

Deno.test("what is in clear beside an encrypted answer never counts", async () => {
  await using service = await serviceEncrypting();
  const session = await startedWith(service);
  const { request, members } = session;
  const response = await encryptAnswer(request, { ...members });
  const both = await sendFields(service, request, {
    response,
    vp_token: JSON.stringify(members.vp_token),
  });
  assert.deepEqual([both.status, both.body.error], [400, "bad_request"]);
  // Earlier drafts had wallets send `state` beside it: the one inside is what authorizes.
  const error = { response, state: "another", error: "access_denied" };
  assert.equal((await sendFields(service, request, error)).status, 200);
  assert.equal(await statusOf(service, session), "completed");
});

Deno.test("a wallet that cannot encrypt says so in clear", async () => {
  await using service = await serviceEncrypting();
  const session = await startedWith(service);
  const { request: { state } } = session;
  const error = "invalid_request";
  const foreign = await sendFields(service, session.request, { state: "another", error });
  assert.equal(foreign.status, 404);
  const reply = await sendFields(service, session.request, { state, error });
  assert.deepEqual([reply.status, reply.body.status], [200, "failed"]);
});

Deno.test("a JWE of another form is a 400 that counts for nothing, whatever session it is sent to", async (t) => {
  await using service = await serviceEncrypting();
  const session = await startedWith(service);
  const { request, members } = session;
  const good = await encryptAnswer(request, { ...members });
  const [header = "", , iv = "", content = "", tag = ""] = good.split(".");
  const withHeader = (over: Readonly<Record<string, unknown>>) =>
    encryptAnswer(request, { ...members }, { header: over });
  const encoded = (text: string) => Buffer.from(text).toString("base64url");
  const parsed = JSON.parse(Buffer.from(header, "base64url").toString());
  const twice = encoded(JSON.stringify(parsed).replace("{", '{"alg":"none",'));
  const cases: readonly (readonly [string, string, string])[] = [
    ["no JWE", "eyJ", "jwe_malformed"],
    ["an empty text", "", "jwe_malformed"],
    ["four parts", good.split(".").slice(0, 4).join("."), "jwe_malformed"],
    ["six parts", `${good}.AA`, "jwe_malformed"],
    ["padding", `${good}=`, "jwe_malformed"],
    ["a blank", `${good} `, "jwe_malformed"],
    ["a header that is no JSON", [encoded("{"), "", iv, content, tag].join("."), "jwe_malformed"],
    ["a member twice", [twice, "", iv, content, tag].join("."), "jwe_malformed"],
    ["a wrapped key", [header, "AAAA", iv, content, tag].join("."), "jwe_malformed"],
    ["a nonce of 8 bytes", [header, "", "AAAAAAAAAAA", content, tag].join("."), "jwe_malformed"],
    ["a tag of 4 bytes", [header, "", iv, content, "AAAAAA"].join("."), "jwe_malformed"],
    ["a long header", await withHeader({ apu: "A".repeat(3_000) }), "jwe_malformed"],
    ["a header of 10,000 levels", await nested(request, 10_000), "jwe_malformed"],
    ["no kid", await withHeader({ kid: undefined }), "jwe_malformed"],
    ["a kid that is a number", await withHeader({ kid: 1 }), "jwe_malformed"],
    ["no epk", await withHeader({ epk: undefined }), "jwe_malformed"],
    ["a private epk", await withHeader({ epk: { ...parsed.epk, d: "AA" } }), "jwe_malformed"],
    ["an epk on P-384", await encryptAnswer(request, {}, { curve: "P-384" }), "jwe_malformed"],
    ["a wrapping alg", await withHeader({ alg: "ECDH-ES+A256KW" }), "jwe_algorithm_unsupported"],
    ["alg dir", await withHeader({ alg: "dir" }), "jwe_algorithm_unsupported"],
    ["alg PBES2", await withHeader({ alg: "PBES2-HS256+A128KW" }), "jwe_algorithm_unsupported"],
    ["alg RSA1_5", await withHeader({ alg: "RSA1_5" }), "jwe_algorithm_unsupported"],
    ["no alg", await withHeader({ alg: undefined }), "jwe_algorithm_unsupported"],
    ["CBC", await withHeader({ enc: "A128CBC-HS256" }), "jwe_algorithm_unsupported"],
    [
      "A192GCM",
      await encryptAnswer(request, { ...members }, { enc: "A192GCM" }),
      "jwe_algorithm_unsupported",
    ],
    ["compression", await withHeader({ zip: "DEF" }), "jwe_header_unsupported"],
    ["a critical header", await withHeader({ crit: ["exp"], exp: 1 }), "jwe_header_unsupported"],
  ];
  const unknown = request.response_uri.replace(
    /sessions\/[^/]+/,
    `sessions/${crypto.randomUUID()}`,
  );
  for (const [what, response, rule] of cases) {
    await t.step(what, async () => {
      const replies = [
        await sendFields(service, request, { response }),
        await sendFields(service, request, { response }, { json: true }),
        await sendFields(service, { response_uri: unknown }, { response }),
      ];
      for (const { status, body: { error, message } } of replies) {
        assert.deepEqual([status, error], [400, "bad_request"]);
        assert.equal(message, `Field "response" is refused: ${rule}`);
      }
    });
  }
  assert.equal((await sendFields(service, request, { response: good })).status, 200);
});

/** A JWE whose header contains nested arrays. */
async function nested(request: AuthorizationRequest, levels: number): Promise<string> {
  const parts = (await encryptAnswer(request, {})).split(".");
  const header = `{"alg":${"[".repeat(levels)}${"]".repeat(levels)}}`;
  return [Buffer.from(header).toString("base64url"), ...parts.slice(1)].join(".");
}

Deno.test("an answer under another session's key is a 404, as one with another's state is", async () => {
  await using service = await serviceEncrypting();
  const [one, other] = [await startedWith(service), await startedWith(service)];
  const unknown = await sendFields(service, {
    response_uri: one.request.response_uri.replace(
      /[^/]+\/responses/,
      `${crypto.randomUUID()}/responses`,
    ),
  }, { response: await encryptAnswer(one.request, { ...one.members }) });
  assert.equal(unknown.status, 404);
  for (
    const response of [
      await encryptAnswer(other.request, { ...other.members }),
      await encryptAnswer(one.request, { ...one.members }, { header: { kid: "1" } }),
      // The right key, and inside of it the state of another session.
      await encryptAnswer(one.request, { ...one.members, state: other.request.state }),
    ]
  ) {
    const reply = await sendFields(service, one.request, { response });
    assert.deepEqual([reply.status, reply.text], [404, unknown.text]);
  }
  assert.equal((await sendEncrypted(service, one)).status, 200);
  assert.equal(await statusOf(service, other), "pending");
});

Deno.test("what does not decrypt, or decrypts to no answer, is a presentation that does not verify", async (t) => {
  const cases:
    readonly (readonly [string, string, (session: Started, other: Started) => Promise<string>])[] =
      [
        [
          "another session's key under this one's id",
          "jwe_undecryptable",
          ({ request, members }, other) =>
            encryptAnswer(request, { ...members }, { key: keyOf(other.request) }),
        ],
        [
          "a changed tag",
          "jwe_undecryptable",
          async ({ request, members }) =>
            (await encryptAnswer(request, { ...members })).replace(
              /\.[^.]+$/,
              `.${"A".repeat(22)}`,
            ),
        ],
        [
          "a point that is not on the curve",
          "jwe_undecryptable",
          ({ request, members }) => {
            const { kty, crv, x } = keyOf(request);
            return encryptAnswer(request, { ...members }, {
              header: { epk: { kty, crv, x, y: x } },
            });
          },
        ],
        ["an array", "jwe_payload_malformed", payload(() => "[]")],
        ["no JSON", "jwe_payload_malformed", payload(() => "{")],
        ["no text", "jwe_payload_malformed", payload(() => "")],
        ["no state", "jwe_payload_malformed", payload(() => '{"vp_token":{}}')],
        [
          "a member twice",
          "jwe_payload_malformed",
          payload(({ request: { state } }) => `{"state":"${state}","vp_token":{},"vp_token":{}}`),
        ],
        [
          "100,000 levels",
          "jwe_payload_malformed",
          payload(({ request: { state } }) =>
            `{"state":"${state}","vp_token":${"[".repeat(80_000)}${"]".repeat(80_000)}}`
          ),
        ],
        [
          "900 levels",
          "jwe_payload_malformed",
          payload(({ request: { state } }) =>
            `{"state":"${state}","vp_token":${"[".repeat(900)}${"]".repeat(900)}}`
          ),
        ],
        [
          "a JWE in a JWE",
          "jwe_payload_malformed",
          async ({ request, members }) =>
            await encryptAnswer(request, {}, {
              payload: await encryptAnswer(request, { ...members }),
            }),
        ],
      ];
  for (const [what, rule, make] of cases) {
    await t.step(what, async () => {
      await using service = await serviceEncrypting();
      const [session, other] = [await startedWith(service), await startedWith(service)];
      const response = await make(session, other);
      const reply = await sendFields(service, session.request, { response });
      assert.deepEqual([reply.status, reply.body.error], [400, "invalid_presentation"]);
      assert.equal(reply.body.message, `The presentation does not verify: ${rule}`);
      assert.equal((await sendEncrypted(service, session)).status, 200);
    });
  }
});

function payload(make: (session: Started) => string) {
  return (session: Started) => encryptAnswer(session.request, {}, { payload: make(session) });
}

Deno.test("no changed character, cut or repetition of a JWE is taken, and none is a fault", async () => {
  const policy = { verification: { failedPresentationsMax: 100 } };
  await using service = await serviceEncrypting({ policy });
  const random = seededRandom(20);
  const below = (max: number) => {
    const [a = 0, b = 0] = random.bytes(2);
    return (256 * a + b) % max;
  };
  const statuses = new Set<number>();
  for (let session = 0; session < 10; session++) {
    const started = await startedWith(service);
    const good = await encryptAnswer(started.request, { ...started.members });
    for (let n = 0; n < 90; n++) {
      const response = mutate(good, below);
      const reply = await sendFields(service, started.request, { response }, { json: n % 2 === 0 });
      statuses.add(reply.status);
    }
    assert.equal((await sendFields(service, started.request, { response: good })).status, 200);
  }
  // 404 where the key's id was hit, which not every run does: the encryption draws a key of its own.
  assert.deepEqual([...statuses].filter((status) => status !== 404), [400]);
});

/**
 * Changes a text once, in one of a few ways. @param below returns a random whole number below a
 * maximum
 */
function mutate(text: string, below: (max: number) => number): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_. =%";
  for (;;) {
    const at = below(text.length);
    const [before, after] = [text.slice(0, at), text.slice(at)];
    const other = [
      () => before + alphabet[below(alphabet.length)] + after.slice(1),
      () => before + alphabet[below(alphabet.length)] + after,
      () => before + after.slice(1 + below(40)),
      () => before + text.slice(below(text.length)) + after,
      () => text.split(".").toSorted(() => below(3) - 1).join("."),
    ][below(5)]?.() ?? text;
    if (other !== text) return other;
  }
}

Deno.test("an encrypted answer is held to the bounds of any body", async () => {
  await using service = await serviceEncrypting();
  const session = await startedWith(service);
  const large = { pid_birthdate: ["A".repeat(100_000)] };
  const reply = await sendEncrypted(service, {
    ...session,
    members: { ...session.members, vp_token: large },
  });
  assert.match(reply.body.message, /: presentation_too_large/);
  const tooLarge = await sendFields(service, session.request, { response: "A".repeat(300_000) });
  assert.equal(tooLarge.status, 413);
});

Deno.test("of 64 equal encrypted answers at once one is taken: one decision, one audit entry", async () => {
  await using service = await serviceEncrypting();
  const session = await startedWith(service);
  const response = await encryptAnswer(session.request, { ...session.members });
  const replies = await Promise.all(
    Array.from({ length: 64 }, () => sendFields(service, session.request, { response })),
  );
  const count = (status: number) => replies.filter((reply) => reply.status === status).length;
  assert.deepEqual([count(200), count(409)], [1, 63]);
  const decisions = (await service.auditEvents()).filter(({ kind }) =>
    kind === "VERIFICATION_DECISION"
  );
  assert.equal(decisions.length, 1);
});

Deno.test("an expired session takes no encrypted answer", async () => {
  await using service = await serviceEncrypting();
  const session = await startedWith(service);
  service.clock.advance({ minutes: 10 });
  assert.equal((await sendEncrypted(service, session)).status, 409);
});

Deno.test("a session's key is stored encrypted, and gone when the session has ended", async () => {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  const kv = `${folder}/kv.sqlite3`;
  const { AVAL_SECRET_KEY = "" } = await liveEnvironment();
  await using service = await serviceEncrypting({
    kv,
    env: { AVAL_MODE: "sandbox", AVAL_SECRET_KEY },
  });
  const secretOf = async ({ started: { sessionId } }: Started) => {
    const own = (await decryptedRecords(kv, service)).find(({ kind, text }) =>
      kind === "answer_key" && text?.includes(sessionId)
    );
    return /"d":"([^"]+)"/.exec(own?.text ?? "")?.[1];
  };
  const sessions = [];
  for (let n = 0; n < 4; n++) sessions.push(await startedWith(service));
  const [completed, refused, failed, waiting] = sessions as [Started, Started, Started, Started];
  for (const session of sessions) {
    const d = await secretOf(session) ?? assert.fail();
    const jwe = await encryptAnswer(session.request, { ...session.members });
    const { kty, crv, x, y } = keyOf(session.request);
    await compactDecrypt(jwe, await importJWK({ kty, crv, x, y, d }, "ECDH-ES"));
    // Its record holds no key, so that any server reads it.
    const own = (await decryptedRecords(kv, service)).filter(({ text }) => text?.includes(d));
    assert.deepEqual(own.map(({ kind }) => kind), ["answer_key"]);
    const files = await filesOf(folder);
    for (const text of [d, session.request.state]) assert(!files.includes(text));
  }
  assert.equal((await sendEncrypted(service, completed)).status, 200);
  for (let times = 0; times < 5; times++) {
    await sendEncrypted(service, refused, { key: keyOf(completed.request) });
  }
  const error = { state: failed.request.state, error: "access_denied" };
  await sendFields(service, failed.request, error);
  for (const session of [completed, refused, failed]) {
    assert.equal(await secretOf(session), undefined);
  }
  assert.notEqual(await secretOf(waiting), undefined);
  const exported = await service.as("acme").get("/v1/verify/gdpr/export");
  const kept = await secretOf(waiting) ?? assert.fail();
  assert(!exported.text.includes(kept));
  await service.as("acme").post("/v1/verify/gdpr/erasure-requests", {});
  const left = await decryptedRecords(kv, service);
  assert(left.length > 0);
  assert(!left.some(({ kind, text }) => kind === "answer_key" || text?.includes(kept)));
});

Deno.test("a session whose key is gone with its end elsewhere takes no encrypted answer", async () => {
  await using service = await serviceEncrypting();
  const session = await startedWith(service);
  // As another server leaves it that has ended the session since it was read here.
  const key = answerKeys.key(session.started.sessionId);
  assert.equal(await service.store.commit([{ kind: "remove", key, chunks: 0 }]), true);
  const reply = await sendEncrypted(service, session);
  assert.deepEqual([reply.status, reply.body.error], [409, "verification_session_not_pending"]);
  assert.equal(await statusOf(service, session), "pending");
});

async function filesOf(folder: string): Promise<string> {
  const texts: string[] = [];
  for await (const { name } of Deno.readDir(folder)) {
    texts.push(new TextDecoder("latin1").decode(await Deno.readFile(`${folder}/${name}`)));
  }
  return texts.join();
}

Deno.test("a session in clear takes no encrypted answer, before and after the setting changes", async () => {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  const kv = `${folder}/kv.sqlite3`;
  const { AVAL_BASE_URL, AVAL_VERIFIER_ID } = encryptingEnvironment;
  const plain = { env: { AVAL_BASE_URL, AVAL_VERIFIER_ID }, kv };
  const session = await (async () => {
    await using service = await serviceInMemory(plain);
    const session = await startedWith(service);
    assert.equal(session.request.response_mode, "direct_post");
    assert.equal(session.request.client_metadata?.jwks, undefined);
    const reply = await sendFields(service, session.request, { response: "AAAA" });
    assert.deepEqual(reply.body, {
      error: "bad_request",
      message: 'Field "state" is required',
    });
    return session;
  })();
  await using service = await serviceEncrypting({ kv, seed: 8 });
  const other = await startedWith(service);
  const response = await encryptAnswer(other.request, { ...session.members });
  assert.equal((await sendFields(service, session.request, { response })).status, 404);
  const { state, vp_token } = session.members;
  const clear = { state, vp_token: JSON.stringify(vp_token) };
  assert.equal((await sendFields(service, session.request, clear)).status, 200);
});

Deno.test("the OpenAPI description says how an answer is encrypted, where it is", async () => {
  for (const env of [encryptingEnvironment, {}]) {
    await using service = await serviceInMemory({ env });
    const { paths, components } = await (await service.fetch("/openapi.json")).json();
    const { content } = paths["/v1/verify/sessions/{sessionId}/responses"].post.requestBody;
    const isEncrypted = env === encryptingEnvironment;
    assert.equal("EncryptedCallbackRequest" in components.schemas, isEncrypted);
    const form = content["application/x-www-form-urlencoded"].schema;
    assert.equal("response" in form.properties, isEncrypted);
    assert.deepEqual(form.required ?? [], isEncrypted ? [] : ["state"]);
  }
});

Deno.test("neither state nor response is a 400", async () => {
  await using service = await serviceEncrypting();
  const { request } = await startedWith(service);
  const reply = await sendFields(service, request, { vp_token: "{}" });
  assert.deepEqual([reply.status, reply.body.error], [400, "bad_request"]);
});

Deno.test("a replayed start has the same key", async () => {
  await using service = await serviceEncrypting();
  const again = () => start(service.as("acme"), "age-verification", { "idempotency-key": "one" });
  assert.deepEqual(await again(), await again());
});
