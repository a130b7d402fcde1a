import type { Mode } from "../nouns.ts";
import type { ClientId } from "../access/schema.ts";
import { ok, type Result } from "../../base/result.ts";
import { kybOf, type KybRowPorts } from "./kyb_rows.ts";
import { type ExportPorts, streamExport } from "./stream_export.ts";

/** Input of {@link exportScreening}. */
export interface ExportScreening {
  readonly client: ClientId;
  /** KYB records of another mode do not count. */
  readonly mode: Mode;
  readonly requestId: string;
}

/**
 * Exports the caller's screening data only: a `ScreeningExport`, with its KYB records in full.
 *
 * @see Screening §2 and §4, rule 10
 */
export async function exportScreening(
  ports: ExportPorts & KybRowPorts,
  { mode, ...asked }: ExportScreening,
): Promise<Result<ReadableStream<Uint8Array>, never>> {
  const trailer = { kyb: await kybOf(ports, { client: asked.client, mode }) };
  return ok(await streamExport(ports, { ...asked, service: "screening", lists: {}, trailer }));
}
