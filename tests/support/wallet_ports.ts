import type { Clock } from "../../base/clock.ts";
import type { WalletPorts } from "../../sandbox/wallet/ports.ts";
import { sandboxIssuers } from "../../sandbox/invented/credentials.ts";
import { seededRandom } from "./random.ts";

/** The sandbox's wallet at a clock. */
export function walletPorts(clock: Clock): WalletPorts {
  return { clock, random: seededRandom(), issuers: sandboxIssuers() };
}
