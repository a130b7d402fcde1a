import type { Clock } from "../../base/clock.ts";
import type { WalletPorts } from "../../core/wallet/ports.ts";
import { sandboxIssuers } from "../../service/sandbox/credentials.ts";
import { seededRandom } from "./random.ts";

/** The sandbox's wallet at a clock. */
export function walletPorts(clock: Clock): WalletPorts {
  return { clock, random: seededRandom(), issuers: sandboxIssuers() };
}
