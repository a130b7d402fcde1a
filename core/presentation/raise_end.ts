import type { Unit } from "../../base/unit.ts";
import type { Events } from "../events/ports.ts";
import type { Session } from "./schema.ts";

/** The way a session ended. */
export type SessionEnd =
  | { readonly status: "completed" | "expired" }
  | { readonly status: "failed"; readonly error: string };

/**
 * Raises the event of a session's end. The session of a login belongs to its browser and raises
 * none.
 */
export function raiseEnd(
  events: Events,
  unit: Unit,
  { id: sessionId, clientId, mode, checkType, startedFor }: Session,
  end: SessionEnd,
): void {
  if (startedFor !== "api") return;
  const of = { clientId, mode };
  const data = { sessionId, checkType: String(checkType) };
  if (end.status === "failed") {
    const { error } = end;
    events.raise(unit, { ...of, type: "verification.failed", data: { ...data, error } });
  } else events.raise(unit, { ...of, type: `verification.${end.status}`, data });
}
