import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import { ok } from "../../base/result.ts";
import type { Signatory } from "../../core/credentials/issuer_schema.ts";
import { openAcademicIssuers } from "../../kv/credentials/academic_issuers.ts";
import { openOperatorAudit } from "../../kv/audit/audit_recording.ts";
import { openSignatoryRecords, type SignatoryRecords } from "../../kv/credentials/signatories.ts";
import type { Store } from "../../kv/store/store.ts";
import { sandboxInstitution } from "../../sandbox/invented/academic.ts";
import { sandboxSignatories } from "../../sandbox/invented/step_up.ts";
import { type Done, failed } from "../command/command.ts";
import { writeListing } from "../command/listing.ts";
import type { Terminal } from "../command/terminal.ts";
import { readSecrets, type Variables } from "./secrets.ts";
import type { SignatoryCommand } from "./signatory_arguments.ts";
import type { RecordingTools } from "./recording_tools.ts";

/** The dependencies of the `signatory` commands. */
export interface SignatoryTools extends Terminal, RecordingTools {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  /** `AVAL_MODE`, and the secrets that issuers' keys are wrapped by. */
  readonly variables: Variables;
}

type Asked<Kind> = Extract<SignatoryCommand, { kind: Kind }>;

/** Puts, lists or removes the people who act for an institution. */
export async function runSignatories(
  asked: SignatoryCommand,
  tools: SignatoryTools,
): Promise<Done> {
  const { store } = tools;
  const records = openSignatoryRecords({ store, audit: openOperatorAudit(tools) });
  switch (asked.kind) {
    case "signatory put":
      return await put(asked, records, tools);
    case "signatory list":
      return await list(asked, records, tools);
    case "signatory remove":
      return await remove(asked, records, tools);
    default:
      return asked satisfies never;
  }
}

async function put(
  { signatory }: Asked<"signatory put">,
  records: SignatoryRecords,
  { store, variables, err }: SignatoryTools,
): Promise<Done> {
  const { id, academicIssuerId } = signatory;
  const secrets = readSecrets(variables);
  if (!secrets.ok) return secrets;
  const isLive = variables["AVAL_MODE"] === "live";
  if (!isLive && sandboxSignatories().some((published) => published.id === id)) {
    return failed(`${id} is the sandbox's own, and stands before any record`);
  }
  const published = isLive ? null : await sandboxInstitution();
  const academicIssuers = await openAcademicIssuers({ store, secrets: secrets.value, published });
  if (await academicIssuers.find(academicIssuerId) === null) {
    return failed(`${academicIssuerId} is no issuer: issuer put makes it one`);
  }
  const isNew = await records.put(signatory);
  err(`${id} is ${isNew ? "a signatory" : "changed, a signatory"} of ${academicIssuerId} now\n`);
  return ok(null);
}

async function remove(
  { signatoryId }: Asked<"signatory remove">,
  records: SignatoryRecords,
  { err }: Terminal,
): Promise<Done> {
  if (!await records.remove(signatoryId)) return failed(`${signatoryId} is no signatory`);
  err(`${signatoryId} is no signatory any more\n`);
  return ok(null);
}

async function list(
  { academicIssuerId, json }: Asked<"signatory list">,
  records: SignatoryRecords,
  terminal: Terminal,
): Promise<Done> {
  await writeListing<Signatory>({
    rows: records.list(academicIssuerId),
    columns: {
      SIGNATORY: ({ id }) => id,
      ISSUER: ({ academicIssuerId }) => academicIssuerId,
      NAME: ({ name }) => name,
      SUB: ({ idpSubject }) => idpSubject,
    },
    toJson: (signatory) => signatory,
    json,
    piped: "json",
  }, terminal);
  return ok(null);
}
