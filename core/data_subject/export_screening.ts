import type { ClientId } from "../access/caller.ts";
import type { ClientTrail } from "../ports/audit_trail.ts";
import type { Ports } from "../ports/ports.ts";
import { ok, type Result } from "../result.ts";
import type { ScreeningExport } from "./schema.ts";
import { streamText } from "./stream_text.ts";

type ExportPorts = Pick<Ports, "audit" | "auditTrail" | "clock" | "log">;

/** Whose export, for which request. */
export interface ExportScreening {
  readonly client: ClientId;
  readonly requestId: string;
}

/**
 * Exports what screening holds of the caller, and of nobody else, as one JSON text (a
 * {@link ScreeningExport}) that is read while it is sent, so that it may be of any length. Its
 * reading is audited once it is over, also when the reader went before the end. A fault in the
 * middle breaks the stream: nobody takes a part for the whole.
 *
 * @see Screening §2 and §4, rule 10
 */
export async function exportScreening(
  ports: ExportPorts,
  asked: ExportScreening,
): Promise<Result<ReadableStream<Uint8Array>, never>> {
  const trail = await ports.auditTrail.ofClient(asked.client);
  return ok(streamText(write(ports, asked, trail)));
}

async function* write(
  { audit, clock, log }: ExportPorts,
  { client, requestId }: ExportScreening,
  { checkpoint, entries }: ClientTrail,
): AsyncIterable<string> {
  const generatedAt = clock.now().toString({ smallestUnit: "millisecond" });
  const head: Omit<ScreeningExport, "auditEntries" | "kyb"> = {
    clientId: client,
    generatedAt,
    checkpoint,
  };
  const kyb: ScreeningExport["kyb"] = { linked: false };
  let count = 0;
  let audited = false;
  const record = (complete: boolean) => {
    audited = true;
    return audit.recordNow({
      kind: "GDPR_EXPORTED",
      clientId: client,
      service: "screening",
      entries: count,
      complete,
    });
  };
  try {
    yield `${JSON.stringify(head).slice(0, -1)},"auditEntries":[`;
    for await (const entry of entries) {
      yield `${count++ === 0 ? "\n" : ",\n"}${JSON.stringify(entry)}`;
    }
    // Before the last bytes: an export that is whole is on record.
    await record(true);
    yield `\n],"kyb":${JSON.stringify(kyb)}}\n`;
  } catch (cause) {
    log.error("export_failed", cause, { requestId });
    throw cause;
  } finally {
    if (!audited && count > 0) {
      await record(false).catch((cause) => log.error("export_not_audited", cause, { requestId }));
    }
  }
}
