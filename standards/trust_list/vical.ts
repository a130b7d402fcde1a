import { ok, refuse } from "../../base/result.ts";
import { type Cbor, type CborDate, decodeCbor, isBytes, isList, isMap } from "../mdoc/cbor.ts";
import { readSign1, type Sign1, verifySign1, withoutTags } from "../mdoc/cose.ts";
import {
  isInTime,
  type ListedAuthority,
  secondsOf,
  type TrustListDemands,
  type TrustListResult,
} from "./trust_list.ts";

/**
 * Verifies a list of issuing authorities of mobile documents (VICAL, ISO/IEC 18013-5 Annex C), such
 * as the one by AAMVA: a COSE_Sign1 signed by one of the given keys; the certificate in the list is
 * ignored.
 */
export async function verifyVical(
  bytes: Uint8Array,
  { keys, now }: TrustListDemands,
): Promise<TrustListResult> {
  const signed = readSign1(decodeCbor(withoutTags(bytes)));
  if (typeof signed === "string" || signed.payload === null) {
    return refuse({ code: "trust_list_malformed" });
  }
  if (!await isSignedByAny(signed, signed.payload, keys)) {
    return refuse({ code: "trust_list_signature_invalid" });
  }
  const vical = decodeCbor(signed.payload, { bignums: true });
  if (!isMap(vical)) return refuse({ code: "trust_list_malformed" });
  const [version, infos] = [vical.get("version"), vical.get("certificateInfos")];
  const issuedAt = timeOf(vical.get("date"));
  const nextUpdate = vical.has("nextUpdate") ? timeOf(vical.get("nextUpdate")) : null;
  const authorities = isList(infos) ? infos.map(authorityOf) : [null];
  if (typeof version !== "string" || !/^1\.\d+$/.test(version) || issuedAt === null) {
    return refuse({ code: "trust_list_malformed" });
  }
  if (vical.has("nextUpdate") && nextUpdate === null) {
    return refuse({ code: "trust_list_malformed" });
  }
  if (!authorities.every((authority) => authority !== null)) {
    return refuse({ code: "trust_list_malformed" });
  }
  if (!isInTime({ issuedAt, nextUpdate }, now)) return refuse({ code: "trust_list_out_of_date" });
  return ok({ authorities, issuedAt, nextUpdate });
}

async function isSignedByAny(
  signed: Sign1,
  payload: Uint8Array,
  keys: readonly CryptoKey[],
): Promise<boolean> {
  for (const key of keys) if (await verifySign1(signed, payload, key)) return true;
  return false;
}

/** Reads a `CertificateInfo`: the certificate and the document types that it may sign. */
function authorityOf(info: Cbor): ListedAuthority | null {
  if (!isMap(info)) return null;
  const [certificate, types] = [info.get("certificate"), info.get("docType")];
  if (!isBytes(certificate) || !isList(types)) return null;
  const names = types.filter((type) => typeof type === "string");
  return names.length === types.length && names.length > 0 ? { certificate, types: names } : null;
}

function timeOf(value: Cbor | undefined): number | null {
  return isDate(value) ? secondsOf(value.text) : null;
}

function isDate(value: Cbor | undefined): value is CborDate {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "date";
}
