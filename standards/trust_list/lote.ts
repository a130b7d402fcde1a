import { z } from "zod";
import { decodeJson } from "../../base/json.ts";
import { ok, refuse } from "../../base/result.ts";
import { openJws, verifyJws } from "../jose/jws.ts";
import { verifyEnveloped } from "../xml_signature/verify_enveloped.ts";
import { loteOf } from "./lote_xml.ts";
import {
  isInTime,
  type ListedAuthority,
  secondsOf,
  type TrustListDemands,
  type TrustListResult,
} from "./trust_list.ts";

const Service = z.object({
  ServiceInformation: z.object({
    ServiceTypeIdentifier: z.string().optional(),
    ServiceStatus: z.string().optional(),
    ServiceDigitalIdentity: z.object({
      X509Certificates: z.array(z.object({ val: z.string() })).optional(),
    }).optional(),
  }),
});

/**
 * The members of a list of trusted entities that this module reads (ETSI TS 119 602, JSON binding).
 */
const Lote = z.object({
  ListAndSchemeInformation: z.object({
    LoTEVersionIdentifier: z.literal(1).optional(),
    ListIssueDateTime: z.string(),
    NextUpdate: z.string().nullish(),
  }),
  TrustedEntitiesList: z.array(z.object({ TrustedEntityServices: z.array(Service) })),
});

/** The payload is the list itself, or an object with the list in `LoTE`. */
const Payload = z.union([z.object({ LoTE: Lote }).transform(({ LoTE }) => LoTE), Lote]);

/**
 * Verifies an ETSI list of trusted entities in its JSON form: a compact JWS (JAdES baseline B)
 * signed by one of the given keys; the certificate in its header is ignored. Reads only services
 * that issue attestations and are not withdrawn.
 */
export async function verifyLote(
  text: string,
  { keys, now }: TrustListDemands,
): Promise<TrustListResult> {
  if (!await isSignedByAny(text, keys)) return refuse({ code: "trust_list_signature_invalid" });
  return readLote(decodeJson(text.split(".")[1] ?? ""), now);
}

/**
 * As {@link verifyLote}, for the XML form: a document with an enveloped signature (XAdES baseline
 * B) and exclusive canonicalization.
 */
export async function verifyXmlLote(
  text: string,
  { keys, now }: TrustListDemands,
): Promise<TrustListResult> {
  const verified = await verifyEnveloped(text, keys);
  if (verified.ok) return readLote(loteOf(verified.value), now);
  return refuse({
    code: verified.refusal.code === "xml_malformed"
      ? "trust_list_malformed"
      : "trust_list_signature_invalid",
  });
}

/** Reads a list with a verified signature. @param now Unix time, seconds */
function readLote(value: unknown, now: number): TrustListResult {
  const payload = Payload.safeParse(value);
  if (!payload.success) return refuse({ code: "trust_list_malformed" });
  const { ListAndSchemeInformation: information, TrustedEntitiesList: entities } = payload.data;
  const issuedAt = secondsOf(information.ListIssueDateTime);
  const { NextUpdate = null } = information;
  const nextUpdate = NextUpdate === null ? null : secondsOf(NextUpdate);
  const authorities = authoritiesOf(entities);
  if (issuedAt === null || authorities === null || (NextUpdate !== null && nextUpdate === null)) {
    return refuse({ code: "trust_list_malformed" });
  }
  if (!isInTime({ issuedAt, nextUpdate }, now)) return refuse({ code: "trust_list_out_of_date" });
  return ok({ authorities, issuedAt, nextUpdate });
}

async function isSignedByAny(text: string, keys: readonly CryptoKey[]): Promise<boolean> {
  // The time of signature of older JAdES is the one critical member that is understood.
  const opened = openJws(text, null, ["sigT"]);
  if (!opened.ok) return false;
  for (const key of keys) if ((await verifyJws(opened.value, key)).ok) return true;
  return false;
}

/** Services that issue to wallets and related parties, and no attestations for verifiers. */
const otherServices = /\/SvcType\/(WalletSolution|WRPAC|WRPRC)\//;

function authoritiesOf(
  entities: z.infer<typeof Lote>["TrustedEntitiesList"],
): readonly ListedAuthority[] | null {
  const authorities: ListedAuthority[] = [];
  for (
    const { ServiceInformation: service } of entities.flatMap((of) => of.TrustedEntityServices)
  ) {
    const { ServiceTypeIdentifier: type = "", ServiceStatus: status } = service;
    if (!type.endsWith("/Issuance") || otherServices.test(type)) continue;
    if (status !== undefined && !/\/(notified|granted)$/.test(status)) continue;
    for (const { val } of service.ServiceDigitalIdentity?.X509Certificates ?? []) {
      const certificate = fromBase64(val);
      if (certificate === null) return null;
      authorities.push({ certificate, types: null });
    }
  }
  return authorities;
}

function fromBase64(text: string): Uint8Array | null {
  try {
    return Uint8Array.fromBase64(text);
  } catch {
    return null;
  }
}
