import { encode, Token, Type } from "cborg";
import { CompactSign } from "jose";
import type { Certified } from "./certificates.ts";
import { makeSign1 } from "./cose.ts";

/** One service of a list of trusted entities. */
export interface ListedService {
  readonly certificate: Uint8Array | string;
  readonly type?: string;
  readonly status?: string;
}

/** Options for a test's list of trusted entities. */
export interface LoteMaking {
  readonly information?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  /** Whether the list is the payload itself instead of its member `LoTE`. */
  readonly bare?: boolean;
}

/** An ETSI list of trusted entities (TS 119 602), a compact JWS. */
export async function makeLote(
  services: readonly ListedService[],
  { certificate, keys }: Pick<Certified, "certificate" | "keys">,
  { information = {}, header = {}, bare = false }: LoteMaking = {},
): Promise<string> {
  const list = {
    ListAndSchemeInformation: {
      LoTEVersionIdentifier: 1,
      LoTESequenceNumber: 1,
      LoTEType: "http://uri.etsi.org/19602/LoTEType/EUPIDProvidersList",
      SchemeOperatorName: [{ lang: "en", value: "Lists" }],
      ListIssueDateTime: "2026-03-01T00:00:00Z",
      NextUpdate: "2026-09-01T00:00:00Z",
      ...information,
    },
    TrustedEntitiesList: services.map(({ certificate, type = "PID/Issuance", status }) => ({
      TrustedEntityInformation: { TEName: [{ lang: "en", value: "Issuer" }] },
      TrustedEntityServices: [{
        ServiceInformation: {
          ServiceTypeIdentifier: `http://uri.etsi.org/19602/SvcType/${type}`,
          ...(status === undefined ? {} : { ServiceStatus: status }),
          ServiceDigitalIdentity: {
            X509Certificates: [{
              val: typeof certificate === "string" ? certificate : certificate.toBase64(),
            }],
          },
        },
      }],
    })),
  };
  const payload = new TextEncoder().encode(JSON.stringify(bare ? list : { LoTE: list }));
  const x5c = [new Uint8Array(certificate.rawData).toBase64()];
  return await new CompactSign(payload)
    .setProtectedHeader({ alg: "ES256", x5c, iat: 1_772_000_000, ...header })
    .sign(keys.privateKey, { crit: { sigT: true, sigD: true } });
}

/** A certificate of a VICAL with the document types that it may sign. */
export interface ListedIaca {
  readonly certificate: Uint8Array;
  readonly docType: unknown;
}

/** Makes a VICAL (ISO/IEC 18013-5 Annex C); members in `more` replace its own. */
export async function makeVical(
  infos: readonly ListedIaca[],
  { der, keys }: Pick<Certified, "der" | "keys">,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const vical = {
    version: "1.0",
    vicalProvider: "Lists",
    date: tdate("2026-03-01T00:00:00Z"),
    vicalIssueID: 7,
    nextUpdate: tdate("2026-09-01T00:00:00Z"),
    certificateInfos: infos.map(({ certificate, docType }) => ({
      certificate,
      serialNumber: { tag: 2, token: new Token(Type.bytes, Uint8Array.of(1, 2, 3)) },
      ski: new Uint8Array(20),
      docType,
      issuingCountry: "US",
      notAfter: tdate("2049-01-01T00:00:00Z"),
    })),
    ...more,
  };
  const said = Object.fromEntries(Object.entries(vical).filter(([, of]) => of !== undefined));
  const payload = encode(said, {
    typeEncoders: {
      Object: (of: object) =>
        "tag" in of && "token" in of ? [new Token(Type.tag, of.tag), of.token as Token] : null,
    },
  });
  return await makeSign1(payload, { chain: [der], key: keys.privateKey });
}

/** A time of CBOR, under tag 0. */
export function tdate(text: string) {
  return { tag: 0, token: new Token(Type.string, text) };
}
