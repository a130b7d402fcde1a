/**
 * `channel: dc_api`: the data for a page's browser (OpenID4VP 1.0, Appendix A; decisions-2.md part
 * 19).
 */

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { compactVerify, decodeJwt, decodeProtectedHeader } from "jose";
import type { Json } from "../../base/json.ts";
import { readDigitalRequest } from "../../sandbox/wallet/read_digital_request.ts";
import { encryptionRows } from "../../sandbox/wallet/breakings.ts";
import { SessionInitiated } from "../../core/verification/schema.ts";
import {
  askDigital,
  digitalVerifier,
  OTHER_PAGE,
  PAGE,
  serviceWithPages,
} from "../support/digital_sessions.ts";
import { putRecord } from "../support/clients.ts";
import { type Answer, serviceInMemory } from "../support/service.ts";
import { start } from "../support/verifying.ts";
import { runWallet } from "../support/wallet.ts";

function outcomeOf({ status, body: { error } }: Answer) {
  return [status, error];
}

Deno.test("an unsigned request names no verifier and no state, and every format that is verified", async () => {
  for (const kind of ["unsigned dc_api", "unsigned dc_api, verifier redirect_uri"] as const) {
    await using service = await serviceWithPages(kind);
    const { status, body } = await askDigital(service.as("acme"));
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body), [
      "sessionId",
      "templateVersion",
      "digitalCredentialRequest",
      "responseUri",
      "state",
      "expiresAt",
      "sessionToken",
    ]);
    const { protocol, data } = body.digitalCredentialRequest;
    assert.equal(protocol, "openid4vp-v1-unsigned");
    const { nonce, dcql_query, ...rest } = data;
    assert.match(nonce, /^[A-Za-z0-9_-]{43}$/);
    assert.deepEqual(dcql_query.credentials.map(({ id }: { readonly id: string }) => id), [
      "av_age_over_18",
      "pid_birthdate",
    ]);
    assert.deepEqual(rest, {
      response_type: "vp_token",
      response_mode: "dc_api",
      client_metadata: {
        vp_formats_supported: {
          "dc+sd-jwt": {
            "sd-jwt_alg_values": ["ES256", "ES384", "ES512"],
            "kb-jwt_alg_values": ["ES256", "ES384", "ES512"],
          },
          mso_mdoc: {
            issuerauth_alg_values: [-7, -9, -35, -51, -36, -52],
            deviceauth_alg_values: [-7, -9, -35, -51, -36, -52],
          },
        },
      },
    });
    const path = `/v1/verify/sessions/${body.sessionId}/responses`;
    assert.equal(body.responseUri, `https://verifier.example${path}`);
  }
});

Deno.test("a signed request names its verifier and the one page that may hand it on", async () => {
  await using service = await serviceWithPages("signed dc_api.jwt");
  const { body } = await askDigital(service.as("acme"));
  const { protocol, data } = body.digitalCredentialRequest;
  assert.equal(protocol, "openid4vp-v1-signed");
  assert.deepEqual(Object.keys(data), ["request"]);
  await compactVerify(data.request, digitalVerifier.own.keys.publicKey);
  const { typ, x5c } = decodeProtectedHeader(data.request);
  assert.equal(typ, "oauth-authz-req+jwt");
  assert.equal(x5c?.length, 2);
  const { iat = 0, exp = 0, nonce, dcql_query, client_metadata, ...claims } = decodeJwt(
    data.request,
  );
  assert.match(String(claims["client_id"]), /^x509_hash:[A-Za-z0-9_-]{43}$/);
  assert.deepEqual({ ...claims, client_id: "" }, {
    client_id: "",
    expected_origins: [PAGE],
    response_type: "vp_token",
    response_mode: "dc_api.jwt",
    aud: "https://self-issued.me/v2",
  });
  assert.equal(exp - iat, 600);
  assert(typeof nonce === "string" && dcql_query !== undefined && client_metadata !== undefined);
  assert(!JSON.stringify(client_metadata).includes('"d"'));
});

Deno.test("a signed request holds the attestations about what it asks for", async () => {
  const info = { format: "registration_cert", data: "eyJhbGciOiJFUzI1NiJ9.e30.c2ln" };
  const AVAL_VERIFIER_INFO = JSON.stringify([info]);
  const env = { AVAL_BASE_URL: "https://verifier.example", ...digitalVerifier.env };
  await using service = await serviceInMemory({ env: { ...env, AVAL_VERIFIER_INFO } });
  await putRecord(service, "acme", { returnOrigins: [PAGE] });
  const { digitalCredentialRequest: { data } } = (await askDigital(service.as("acme"))).body;
  assert.deepEqual(decodeJwt(data.request)["verifier_info"], [info]);
});

Deno.test("the wallet hands a signed request to no other page, and reads none that is changed", async () => {
  await using service = await serviceWithPages("signed dc_api");
  const { digitalCredentialRequest } = (await askDigital(service.as("acme"))).body;
  const { data: { request } } = digitalCredentialRequest;
  const read = (origin: string, changed = request) =>
    readDigitalRequest({ ...digitalCredentialRequest, data: { request: changed } }, origin);
  const [header, payload, signature] = request.split(".");
  const claims = { ...decodeJwt(request), expected_origins: [OTHER_PAGE] };
  const forged = [header, Buffer.from(JSON.stringify(claims)).toString("base64url"), signature];
  assert((await read(PAGE)).ok);
  for (const outcome of [await read(OTHER_PAGE), await read(OTHER_PAGE, forged.join("."))]) {
    assert(!outcome.ok);
  }
  assert.equal((await read(PAGE, `${header}.${payload}.`)).ok, false);
});

Deno.test("a session by the browser has an origin that is its client's own page, else 400", async (t) => {
  await using service = await serviceWithPages("unsigned dc_api");
  const refused: readonly (readonly [string, Json | undefined])[] = [
    ["none", undefined],
    ["null", null],
    ["a number", 7],
    ["an empty text", ""],
    ["one that is not on record", "https://shop.example.evil.example"],
    ["another port", `${PAGE}:8443`],
    ["a path", `${PAGE}/`],
    ["upper case", "https://SHOP.example"],
    ["http", "http://shop.example"],
    ["another scheme", "android:apk-key-hash:abc"],
    ["the opaque origin", "null"],
  ];
  for (const [what, origin] of refused) {
    await t.step(what, async () => {
      const members = origin === undefined ? {} : { origin };
      const answer = await askDigital(service.as("acme"), "age-verification", members);
      assert.deepEqual(outcomeOf(answer), [400, "bad_request"]);
      assert.match(answer.body.message, /^Field "origin"/);
    });
  }
  const returning = { origin: PAGE, returnUrl: `${PAGE}/checkout` };
  const back = await askDigital(service.as("acme"), "age-verification", returning);
  assert.deepEqual(outcomeOf(back), [400, "bad_request"]);
  assert.match(back.body.message, /^Field "returnUrl"/);
  const stranger = await askDigital(service.as("stranger"));
  assert.deepEqual(outcomeOf(stranger), [400, "bad_request"]);
  const channel = await askDigital(service.as("acme"), "age-verification", { channel: "fax" });
  assert.deepEqual(outcomeOf(channel), [400, "bad_request"]);
});

Deno.test("without a channel, or with redirect, a session is what it was, whatever the origin says", async () => {
  await using service = await serviceWithPages("signed dc_api");
  const acme = service.as("acme");
  const body = { clientId: "acme", checkType: "age-verification" };
  for (const members of [{}, { channel: null }, { channel: "redirect", origin: 7 }]) {
    const answer = await acme.post("/v1/verify/sessions", { ...body, ...members });
    assert.equal(answer.status, 200);
    assert.deepEqual(Object.keys(answer.body), Object.keys(SessionInitiated.unwrap().shape));
    assert.equal(answer.body.authorizationRequest.response_mode, "direct_post");
  }
});

Deno.test("a replay of a start has the same bytes, its signature too; another page is another request", async () => {
  await using service = await serviceWithPages("signed dc_api");
  const acme = service.as("acme");
  const body = { clientId: "acme", checkType: "age-verification", channel: "dc_api", origin: PAGE };
  const post = (members: Readonly<Record<string, Json>> = {}) =>
    acme.post("/v1/verify/sessions", { ...body, ...members }, { "idempotency-key": "one" });
  const first = await post();
  const again = await post();
  assert.equal(again.headers.get("idempotent-replayed"), "true");
  assert.equal(again.text, first.text);
  for (const members of [{ origin: OTHER_PAGE }, { channel: "redirect" }]) {
    assert.deepEqual(outcomeOf(await post(members)), [409, "idempotency_key_conflict"]);
  }
});

Deno.test("the terminal's wallet says which page asks, and refuses what is for another", async (t) => {
  await using service = await serviceWithPages("signed dc_api");
  const acme = service.as("acme");
  const digital = JSON.stringify((await askDigital(acme)).body);
  const redirect = JSON.stringify(await start(acme, "age-verification"));
  const cases: readonly (readonly [string, readonly string[], string, number, RegExp])[] = [
    ["no origin", ["-"], digital, 1, /name its origin by --origin/],
    ["another origin", ["-", "--origin", OTHER_PAGE], digital, 1, /another origin/],
    ["no page", ["-", "--origin", PAGE], redirect, 1, /omit --origin/],
    ["a URI", ["openid4vp://authorize?a=b", "--origin", PAGE], "", 2, /--origin is of a page's/],
    ["a path", ["-", "--origin", `${PAGE}/`], digital, 2, /scheme, host and port alone/],
  ];
  for (const [what, args, input, code, says] of cases) {
    await t.step(what, async () => {
      const ran = await runWallet(service, ["present", ...args], input);
      assert.equal(ran.code, code, ran.stderr);
      assert.match(ran.stderr, says);
    });
  }
  for (const name of ["nonce", "aud", "handover"]) {
    await t.step(`--break ${name}`, async () => {
      const input = JSON.stringify((await askDigital(acme)).body);
      const args = ["present", "-", "--origin", PAGE, "--break", name, "--format", "mdoc"];
      const ran = await runWallet(service, args, input);
      assert.match(ran.stderr, /as expected with device_signature_invalid/);
    });
  }
});

Deno.test("the terminal's wallet encrypts a page's answer wrongly on demand, but for a state that is not in it", async (t) => {
  await using service = await serviceWithPages("unsigned dc_api.jwt");
  const acme = service.as("acme");
  for (const { name, code: expected } of encryptionRows) {
    await t.step(`--break ${name}`, async () => {
      const asked = (await askDigital(acme)).body;
      const args = ["present", "-", "--origin", PAGE, "--break", name];
      const { code, stdout, stderr } = await runWallet(service, args, JSON.stringify(asked));
      assert.equal(code, 1, stderr);
      const ofState = ["jwe_no_state", "jwe_state"].includes(name);
      assert.match(
        stderr,
        ofState ? /by a browser encrypts no state/ : new RegExp(`as expected with ${expected}\n$`),
      );
      assert.equal(stdout === "", ofState);
      const read = await acme.get(`/v1/verify/sessions/${asked.sessionId}`);
      assert.equal(read.body.status, "pending");
    });
  }
});
