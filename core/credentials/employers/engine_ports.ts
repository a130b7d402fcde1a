import type { PresentationSessions } from "../../presentation/ports.ts";
import type { EmployerKind } from "../employer_schema.ts";
import type { EmployerPorts } from "../employer_ports.ts";

/** Adapts the ports to the presentation engine, with employers' sessions as its sessions. */
export function employerEnginePorts<Ports extends Pick<EmployerPorts, "employerSessions">>(
  ports: Ports,
): Ports & { readonly sessions: PresentationSessions<EmployerKind> } {
  return { ...ports, sessions: ports.employerSessions };
}
