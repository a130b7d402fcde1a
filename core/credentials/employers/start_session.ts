import { ok, type Result } from "../../../base/result.ts";
import type { Unit } from "../../../base/unit.ts";
import type { ClientId } from "../../access/schema.ts";
import type { Mode } from "../../nouns.ts";
import { beginSession } from "../../presentation/begin_session.ts";
import {
  type BegunSession,
  begunSession,
  SessionReference,
} from "../../presentation/begun_session.ts";
import type { EmployerCheckType } from "../employer_schema.ts";
import type { EmployerPorts } from "../employer_ports.ts";
import { employerChecks, queryOf } from "./checks.ts";
import { employerEnginePorts } from "./engine_ports.ts";

/** Path of employers' sessions. */
const sessionsPath = "/v1/credentials/verify/sessions";

/** A session to start. */
export interface StartEmployerSession {
  readonly unit: Unit;
  readonly client: ClientId;
  readonly mode: Mode;
  readonly checkType: EmployerCheckType;
}

/**
 * Starts a session that requests one check from a student. The session has no token: only its
 * employer reads it.
 *
 * @see Credentials §4, rule 10
 */
export function startEmployerSession(
  ports: Pick<
    EmployerPorts,
    "employerSessions" | "clock" | "random" | "presentation" | "employers"
  >,
  { unit, client, mode, checkType }: StartEmployerSession,
): Result<BegunSession, never> {
  return ok(begunSession(beginSession(employerEnginePorts(ports), {
    unit,
    service: "credentials",
    client,
    mode,
    startedFor: "api",
    path: sessionsPath,
    checkType,
    templateVersion: employerChecks.versionOf(checkType),
    query: queryOf(checkType),
    countryCode: null,
    packKey: null,
    tokenKeyId: null,
    pendingMinutes: ports.employers.sessionMinutes,
  })));
}

/**
 * Restores the answer of an earlier start, whatever happened to the session since.
 *
 * @returns null when the session is gone
 */
export async function restoreEmployerSession(
  { employerSessions }: Pick<EmployerPorts, "employerSessions">,
  reference: unknown,
): Promise<BegunSession | null> {
  const found = await employerSessions.find(SessionReference.parse(reference).sessionId);
  return found === null ? null : begunSession(found.session);
}
