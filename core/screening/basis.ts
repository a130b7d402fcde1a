import type { MatchResult } from "../ports/matcher.ts";
import type { DecisionMeta } from "./schema.ts";
import type { ScreeningBench } from "./screen_name.ts";

/** What a screening rests on. */
export type Basis = Pick<
  DecisionMeta,
  | "engineVersion"
  | "gatesHash"
  | "ensembleWeightsHash"
  | "listSnapshotIds"
  | "checksRun"
  | "nameCoverage"
>;

/**
 * The members of `meta` by which an answer can be explained years later: engine, numbers, lists and
 * checks, and which scripts of the name could be compared in their own letters only.
 *
 * @see Screening §2, meta
 */
export function basisOf(
  { matcher, rules }: Pick<ScreeningBench, "matcher" | "rules">,
  { found, ...rest }: Pick<Basis, "listSnapshotIds" | "checksRun"> & {
    readonly found: MatchResult;
  },
): Basis {
  const { untransliterated } = found;
  return {
    engineVersion: matcher.engineVersion,
    gatesHash: rules.gatesHash,
    ensembleWeightsHash: rules.ensembleWeightsHash,
    ...rest,
    ...(untransliterated.length === 0
      ? {}
      : { nameCoverage: { untransliteratedScripts: untransliterated } }),
  };
}
