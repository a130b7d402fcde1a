import type { DecisionMeta } from "./schema.ts";
import type { NameScreening, ScreeningBench } from "./screen_name.ts";

/** What a screening rests on. */
export type Basis = Pick<
  DecisionMeta,
  | "engineVersion"
  | "gatesHash"
  | "ensembleWeightsHash"
  | "listSnapshotIds"
  | "checksRun"
  | "nameCoverage"
  | "unrecognizedNationality"
>;

/**
 * The members of `meta` by which an answer can be explained years later: engine, numbers, lists and
 * checks, which scripts of the name could be compared in their own letters only, and whether the
 * nationality was of no use.
 *
 * @see Screening §2, meta
 */
export function basisOf(
  { matcher, rules }: Pick<ScreeningBench, "matcher" | "rules">,
  { screening, ...rest }: Pick<Basis, "listSnapshotIds" | "checksRun"> & {
    readonly screening: Pick<NameScreening, "found" | "nationalityUnrecognized">;
  },
): Basis {
  const { found: { untransliterated }, nationalityUnrecognized } = screening;
  return {
    engineVersion: matcher.engineVersion,
    gatesHash: rules.gatesHash,
    ensembleWeightsHash: rules.ensembleWeightsHash,
    ...rest,
    ...(untransliterated.length === 0
      ? {}
      : { nameCoverage: { untransliteratedScripts: untransliterated } }),
    ...(nationalityUnrecognized ? { unrecognizedNationality: true as const } : {}),
  };
}
