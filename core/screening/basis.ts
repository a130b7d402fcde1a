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
 * checks, and what of the name could not be compared in the usual way.
 *
 * @see Screening §2, meta
 */
export function basisOf(
  { matcher, rules }: Pick<ScreeningBench, "matcher" | "rules">,
  { found, ...rest }: Pick<Basis, "listSnapshotIds" | "checksRun"> & {
    readonly found: MatchResult;
  },
): Basis {
  const { untransliterated, tokensLeftOut } = found;
  const isUsual = untransliterated.length === 0 && tokensLeftOut === 0;
  return {
    engineVersion: matcher.engineVersion,
    gatesHash: rules.gatesHash,
    ensembleWeightsHash: rules.ensembleWeightsHash,
    ...rest,
    ...(isUsual ? {} : {
      nameCoverage: {
        untransliteratedScripts: untransliterated,
        ...(tokensLeftOut === 0 ? {} : { wordsBeyondOneName: tokensLeftOut }),
      },
    }),
  };
}
