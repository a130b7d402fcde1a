import type { ListedEntity } from "../../core/matching/ports.ts";
import { ok, type Result } from "../../base/result.ts";
import {
  type FamilyFigures,
  measureFamilies,
} from "../../quality/perturbations/measure_families.ts";
import { perturbationPolicy } from "../../quality/perturbations/policy.ts";
import type { QueryCase } from "../../quality/evaluation/schema.ts";
import { buildSnapshot } from "../../sources/lists/build_snapshot.ts";
import type { Engine } from "../../service/matching.ts";
import { openSnapshotBuilder } from "../../wasm/matcher.ts";
import type { CommandRefusal } from "../command.ts";
import { readCommonNames } from "./common_names.ts";
import { readEvaluationLists } from "./evaluation_lists.ts";
import { readFlattenedLists } from "./flattened_lists.ts";
import { readStrangers, strangersFile } from "./labels.ts";

/**
 * Perturbs the names of every list beside the labels and asks for them; of lists in another shape
 * than their publisher's as well.
 *
 * @returns null where the lists are not at hand
 */
export async function judgeFamilies(
  folder: string,
  { matcher, rules }: Engine,
  cases: readonly QueryCase[],
): Promise<Result<FamilyFigures | null, CommandRefusal>> {
  const published = await readEvaluationLists(`${folder}/..`);
  if (!published.ok) return ok(null);
  const flattened = await readFlattenedLists(`${folder}/..`);
  const strangers = await readStrangers(folder);
  if (!strangers.ok) return strangers;
  const common = await readCommonNames(`${folder}/../names`);
  const lists = [...published.value, ...flattened.lists];
  const snapshot = matcher.load(buildSnapshot(openSnapshotBuilder(), lists));
  const figures = measureFamilies({
    matcher,
    rules,
    snapshot,
    entities: lists.flatMap(({ entities }): readonly ListedEntity[] => entities),
    cases: [...cases, ...strangers.value ?? []],
    common,
    leftOut: [
      ...flattened.leftOut,
      ...strangers.value === null ? [`strangers: no ${strangersFile}`] : [],
      ...common === null ? ["ordinary names: no lists of common names"] : [],
    ],
    policy: perturbationPolicy,
  });
  matcher.unload(snapshot);
  return ok(figures);
}
