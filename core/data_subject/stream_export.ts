import type { ClientId } from "../access/schema.ts";
import type { Service } from "../nouns.ts";
import type { ClientTrail } from "../audit/ports.ts";
import type { DataSubjectPorts } from "./ports.ts";
import { streamText } from "./stream_text.ts";

/** Ports of {@link streamExport}. */
export type ExportPorts = Pick<DataSubjectPorts, "audit" | "auditTrail" | "clock" | "log">;

/** One export: its client, its service, and its members besides the audit entries. */
export interface StreamedExport {
  readonly client: ClientId;
  readonly requestId: string;
  readonly service: Exclude<Service, "credentials">;
  /** Members of any length, by name. */
  readonly lists: Lists;
  /** Objects at the end of the export. */
  readonly trailer: Readonly<Record<string, StreamedObject>>;
}

type Lists = Readonly<Record<string, AsyncIterable<unknown> | Iterable<unknown>>>;

/** An object with at least one short member, followed by lists. */
export interface StreamedObject {
  readonly members: Readonly<Record<string, unknown>>;
  readonly lists: Lists;
}

/**
 * Exports a client's data of one service as JSON text, read while it is sent, so that it may have
 * any length. The export is audited once it is over, even if the reader left before the end. A
 * fault in the middle breaks the stream, so that a part cannot be taken for the whole.
 */
export async function streamExport(
  ports: ExportPorts,
  asked: StreamedExport,
): Promise<ReadableStream<Uint8Array>> {
  const trail = await ports.auditTrail.ofClient(asked.client);
  return streamText(write(ports, asked, trail));
}

async function* write(
  { audit, clock, log }: ExportPorts,
  { client, requestId, service, lists, trailer }: StreamedExport,
  { checkpoint, entries }: ClientTrail,
): AsyncIterable<string> {
  const generatedAt = clock.now().toString({ smallestUnit: "millisecond" });
  let given = 0;
  let audited = false;
  const record = (complete: boolean, auditEntries: number) => {
    audited = true;
    return audit.recordNow({
      kind: "GDPR_EXPORTED",
      clientId: client,
      service,
      entries: auditEntries,
      complete,
    });
  };
  let auditEntries = 0;
  const counted = async function* (elements: Lists[string], isAudit: boolean) {
    for await (const element of elements) {
      yield element;
      given += 1;
      if (isAudit) auditEntries += 1;
    }
  };
  try {
    yield JSON.stringify({ clientId: client, generatedAt, checkpoint }).slice(0, -1);
    for (const [name, list] of Object.entries(lists)) yield* member(name, counted(list, false));
    yield* member("auditEntries", counted(entries, true));
    for (const [name, { members, lists }] of Object.entries(trailer)) {
      yield `,${JSON.stringify(name)}:${JSON.stringify(members).slice(0, -1)}`;
      for (const [name, list] of Object.entries(lists)) yield* member(name, counted(list, false));
      yield "}";
    }
    // Before the last bytes: an export that is whole is on record.
    await record(true, auditEntries);
    yield "}\n";
  } catch (cause) {
    log.error("export_failed", cause, { requestId });
    throw cause;
  } finally {
    if (!audited && given > 0) {
      await record(false, auditEntries)
        .catch((cause) => log.error("export_not_audited", cause, { requestId }));
    }
  }
}

/** Yields a member that is an array, one element a line. */
async function* member(name: string, elements: AsyncIterable<unknown>): AsyncIterable<string> {
  yield `,${JSON.stringify(name)}:[`;
  let separator = "\n";
  for await (const element of elements) {
    yield `${separator}${JSON.stringify(element)}`;
    separator = ",\n";
  }
  yield "\n]";
}
