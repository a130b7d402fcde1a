import type { ListsInForce, ManifestVersion, UpdateOutcome, UpdateRefusalReason } from "./ports.ts";
import { judgeManifest, type ManifestDependencies, type UpdateRefusal } from "./judge_manifest.ts";

/** Result of polling a manifest; with other lists, those to put in force. */
export interface ManifestPoll {
  readonly outcome: UpdateOutcome;
  /** Lists to put in force; null: nothing changes. */
  readonly next: ListsInForce | null;
  /** For the operator; null unless it was refused. */
  readonly message: string | null;
}

/** Polls a manifest and decides which lists to put in force. */
export interface ManifestFollower {
  /** @param inForce null at the start */
  poll(inForce: ListsInForce | null): Promise<ManifestPoll>;
}

/**
 * Follows a signed manifest (decisions.md part 6). A manifest that was judged is not read again until
 * it changes, unless what was wrong may pass.
 */
export function followManifest(dependencies: ManifestDependencies): ManifestFollower {
  const { publication } = dependencies;
  /** The last state of the manifest that needs no second judgement, and its result. */
  let judged: { readonly version: ManifestVersion; readonly poll: ManifestPoll } | null = null;
  return {
    poll: async (inForce) => {
      const read = await publication.manifest(judged?.version ?? null);
      if (!read.ok) return refused(read.refusal);
      if (read.value === null) {
        return judged?.poll.outcome.kind === "refused"
          ? judged.poll
          : { outcome: unchanged, next: null, message: null };
      }
      const { note, version } = read.value;
      const taken = await judgeManifest(dependencies, note, inForce);
      const poll: ManifestPoll = taken.ok
        ? {
          outcome: taken.value.snapshot === inForce?.snapshot ? unchanged : { kind: "taken" },
          next: taken.value,
          message: null,
        }
        : refused(taken.refusal);
      judged = taken.ok || lasting.has(taken.refusal.code) ? { version, poll } : null;
      return poll;
    },
  };
}

const unchanged: UpdateOutcome = { kind: "unchanged" };

/** Reasons that hold until the manifest changes. */
const lasting: ReadonlySet<UpdateRefusalReason> = new Set([
  "signature",
  "manifest",
  "older",
  "unusable",
  "shrunken",
]);

function refused({ code, message }: UpdateRefusal): ManifestPoll {
  return { outcome: { kind: "refused", reason: code }, next: null, message };
}
