import type { Result } from "../../base/result.ts";
import type {
  CredentialStatus,
  RevocationLookUp,
  Revocations,
  RevocationStatus,
} from "../../core/presentation/ports.ts";
import type { Telemetry } from "../../core/telemetry/ports.ts";
import { type HeldList, type ListVerification, verifyList } from "./held_list.ts";
import {
  type HostAnswer,
  type HostRequestDependencies,
  openHostRequests,
} from "./host_requests.ts";
import { openListCache } from "./list_cache.ts";
import { isOfHost, listAddress, type ListKind } from "./status_list_request.ts";

/** The dependencies of {@link openStatusLists}. */
export interface StatusListDependencies extends HostRequestDependencies, ListVerification {
  readonly telemetry: Telemetry;
}

type ListRefusal = { readonly code: string; readonly status?: number };

/**
 * A look-up of a list: cached (`hit`), fetched (`miss`), or shared with a running fetch (`joined`).
 */
interface LookUp {
  readonly cache: "hit" | "miss" | "joined";
  readonly held: HeldList | null | Promise<HeldList | null>;
}

/** A list and its cache key: one URL may have a list of each kind. */
interface NamedList {
  readonly uri: string;
  readonly kind: ListKind;
  readonly name: string;
}

function listOf(reference: CredentialStatus): NamedList {
  const { uri } = reference;
  const kind = "id" in reference ? "identifiers" : "statuses";
  return { uri, kind, name: `${kind} ${uri}` };
}

const lookUps = "aval.status_list.lookups";

/**
 * Opens the revocation statuses of credentials in the lists of their issuers (Token Status List
 * §8), for mobile documents also in identifier lists (ISO/IEC 18013-5 §12.3.6). A list is cached
 * for its stated lifetime, up to a maximum, unless a fresh one is required; one request for it runs
 * at a time, and few for one host. Calls to a failing host pause for a while, and so do fetches of
 * an invalid list, which do not affect the host's other lists. Suspended and application-defined
 * statuses count as revoked.
 *
 * Log records: `status_list_unavailable` with the reason and the host, `status_list_breaker` when a
 * host's breaker opens (`opened`) and closes (`closed`). None names a credential.
 */
export function openStatusLists(dependencies: StatusListDependencies): Revocations {
  const { log, telemetry } = dependencies;
  const requests = openHostRequests(dependencies);
  const cache = openListCache<HeldList>(dependencies);
  const underWay = new Map<string, Promise<HeldList | null>>();
  // Known before anything happens, so that the first is seen as one more.
  telemetry.count(lookUps, { "aval.cache": "miss", "aval.outcome": "unknown" }, 0);

  function unavailable(host: string, { code, status }: ListRefusal): null {
    const fields = { reason: code, host, ...(status === undefined ? {} : { status }) };
    log.warn("status_list_unavailable", fields);
    return null;
  }

  async function readAnswer(
    { uri, name }: NamedList,
    answer: HostAnswer,
  ): Promise<Result<HeldList, ListRefusal>> {
    const verified = answer.ok ? await verifyList(dependencies, uri, answer.value) : answer;
    if (verified.ok) cache.keep(name, verified.value, verified.value.seconds);
    else if (answer.ok || !isOfHost(answer.refusal)) cache.keepRefusal(name);
    return verified;
  }

  async function fetchList(list: NamedList, url: URL): Promise<HeldList | null> {
    const { kind } = list;
    const read = await requests.ask({ url, kind }, (answer) => readAnswer(list, answer));
    return read.ok ? read.value : unavailable(url.host, read.refusal);
  }

  function lookUp(list: NamedList, { fresh }: RevocationLookUp): LookUp {
    const { uri, name } = list;
    const known = fresh ? undefined : cache.find(name);
    if (known !== undefined) return { cache: "hit", held: known };
    const running = underWay.get(name);
    if (running !== undefined) return { cache: "joined", held: running };
    const url = listAddress(uri);
    if (url === null) return { cache: "miss", held: unavailable("", { code: "address" }) };
    const begun = fetchList(list, url).finally(() => underWay.delete(name));
    underWay.set(name, begun);
    return { cache: "miss", held: begun };
  }

  return {
    find: async (reference, type, how = { fresh: false }) => {
      const { cache, held } = lookUp(listOf(reference), how);
      const found = await held;
      const outcome = found === null ? "unknown" : await statusBy(found, reference, type);
      telemetry.count(lookUps, { "aval.cache": cache, "aval.outcome": outcome });
      return outcome;
    },
  };
}

/** The status in a list whose signer is still trusted for this type of credential. */
async function statusBy(
  held: HeldList,
  reference: CredentialStatus,
  type: string,
): Promise<RevocationStatus> {
  const issuer = await held.findIssuer();
  // Who may issue one type of credential says nothing about another.
  if (issuer === null || !issuer.isTrustedFor(type)) return "unknown";
  const status = held.statusOf(reference);
  // The list of a signer who may be revoked by now clears no credential, and revokes still.
  return status === "valid" && issuer.isRevocationOverdue ? "unknown" : status;
}
