import type { Clock } from "../../base/clock.ts";
import { ok } from "../../base/result.ts";
import { type HeldCredentials, readCredential } from "../../sandbox/wallet/held_credential.ts";
import { lookUpStatus } from "../../sandbox/wallet/look_up_status.ts";
import type { Fetch } from "../../sandbox/wallet/read_request.ts";
import type { Done } from "../command/command.ts";
import type { Terminal } from "../command/terminal.ts";
import { describeCredential, holdersClaims } from "./describe_credential.ts";

/** Dependencies of listing credentials. */
export interface ListTools extends Pick<Terminal, "out" | "err"> {
  readonly held: Pick<HeldCredentials, "list">;
  readonly fetch: Fetch;
  readonly clock: Clock;
}

/** Prints the credentials in a wallet, in the order in which they were issued. */
export async function list(
  { json, check }: {
    readonly json: boolean;
    /** Whether to look up each in its status list. */
    readonly check: boolean;
  },
  tools: ListTools,
): Promise<Done> {
  const listed = await tools.held.list();
  if (!listed.ok) return listed;
  if (listed.value.length === 0) tools.err("The wallet keeps no credential\n");
  const described: unknown[] = [];
  for (const held of listed.value) {
    const read = await readCredential(held.credential);
    if (!read.ok) return read;
    const { claims } = read.value;
    const status = check ? await lookUpStatus(claims, tools) : null;
    if (!json) tools.out(describeCredential(held, read.value, status));
    const { issuer, name, receivedAt } = held;
    described.push({
      type: claims["vct"],
      issuer,
      name,
      receivedAt,
      claims: Object.fromEntries(holdersClaims(read.value)),
      ...(status === null ? {} : { status }),
    });
  }
  if (json) tools.out(`${JSON.stringify(described, null, 2)}\n`);
  return ok(null);
}
