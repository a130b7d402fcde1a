import type { Mode } from "../nouns.ts";
import { entryHash } from "../matching/entry_hash.ts";
import type { EntryKey } from "../matching/ports.ts";
import type { ListsInForce } from "../lists_in_force/ports.ts";
import type { ScreeningPorts } from "./ports.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { countriesOf } from "../../standards/country/country.ts";
import { basisOf } from "./basis.ts";
import { mostSevere } from "./classify.ts";
import type { ScreeningRequest } from "./request_schema.ts";
import type { DecisionId, ScreeningResponse } from "./decision_schema.ts";
import { screenName } from "./screen_name.ts";
import { askedAddresses, walletResult } from "./wallet.ts";

/** Input of {@link decide}. */
export interface Decide {
  readonly decisionId: DecisionId;
  readonly request: ScreeningRequest;
  readonly mode: Mode;
  readonly sandboxOverride: boolean;
}

/** A decision that is not stored yet, and the hashes of its candidates' entries. */
export interface Decided {
  readonly response: ScreeningResponse;
  /** Digests of the candidates' entries if a `subjectRef` was sent; else empty. */
  readonly entries: readonly (string | null)[];
  /** Candidates beyond the maximum that an answer contains. */
  readonly beyond: readonly MatchedEntry[];
}

/** An entry that matches. */
export interface MatchedEntry {
  readonly entityId: string;
  readonly source: string;
  /** Digest of the entry; null without a `subjectRef`, or if the lists do not contain the entry. */
  readonly entry: string | null;
}

/**
 * No name has a comparable character (including `otherNames`), the date of birth is in the future,
 * or a list is not in force.
 */
export type DecideRefusal = { readonly code: "bad_request"; readonly message: string };

/**
 * Compares a name and wallet addresses, independently of each other, with the lists in force and
 * judges the candidates. Records nothing: name, date of birth and nationality live in this call.
 *
 * @see Screening §2, §4 rule 1; decisions.md part 6
 */
export function decide(
  ports: Pick<ScreeningPorts, "matcher" | "lists" | "rules">,
  asked: Decide,
): Result<Decided, DecideRefusal> {
  return ports.lists.use((inForce) => decideOn(inForce, ports, asked));
}

/** Like {@link decide}, on lists of the caller. */
export function decideOn(
  { snapshot, snapshotIds }: Pick<ListsInForce, "snapshot" | "snapshotIds">,
  { matcher, rules }: Pick<ScreeningPorts, "matcher" | "rules">,
  { decisionId, request, mode, sandboxOverride }: Decide,
): Result<Decided, DecideRefusal> {
  const names = [request.name, ...request.otherNames ?? []];
  const unknown =
    request.sources?.filter((source) => !snapshot.lists.some((list) => list.source === source)) ??
      [];
  if (unknown.length > 0) {
    return refuse({
      code: "bad_request",
      message:
        'Field "sources" names a list that is not in force; GET /v1/lists names those that are',
    });
  }
  const addresses = askedAddresses(request.walletAddresses ?? []);
  const screening = screenName({ matcher, rules, snapshot }, {
    name: request.name.trim() === "" ? null : request.name,
    otherNames: request.otherNames,
    dob: request.dob ?? null,
    nationality: request.nationality ?? null,
    nationalities: request.nationalities,
    addresses: addresses.lookups,
    ...scopeOf(request),
    identifiers: request.identifiers?.map(({ type, value, country }) => ({
      ...{ type, value },
      countries: country === undefined ? [] : countriesOf(country),
    })),
  });
  const { found, candidates, beyond, notComparable } = screening;
  if (notComparable !== null) {
    const field = notComparable === 0 ? "name" : `otherNames[${notComparable - 1}]`;
    return refuse({
      code: "bad_request",
      message: `Field "${field}" has no letter or digit that could be compared`,
    });
  }
  const wallet = walletResult(addresses, found.addresses);
  const classification = mostSevere([wallet.classification, screening.classification]);
  const response: ScreeningResponse = {
    classification,
    candidates,
    wallet,
    meta: {
      mode,
      sandboxOverride,
      humanReviewRequired: classification === "POSSIBLE_MATCH",
      decisionId,
      ...basisOf({ matcher, rules }, {
        screening,
        listSnapshotIds: snapshotIds,
        checksRun: [
          ...(names.every((name) => name.trim() === "") ? [] : ["name" as const]),
          ...(addresses.asked.length === 0 ? [] : ["wallet" as const]),
          ...(request.identifiers?.length ? ["identifiers" as const] : []),
        ],
      }),
      ...(Object.keys(scopeOf(request)).length === 0 ? {} : { scope: scopeOf(request) }),
      ...(request.subjectRef === undefined ? {} : { subjectRef: request.subjectRef }),
    },
  };
  const digestOf = (key: EntryKey) => {
    const entry = matcher.entry(snapshot, key);
    return entry === null ? null : entryHash(entry);
  };
  return ok({
    response,
    entries: request.subjectRef === undefined ? [] : candidates.map(digestOf),
    beyond: beyond.map((candidate) => ({
      ...{ entityId: candidate.entityId, source: candidate.source },
      entry: request.subjectRef === undefined ? null : digestOf(candidate),
    })),
  });
}

/** The requested lists and entity type, if the request restricts them. */
function scopeOf(
  { entityType, sources }: ScreeningRequest,
): Pick<ScreeningRequest, "entityType" | "sources"> {
  return {
    ...(entityType === undefined ? {} : { entityType }),
    ...(sources === undefined ? {} : { sources }),
  };
}
