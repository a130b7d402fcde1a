import type { PresentationSessions } from "../presentation/ports.ts";
import type { VerificationPorts } from "./ports.ts";
import type { VerificationKind } from "./session_schema.ts";

/**
 * Adapts the ports to the presentation engine, with verification's sessions as its sessions. Each
 * service has its own port for sessions, so that none reaches another's.
 */
export function enginePorts<Ports extends Pick<VerificationPorts, "verificationSessions">>(
  ports: Ports,
): Ports & { readonly sessions: PresentationSessions<VerificationKind> } {
  return { ...ports, sessions: ports.verificationSessions };
}
