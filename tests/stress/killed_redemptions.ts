import assert from "node:assert/strict";
import { preAuthorizedCodeGrant } from "../../standards/openid4vci/offer.ts";
import { exchange, proof, requestCredential, type Servers } from "./credential_rounds.ts";

/** A student's redemption, as far as it was completed. */
export interface Redemption {
  readonly batchId: string;
  readonly itemId: string;
  readonly offer: { readonly configurationId: string; readonly code: string };
  token: string | null;
  credential: string | null;
  /** The outcome after it was repeated. */
  end: "issued" | "issued when asked again" | "issued, its answer lost" | "token lost" | null;
}

/** Reads an offer by reference, like a wallet. */
export async function offerOf(servers: Servers, offerUri: string): Promise<Redemption["offer"]> {
  const query = new URLSearchParams(offerUri.slice(offerUri.indexOf("?")));
  const { pathname } = new URL(query.get("credential_offer_uri") ?? "");
  const offer = await (await servers.fetch(pathname)).json();
  return {
    configurationId: offer.credential_configuration_ids[0],
    code: offer.grants[preAuthorizedCodeGrant]["pre-authorized_code"],
  };
}

/** Redeems an offer, and records the answers. */
export async function redeem(servers: Servers, one: Redemption): Promise<void> {
  const exchanged = await exchange(servers, one.offer);
  assert.equal(exchanged.status, 200);
  one.token = exchanged.body.access_token;
  await fetchCredential(servers, one);
}

/** Requests the credential. @returns the status */
async function fetchCredential(servers: Servers, one: Redemption): Promise<number> {
  const { offer, token } = one;
  assert(token !== null);
  const answer = await requestCredential(servers, { offer, token, proof: await proof(servers) });
  if (answer.status === 200) {
    one.credential = answer.body.credentials[0].credential;
    one.end = "issued";
  }
  return answer.status;
}

/** Sends every code and token again, to another server. */
export async function resumeRedemptions(
  servers: Servers,
  redemptions: readonly Redemption[],
): Promise<void> {
  for (const one of redemptions) await resumeRedemption(servers, one);
}

async function resumeRedemption(servers: Servers, one: Redemption): Promise<void> {
  const exchanged = await exchange(servers, one.offer);
  if (one.token !== null) {
    assert.equal(exchanged.body.error, "invalid_grant", "a code is exchanged once");
    const hadOne = one.credential !== null;
    const status = await fetchCredential(servers, one);
    if (hadOne) {
      assert.equal(status, 401, "a second credential of one token");
    } else if (status === 200) {
      one.end = "issued when asked again";
    } else {
      assert.equal(status, 401);
      one.end = "issued, its answer lost";
    }
    return;
  }
  if (exchanged.status === 200) {
    one.token = exchanged.body.access_token;
    assert.equal(await fetchCredential(servers, one), 200);
    one.end = "issued when asked again";
    return;
  }
  assert.equal(exchanged.body.error, "invalid_grant");
  one.end = "token lost";
}
