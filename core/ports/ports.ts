import type { ScreeningRules } from "../screening/gates.ts";
import type { Audit } from "./audit.ts";
import type { AuditTrail } from "./audit_trail.ts";
import type { Clients } from "./clients.ts";
import type { Clock } from "./clock.ts";
import type { Decisions } from "./decisions.ts";
import type { Lifecycle } from "./lifecycle.ts";
import type { Lists } from "./lists.ts";
import type { Log } from "./log.ts";
import type { Matcher } from "./matcher.ts";
import type { Random } from "./random.ts";
import type { Replays } from "./replays.ts";
import type { SessionTokens } from "./session_tokens.ts";
import type { Shadow } from "./shadow.ts";
import type { StoreProbe } from "./store_probe.ts";
import type { Telemetry } from "./telemetry.ts";
import type { UsageCounts } from "./usage.ts";
import type { Revocations, VerificationSettings } from "./verification.ts";
import type { VerificationSessions } from "./verification_sessions.ts";

/**
 * Everything that operations reach. The composition root builds one for the sandbox and, in a live
 * deployment, one for live; the mount hands over the one of the request's mode.
 */
export interface Ports {
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
  /** Whether credentials that wallets show still hold. */
  readonly revocations: Revocations;
  /** Gates and hashes that a screening pins. */
  readonly rules: ScreeningRules;
  readonly sessions: VerificationSessions;
  readonly sessionTokens: SessionTokens;
  /** The vector layer, which decides nothing. */
  readonly shadow: Shadow;
  /** Readiness asks it. */
  readonly storeProbe: StoreProbe;
  readonly telemetry: Telemetry;
  readonly usage: UsageCounts;
  readonly verification: VerificationSettings;
}
