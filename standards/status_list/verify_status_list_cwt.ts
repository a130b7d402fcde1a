import { refuse, type Result } from "../../base/result.ts";
import type { Algorithm } from "../jose/jws.ts";
import { type Cbor, decodeCbor, isBytes, isMap } from "../mdoc/cbor.ts";
import { readSign1, verifySign1, withoutTags } from "../mdoc/cose.ts";
import { inflateStatusList, type StatusList } from "./status_list.ts";
import {
  judgeStatusList,
  type StatusListDemands,
  type StatusListIssuer,
  type StatusListRefusal,
  type VerifiedStatusList,
} from "./verify_status_list.ts";

/** The demands on a Status List Token in CWT form. */
export interface StatusListCwtDemands<Issuer extends StatusListIssuer = StatusListIssuer>
  extends Pick<StatusListDemands, "uri" | "now" | "skewSeconds"> {
  /** The issuer that the certificates lead to, the signer's first; null where no anchor vouches for it. */
  readonly issuerKey: (
    certificates: readonly Uint8Array[],
    algorithm: Algorithm,
  ) => Promise<Issuer | null>;
}

/** Numbers of the claims (RFC 8392 §4, Token Status List §5.2). */
const claims = { sub: 2, exp: 4, iat: 6, statusList: 65_533, ttl: 65_534 } as const;

/** Verifies a Status List Token in CWT form, a COSE_Sign1 (Token Status List §5.2 and §8.3). */
export async function verifyStatusListCwt<Issuer extends StatusListIssuer>(
  bytes: Uint8Array,
  { issuerKey, ...demands }: StatusListCwtDemands<Issuer>,
): Promise<Result<VerifiedStatusList<Issuer>, StatusListRefusal>> {
  const signed = readSign1(decodeCbor(withoutTags(bytes)));
  if (signed === "malformed") return refuse({ code: "status_list_malformed" });
  if (signed === "algorithm_unsupported") {
    return refuse({ code: "status_list_algorithm_unsupported" });
  }
  const { type, payload, certificates, algorithm } = signed;
  if (type !== "application/statuslist+cwt") {
    return refuse({ code: "status_list_type_unsupported" });
  }
  if (payload === null) return refuse({ code: "status_list_malformed" });
  const issuer = await issuerKey(certificates, algorithm);
  if (issuer === null) return refuse({ code: "status_list_issuer_untrusted" });
  if (!await verifySign1(signed, payload, issuer.key)) {
    return refuse({ code: "status_list_signature_invalid" });
  }
  const read = decodeCbor(payload);
  if (!isMap(read)) return refuse({ code: "status_list_malformed" });
  return judgeStatusList(
    {
      sub: read.get(claims.sub),
      iat: read.get(claims.iat),
      exp: read.get(claims.exp),
      ttl: read.get(claims.ttl),
      list: () => readList(read.get(claims.statusList)),
    },
    issuer,
    demands,
  );
}

/** The claim `status_list`: `bits`, and the compressed statuses as bytes. */
function readList(claim: Cbor | undefined): StatusList | null {
  if (!isMap(claim)) return null;
  const [bits, lst] = [claim.get("bits"), claim.get("lst")];
  if (bits !== 1 && bits !== 2 && bits !== 4 && bits !== 8) return null;
  return isBytes(lst) ? inflateStatusList(bits, lst) : null;
}
