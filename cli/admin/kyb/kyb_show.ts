import { ok } from "../../../base/result.ts";
import type { ApplicationId } from "../../../core/kyb/application_schema.ts";
import type { DraftId } from "../../../core/kyb/schema.ts";
import { type Done, failed } from "../../command/command.ts";
import { printable, type Terminal } from "../../command/terminal.ts";
import { linesOfApplication, linesOfDraft } from "./kyb_lines.ts";
import type { OpenedKyb } from "./kyb_tools.ts";

/** Prints one draft or application for its reviewers. */
export async function showKyb(
  { id, json }: { readonly id: string; readonly json: boolean },
  { drafts, applications, reviews, mode }: OpenedKyb,
  terminal: Terminal,
): Promise<Done> {
  const draft = await drafts.find(id as DraftId);
  const found = draft === null ? await applications.find(id as ApplicationId) : null;
  if (draft !== null && draft.mode === mode) {
    write(json ? draft : linesOfDraft(draft), terminal);
  } else if (found !== null && found.application.mode === mode) {
    const { application, checks } = found;
    const review = await reviews.latest(application.id);
    const shown = { application, checks, review };
    write(json ? shown : linesOfApplication({ application, checks }, review), terminal);
  } else {
    return failed(`No ${mode} draft or application has the ID ${id}`);
  }
  return ok(null);
}

function write(what: object | readonly string[], { out }: Terminal): void {
  if (!Array.isArray(what)) out(`${JSON.stringify(what, null, 2)}\n`);
  else for (const line of what) out(`${printable(line).trimEnd()}\n`);
}
