import { ok, type Result } from "../../base/result.ts";
import type {
  IssuerTrust,
  RevocationLookUp,
  Revocations,
  RevocationStatus,
  TrustedIssuer,
} from "../../core/presentation/ports.ts";
import type { Telemetry } from "../../core/telemetry/ports.ts";
import { certificatesOf } from "../../standards/jose/jws.ts";
import { type Status, statusAt, type StatusList } from "../../standards/status_list/status_list.ts";
import { verifyStatusList } from "../../standards/status_list/verify_status_list.ts";
import { verifyStatusListCwt } from "../../standards/status_list/verify_status_list_cwt.ts";
import {
  type HostAnswer,
  type HostRequestDependencies,
  openHostRequests,
} from "./host_requests.ts";
import { openListCache } from "./list_cache.ts";
import { isOfHost, listAddress, type StatusListToken } from "./status_list_request.ts";

/** The dependencies of {@link openStatusLists}. */
export interface StatusListDependencies extends HostRequestDependencies {
  /** Whose lists are believed: those whose credentials are. */
  readonly trust: Pick<IssuerTrust, "statusListIssuer">;
  /** Seconds by which an issuer's clock may differ. */
  readonly skewSeconds: number;
  readonly telemetry: Telemetry;
}

/** A list that holds. */
interface HeldList {
  readonly list: StatusList;
  readonly issuer: TrustedIssuer;
}

type ListRefusal = { readonly code: string; readonly status?: number };

/** A look-up of a list: in the cache (`hit`), fetched (`miss`), or being fetched already (`joined`). */
interface LookUp {
  readonly cache: "hit" | "miss" | "joined";
  readonly held: HeldList | null | Promise<HeldList | null>;
}

const lookUps = "aval.status_list.lookups";

/**
 * Finds out whether credentials still hold by the lists of their issuers (Token Status List §8). A
 * list is kept as long as it says, within a bound, and not looked at where a fresh one is asked for;
 * one request for it is under way at a time, and few of one host. A host that fails is left alone for a while, and so is a list that fails by itself,
 * which says nothing about the host's others. Suspended counts as revoked, and so does whatever an
 * application has defined.
 *
 * Log records: `status_list_unavailable` with the reason and the host, `status_list_breaker` when a
 * host is left alone (`opened`) and when it answers again (`closed`). None names a credential.
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
    uri: string,
    answer: HostAnswer,
  ): Promise<Result<HeldList, ListRefusal>> {
    const verified = answer.ok ? await verify(dependencies, uri, answer.value) : answer;
    if (verified.ok) cache.keep(uri, verified.value, verified.value.seconds);
    else if (answer.ok || !isOfHost(answer.refusal)) cache.keepRefusal(uri);
    return verified;
  }

  async function fetchList(uri: string, url: URL): Promise<HeldList | null> {
    const read = await requests.ask(url, (answer) => readAnswer(uri, answer));
    return read.ok ? read.value : unavailable(url.host, read.refusal);
  }

  function lookUp(uri: string, { fresh }: RevocationLookUp): LookUp {
    const known = fresh ? undefined : cache.find(uri);
    if (known !== undefined) return { cache: "hit", held: known };
    const running = underWay.get(uri);
    if (running !== undefined) return { cache: "joined", held: running };
    const url = listAddress(uri);
    if (url === null) return { cache: "miss", held: unavailable("", { code: "address" }) };
    const begun = fetchList(uri, url).finally(() => underWay.delete(uri));
    underWay.set(uri, begun);
    return { cache: "miss", held: begun };
  }

  return {
    find: async ({ uri, idx }, type, how = { fresh: false }) => {
      const { cache, held } = lookUp(uri, how);
      const found = await held;
      // Who may issue one type of credential says nothing about another.
      const holds = found !== null && found.issuer.isTrustedFor(type);
      const status = holds ? statusAt(found.list, idx) : null;
      const outcome = status === null ? "unknown" : meanings[status];
      telemetry.count(lookUps, { "aval.cache": cache, "aval.outcome": outcome });
      return outcome;
    },
  };
}

/** Verifies a Status List Token; `seconds` is how long it says that it holds. */
async function verify(
  { trust, skewSeconds, clock }: StatusListDependencies,
  uri: string,
  token: StatusListToken,
): Promise<Result<HeldList & { readonly seconds: number }, ListRefusal>> {
  const now = clock.now();
  const demands = { uri, now: now.epochMilliseconds / 1000, skewSeconds };
  const issuerKey = async (certificates: readonly Uint8Array[]) => {
    const issuer = await trust.statusListIssuer(certificates, now);
    return issuer.ok ? issuer.value : null;
  };
  const read = token.form === "cwt"
    ? await verifyStatusListCwt(token.bytes, { ...demands, issuerKey })
    : await verifyStatusList(token.text, {
      ...demands,
      issuerKey: (header) => issuerKey(certificatesOf(header)),
    });
  if (!read.ok) return read;
  const { issuer, list, keepUntil } = read.value;
  return ok({ issuer, list, seconds: (keepUntil ?? Infinity) - now.epochMilliseconds / 1000 });
}

const meanings: Readonly<Record<Status, RevocationStatus>> = {
  valid: "valid",
  invalid: "revoked",
  suspended: "revoked",
  other: "revoked",
};
