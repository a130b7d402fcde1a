import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { SignJWT } from "jose";
import type { Json } from "../../../base/json.ts";
import { readDigitalRequest } from "../../../sandbox/wallet/read_digital_request.ts";
import { certify } from "../../support/certificates.ts";

const PAGE = "https://shop.example";
const verifier = await certify({ name: "Verifier" });
const clientId = `x509_hash:${createHash("sha256").update(verifier.der).digest("base64url")}`;

const parameters = {
  response_type: "vp_token",
  response_mode: "dc_api",
  nonce: "n-0S6_WzA2Mj",
  dcql_query: {
    credentials: [{ id: "pid", format: "dc+sd-jwt", meta: { vct_values: ["urn:eudi:pid:1"] } }],
  },
  client_metadata: {
    vp_formats_supported: {
      "dc+sd-jwt": { "sd-jwt_alg_values": ["ES256"], "kb-jwt_alg_values": ["ES256"] },
      mso_mdoc: { issuerauth_alg_values: [-7], deviceauth_alg_values: [-7] },
    },
  },
};

function unsigned(members: Readonly<Record<string, Json>> = {}): Json {
  return { protocol: "openid4vp-v1-unsigned", data: { ...parameters, ...members } };
}

/** A request object signed by its verifier, with the test's changes. */
async function signed(
  members: Readonly<Record<string, Json>> = {},
  by = verifier,
): Promise<Json> {
  const claims = { client_id: clientId, expected_origins: [PAGE], ...parameters, ...members };
  const x5c = [Buffer.from(verifier.der).toString("base64")];
  const request = await new SignJWT(claims)
    .setProtectedHeader({ alg: "ES256", typ: "oauth-authz-req+jwt", x5c })
    .sign(by.keys.privateKey);
  return { protocol: "openid4vp-v1-signed", data: { request } };
}

Deno.test("readDigitalRequest() binds an answer to the page, whoever the request says it is of", async () => {
  // Both are ignored in a request that nobody has signed (OpenID4VP 1.0, Appendix A.2).
  const pretended = {
    client_id: "https://bank.example",
    expected_origins: ["https://bank.example"],
  };
  for (const request of [unsigned(), unsigned(pretended), await signed()]) {
    const read = await readDigitalRequest(request, PAGE);
    assert(read.ok, read.ok ? "" : read.refusal.message);
    assert.deepEqual(read.value, { ...parameters, client_id: `origin:${PAGE}`, origin: PAGE });
  }
});

Deno.test("readDigitalRequest() refuses what its verifier did not sign for this page", async (t) => {
  const other = await certify({ name: "Another" });
  const cases: readonly (readonly [string, Json, RegExp])[] = [
    [
      "another page",
      await signed({ expected_origins: ["https://evil.example"] }),
      /another origin/,
    ],
    ["no page", await signed({ expected_origins: [] }), /another origin/],
    ["no list of pages", await signed({ expected_origins: PAGE }), /another origin/],
    ["another verifier", await signed({ client_id: "x509_hash:AA" }), /not the verifier's/],
    ["another signature", await signed({}, other), /is invalid/],
    ["a mode of redirect", await signed({ response_mode: "direct_post" }), /not supported here/],
    ["no key", await signed({ response_mode: "dc_api.jwt" }), /names no key/],
    ["no key, unsigned", unsigned({ response_mode: "dc_api.jwt" }), /names no key/],
    ["no query", unsigned({ dcql_query: null }), /not supported here/],
    ["another protocol", { protocol: "org-iso-mdoc", data: {} }, /not supported here/],
    ["no request", null, /not supported here/],
  ];
  for (const [what, request, says] of cases) {
    await t.step(what, async () => {
      const read = await readDigitalRequest(request, PAGE);
      assert(!read.ok);
      assert.match(read.refusal.message, says);
    });
  }
});
