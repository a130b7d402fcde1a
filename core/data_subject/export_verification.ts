import type { ClientId } from "../access/caller.ts";
import type { Ports } from "../ports/ports.ts";
import { ok, type Result } from "../result.ts";
import { sessionRead } from "../verification/read_session.ts";
import type { SessionRead } from "../verification/schema.ts";
import { type ExportPorts, streamExport } from "./stream_export.ts";

/** Whose export, for which request. */
export interface ExportVerification {
  readonly client: ClientId;
  readonly requestId: string;
}

/**
 * Exports what verification holds of the caller, and of nobody else: a `VerificationExport`. Packs
 * are never in it.
 *
 * @see Verification §4, rule 12; decisions.md part 2
 */
export async function exportVerification(
  ports: ExportPorts & Pick<Ports, "sessions">,
  asked: ExportVerification,
): Promise<Result<ReadableStream<Uint8Array>, never>> {
  const lists = { sessions: sessionsOf(ports, asked.client) };
  return ok(await streamExport(ports, { ...asked, service: "verification", lists, rest: {} }));
}

async function* sessionsOf(
  { sessions, clock }: Pick<Ports, "sessions" | "clock">,
  client: ClientId,
): AsyncIterable<SessionRead> {
  for await (const session of sessions.all(client)) yield sessionRead(session, clock.now());
}
