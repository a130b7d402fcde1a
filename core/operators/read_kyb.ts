import { ok, refuse, type Result } from "../../base/result.ts";
import type { Unit } from "../../base/unit.ts";
import type { ClientId } from "../access/schema.ts";
import type { ApplicationId, KybApplication, OperatorId } from "../kyb/application_schema.ts";
import type { RecordedReviewDraft } from "../kyb/review_schema.ts";
import { type AcceptedDraft, type DraftId, isAccepted, type KybDraft } from "../kyb/schema.ts";
import type { OperatorPorts, PractisedApplication } from "./ports.ts";

/** Maximum drafts and maximum applications in a list: the newest. */
export const kybRowsMax = 100;
/** Maximum drafts and maximum applications read for a list, including those of the other mode. */
export const kybReadMax = 500;

/** The records that a person may see: in a sandbox those of one client, and the invented ones. */
export interface KybReader {
  readonly operator: OperatorId;
  /** Null in a live deployment, where every record is shown. */
  readonly sandboxClient: ClientId | null;
}

/** Records that wait, and decided ones. */
export interface KybList {
  readonly drafts: readonly KybDraft[];
  readonly applications: readonly KybApplication[];
  /** Whether there may be more. */
  readonly isCut: boolean;
}

/** Lists drafts and applications, each the newest first. */
export async function listKyb(
  { operators: { kyb } }: OperatorPorts,
  { sandboxClient }: Pick<KybReader, "sandboxClient">,
): Promise<KybList> {
  if (sandboxClient !== null) {
    const own = await kyb.applications.ofClient(sandboxClient);
    const invented = kyb.invented().map(({ application }) => application);
    return { drafts: [], applications: [...own.toReversed(), ...invented], isCut: false };
  }
  const limits = { limit: kybRowsMax, readMax: kybReadMax };
  const { drafts, isCut } = await kyb.drafts.list(kyb.mode, limits);
  const applications: KybApplication[] = [];
  let read = 0;
  for await (const application of kyb.applications.list(kybReadMax)) {
    read++;
    if (application.mode === kyb.mode) applications.push(application);
    if (applications.length === kybRowsMax) break;
  }
  return {
    ...{ drafts, applications },
    isCut: isCut || applications.length === kybRowsMax || read === kybReadMax,
  };
}

/** The last application of a client; null if it has none. Shows no more than that there is one. */
export async function lastApplication(
  { operators: { kyb } }: OperatorPorts,
  clientId: ClientId,
): Promise<Pick<KybApplication, "id" | "status" | "acceptedAt"> | null> {
  const own = await kyb.applications.ofClient(clientId);
  return own.findLast(({ mode }) => mode === kyb.mode) ?? null;
}

/** Reads a draft, with an audit entry of the read, except in a sandbox. */
export async function readDraft(
  { operators: { kyb } }: OperatorPorts,
  { unit, id, reader: { operator, sandboxClient } }: {
    readonly unit: Unit;
    readonly id: DraftId;
    readonly reader: KybReader;
  },
): Promise<Result<KybDraft | AcceptedDraft, { readonly code: "not_found" }>> {
  const draft = sandboxClient === null ? await kyb.drafts.find(id) : null;
  if (draft === null || draft.mode !== kyb.mode) return refuse({ code: "not_found" });
  if (!isAccepted(draft)) {
    kyb.audit.record(unit, { kind: "KYB_RECORD_READ", record: "draft", recordId: id, operator });
  }
  return ok(draft);
}

/** An application as a person may see it. */
export interface ReadApplication extends PractisedApplication {
  readonly review: RecordedReviewDraft | null;
  /** Whether the application is invented, so that it cannot be changed. */
  readonly isInvented: boolean;
}

/** Reads an application with its checks and latest review draft, with an audit entry of the read. */
export async function readApplication(
  ports: OperatorPorts,
  { unit, id, reader }: {
    readonly unit: Unit;
    readonly id: ApplicationId;
    readonly reader: KybReader;
  },
): Promise<Result<ReadApplication, { readonly code: "not_found" }>> {
  const { kyb } = ports.operators;
  const { operator, sandboxClient } = reader;
  const invented = sandboxClient === null
    ? undefined
    : kyb.invented().find(({ application }) => application.id === id);
  if (invented !== undefined) return ok({ ...invented, review: null, isInvented: true });
  const found = await findReached(ports, id, sandboxClient);
  if (found === null) return refuse({ code: "not_found" });
  const { application, checks } = found;
  kyb.audit.record(unit, {
    kind: "KYB_RECORD_READ",
    record: "application",
    recordId: id,
    operator,
  });
  return ok({ application, checks, review: await kyb.latestReview(id), isInvented: false });
}

/**
 * The stored application that a person may read; null if there is none, or if it belongs to another
 * client of a sandbox.
 */
export async function findReached(
  { operators: { kyb } }: OperatorPorts,
  id: ApplicationId,
  sandboxClient: ClientId | null,
): Promise<PractisedApplication | null> {
  const found = await kyb.applications.find(id);
  if (found === null || found.application.mode !== kyb.mode) return null;
  return sandboxClient === null || found.application.clientId === sandboxClient ? found : null;
}
