import type { ListsFile } from "./core/config/readers.ts";
import type { Matcher, SnapshotHandle } from "./core/ports/matcher.ts";
import { ok, refuse, type Result } from "./core/result.ts";
import { sandboxSnapshot } from "./core/sandbox/snapshot.ts";
import publishedGates from "./core/screening/gates.json" with { type: "json" };
import { Gates, pinRules, type ScreeningRules } from "./core/screening/gates.ts";
import { defaultWeights } from "./core/screening/weights.ts";
import { openMatcher, openSnapshotBuilder } from "./wasm/matcher.ts";

/** What screens names, in the service and in the terminal alike. */
export interface Engine {
  readonly matcher: Matcher;
  readonly rules: ScreeningRules;
}

/** A snapshot that can't be used. */
export interface SnapshotRefusal {
  readonly code: "snapshot_unusable";
  /** For the operator, without a full stop. */
  readonly message: string;
}

/** Opens the matching core with the gates and weights in force. */
export async function openEngine(): Promise<Engine> {
  return {
    matcher: openMatcher(defaultWeights),
    rules: await pinRules(Gates.parse(publishedGates), defaultWeights),
  };
}

/** Loads the invented list of the sandbox, built in memory from its readable form. */
export function loadSandboxList(matcher: Pick<Matcher, "load">): SnapshotHandle {
  return matcher.load(sandboxSnapshot(openSnapshotBuilder()));
}

/** Loads the snapshot that `AVAL_LISTS` names, checked against its pin. */
export async function loadListsFile(
  matcher: Pick<Matcher, "load">,
  { path, sha256 }: ListsFile,
): Promise<Result<SnapshotHandle, SnapshotRefusal>> {
  let bytes: Uint8Array;
  try {
    bytes = await Deno.readFile(path);
  } catch {
    return unusable(`cannot read ${path}: no such file, or no access`);
  }
  let snapshot: SnapshotHandle;
  try {
    snapshot = matcher.load(bytes);
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : "not readable";
    return unusable(`${path} is no list snapshot of this version (${reason})`);
  }
  return sha256 === null || sha256 === snapshot.id
    ? ok(snapshot)
    : unusable(`${path} is not the snapshot that its sha256 pins`);
}

function unusable(message: string): Result<never, SnapshotRefusal> {
  return refuse({ code: "snapshot_unusable", message: `AVAL_LISTS: ${message}` });
}
