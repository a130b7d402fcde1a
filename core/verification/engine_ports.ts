import type { PresentationSessions } from "../presentation/ports.ts";
import type { VerificationPorts } from "./ports.ts";
import type { VerificationKind } from "./session_schema.ts";

/**
 * The ports as the presentation engine knows them: its sessions are verification's. Each service that
 * runs sessions has a port of its own for them, so that none reaches another's.
 */
export function enginePorts<Ports extends Pick<VerificationPorts, "verificationSessions">>(
  ports: Ports,
): Ports & { readonly sessions: PresentationSessions<VerificationKind> } {
  return { ...ports, sessions: ports.verificationSessions };
}
