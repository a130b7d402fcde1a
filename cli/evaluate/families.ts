import type { ListedEntity } from "../../core/matching/ports.ts";
import { ok, type Result } from "../../base/result.ts";
import {
  type FamilyFigures,
  measureFamilies,
} from "../../quality/perturbations/measure_families.ts";
import { perturbationPolicy } from "../../quality/perturbations/policy.ts";
import type { QueryCase } from "../../quality/evaluation/schema.ts";
import type { SnapshotList } from "../../sources/lists/build_snapshot.ts";
import type { Engine } from "../../service/screening/matching.ts";
import type { CommandRefusal } from "../command/command.ts";
import { readCommonNames } from "./common_names.ts";
import { snapshotOf } from "./evaluation_lists.ts";
import { readFlattenedLists } from "./flattened_lists.ts";
import { readStrangers, strangersFile } from "./labels.ts";

/** The names to perturb, and strangers to query. */
export interface FamilyLists {
  /** The folder of the labels. */
  readonly folder: string;
  /** Lists in their publisher's form. */
  readonly lists: readonly SnapshotList[];
  readonly cases: readonly QueryCase[];
}

/**
 * Perturbs the names of every list next to the labels and queries them; also of lists in another
 * form, and of further strangers, if available.
 */
export async function judgeFamilies(
  { folder, lists: published, cases }: FamilyLists,
  { matcher, rules }: Engine,
): Promise<Result<FamilyFigures, CommandRefusal>> {
  const flattened = await readFlattenedLists(`${folder}/..`);
  const strangers = await readStrangers(folder);
  if (!strangers.ok) return strangers;
  const common = await readCommonNames(`${folder}/../names`);
  const lists = [...published, ...flattened.lists];
  const snapshot = matcher.load(snapshotOf(lists));
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
