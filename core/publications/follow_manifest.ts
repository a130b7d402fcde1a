import { type JudgeDependencies, judgeManifest } from "./judge_manifest.ts";
import type { AnyManifest } from "./manifest.ts";
import type {
  Dated,
  ManifestVersion,
  Publication,
  UpdateOutcome,
  UpdateRefusal,
  UpdateRefusalReason,
} from "./ports.ts";

/** Result of polling a manifest, with new data to put in force if there are any. */
export interface ManifestPoll<Data> {
  readonly outcome: UpdateOutcome;
  /** Data to put in force; null: no change. */
  readonly next: Data | null;
  /** Message for the operator; null unless refused. */
  readonly message: string | null;
}

/** Polls a manifest and decides which data to put in force. */
export interface ManifestFollower<Data> {
  /** @param inForce null at the start */
  poll(inForce: Data | null): Promise<ManifestPoll<Data>>;
}

/**
 * Follows a signed manifest (decisions.md part 6). A judged manifest is not read again until it
 * changes, unless its problem may be temporary.
 */
export function followManifest<Manifest extends AnyManifest, Data extends Dated>(
  publication: Publication,
  dependencies: JudgeDependencies<Manifest, Data> & {
    /** Whether two values belong to the same snapshot. */
    readonly isSame: (a: Data, b: Data) => boolean;
  },
): ManifestFollower<Data> {
  /** The last state of the manifest that needs no second judgement, with its result. */
  let judged: { readonly version: ManifestVersion; readonly poll: ManifestPoll<Data> } | null =
    null;
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
      const poll: ManifestPoll<Data> = taken.ok
        ? {
          outcome: inForce !== null && dependencies.isSame(taken.value, inForce)
            ? unchanged
            : { kind: "taken" },
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

/** Reasons that persist until the manifest changes. */
const lasting: ReadonlySet<UpdateRefusalReason> = new Set([
  "signature",
  "manifest",
  "older",
  "unusable",
  "shrunken",
]);

function refused<Data>({ code, message }: UpdateRefusal): ManifestPoll<Data> {
  return { outcome: { kind: "refused", reason: code }, next: null, message };
}
