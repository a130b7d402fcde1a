import type { PresentationSessions } from "../../presentation/ports.ts";
import type { EmployerKind } from "../employer_schema.ts";
import type { EmployerPorts } from "../employer_ports.ts";

/** The ports as the presentation engine knows them: its sessions are employers'. */
export function employerEnginePorts<Ports extends Pick<EmployerPorts, "employerSessions">>(
  ports: Ports,
): Ports & { readonly sessions: PresentationSessions<EmployerKind> } {
  return { ...ports, sessions: ports.employerSessions };
}
