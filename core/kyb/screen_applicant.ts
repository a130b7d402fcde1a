import { uuidV7 } from "../../base/uuid.ts";
import { statelessCode } from "../../standards/country/stateless.ts";
import type { Mode } from "../nouns.ts";
import { decide } from "../screening/decide.ts";
import type { Candidate } from "../screening/candidate_schema.ts";
import { DecisionId } from "../screening/decision_schema.ts";
import { companyNamesOf } from "./former_names.ts";
import type { KybPorts } from "./ports.ts";
import type { Finding } from "./rules.ts";
import { isUnread, type NormalizedApplication, type ScreeningEvidence } from "./schema.ts";

/** Maximum stored candidates of one name and kind, the best ones. */
const candidatesMax = 5;

/** A person or company to screen, and the place of the declaration. */
interface Subject {
  readonly path: string;
  readonly name: string;
  readonly dob: string | null;
  readonly nationalities: readonly string[];
}

type ScreenPorts = Pick<KybPorts, "clock" | "random" | "lists" | "matcher" | "rules">;

/**
 * Screens the company, including a former name if given, and every declared person, with all
 * nationalities at once: one listed nationality is enough. Records nothing, and lets other requests
 * run between persons.
 */
export async function screenApplicant(
  ports: ScreenPorts,
  { step, mode }: { readonly step: () => Promise<void>; readonly mode: Mode },
  { legalName, persons }: NormalizedApplication,
): Promise<readonly ScreeningEvidence[]> {
  const subjects: readonly Subject[] = [
    ...companyNamesOf(legalName).map((name) => (
      { path: "legalName", name, dob: null, nationalities: [] }
    )),
    ...persons.map(({ fullName, dob, nationalities }, at) => ({
      path: `persons[${at}].fullName`,
      name: fullName,
      dob,
      nationalities: nationalities.filter((code) => code !== statelessCode),
    })),
  ];
  const evidence: ScreeningEvidence[] = [];
  for (const subject of subjects) {
    await step();
    evidence.push(screenOne(ports, mode, subject));
  }
  return evidence;
}

function screenOne(ports: ScreenPorts, mode: Mode, subject: Subject): ScreeningEvidence {
  const { path, name, dob, nationalities } = subject;
  const evidenceId = uuidV7(ports);
  const screenedAt = ports.clock.now().toString({ smallestUnit: "millisecond" });
  const decided = decide(ports, {
    decisionId: DecisionId.parse(evidenceId),
    request: {
      name,
      ...(dob === null ? {} : { dob }),
      ...(nationalities.length === 0 ? {} : { nationality: nationalities.join("; ") }),
    },
    mode,
    sandboxOverride: false,
  });
  if (!decided.ok || name === "") {
    return {
      evidenceId,
      path,
      classification: null,
      candidates: [],
      frozenDecisionArtifact: null,
      screenedAt,
    };
  }
  const { classification, candidates, meta } = decided.value.response;
  const { engineVersion, gatesHash, ensembleWeightsHash, listSnapshotIds, nameCoverage } = meta;
  return {
    evidenceId,
    path,
    classification,
    ...(nameCoverage === undefined ? {} : { nameCoverage }),
    candidates: [...bestOf(candidates, false), ...bestOf(candidates, true)]
      .map(({ entityId, source, listRef, isPep, classifyResult }) => ({
        entityId,
        source,
        listRef,
        isPep,
        score: classifyResult.score,
        classification: classifyResult.classification,
        matchedName: classifyResult.explain.matchedName,
      })),
    frozenDecisionArtifact: { engineVersion, gatesHash, ensembleWeightsHash, listSnapshotIds },
    screenedAt,
  };
}

/**
 * Returns the best candidates by whether they are politically exposed, so that neither group crowds
 * out the other.
 */
function bestOf(candidates: readonly Candidate[], isPep: boolean): readonly Candidate[] {
  const isConfirmed = ({ classifyResult }: Candidate) =>
    Number(classifyResult.classification === "CONFIRMED_MATCH");
  return candidates.filter((one) => one.isPep === isPep)
    .toSorted((a, b) => isConfirmed(b) - isConfirmed(a)).slice(0, candidatesMax);
}

/**
 * Returns the findings of the screenings. A politically exposed person must be reviewed, not
 * refused.
 */
export function findingsOfScreening(evidence: readonly ScreeningEvidence[]): readonly Finding[] {
  return evidence.flatMap((one): readonly Finding[] => {
    const { path, classification, candidates } = one;
    if (classification === null) return [{ code: "SCREENING_NOT_POSSIBLE", path }];
    const listed = candidates.filter(({ isPep }) => !isPep);
    const isConfirmed = listed.some((one) => one.classification === "CONFIRMED_MATCH");
    const confirmed = path === "legalName"
      ? "ENTITY_SANCTIONS_CONFIRMED"
      : "PERSON_SANCTIONS_CONFIRMED";
    return [
      ...(isConfirmed ? [{ code: confirmed, path } as const] : []),
      ...(!isConfirmed && listed.length > 0
        ? [{ code: "SCREENING_POSSIBLE_MATCH", path } as const]
        : []),
      ...(isUnread(one) ? [{ code: "SCREENING_NAME_UNREAD", path } as const] : []),
      ...(candidates.some(({ isPep }) => isPep) ? [{ code: "PEP_FOUND", path } as const] : []),
    ];
  });
}
