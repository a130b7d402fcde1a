import type { ClientId } from "../access/schema.ts";
import type { Mode } from "../nouns.ts";
import type { DataSubjectPorts } from "./ports.ts";
import { ok, type Result } from "../../base/result.ts";
import { sessionRead } from "../verification/read_session.ts";
import type { SessionRead } from "../verification/schema.ts";
import { type ExportPorts, streamExport } from "./stream_export.ts";

/** Input of {@link exportVerification}. */
export interface ExportVerification {
  readonly client: ClientId;
  /** Sessions of another mode do not count. */
  readonly mode: Mode;
  readonly requestId: string;
}

/**
 * Exports the caller's verification data only: a `VerificationExport`. It never contains packs.
 *
 * @see Verification §4, rule 12; decisions.md part 2
 */
export async function exportVerification(
  ports: ExportPorts & Pick<DataSubjectPorts, "verificationSessions">,
  { mode, ...asked }: ExportVerification,
): Promise<Result<ReadableStream<Uint8Array>, never>> {
  const lists = { sessions: sessionsOf(ports, asked.client, mode) };
  return ok(await streamExport(ports, { ...asked, service: "verification", lists, trailer: {} }));
}

async function* sessionsOf(
  { verificationSessions, clock }: Pick<DataSubjectPorts, "verificationSessions" | "clock">,
  client: ClientId,
  mode: Mode,
): AsyncIterable<SessionRead> {
  for await (const session of verificationSessions.all(client, mode)) {
    yield sessionRead(session, clock.now());
  }
}
