import type { Mode } from "../access/caller.ts";
import { countryCode } from "../country/country.ts";
import type { MatchResult } from "../ports/matcher.ts";
import type { Ports } from "../ports/ports.ts";
import { ok, refuse, type Result } from "../result.ts";
import { candidatesOf } from "./candidate.ts";
import { mostSevere } from "./classify.ts";
import type { DecisionId, ScreeningRequest, ScreeningResponse } from "./schema.ts";
import { askedAddresses, walletResult } from "./wallet.ts";

/** What to decide on. */
export interface Decide {
  readonly decisionId: DecisionId;
  readonly request: ScreeningRequest;
  readonly mode: Mode;
  readonly sandboxOverride: boolean;
}

/** A non-blank name without one comparable character: answering CLEAR would be a lie. */
export type DecideRefusal = { readonly code: "bad_request"; readonly message: string };

/**
 * Compares a name and wallet addresses, independently of each other, with the lists in force and
 * judges what was found. Records nothing: name, date of birth and nationality live in this call.
 *
 * @see Screening §2, §4 rule 1; decisions.md part 6
 */
export function decide(
  { matcher, lists, rules }: Pick<Ports, "matcher" | "lists" | "rules">,
  { decisionId, request, mode, sandboxOverride }: Decide,
): Result<ScreeningResponse, DecideRefusal> {
  const name = request.name.trim() === "" ? null : request.name;
  const addresses = askedAddresses(request.walletAddresses ?? []);
  const { snapshot, snapshotIds } = lists.current();
  const found = matcher.match(snapshot, {
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
  const { engineVersion } = matcher;
  const candidates = candidatesOf(rules, engineVersion, found.candidates);
  const wallet = walletResult(addresses, found.addresses);
  const classification = mostSevere([
    wallet.classification,
    ...candidates.map(({ classifyResult }) => classifyResult.classification),
  ]);
  return ok({
    classification,
    candidates,
    wallet,
    meta: {
      mode,
      sandboxOverride,
      humanReviewRequired: classification === "POSSIBLE_MATCH",
      decisionId,
      engineVersion,
      gatesHash: rules.gatesHash,
      ensembleWeightsHash: rules.ensembleWeightsHash,
      listSnapshotIds: snapshotIds,
      checksRun: [
        ...(name === null ? [] : ["name" as const]),
        ...(addresses.asked.length === 0 ? [] : ["wallet" as const]),
      ],
      ...nameCoverage(found),
    },
  });
}

function nameCoverage({ untransliterated }: MatchResult) {
  return untransliterated.length === 0
    ? {}
    : { nameCoverage: { untransliteratedScripts: untransliterated } };
}
