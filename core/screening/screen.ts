import type { ClientId, Mode } from "../access/caller.ts";
import { countryCode } from "../country/country.ts";
import type { MatchResult } from "../ports/matcher.ts";
import type { Ports } from "../ports/ports.ts";
import type { Unit } from "../ports/unit.ts";
import { ok, refuse, type Result } from "../result.ts";
import { uuidV7 } from "../uuid.ts";
import { candidatesOf } from "./candidate.ts";
import { mostSevere } from "./classify.ts";
import { DecisionId, type ScreeningRequest, type ScreeningResponse } from "./schema.ts";
import { askedAddresses, walletResult } from "./wallet.ts";

/** What a screening is given. */
export interface Screen {
  readonly unit: Unit;
  readonly client: ClientId;
  readonly request: ScreeningRequest;
  readonly mode: Mode;
  readonly sandboxOverride: boolean;
}

/** A non-blank name without one comparable character: answering CLEAR would be a lie. */
export type ScreenRefusal = { readonly code: "bad_request"; readonly message: string };

/**
 * Screens a name and wallet addresses, independently of each other, and records the decision.
 * The name, date of birth and nationality live in this call and nowhere else; the decision, its
 * audit entry and its replay become durable together.
 *
 * @see Screening §2, §4 rule 1; decisions.md part 6
 */
export function screen(
  ports: Pick<
    Ports,
    "matcher" | "lists" | "decisions" | "audit" | "clock" | "random" | "rules"
  >,
  { unit, client, request, mode, sandboxOverride }: Screen,
): Result<ScreeningResponse, ScreenRefusal> {
  const name = request.name.trim() === "" ? null : request.name;
  const addresses = askedAddresses(request.walletAddresses ?? []);
  const { snapshot, snapshotIds } = ports.lists.current();
  const found = ports.matcher.match(snapshot, {
    name,
    dob: request.dob ?? null,
    nationality: request.nationality === undefined ? null : countryCode(request.nationality),
    addresses: addresses.lookups,
  });
  if (name !== null && found.queryTokens === 0) {
    return refuse({
      code: "bad_request",
      message: 'Field "name" has no letter or digit that could be compared',
    });
  }
  const { engineVersion } = ports.matcher;
  const { gatesHash, ensembleWeightsHash } = ports.rules;
  const candidates = candidatesOf(ports.rules, engineVersion, found.candidates);
  const wallet = walletResult(addresses, found.addresses);
  const classification = mostSevere([
    wallet.classification,
    ...candidates.map(({ classifyResult }) => classifyResult.classification),
  ]);
  const decisionId = DecisionId.parse(uuidV7(ports));
  const response: ScreeningResponse = {
    classification,
    candidates,
    wallet,
    meta: {
      mode,
      sandboxOverride,
      humanReviewRequired: classification === "POSSIBLE_MATCH",
      decisionId,
      engineVersion,
      gatesHash,
      ensembleWeightsHash,
      listSnapshotIds: snapshotIds,
      checksRun: [
        ...(name === null ? [] : ["name" as const]),
        ...(addresses.asked.length === 0 ? [] : ["wallet" as const]),
      ],
      ...nameCoverage(found),
    },
  };
  const decidedAt = ports.clock.now().toString({ smallestUnit: "millisecond" });
  ports.decisions.add(unit, { id: decisionId, clientId: client, decidedAt, response });
  ports.audit.record(unit, {
    kind: "SCREENING_DECISION",
    clientId: client,
    decisionId,
    mode,
    classification,
    engineVersion,
    gatesHash,
    ensembleWeightsHash,
    listSnapshotIds: snapshotIds,
  });
  return ok(response);
}

function nameCoverage({ untransliterated }: MatchResult) {
  return untransliterated.length === 0
    ? {}
    : { nameCoverage: { untransliteratedScripts: untransliterated } };
}
