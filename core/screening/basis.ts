import type { DecisionMeta } from "./decision_schema.ts";
import type { NameScreening, ScreeningBench } from "./screen_name.ts";

/** Members of `meta` that explain a screening. */
export type Basis = Pick<
  DecisionMeta,
  | "engineVersion"
  | "gatesHash"
  | "ensembleWeightsHash"
  | "listSnapshotIds"
  | "checksRun"
  | "nameCoverage"
  | "unrecognizedNationality"
  | "candidatesTotal"
>;

/**
 * The members of `meta` by which an answer can be explained years later: engine, numbers, lists and
 * checks, the parts of the name that could not be compared in the usual way, and whether the
 * nationality could not be used.
 *
 * @see Screening §2, meta
 */
export function basisOf(
  { matcher, rules }: Pick<ScreeningBench, "matcher" | "rules">,
  { screening, ...rest }: Pick<Basis, "listSnapshotIds" | "checksRun"> & {
    readonly screening: Pick<
      NameScreening,
      "found" | "nationalityUnrecognized" | "candidates" | "total"
    >;
  },
): Basis {
  const { found: { untransliterated, unread, tokensLeftOut }, nationalityUnrecognized } = screening;
  const isCut = screening.total > screening.candidates.length;
  const isUsual = untransliterated.length === 0 && tokensLeftOut === 0;
  return {
    engineVersion: matcher.engineVersion,
    gatesHash: rules.gatesHash,
    ensembleWeightsHash: rules.ensembleWeightsHash,
    ...rest,
    ...(isUsual ? {} : {
      nameCoverage: {
        untransliteratedScripts: untransliterated,
        ...(unread.length === 0 ? {} : { unreadScripts: unread }),
        ...(tokensLeftOut === 0 ? {} : { wordsBeyondOneName: tokensLeftOut }),
      },
    }),
    ...(isCut ? { candidatesTotal: screening.total } : {}),
    ...(nationalityUnrecognized ? { unrecognizedNationality: true as const } : {}),
  };
}
