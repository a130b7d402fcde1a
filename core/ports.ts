import type { AccessPorts } from "./access/ports.ts";
import type { Log } from "../base/log.ts";
import type { ScreeningPorts } from "./screening/ports.ts";
import type {
  Revocations,
  SessionTokens,
  VerificationSessions,
  VerificationSettings,
} from "./verification/ports.ts";

/** What verification reaches outside, until its own `ports.ts` declares it. */
export interface Ports extends ScreeningPorts, AccessPorts {
  readonly log: Log;
  /** Whether credentials that wallets show still hold. */
  readonly revocations: Revocations;
  readonly sessions: VerificationSessions;
  readonly sessionTokens: SessionTokens;
  readonly verification: VerificationSettings;
}
