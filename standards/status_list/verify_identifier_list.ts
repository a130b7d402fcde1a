import { refuse, type Result } from "../../base/result.ts";
import { type Cbor, isBytes, isMap } from "../mdoc/cbor.ts";
import { type ListCwtDemands, openListCwt } from "./list_cwt.ts";
import {
  judgeStatusList,
  type StatusListIssuer,
  type StatusListRefusal,
  type VerifiedStatusList,
} from "./verify_status_list.ts";

/** Identifiers of revoked mobile documents (ISO/IEC 18013-5 §12.3.6.4), base64url. */
export type IdentifierList = ReadonlySet<string>;

/**
 * Numbers of the claims that an identifier list must have, and of the claims that it must not have.
 */
const identifierListClaim = 65_530;
const statusListClaim = 65_533;

/**
 * Verifies an identifier list, a COSE_Sign1 (ISO/IEC 18013-5, second edition, §12.3.6.3 and
 * §12.3.6.4). Every identifier in the list is revoked, regardless of other information about it.
 */
export async function verifyIdentifierList<Issuer extends StatusListIssuer>(
  bytes: Uint8Array,
  demands: ListCwtDemands<Issuer>,
): Promise<Result<VerifiedStatusList<Issuer, IdentifierList>, StatusListRefusal>> {
  const opened = await openListCwt(bytes, "application/identifierlist+cwt", demands);
  if (!opened.ok) return opened;
  const { issuer, claims, times } = opened.value;
  // The one claim that these lists must have and status lists need not.
  if (typeof times.exp !== "number" || claims.has(statusListClaim)) {
    return refuse({ code: "status_list_malformed" });
  }
  const list = () => readList(claims.get(identifierListClaim));
  return judgeStatusList({ ...times, list }, issuer, demands);
}

function readList(claim: Cbor | undefined): IdentifierList | null {
  const listed = isMap(claim) ? claim.get("identifiers") : undefined;
  if (!isMap(listed)) return null;
  const identifiers = new Set<string>();
  for (const [identifier, about] of listed) {
    if (!isBytes(identifier) || !isMap(about)) return null;
    identifiers.add(identifierText(identifier));
  }
  return identifiers;
}

/** An identifier as the text that lists and references use. */
export function identifierText(identifier: Uint8Array): string {
  return identifier.toBase64({ alphabet: "base64url", omitPadding: true });
}
