import assert from "node:assert/strict";
import { compactVerify, decodeJwt, decodeProtectedHeader } from "jose";
import { z } from "zod";
import { decodeJson, isObject, type JsonObject } from "../../base/json.ts";
import { makeCredential } from "../../core/credentials/issuance/make_credential.ts";
import { preAuthorizedCodeGrant } from "../../standards/openid4vci/offer.ts";
import { readEcJwk } from "../../standards/jose/ec_jwk.ts";
import { parseSdJwt } from "../../standards/sd_jwt/compact.ts";
import { disclose } from "../../standards/sd_jwt/disclose.ts";
import { parseDisclosure } from "../../standards/sd_jwt/disclosure.ts";
import {
  ISSUER,
  issuing,
  proofOf,
  requestOf,
  ROW,
  templateOf,
  UNIVERSITY,
  university,
  universityCertificate,
  universityKey,
  walletJwk,
} from "../support/issuance.ts";
import { seededRandom } from "../support/random.ts";
import { recordedTelemetry } from "../support/telemetry.ts";

/** All claims of a credential with every disclosure. */
function claimsOf(credential: string) {
  const parts = parseSdJwt(credential);
  assert(parts.ok);
  const payload = decodeJson(parts.value.issuerJwt.split(".")[1]!);
  assert(isObject(payload));
  const disclosures = parts.value.disclosures.map((text) => {
    const parsed = parseDisclosure(text);
    assert(parsed.ok);
    return parsed.value;
  });
  const claims = disclose(payload, disclosures);
  assert(claims.ok);
  return claims.value;
}

Deno.test("the issuer metadata stands at both paths, with the same bytes, for any origin", async () => {
  await using service = await issuing();
  const appended = "/v1/credentials/.well-known/openid-credential-issuer";
  const inserted = "/.well-known/openid-credential-issuer/v1/credentials";
  const [one, other] = await Promise.all([appended, inserted].map((path) => service.fetch(path)));
  const text = await one!.text();
  assert.equal(text, await other!.text());
  for (const answer of [one!, other!]) {
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get("content-type"), "application/json");
    assert.equal(answer.headers.get("access-control-allow-origin"), "*");
    assert.equal(answer.headers.get("ratelimit"), null);
  }
  const metadata = JSON.parse(text);
  const { id } = templateOf();
  assert.deepEqual(metadata, {
    credential_issuer: ISSUER,
    credential_endpoint: ISSUER,
    nonce_endpoint: `${ISSUER}/nonce`,
    display: [{ name: "Example University" }],
    credential_configurations_supported: {
      [id]: {
        format: "dc+sd-jwt",
        vct: "urn:academic:degree-award:1",
        cryptographic_binding_methods_supported: ["jwk"],
        credential_signing_alg_values_supported: ["ES256"],
        proof_types_supported: { jwt: { proof_signing_alg_values_supported: ["ES256"] } },
        credential_metadata: {
          display: [{
            name: "Degree",
            description: "Example University",
            logo: { uri: university.issuer.logo, alt_text: "Example University" },
            background_color: "#14532d",
          }],
          claims: [
            { path: ["family_name"], mandatory: true, display: [{ name: "Family name" }] },
            { path: ["given_name"] },
            { path: ["award_title"], mandatory: true, display: [{ name: "Award" }] },
            { path: ["award_date"] },
            { path: ["modules"] },
            { path: ["institution"], mandatory: true },
            { path: ["institution", "city"], mandatory: true },
            { path: ["institution", "country"] },
          ],
        },
      },
    },
  });
});

Deno.test("a configuration is called by its schema's title, else by its type", async () => {
  const schemas = [
    [{ type: "object", title: "Master's degree" }, "DEGREE_AWARD", "Master's degree"],
    [{ type: "object" }, "DEGREE_AWARD", "Degree"],
    [{ type: "object", title: "  " }, "MODULE_COMPLETION", "Completed module"],
    [{ type: "object", title: " Student " }, "ENROLMENT", "Student"],
  ] as const;
  for (const [claimsSchema, credentialType, name] of schemas) {
    await using service = await issuing({
      templates: [templateOf({ claimsSchema, credentialType })],
    });
    const answer = await service.fetch("/v1/credentials/.well-known/openid-credential-issuer");
    const { credential_configurations_supported: supported } = await answer.json();
    const [configuration] = Object.values<{
      readonly credential_metadata: { readonly display: readonly { readonly name: string }[] };
    }>(supported);
    assert.equal(configuration?.credential_metadata.display[0]?.name, name);
  }
});

Deno.test("a key proof that has expired, or is not valid yet, says which", async () => {
  await using service = await issuing();
  const { token, nonce } = await service.token();
  const now = Math.floor(service.clock.now().epochMilliseconds / 1000);
  const cases = [
    [{ exp: now - 61 }, "The key proof is refused: its exp has passed"],
    [{ nbf: now + 61 }, "The key proof is refused: its nbf lies ahead"],
  ] as const;
  for (const [claims, message] of cases) {
    const answer = await service.redeem(token, requestOf(await proofOf({ nonce, ...claims })));
    const { error, error_description } = answer.body;
    assert.deepEqual([answer.status, error, error_description], [400, "invalid_proof", message]);
  }
  const claims = { nonce, exp: now - 59, nbf: now + 59 };
  assert.equal((await service.redeem(token, requestOf(await proofOf(claims)))).status, 200);
});

Deno.test("the authorization server's metadata stands at both paths, and grants anonymous access", async () => {
  await using service = await issuing();
  const appended = "/v1/credentials/.well-known/oauth-authorization-server";
  const inserted = "/.well-known/oauth-authorization-server/v1/credentials";
  const [one, other] = await Promise.all([appended, inserted].map((path) => service.fetch(path)));
  const text = await one!.text();
  assert.equal(text, await other!.text());
  assert.equal(other!.headers.get("access-control-allow-origin"), "*");
  assert.deepEqual(JSON.parse(text), {
    issuer: ISSUER,
    token_endpoint: `${ISSUER}/token`,
    grant_types_supported: [preAuthorizedCodeGrant],
    response_types_supported: [],
    token_endpoint_auth_methods_supported: ["none"],
    "pre-authorized_grant_anonymous_access_supported": true,
  });
});

Deno.test("templates of an institution that is not on file are not in the metadata", async () => {
  const foreign = templateOf({ academicIssuerId: "elsewhere" as never });
  await using service = await issuing({ templates: [foreign] });
  const answer = await service.fetch("/v1/credentials/.well-known/openid-credential-issuer");
  assert.deepEqual((await answer.json()).credential_configurations_supported, {});
});

Deno.test("the metadata describes so many characters of a template's claims, whatever their names", async () => {
  const within = Object.fromEntries(Array.from({ length: 250 }, (_, n) => [`c${n}`, {}]));
  const claimsSchema = {
    type: "object",
    properties: { title: {}, ["n".repeat(20_000)]: { type: "object", properties: within } },
  };
  await using service = await issuing({ templates: [templateOf({ claimsSchema })] });
  const answer = await service.fetch("/v1/credentials/.well-known/openid-credential-issuer");
  const text = await answer.text();
  assert(text.length < 100_000, `${text.length} characters`);
  const [configuration] = Object.values(JSON.parse(text).credential_configurations_supported);
  const { claims } = (configuration as Record<
    string,
    { readonly claims: readonly { readonly path: readonly string[] }[] }
  >)["credential_metadata"]!;
  assert.deepEqual(claims.map(({ path }) => path.at(-1)), [
    "title",
    "n".repeat(20_000),
    "c0",
    "c1",
  ]);
});

Deno.test("an offer is read by its id; one that is used, over or not approved is an unknown one", async () => {
  await using service = await issuing();
  const read = async (offerId: string) => {
    const answer = await service.fetch(`/v1/credentials/offers/${offerId}`);
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  };
  const offer = await service.offer();
  const shown = await read(offer.offerId);
  assert.deepEqual([shown.status, JSON.parse(shown.text)], [200, {
    credential_issuer: ISSUER,
    credential_configuration_ids: [templateOf().id],
    grants: { [preAuthorizedCodeGrant]: { "pre-authorized_code": offer.code } },
  }]);
  assert.equal(shown.headers.get("cache-control"), "no-store");
  const unknown = await read("A".repeat(43));
  assert.equal(unknown.status, 404);
  const pending = await service.offer({ batch: { status: "PENDING_APPROVAL", approvedAt: null } });
  const used = await service.offer();
  assert.equal((await service.exchange(used.code)).status, 200);
  const revoked = await service.offer();
  await service.change(revoked, (item, unit) => item.revoke(unit, "2026-03-02T09:00:00.000Z"));
  for (const { offerId } of [pending, used, revoked, { offerId: "short" }]) {
    assert.deepEqual([(await read(offerId)).status, (await read(offerId)).text], [
      404,
      unknown.text,
    ]);
  }
  service.clock.advance({ hours: 24 * 7 });
  assert.deepEqual((await read(offer.offerId)).text, unknown.text);
  assert.equal((await service.exchange(offer.code)).body.error, "invalid_grant");
});

Deno.test("a code is exchanged as JSON and as a form, once", async () => {
  await using service = await issuing();
  const json = await service.offer();
  const first = await service.exchange(json.code);
  assert.equal(first.status, 200);
  assert.equal(first.headers.get("cache-control"), "no-store");
  const { access_token, c_nonce, ...rest } = first.body;
  assert.deepEqual(rest, { token_type: "Bearer", expires_in: 300, c_nonce_expires_in: 300 });
  assert.match(access_token, /^[\w-]{43}$/);
  assert.match(c_nonce, /^[\w-]{43}$/);
  assert.equal((await service.exchange(json.code)).body.error, "invalid_grant");
  const { code } = await service.offer();
  const form = new URLSearchParams({
    grant_type: preAuthorizedCodeGrant,
    "pre-authorized_code": code,
  });
  const type = { "content-type": "application/x-www-form-urlencoded" };
  assert.equal((await service.post("/v1/credentials/token", form, type)).status, 200);
  assert.equal(
    (await service.post("/v1/credentials/token", form, type)).body.error,
    "invalid_grant",
  );
});

Deno.test("what is wrong with a token request has OAuth's code, and leaves the offer as it is", async (t) => {
  await using service = await issuing();
  const { code } = await service.offer();
  const cases = [
    ["no grant type", { grant_type: undefined }, "invalid_request"],
    ["another grant type", { grant_type: "authorization_code" }, "unsupported_grant_type"],
    ["no code", { "pre-authorized_code": undefined }, "invalid_request"],
    ["an empty code", { "pre-authorized_code": "" }, "invalid_request"],
    ["a code that is no string", { "pre-authorized_code": 7 }, "invalid_request"],
    ["a transaction code", { tx_code: "1234" }, "invalid_request"],
    ["an unknown code", { "pre-authorized_code": "B".repeat(43) }, "invalid_grant"],
  ] as const;
  for (const [why, over, error] of cases) {
    await t.step(why, async () => {
      const answer = await service.exchange(code, over);
      assert.deepEqual([answer.status, answer.body.error], [400, error]);
      assert.equal(answer.headers.get("cache-control"), "no-store");
    });
  }
  assert.equal((await service.exchange(code)).status, 200);
});

Deno.test("a parameter of the token request that is null, or has no value, reads as absent", async () => {
  await using service = await issuing();
  for (const tx_code of [null, ""]) {
    const { code } = await service.offer();
    assert.equal((await service.exchange(code, { tx_code })).status, 200);
  }
  const none = await service.exchange((await service.offer()).code, { grant_type: null });
  assert.deepEqual([none.status, none.body.error], [400, "invalid_request"]);
});

Deno.test("of ten token requests at once one gets a token", async () => {
  await using service = await issuing();
  const { code } = await service.offer();
  const answers = await Promise.all(Array.from({ length: 10 }, () => service.exchange(code)));
  const statuses = answers.map(({ status }) => status).toSorted();
  assert.deepEqual(statuses, [200, ...Array(9).fill(400)]);
  assert(answers.every(({ status, body }) => status === 200 || body.error === "invalid_grant"));
});

Deno.test("a credential holds the claim values by the frame, and nothing else of the row", async () => {
  await using service = await issuing();
  const { token, nonce, offer } = await service.token();
  const answer = await service.redeem(token, requestOf(await proofOf({ nonce })));
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.headers.get("cache-control"), "no-store");
  const [{ credential }] = answer.body.credentials;
  assert.deepEqual(answer.body, { credentials: [{ credential }] });
  const [jwt] = credential.split("~");
  const { x5c, ...header } = decodeProtectedHeader(jwt);
  assert.deepEqual(header, { alg: "ES256", typ: "dc+sd-jwt" });
  assert.equal(x5c?.length, 1);
  assert.equal(x5c?.[0], universityCertificate);
  await compactVerify(jwt, universityKey);
  const now = Date.parse("2026-03-02T09:00:00Z") / 1000;
  const { status, ...claims } = claimsOf(credential);
  const { kty, crv, x, y } = walletJwk;
  assert.deepEqual(claims, {
    iss: ISSUER,
    vct: "urn:academic:degree-award:1",
    iat: now,
    exp: university.signer.notAfter,
    cnf: { jwk: { kty, crv, x, y } },
    ...ROW.claimValues,
  });
  assert(isObject(status) && isObject(status["status_list"]));
  const { uri, idx } = status["status_list"];
  const item = await service.findItem(offer);
  assert(item?.item.state.kind === "redeemed");
  assert.deepEqual({ idx, uri }, {
    idx: item.item.state.status.idx,
    uri: `${ISSUER}/status-lists/${item.item.state.status.listId}`,
  });
  assert.equal(item.item.row, null);
  const list = await service.fetch(new URL(String(uri)).pathname);
  assert.equal(list.status, 200);
  await list.body?.cancel();
  const payload = decodeJwt(jwt);
  assert.deepEqual(Object.keys(payload).toSorted(), [
    "_sd",
    "_sd_alg",
    "award_title",
    "cnf",
    "exp",
    "iat",
    "iss",
    "modules",
    "status",
    "vct",
  ]);
  assert.equal((payload["_sd"] as readonly string[]).length, 4 + 2);
  assert.deepEqual(
    (await service.auditEvents()).filter(({ kind }) => kind === "CREDENTIAL_ISSUED"),
    [
      {
        kind: "CREDENTIAL_ISSUED",
        mode: "sandbox",
        batchId: offer.batchId,
        itemId: offer.itemId,
        academicIssuerId: UNIVERSITY,
        templateId: templateOf().id,
        credentialType: "DEGREE_AWARD",
      },
    ],
  );
  const seen = [credential, ...service.logLines, JSON.stringify(await service.auditEvents())];
  for (const personal of ["Rowname", "rowmail", "2001-02-03", "rownumber"]) {
    assert(!seen.some((text) => text.includes(personal)), personal);
  }
});

Deno.test("an enrolment holds for a year at most", async () => {
  const template = templateOf({ credentialType: "ENROLMENT" });
  await using service = await issuing({ templates: [template] });
  const { token, nonce } = await service.token();
  const answer = await service.redeem(token, requestOf(await proofOf({ nonce })));
  const claims = claimsOf(answer.body.credentials[0].credential);
  assert.equal(claims["vct"], "urn:academic:enrolment:1");
  assert.equal(Number(claims["exp"]) - Number(claims["iat"]), 365 * 86_400);
});

Deno.test("an enrolment ends with its institution's certificate at the latest", async () => {
  const signedAt = Temporal.Instant.from("2026-03-02T09:00Z");
  const notAfter = signedAt.epochMilliseconds / 1000 + 60;
  const { kty, crv, x, y } = walletJwk;
  const made = await makeCredential({
    clock: { now: () => signedAt },
    random: seededRandom(1),
    credentialIssuance: {
      issuer: ISSUER,
      rules: {
        accessTokenMinutes: 5,
        nonceMinutes: 5,
        enrolmentDays: 365,
        keyProofSeconds: 60,
        clockSkewSeconds: 60,
      },
    },
  }, {
    template: templateOf({ credentialType: "ENROLMENT" }),
    row: ROW,
    signer: { ...university.signer, notAfter },
    status: { listId: "list", idx: 7 },
    holder: readEcJwk({ kty, crv, x, y } as JsonObject) ?? assert.fail(),
  });
  assert(made.ok);
  assert.equal(claimsOf(made.value)["exp"], notAfter);
});

Deno.test("every form of request gets its credential, the old one with `credential` beside it", async (t) => {
  await using service = await issuing();
  const { id } = templateOf();
  const cases: readonly (readonly [string, (jwt: string) => object, boolean])[] = [
    ["1.0", (jwt) => requestOf(jwt), false],
    [
      "1.0, and null where it names nothing",
      (jwt) =>
        requestOf(jwt, {
          format: null,
          vct: null,
          credential_identifier: null,
          proof: null,
          credential_response_encryption: null,
        }),
      false,
    ],
    ["1.0 by identifier", (jwt) => ({ credential_identifier: id, proofs: { jwt: [jwt] } }), false],
    [
      "a draft's, with the configuration's id",
      (jwt) => ({ credential_configuration_id: id, proof: { proof_type: "jwt", jwt } }),
      false,
    ],
    [
      "the specification's",
      (jwt) => ({ format: "dc+sd-jwt", proof: { proof_type: "jwt", jwt } }),
      true,
    ],
    [
      "a draft's, with the type",
      (jwt) => ({
        format: "dc+sd-jwt",
        vct: "urn:academic:degree-award:1",
        proof: { proof_type: "jwt", jwt },
      }),
      true,
    ],
  ];
  for (const [why, requestBy, hasBoth] of cases) {
    await t.step(why, async () => {
      const { token, nonce } = await service.token();
      const { status, body, text } = await service.redeem(
        token,
        requestBy(await proofOf({ nonce })),
      );
      assert.equal(status, 200, text);
      const [{ credential }] = body.credentials;
      assert.deepEqual(
        body,
        hasBoth ? { credentials: [{ credential }], credential } : {
          credentials: [{ credential }],
        },
      );
    });
  }
});

Deno.test("a request that cannot be answered has its code, and uses nothing up", async (t) => {
  await using service = await issuing();
  const { token, nonce } = await service.token();
  const good = requestOf(await proofOf({ nonce }));
  const { proofs } = good;
  const one = { proof_type: "jwt", jwt: proofs.jwt[0] };
  const cases: readonly (readonly [string, unknown, string])[] = [
    ["no proof", { ...good, proofs: undefined }, "invalid_proof"],
    ["an empty list of proofs", { ...good, proofs: { jwt: [] } }, "invalid_proof"],
    ["two proofs", { ...good, proofs: { jwt: [one.jwt, one.jwt] } }, "invalid_proof"],
    ["proof and proofs", { ...good, proof: one }, "invalid_proof"],
    ["two types of proof", { ...good, proofs: { ...proofs, di_vp: [] } }, "invalid_proof"],
    ["an attestation", { ...good, proofs: { attestation: ["a.b.c"] } }, "invalid_proof"],
    ["a proof of another type", {
      ...good,
      proofs: undefined,
      proof: { ...one, proof_type: "cwt" },
    }, "invalid_proof"],
    ["a proof that is no string", { ...good, proofs: { jwt: [7] } }, "invalid_proof"],
    [
      "an unknown configuration",
      { ...good, credential_configuration_id: "unknown" },
      "unknown_credential_configuration",
    ],
    [
      "an unknown identifier",
      { proofs, credential_identifier: "unknown" },
      "unknown_credential_identifier",
    ],
    [
      "an identifier beside the configuration",
      { ...good, credential_identifier: templateOf().id },
      "invalid_credential_request",
    ],
    ["no configuration", { proofs }, "invalid_credential_request"],
    [
      "a configuration that is no string",
      { ...good, credential_configuration_id: 7 },
      "invalid_credential_request",
    ],
    ["another format", { proofs, format: "mso_mdoc" }, "unsupported_credential_format"],
    [
      "another type",
      { proofs, format: "dc+sd-jwt", vct: "urn:eudi:pid:1" },
      "invalid_credential_request",
    ],
    [
      "an encrypted answer",
      { ...good, credential_response_encryption: { jwk: {}, alg: "ECDH-ES", enc: "none" } },
      "invalid_encryption_parameters",
    ],
    ["no object", [], "invalid_credential_request"],
  ];
  for (const [why, body, error] of cases) {
    await t.step(why, async () => {
      const answer = await service.redeem(token, body);
      assert.deepEqual([answer.status, answer.body.error], [400, error]);
    });
  }
  assert.equal((await service.redeem(token, good)).status, 200);
});

Deno.test("a token is needed, in the header alone", async (t) => {
  await using service = await issuing();
  const { token, nonce } = await service.token();
  const good = requestOf(await proofOf({ nonce }));
  const cases: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ["none", {}],
    ["an unknown one", { authorization: `Bearer ${"C".repeat(43)}` }],
    ["another scheme", { authorization: `DPoP ${token}` }],
    ["no token behind the scheme", { authorization: "Bearer" }],
  ];
  for (const [why, headers] of cases) {
    await t.step(why, async () => {
      const answer = await service.post("/v1/credentials", good, headers);
      assert.deepEqual([answer.status, answer.body.error], [401, "invalid_token"]);
      assert.equal(answer.headers.get("www-authenticate"), 'Bearer error="invalid_token"');
    });
  }
  const inQuery = `/v1/credentials?access_token=${token}`;
  const alone = await service.post(inQuery, good);
  assert.deepEqual([alone.status, alone.body.error], [401, "invalid_token"]);
  const twice = await service.post(inQuery, good, { authorization: `Bearer ${token}` });
  assert.deepEqual([twice.status, twice.body.error], [400, "invalid_request"]);
  assert.equal((await service.redeem(token, good)).status, 200);
});

Deno.test("a token is over after five minutes, and its nonce too", async () => {
  await using service = await issuing();
  const [late, lateNonce] = [await service.token(), await service.token()];
  service.clock.advance({ minutes: 4, seconds: 59 });
  const { nonce } = await service.token();
  const iat = Date.parse("2026-03-02T09:04:59Z") / 1000;
  const inTime = await service.redeem(late.token, requestOf(await proofOf({ nonce, iat })));
  assert.equal(inTime.status, 200);
  service.clock.advance({ seconds: 1 });
  const over = await service.redeem(
    lateNonce.token,
    requestOf(await proofOf({ nonce: lateNonce.nonce, iat })),
  );
  assert.deepEqual([over.status, over.body.error], [401, "invalid_token"]);
  const fresh = await service.token();
  const old = await service.redeem(
    fresh.token,
    requestOf(await proofOf({ nonce: lateNonce.nonce, iat })),
  );
  assert.deepEqual([old.status, old.body.error], [400, "invalid_nonce"]);
});

Deno.test("a nonce is used once; the token survives, and a fresh nonce redeems it", async () => {
  await using service = await issuing();
  const [one, other] = [await service.token(), await service.token()];
  const proof = await proofOf({ nonce: one.nonce });
  assert.equal((await service.redeem(one.token, requestOf(proof))).status, 200);
  const again = await service.redeem(other.token, requestOf(proof));
  assert.deepEqual([again.status, again.body.error], [400, "invalid_nonce"]);
  const unknown = await service.redeem(
    other.token,
    requestOf(await proofOf({ nonce: "D".repeat(43) })),
  );
  assert.equal(unknown.body.error, "invalid_nonce");
  const fresh = await proofOf({ nonce: await service.nonce() });
  assert.equal((await service.redeem(other.token, requestOf(fresh))).status, 200);
});

Deno.test("the nonce endpoint needs nothing, and its answer is kept nowhere", async () => {
  await using service = await issuing();
  const answer = await service.fetch("/v1/credentials/nonce", { method: "POST" });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get("cache-control"), "no-store");
  assert.deepEqual(Object.keys(await answer.json()), ["c_nonce"]);
});

Deno.test("a second credential for one token is refused", async () => {
  await using service = await issuing();
  const { token, nonce } = await service.token();
  const first = await service.redeem(token, requestOf(await proofOf({ nonce })));
  assert.equal(first.status, 200);
  const fresh = await proofOf({ nonce: await service.nonce() });
  const second = await service.redeem(token, requestOf(fresh));
  assert.deepEqual([second.status, second.body.error], [401, "invalid_token"]);
});

Deno.test("of 64 requests at once with one token one gets a credential, each with a nonce of its own", async () => {
  await using service = await issuing();
  const { token } = await service.token();
  const proofs = await Promise.all(
    Array.from({ length: 64 }, async () => await proofOf({ nonce: await service.nonce() })),
  );
  const answers = await Promise.all(proofs.map((proof) => service.redeem(token, requestOf(proof))));
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  assert.deepEqual([count(200), count(401)], [1, 63]);
  const issued = (await service.auditEvents()).filter(({ kind }) => kind === "CREDENTIAL_ISSUED");
  assert.equal(issued.length, 1);
  const indices: unknown[] = [];
  for await (
    const { key } of service.store.list(z.unknown(), { prefix: ["credential_status_index"] })
  ) {
    indices.push(key);
  }
  assert.equal(indices.length, 1);
});

Deno.test("one nonce for two tokens at once binds one credential", async () => {
  await using service = await issuing();
  const [one, other] = [await service.token(), await service.token()];
  const proof = requestOf(await proofOf({ nonce: await service.nonce() }));
  const answers = await Promise.all([one, other].map(({ token }) => service.redeem(token, proof)));
  const told = answers.map(({ status, body }) => `${status} ${body.error ?? ""}`).toSorted();
  assert.deepEqual(told, ["200 ", "400 invalid_nonce"]);
});

Deno.test("what its institution does between token and credential holds", async (t) => {
  const at = "2026-03-02T09:00:00.000Z";
  const proofFor = async (nonce: string) => requestOf(await proofOf({ nonce }));
  await t.step("a revoked item is denied", async () => {
    await using service = await issuing();
    const { offer, token, nonce } = await service.token();
    await service.change(offer, (item, unit) => item.revoke(unit, at));
    const answer = await service.redeem(token, await proofFor(nonce));
    assert.deepEqual([answer.status, answer.body.error], [400, "credential_request_denied"]);
  });
  await t.step("a removed item is denied", async () => {
    await using service = await issuing();
    const { offer, token, nonce } = await service.token();
    await service.change(offer, (item, unit) => item.remove(unit));
    const answer = await service.redeem(token, await proofFor(nonce));
    assert.deepEqual([answer.status, answer.body.error], [400, "credential_request_denied"]);
  });
  await t.step("a newer offer ends the token of the older, also once it is exchanged", async () => {
    await using service = await issuing();
    const { offer, token, nonce } = await service.token();
    const renewed = await service.change(offer, (item, unit) => item.renewOffer(unit, at));
    const before = await service.redeem(token, await proofFor(nonce));
    assert.deepEqual([before.status, before.body.error], [401, "invalid_token"]);
    const next = await service.exchange(renewed.code);
    const after = await service.redeem(token, await proofFor(nonce));
    assert.deepEqual([after.status, after.body.error], [401, "invalid_token"]);
    const good = await service.redeem(next.body.access_token, await proofFor(nonce));
    assert.equal(good.status, 200);
  });
});

Deno.test("a revocation while the credential is committed wins, or comes after it", async () => {
  await using service = await issuing();
  const { offer, token, nonce } = await service.token();
  const { promise, resolve } = Promise.withResolvers<void>();
  const { reached } = service.holdNextCommit(promise);
  const answering = service.redeem(token, requestOf(await proofOf({ nonce })));
  await reached;
  await service.change(offer, (item, unit) => item.revoke(unit, "2026-03-02T09:00:00.000Z"));
  resolve();
  const answer = await answering;
  assert.deepEqual([answer.status, answer.body.error], [400, "credential_request_denied"]);
  const issued = (await service.auditEvents()).filter(({ kind }) => kind === "CREDENTIAL_ISSUED");
  assert.equal(issued.length, 0);
});

Deno.test("claim values that name what the service states are never issued", async () => {
  await using service = await issuing();
  for (
    const claimValues of [{ iss: "https://evil.example" }, { _sd: ["x"] }, { a: { "...": 1 } }]
  ) {
    const { token, nonce } = await service.token({ row: { ...ROW, claimValues } });
    const answer = await service.redeem(token, requestOf(await proofOf({ nonce })));
    assert.deepEqual([answer.status, answer.body.error], [400, "credential_request_denied"]);
  }
});

Deno.test("what is issued and refused is counted, once each; no secret or claim is in a span", async () => {
  const { telemetry, counted, spans } = recordedTelemetry();
  await using service = await issuing({ telemetry });
  const { offer, token, nonce } = await service.token();
  const proof = await proofOf({ nonce });
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => service.redeem(token, requestOf(proof))),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  await service.exchange(offer.code);
  const of = (name: string) => counted.get(`aval.credentials.${name} sandbox`);
  assert.deepEqual([of("issued"), of("refusals invalid_grant")], [1, 1]);
  const lost = [of("refusals invalid_token"), of("refusals invalid_nonce")];
  assert.equal(lost.reduce<number>((sum, count) => sum + (count ?? 0), 0), 7);
  const said = JSON.stringify([spans, service.logLines, [...counted]]);
  for (const secret of [token, nonce, offer.code, offer.offerId, "Mustermann", "Rowname"]) {
    assert(!said.includes(secret));
  }
});
