import { AcademicIssuerId, SignatoryId } from "../../core/credentials/issuer_schema.ts";
import { openOperatorAudit } from "../../kv/audit/audit_recording.ts";
import { openDataKeys } from "../../kv/keys/data_keys.ts";
import { openSignatoryRecords } from "../../kv/credentials/signatories.ts";
import type { Clock } from "../../base/clock.ts";
import type { Store } from "../../kv/store/store.ts";
import { seededRandom } from "./random.ts";
import { liveEnvironment } from "./service.ts";

/**
 * Registers signatories of an institution as an operator does.
 *
 * @param subjects by ID
 */
export async function putSignatories(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  issuer: string,
  subjects: Readonly<Record<string, string>>,
): Promise<void> {
  const random = seededRandom();
  const { AVAL_SECRET_KEY = "" } = await liveEnvironment();
  const secrets = { current: Uint8Array.fromBase64(AVAL_SECRET_KEY) };
  const dataKeys = await openDataKeys({ store, clock, random: seededRandom(24), secrets });
  const audit = openOperatorAudit({ clock, random, dataKeys });
  const records = openSignatoryRecords({ store, audit });
  for (const [id, idpSubject] of Object.entries(subjects)) {
    await records.put({
      id: SignatoryId.parse(id),
      academicIssuerId: AcademicIssuerId.parse(issuer),
      name: "Example",
      idpSubject,
    });
  }
}
