import type { ScreeningRules } from "./screening/gates.ts";
import type { Audit, AuditTrail } from "./audit/ports.ts";
import type { Clients } from "./access/ports.ts";
import type { Clock } from "../base/clock.ts";
import type { Decisions, Shadow } from "./screening/ports.ts";
import type { Lifecycle, StoreProbe } from "./health/ports.ts";
import type { Lists } from "./lists_in_force/ports.ts";
import type { Log } from "../base/log.ts";
import type { Matcher } from "./matching/ports.ts";
import type { Random } from "../base/random.ts";
import type { Replays } from "./idempotency/ports.ts";
import type { VerificationPorts } from "./verification/ports.ts";
import type { Telemetry } from "./telemetry/ports.ts";
import type { UsageCounts } from "./usage/ports.ts";

/**
 * Everything that operations reach. The composition root builds one for the sandbox and, in a live
 * deployment, one for live; the mount hands over the one of the request's mode.
 */
export interface Ports extends VerificationPorts {
  readonly audit: Audit;
  readonly auditTrail: AuditTrail;
  readonly clients: Clients;
  readonly clock: Clock;
  readonly decisions: Decisions;
  readonly lifecycle: Lifecycle;
  readonly lists: Lists;
  readonly log: Log;
  readonly matcher: Matcher;
  readonly random: Random;
  /** Keys are reserved at the edge; the domain only erases. */
  readonly replays: Pick<Replays, "erase">;
  /** Gates and hashes that a screening pins. */
  readonly rules: ScreeningRules;
  /** The vector layer, which decides nothing. */
  readonly shadow: Shadow;
  /** Readiness asks it. */
  readonly storeProbe: StoreProbe;
  readonly telemetry: Telemetry;
  readonly usage: UsageCounts;
}
