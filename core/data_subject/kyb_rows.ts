import type { ClientId } from "../access/schema.ts";
import type { KybApplication } from "../kyb/application_schema.ts";
import {
  applicationRow,
  checkRows,
  clientRow,
  personRows,
} from "../kyb/applications/record_rows.ts";
import type { KybCheckRow } from "../kyb/applications/record_schema.ts";
import type { Mode } from "../nouns.ts";
import type { DataSubjectPorts } from "./ports.ts";
import type { StreamedObject } from "./stream_export.ts";

/** Ports of {@link kybOf}. */
export type KybRowPorts = Pick<DataSubjectPorts, "clients" | "kyb">;

/** The owner of KYB records; records of another mode do not count. */
export interface KybOwner {
  readonly client: ClientId;
  readonly mode: Mode;
}

/** The KYB applications of a client on file, the oldest first. */
export async function applicationsOf(
  { kyb }: Pick<DataSubjectPorts, "kyb">,
  { client, mode }: KybOwner,
): Promise<readonly KybApplication[]> {
  const all = await kyb.applications.ofClient(client);
  return all.filter((application) => application.mode === mode);
}

/**
 * The KYB records of one client in full, or a statement that none is on file. Checks are read one
 * application at a time.
 */
export async function kybOf(
  { clients, kyb }: KybRowPorts,
  { client, mode }: KybOwner,
): Promise<StreamedObject> {
  const applications = await applicationsOf({ kyb }, { client, mode });
  if (applications.length === 0) return { members: { linked: false }, lists: {} };
  const record = await clients.get(client);
  return {
    members: { linked: true, client: clientRow(client, record) },
    lists: {
      applications: applications.map(applicationRow),
      ubos: applications.flatMap((application) => personRows(application, record)),
      checks: checksOf(kyb, applications),
    },
  };
}

async function* checksOf(
  { applications }: DataSubjectPorts["kyb"],
  listed: readonly KybApplication[],
): AsyncIterable<KybCheckRow> {
  for (const { id } of listed) {
    const found = await applications.find(id);
    // Its retention may have ended since.
    if (found !== null) yield* checkRows(found);
  }
}
