import { ok } from "../../../base/result.ts";
import type {
  AcademicIssuerId,
  Signatory,
  SignatoryId,
} from "../../../core/credentials/issuer_schema.ts";
import { openAcademicIssuers } from "../../../kv/credentials/academic_issuers.ts";
import { openOperatorAudit } from "../../../kv/audit/audit_recording.ts";
import {
  openSignatoryRecords,
  type SignatoryRecords,
} from "../../../kv/credentials/signatories.ts";
import { sandboxInstitution } from "../../../sandbox/invented/academic.ts";
import { sandboxSignatories } from "../../../sandbox/invented/step_up.ts";
import { type Done, failed } from "../../command/command.ts";
import { writeListing } from "../../command/listing.ts";
import type { OpenedTools } from "../command/admin_command.ts";
import { readSecrets } from "../command/secrets.ts";

function openRecords(tools: OpenedTools): SignatoryRecords {
  return openSignatoryRecords({ store: tools.store, audit: openOperatorAudit(tools) });
}

/** Registers a person who acts for an institution. */
export async function putSignatory(signatory: Signatory, tools: OpenedTools): Promise<Done> {
  const { store, variables, err } = tools;
  const { id, academicIssuerId } = signatory;
  const secrets = readSecrets(variables);
  if (!secrets.ok) return secrets;
  const isLive = variables["AVAL_MODE"] === "live";
  if (!isLive && sandboxSignatories().some((published) => published.id === id)) {
    return failed(`${id} is the sandbox's own, which takes precedence over any record`);
  }
  const published = isLive ? null : await sandboxInstitution();
  const academicIssuers = await openAcademicIssuers({ store, secrets: secrets.value, published });
  if (await academicIssuers.find(academicIssuerId) === null) {
    return failed(`${academicIssuerId} is not an issuer: register it by issuer put`);
  }
  const isNew = await openRecords(tools).put(signatory);
  err(`${id} is ${isNew ? "a signatory" : "changed, a signatory"} of ${academicIssuerId} now\n`);
  return ok(null);
}

/** Removes a person's record. */
export async function removeSignatory(
  { id }: { readonly id: SignatoryId },
  tools: OpenedTools,
): Promise<Done> {
  if (!await openRecords(tools).remove(id)) return failed(`${id} is not a signatory`);
  tools.err(`${id} is no longer a signatory\n`);
  return ok(null);
}

/** Lists the members of one institution, or (null) of all. */
export async function listSignatories(
  { academicIssuerId, json }: {
    readonly academicIssuerId: AcademicIssuerId | null;
    readonly json: boolean;
  },
  tools: OpenedTools,
): Promise<Done> {
  await writeListing<Signatory>({
    rows: openRecords(tools).list(academicIssuerId),
    columns: {
      SIGNATORY: ({ id }) => id,
      ISSUER: ({ academicIssuerId }) => academicIssuerId,
      NAME: ({ name }) => name,
      SUB: ({ idpSubject }) => idpSubject,
    },
    toJson: (signatory) => signatory,
    json,
    piped: "json",
  }, tools);
  return ok(null);
}
