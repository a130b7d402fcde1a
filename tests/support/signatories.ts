import { AcademicIssuerId, SignatoryId } from "../../core/credentials/issuer_schema.ts";
import { openOperatorAudit } from "../../kv/audit/audit_recording.ts";
import { openSignatoryRecords } from "../../kv/signatories.ts";
import { seededRandom } from "./random.ts";
import type { TestService } from "./service.ts";

/** Puts signatories of an institution on file, as an operator does. @param subjects by id */
export async function putSignatories(
  { store, clock }: Pick<TestService, "store" | "clock">,
  issuer: string,
  subjects: Readonly<Record<string, string>>,
): Promise<void> {
  const audit = openOperatorAudit({ clock, random: seededRandom() });
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
