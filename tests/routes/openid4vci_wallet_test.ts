import { clientAuthenticationNone } from "@openid4vc/oauth2";
import assert from "node:assert/strict";
import { makeOffer, offerUriByReference } from "../../standards/openid4vci/offer.ts";
import { offersByEveryPath, offerUriByValue } from "../support/credential_offers.ts";
import { issuing, ROW, templateOf, university } from "../support/issuance.ts";
import { listening, listeningSandbox } from "../support/listening.ts";
import { verifyByLibrary } from "../support/sd_jwt_library.ts";
import { openStudentWallet } from "../support/student_wallet.ts";

Deno.test("@openid4vc redeems an offer by value and one by reference, and @sd-jwt verifies what it gets", async (t) => {
  await using service = await listening(null, issuing);
  const issuer = `${service.baseUrl}/v1/credentials`;
  const configurationId = templateOf().id;
  for (const by of ["value", "reference"] as const) {
    await t.step(`by ${by}`, async () => {
      const { code, offerId } = await service.offer();
      const wallet = await openStudentWallet({ clock: service.clock });
      const link = by === "value"
        ? offerUriByValue(makeOffer({ issuer, configurationId, code }))
        : offerUriByReference(`${issuer}/offers/${offerId}`);
      const credential = await wallet.redeem(link);
      const now = service.clock.now();
      const payload = await verifyByLibrary(credential, university.signer.chain[0]!, now);
      const { iat: _iat, exp: _exp, status: _status, ...claims } = payload;
      const { kty, crv, x, y } = wallet.publicJwk;
      assert.deepEqual(claims, {
        iss: issuer,
        vct: "urn:academic:degree-award:1",
        cnf: { jwk: { kty, crv, x, y } },
        ...ROW.claimValues,
      });
      await assert.rejects(wallet.redeem(link), "an offer is redeemed once");
    });
  }
});

Deno.test("@openid4vc redeems with the nonce of the token response, and with a client id", async () => {
  await using service = await listening(null, issuing);
  const { offerId } = await service.offer();
  const wallet = await openStudentWallet({
    clock: service.clock,
    clientAuthentication: clientAuthenticationNone({ clientId: "a-wallet" }),
  });
  const link = offerUriByReference(`${service.baseUrl}/v1/credentials/offers/${offerId}`);
  const credential = await wallet.redeem(link, "token response");
  assert.match(credential, /^ey[\w-]+\.[\w-]+\.[\w-]+(~[\w-]+)+~$/);
});

Deno.test("@openid4vc redeems an offer of a batch that was approved, and the demo's", async (t) => {
  await using service = await listeningSandbox();
  for (const [path, link] of Object.entries(await offersByEveryPath(service))) {
    await t.step(path, async () => {
      const wallet = await openStudentWallet({ clock: service.clock });
      const credential = await wallet.redeem(link);
      const now = service.clock.now();
      const payload = await verifyByLibrary(credential, university.signer.chain[0]!, now);
      assert.equal(payload["vct"], "urn:academic:degree-award:1");
      await assert.rejects(wallet.redeem(link));
    });
  }
});
