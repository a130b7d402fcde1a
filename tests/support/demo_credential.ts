import assert from "node:assert/strict";
import { decodeJwt } from "jose";
import type { StatusEntry } from "../../core/credentials/batch_schema.ts";
import type { TestService } from "./service.ts";
import { offerUriByValue } from "./credential_offers.ts";
import { openStudentWallet } from "./student_wallet.ts";

/** Path at which a sandbox makes demo offers. */
export const demoOfferPath = "/v1/credentials/sandbox/demo-offer";

/** A demo credential in a wallet. */
export interface DemoCredential {
  readonly status: StatusEntry;
  /** The path that revokes it. */
  readonly revocation: string;
}

/** Takes a demo offer and redeems it with a wallet. */
export async function redeemedDemo(service: TestService): Promise<DemoCredential> {
  const made = await service.fetch(demoOfferPath);
  assert.equal(made.status, 200);
  const { credentialOffer } = await made.json();
  const wallet = await openStudentWallet({ clock: service.clock, fetch: service.fetch });
  const credential = await wallet.redeem(offerUriByValue(credentialOffer));
  return { status: statusIn(credential), revocation: revocationOf(made) };
}

/** Reads the status list entry of a credential. */
export function statusIn(credential: string): StatusEntry {
  const { status } = decodeJwt(credential.split("~")[0]!) as {
    readonly status?: { readonly status_list: { readonly uri: string; readonly idx: number } };
  };
  assert(status !== undefined);
  const { uri, idx } = status.status_list;
  return { listId: uri.split("/").at(-1)!, idx };
}

/** Reads the path that revokes the demo credential from the offer's header. */
export function revocationOf({ headers }: Pick<Response, "headers">): string {
  const [, address] = /^<([^>]+)>; rel="related"; title="revoke"$/.exec(
    headers.get("link") ?? "",
  ) ?? [];
  assert(address !== undefined);
  return new URL(address).pathname;
}
