import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import type { Audit, AuditTrail } from "../audit/ports.ts";
import type { AccessPorts } from "../access/ports.ts";
import type { ClientLogins } from "../login/ports.ts";
import type { Replays } from "../idempotency/ports.ts";
import type { KybApplications } from "../kyb/application_ports.ts";
import type { PresentationSessions } from "../presentation/ports.ts";
import type { KeptScores } from "../wallet_risk/ports.ts";
import type { VerificationKind } from "../verification/session_schema.ts";

/** Ports of exports and erasures. */
export interface DataSubjectPorts extends AccessPorts {
  readonly audit: Audit;
  readonly auditTrail: AuditTrail;
  readonly clock: Clock;
  readonly log: Log;
  readonly clientLogins: ClientLogins;
  /** Read-only: no request of a client changes a KYB record. */
  readonly kyb: { readonly applications: Pick<KybApplications, "find" | "ofClient"> };
  /** Keys are reserved at the edge; the domain only erases. */
  readonly replays: Pick<Replays, "erase">;
  readonly walletRisk: { readonly kept: Pick<KeptScores, "erase"> };
  readonly verificationSessions: Pick<PresentationSessions<VerificationKind>, "all" | "erase">;
}
