import { ok } from "../../../base/result.ts";
import type { KybApplication } from "../../../core/kyb/application_schema.ts";
import type { Done } from "../../command/command.ts";
import { writeListing } from "../../command/listing.ts";
import type { Terminal } from "../../command/terminal.ts";
import type { OpenedKyb } from "./kyb_tools.ts";

/** Maximum drafts in the list, which are the newest. */
const draftsMax = 200;
/** Maximum drafts that are read for the list, of both modes, including accepted ones. */
const draftsReadMax = 10_000;

/** A draft or an application, in the list. */
interface Row {
  readonly id: string;
  readonly status: KybApplication["status"] | "DRAFT";
  readonly clientId: string | null;
  readonly at: string;
  readonly legalName: string;
  readonly registryCountry: string | null;
  readonly registryNumber: string | null;
  readonly recommendation: string;
}

/** Prints waiting and decided records: drafts, grouped by applicant, then applications. */
export async function listKyb(
  { json }: { readonly json: boolean },
  { drafts, applications, mode }: OpenedKyb,
  terminal: Terminal,
): Promise<Done> {
  let count = 0;
  const rows = async function* (): AsyncGenerator<Row> {
    const listed = await drafts.list(mode, { limit: draftsMax, readMax: draftsReadMax });
    for (const draft of listed.drafts) {
      const { id, createdAt: at, deterministic, recommendation } = draft;
      count += 1;
      yield rowOf({ id, status: "DRAFT", clientId: null, at, recommendation, ...deterministic });
    }
    if (listed.isCut) {
      terminal.err(`There may be more drafts: the newest ${count} are listed\n`);
    }
    for await (const application of applications.list()) {
      if (application.mode !== mode) continue;
      count += 1;
      yield rowOf({ ...application, at: application.acceptedAt });
    }
  };
  await writeListing<Row>({
    rows: rows(),
    columns: {
      ID: ({ id }) => id,
      STATUS: ({ status }) => status,
      CLIENT: ({ clientId }) => clientId ?? "-",
      SINCE: ({ at }) => at,
      COMPANY: ({ legalName }) => legalName,
      REGISTER: ({ registryCountry, registryNumber }) =>
        `${registryCountry ?? "?"} ${registryNumber ?? "?"}`,
      ADVICE: ({ recommendation }) => recommendation,
    },
    toJson: (row) => row,
    json,
    piped: "json",
  }, terminal);
  if (count === 0) {
    terminal.err(`No ${mode} draft or application is on file; AVAL_MODE selects the mode\n`);
  }
  return ok(null);
}

function rowOf(
  { id, status, clientId, at, legalName, registryCountry, registryNumber, recommendation }: Row,
): Row {
  return { id, status, clientId, at, legalName, registryCountry, registryNumber, recommendation };
}
