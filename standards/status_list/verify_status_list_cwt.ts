import type { Result } from "../../base/result.ts";
import { type Cbor, isBytes, isMap } from "../mdoc/cbor.ts";
import { type ListCwtDemands, openListCwt } from "./list_cwt.ts";
import { inflateStatusList, type StatusList } from "./status_list.ts";
import {
  judgeStatusList,
  type StatusListIssuer,
  type StatusListRefusal,
  type VerifiedStatusList,
} from "./verify_status_list.ts";

/** Number of the claim `status_list` (Token Status List §5.2). */
const statusListClaim = 65_533;

/** Verifies a Status List Token in CWT form, a COSE_Sign1 (Token Status List §5.2 and §8.3). */
export async function verifyStatusListCwt<Issuer extends StatusListIssuer>(
  bytes: Uint8Array,
  demands: ListCwtDemands<Issuer>,
): Promise<Result<VerifiedStatusList<Issuer>, StatusListRefusal>> {
  const opened = await openListCwt(bytes, "application/statuslist+cwt", demands);
  if (!opened.ok) return opened;
  const { issuer, claims, times } = opened.value;
  const list = () => readList(claims.get(statusListClaim));
  return judgeStatusList({ ...times, list }, issuer, demands);
}

/** Reads the claim `status_list`: `bits`, and the compressed statuses as bytes. */
function readList(claim: Cbor | undefined): StatusList | null {
  if (!isMap(claim)) return null;
  const [bits, lst] = [claim.get("bits"), claim.get("lst")];
  if (bits !== 1 && bits !== 2 && bits !== 4 && bits !== 8) return null;
  return isBytes(lst) ? inflateStatusList(bits, lst) : null;
}
