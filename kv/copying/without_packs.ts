import type { RawRecord } from "../store/backend.ts";
import { evidencePacks } from "../evidence_packs.ts";
import { valueChunks } from "../store/chunks.ts";

/**
 * Records without those of evidence packs, long ones' pieces included: a backup does not know which
 * of its packs were delivered since, and none may be delivered twice.
 */
export async function* withoutPacks(
  records: AsyncIterable<RawRecord>,
): AsyncIterable<RawRecord> {
  for await (const record of records) {
    const [kind, of] = record.key;
    if ((kind === valueChunks.name ? of : kind) !== evidencePacks.name) yield record;
  }
}
