import { ok } from "../../base/result.ts";
import { type HeldCredentials, readCredential } from "../../sandbox/wallet/held_credential.ts";
import { readOffer } from "../../sandbox/wallet/read_offer.ts";
import { redeemOffer, type RedeemTools } from "../../sandbox/wallet/redeem_offer.ts";
import { type Done, failed } from "../command/command.ts";
import type { Terminal } from "../command/terminal.ts";
import { describeCredential } from "./describe_credential.ts";

/** Dependencies of redeeming an offer at the terminal. */
export interface RedeemCommandTools extends Pick<Terminal, "out">, RedeemTools {
  /** Reads standard input to its end. */
  readonly input: () => Promise<string>;
  readonly held: HeldCredentials;
}

/** Redeems an offer, stores the credential with its key, and prints its content. */
export async function redeem(
  { offer: given }: {
    /** A credential offer; `-` for standard input. */
    readonly offer: string;
  },
  tools: RedeemCommandTools,
): Promise<Done> {
  const text = given === "-" ? (await tools.input()).trim() : given;
  if (text === "") return failed("Standard input is empty: did the service answer?");
  const offer = await readOffer(text, tools.fetch);
  if (!offer.ok) return offer;
  // A file that cannot be used is found before the offer is used up.
  const usable = await tools.held.list();
  if (!usable.ok) return usable;
  const redeemed = await redeemOffer(tools, offer.value);
  if (!redeemed.ok) return redeemed;
  const kept = await tools.held.add(redeemed.value);
  if (!kept.ok) return kept;
  const read = await readCredential(redeemed.value.credential);
  if (!read.ok) return read;
  tools.out(describeCredential(redeemed.value, read.value, null));
  return ok(null);
}
