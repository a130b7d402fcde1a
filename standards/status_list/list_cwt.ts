import { ok, refuse, type Result } from "../../base/result.ts";
import type { Algorithm } from "../jose/jws.ts";
import { type CborMap, decodeCbor, isMap } from "../mdoc/cbor.ts";
import { readSign1, verifySign1, withoutTags } from "../mdoc/cose.ts";
import type {
  StatusListClaims,
  StatusListDemands,
  StatusListIssuer,
  StatusListRefusal,
} from "./verify_status_list.ts";

/** The demands on a list in CWT form. */
export interface ListCwtDemands<Issuer extends StatusListIssuer = StatusListIssuer>
  extends Pick<StatusListDemands, "uri" | "now" | "skewSeconds"> {
  /**
   * Finds the issuer whose certificates, the signer's first, lead to a trust anchor; null if none
   * does.
   */
  readonly issuerKey: (
    certificates: readonly Uint8Array[],
    algorithm: Algorithm,
  ) => Promise<Issuer | null>;
}

/** Numbers of the claims (RFC 8392 §4, Token Status List §5.2). */
const claims = { sub: 2, exp: 4, iat: 6, ttl: 65_534 } as const;

/** A list with a verified signature, whose claims are not checked yet. */
export interface OpenedListCwt<Issuer extends StatusListIssuer> {
  readonly issuer: Issuer;
  readonly claims: CborMap;
  readonly times: Omit<StatusListClaims<never>, "list">;
}

/** Opens a list that is a COSE_Sign1, and verifies its signature. @param type its media type */
export async function openListCwt<Issuer extends StatusListIssuer>(
  bytes: Uint8Array,
  type: string,
  { issuerKey }: Pick<ListCwtDemands<Issuer>, "issuerKey">,
): Promise<Result<OpenedListCwt<Issuer>, StatusListRefusal>> {
  const signed = readSign1(decodeCbor(withoutTags(bytes)));
  if (signed === "malformed") return refuse({ code: "status_list_malformed" });
  if (signed === "algorithm_unsupported") {
    return refuse({ code: "status_list_algorithm_unsupported" });
  }
  const { type: own, payload, certificates, algorithm } = signed;
  if (own !== type) return refuse({ code: "status_list_type_unsupported" });
  if (payload === null) return refuse({ code: "status_list_malformed" });
  const issuer = await issuerKey(certificates, algorithm);
  if (issuer === null) return refuse({ code: "status_list_issuer_untrusted" });
  if (!await verifySign1(signed, payload, issuer.key)) {
    return refuse({ code: "status_list_signature_invalid" });
  }
  const read = decodeCbor(payload);
  if (!isMap(read)) return refuse({ code: "status_list_malformed" });
  const [sub, exp, iat, ttl] = [claims.sub, claims.exp, claims.iat, claims.ttl].map((claim) =>
    read.get(claim)
  );
  return ok({ issuer, claims: read, times: { sub, exp, iat, ttl } });
}
