import type { ClientId } from "../access/schema.ts";
import type { Mode } from "../nouns.ts";
import type { OperatorPorts } from "./ports.ts";
import { kybReadMax } from "./read_kyb.ts";

/** The maximum count of one kind; more are not counted. */
export const waitingMax = 100;

/** Tasks that wait for an operator, each counted up to {@link waitingMax}. */
export interface Waiting {
  readonly drafts: number;
  readonly applications: number;
  readonly templates: number;
}

/** Counts the tasks that wait for an operator; in a sandbox, of one client. */
export async function countWaiting(
  { operators: { kyb, templates } }: OperatorPorts,
  { mode, sandboxClient }: { readonly mode: Mode; readonly sandboxClient: ClientId | null },
): Promise<Waiting> {
  if (sandboxClient !== null) {
    const own = await kyb.applications.ofClient(sandboxClient);
    const applications = own.filter(({ status }) => status === "NEEDS_REVIEW").length;
    return { drafts: 0, applications, templates: 0 };
  }
  let applications = 0;
  for await (const { mode: its, status } of kyb.applications.list(kybReadMax)) {
    if (its === mode && status === "NEEDS_REVIEW") applications++;
    if (applications === waitingMax) break;
  }
  const drafts = await kyb.drafts.list(mode, { limit: waitingMax, readMax: kybReadMax });
  const asked = { academicIssuerId: null, status: "PENDING_REVIEW", limit: waitingMax } as const;
  return {
    drafts: drafts.drafts.length,
    applications,
    templates: (await templates.list({ ...asked, cursor: null })).templates.length,
  };
}
