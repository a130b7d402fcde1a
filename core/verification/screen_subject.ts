import type { Mode } from "../nouns.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { decide } from "../screening/decide.ts";
import { listFlags } from "../screening/list_flags.ts";
import { DecisionId } from "../screening/decision_schema.ts";
import { uuidV7 } from "../../base/uuid.ts";
import type { Subject } from "./check_definition.ts";
import type { VerificationPorts } from "./ports.ts";
import type { VerificationDecision } from "./schema.ts";

/** The part of a decision that screening sets. */
export type Screened = Pick<
  VerificationDecision,
  | "amlResult"
  | "pepFlag"
  | "sanctionedFlag"
  | "listsChecked"
  | "humanReviewRequired"
  | "nameCoverage"
  | "frozenDecisionArtifact"
>;

/**
 * The AML members of a decision without a screening, or for a reader who may not learn the result.
 */
export const notScreened: Screened = {
  amlResult: null,
  pepFlag: null,
  sanctionedFlag: null,
  listsChecked: [],
  humanReviewRequired: false,
  frozenDecisionArtifact: null,
};

/**
 * Screens a person with all nationalities at once: one listed nationality is enough. Refuses a name
 * without comparable content.
 */
export function screenSubject(
  ports: Pick<VerificationPorts, "clock" | "random" | "matcher" | "lists" | "rules">,
  mode: Mode,
  { name, birthdate, nationalities }: Subject,
): Result<Screened, { readonly code: "name_not_comparable" }> {
  return ports.lists.use(({ snapshot }) => {
    const decided = decide(ports, {
      decisionId: DecisionId.parse(uuidV7(ports)),
      request: {
        name,
        dob: birthdate,
        ...(nationalities.length === 0 ? {} : { nationality: nationalities.join("; ") }),
      },
      mode,
      sandboxOverride: false,
    });
    if (!decided.ok) return refuse({ code: "name_not_comparable" });
    const { classification, candidates, meta } = decided.value.response;
    const { engineVersion, gatesHash, ensembleWeightsHash, listSnapshotIds, nameCoverage } = meta;
    return ok({
      amlResult: classification,
      ...listFlags(snapshot, candidates),
      humanReviewRequired: classification === "POSSIBLE_MATCH",
      ...(nameCoverage === undefined ? {} : { nameCoverage }),
      frozenDecisionArtifact: { engineVersion, gatesHash, ensembleWeightsHash, listSnapshotIds },
    });
  });
}
