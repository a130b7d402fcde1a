import type { ClientId } from "../access/schema.ts";
import { ok, type Result } from "../../base/result.ts";
import type { ScreeningExport } from "./schema.ts";
import { type ExportPorts, streamExport } from "./stream_export.ts";

/** Input of {@link exportScreening}. */
export interface ExportScreening {
  readonly client: ClientId;
  readonly requestId: string;
}

/**
 * Exports the data that screening holds of the caller, and of nobody else: a {@link ScreeningExport}.
 *
 * @see Screening §2 and §4, rule 10
 */
export async function exportScreening(
  ports: ExportPorts,
  asked: ExportScreening,
): Promise<Result<ReadableStream<Uint8Array>, never>> {
  const kyb: ScreeningExport["kyb"] = { linked: false };
  return ok(
    await streamExport(ports, { ...asked, service: "screening", lists: {}, trailer: { kyb } }),
  );
}
