import assert from "node:assert/strict";
import {
  AuthorizationRequest,
  authorizationRequest,
  signedRequestUri,
} from "../../../core/presentation/authorization_request.ts";
import { CheckType } from "../../../core/verification/check_type.ts";
import { checkTypes } from "../../../core/verification/check_types.ts";
import { DcqlQuery } from "../../../standards/dcql/query.ts";

const asked = {
  responseUri: "https://verifier.example/v1/verify/sessions/1/responses",
  query: checkTypes["age-verification"].query,
  nonce: "n-0S6_WzA2Mj",
  state: "af0ifjsldkj",
};

Deno.test("a request names its verifier as it is configured, and says formats where wallets need them", () => {
  const identities = [
    [{ kind: "url", url: "https://verifier.example" }, "https://verifier.example", false],
    [{ kind: "redirect_uri" }, `redirect_uri:${asked.responseUri}`, true],
    [{ kind: "x509_hash", certificateHash: "abc" }, "x509_hash:abc", true],
    [{ kind: "x509_san_dns", dnsName: "a.example" }, "x509_san_dns:a.example", true],
  ] as const;
  for (const [identity, clientId, hasMetadata] of identities) {
    const request = authorizationRequest({ identity, ...asked, answerKey: null });
    assert.equal(request.client_id, clientId);
    assert.equal(request.client_metadata !== undefined, hasMetadata);
    assert.deepEqual(AuthorizationRequest.parse(request), request);
    assert(!("redirect_uri" in request));
  }
});

Deno.test("a signed request is named by its address alone", () => {
  const uri = new URL(
    signedRequestUri({ clientId: "x509_hash:abc", requestUri: "https://verifier.example/r/1" }),
  );
  assert.deepEqual(Object.fromEntries(uri.searchParams), {
    client_id: "x509_hash:abc",
    request_uri: "https://verifier.example/r/1",
  });
});

Deno.test("every check type asks a query that is one", () => {
  for (const checkType of CheckType.options) {
    const { query } = checkTypes[checkType];
    assert.deepEqual(DcqlQuery.parse(query), query);
  }
});
