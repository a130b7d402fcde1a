import { Buffer } from "node:buffer";
import type { Clock } from "../../../base/clock.ts";
import { leastRecentlyUsed } from "../../../base/least_recently_used.ts";
import { signJws } from "../../../standards/jose/jws.ts";
import { writeStatusList } from "../../../standards/status_list/write_status_list.ts";
import type { OwnStatusLists } from "../../policy/own_status_lists.ts";
import type { AcademicIssuers } from "../ports.ts";
import type { CredentialStatuses, StatusListInForce } from "../status_ports.ts";
import type { StatusListTokens } from "../status_ports.ts";
import { statusListUri } from "./status_list_uri.ts";

/** The dependencies of {@link openStatusListTokens}. */
export interface StatusListTokenDependencies {
  readonly academicIssuers: Pick<AcademicIssuers, "signer">;
  readonly credentialStatuses: Pick<CredentialStatuses, "list">;
  readonly clock: Clock;
  /** The credential issuer identifier. */
  readonly issuer: string;
  readonly rules: OwnStatusLists;
}

/** A token and its data. */
interface MadeToken {
  readonly token: string;
  readonly changes: number;
  /** Unix time, seconds, after which it is renewed. */
  readonly renewAt: number;
}

/**
 * Opens the Status List Tokens. Each read checks the number of revocations, so that the first read
 * after a revocation shows it; while the number is unchanged, a token is served from memory until
 * half of its life is over. Concurrent reads of the same number make one token.
 */
export function openStatusListTokens(dependencies: StatusListTokenDependencies): StatusListTokens {
  const { credentialStatuses, clock, rules } = dependencies;
  const kept = leastRecentlyUsed<MadeToken>(rules.cacheEntriesMax);
  const underWay = new Map<string, Promise<MadeToken>>();

  async function make(listId: string, inForce: StatusListInForce): Promise<MadeToken> {
    const made = await makeToken(dependencies, listId, inForce);
    const newest = kept.get(listId);
    if (newest === undefined || newest.changes <= made.changes) kept.set(listId, made);
    return made;
  }

  function joined(listId: string, inForce: StatusListInForce): Promise<MadeToken> {
    const name = `${listId} ${inForce.changes}`;
    const running = underWay.get(name);
    if (running !== undefined) return running;
    const begun = make(listId, inForce).finally(() => underWay.delete(name));
    underWay.set(name, begun);
    return begun;
  }

  return {
    read: async (listId) => {
      const inForce = await credentialStatuses.list(listId);
      if (inForce === null) return null;
      const known = kept.get(listId);
      const now = clock.now().epochMilliseconds / 1000;
      const isNewest = known?.changes === inForce.changes && now < known.renewAt;
      return isNewest ? known.token : (await joined(listId, inForce)).token;
    },
  };
}

/** @throws Error when the institution is no longer registered, so that its list cannot be signed */
async function makeToken(
  { academicIssuers, clock, issuer, rules }: StatusListTokenDependencies,
  listId: string,
  { academicIssuerId, changes, bytes }: StatusListInForce,
): Promise<MadeToken> {
  const signer = await academicIssuers.signer(academicIssuerId);
  if (signer === null) throw new Error("A status list is of an institution that is not on file");
  const status_list = await writeStatusList({ bits: 1, bytes: await bytes() });
  const iat = Math.floor(clock.now().epochMilliseconds / 1000);
  // A token never outlives the certificate that it is verified by.
  const exp = Math.min(iat + 3_600 * rules.tokenHours, signer.notAfter);
  const sub = statusListUri(issuer, listId);
  const x5c = signer.chain.map((der) => Buffer.from(der).toString("base64"));
  const token = await signJws(
    { sub, iat, exp, ttl: rules.ttlSeconds, status_list },
    { alg: "ES256", typ: "statuslist+jwt", x5c },
    signer.key,
  );
  return { token, changes, renewAt: iat + (exp - iat) / 2 };
}
