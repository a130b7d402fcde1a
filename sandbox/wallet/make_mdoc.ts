import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { cbor, embedded, map, type Tagged, tagged } from "./cbor.ts";
import { type Signer, signWith } from "./signer.ts";

/** An element of a document. */
export interface Item {
  /** The number of its digest within its namespace. */
  readonly id: number;
  readonly name: string;
  readonly value: unknown;
  /** The salt of its digest; default: repeated bytes of its number. */
  readonly random?: Uint8Array;
}

/** The parts of a DeviceResponse, so that each part can be faulty. */
export interface MdocMaking {
  readonly docType: string;
  /** The document type that the issuer signed, if it differs. */
  readonly signedDocType?: string;
  readonly nameSpace: string;
  readonly items: readonly Item[];
  /** Items whose digests are signed, if they differ from the disclosed ones. */
  readonly signedItems?: readonly Item[];
  /** `signed`, `validFrom` and `validUntil`. */
  readonly validity: Readonly<Record<string, unknown>>;
  /** Members of the mobile security object that replace the defaults. */
  readonly mso?: Readonly<Record<string, unknown>>;
  readonly issuerHeader?: ReadonlyMap<number, unknown>;
  readonly issuerSigner: Signer;
  /** DER; the signer's first. */
  readonly issuerCertificates: readonly Uint8Array[];
  /** COSE_Key of the wallet. */
  readonly deviceKey: ReadonlyMap<number, unknown>;
  readonly deviceHeader?: ReadonlyMap<number, unknown>;
  readonly deviceSigner: Signer;
  /** Members of `deviceAuth` besides the signature, or instead of it. */
  readonly deviceAuth?: Readonly<Record<string, unknown>>;
  /** CBOR of the `SessionTranscript` that the wallet signs. */
  readonly transcript: Uint8Array;
  /** Members of the DeviceResponse that replace the defaults. */
  readonly response?: Readonly<Record<string, unknown>>;
}

/**
 * Makes a document, signed by its issuer and presented by a wallet (ISO/IEC 18013-5 §8.3.2.1.2.2).
 */
export async function makeDocument(making: MdocMaking): Promise<Map<string, unknown>> {
  const { docType, nameSpace, items, signedItems = items, signedDocType = docType } = making;
  const mso = map({
    version: "1.0",
    digestAlgorithm: "SHA-256",
    valueDigests: new Map([[
      nameSpace,
      new Map(signedItems.map((item) => [item.id, sha256(cbor(itemOf(item)))])),
    ]]),
    deviceKeyInfo: map({ deviceKey: making.deviceKey }),
    docType: signedDocType,
    validityInfo: map(making.validity),
    ...making.mso,
  });
  const deviceNameSpaces = embedded(new Map());
  const authentication = Buffer.concat([
    Uint8Array.of(0x84),
    cbor("DeviceAuthentication"),
    making.transcript,
    cbor(docType),
    cbor(deviceNameSpaces),
  ]);
  return map({
    docType,
    issuerSigned: map({
      nameSpaces: new Map([[nameSpace, items.map(itemOf)]]),
      issuerAuth: await sign1({
        header: making.issuerHeader,
        certificates: making.issuerCertificates,
        payload: cbor(embedded(mso)),
        isAttached: true,
        key: making.issuerSigner,
      }),
    }),
    deviceSigned: map({
      nameSpaces: deviceNameSpaces,
      deviceAuth: map({
        deviceSignature: await sign1({
          header: making.deviceHeader,
          payload: cbor(tagged(24, new Uint8Array(authentication))),
          isAttached: false,
          key: making.deviceSigner,
        }),
        ...making.deviceAuth,
      }),
    }),
  });
}

/** Makes a DeviceResponse of one document in base64url, the form of OpenID4VP 1.0, Appendix B.2. */
export async function makeDeviceResponse(making: MdocMaking): Promise<string> {
  const response = map({
    version: "1.0",
    documents: [await makeDocument(making)],
    status: 0,
    ...making.response,
  });
  return Buffer.from(cbor(response)).toString("base64url");
}

/** A public key in the form of COSE (RFC 9053 §7.1.1). */
export async function coseKey(key: CryptoKey): Promise<Map<number, unknown>> {
  const { crv, x = "", y = "" } = await crypto.subtle.exportKey("jwk", key);
  const coordinate = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));
  return new Map<number, unknown>([
    [1, 2],
    [-1, crv === "P-256" ? 1 : 2],
    [-2, coordinate(x)],
    [-3, coordinate(y)],
  ]);
}

function itemOf({ id, name, value, random = new Uint8Array(16).fill(id + 1) }: Item): Tagged {
  return embedded(map({
    digestID: id,
    random,
    elementIdentifier: name,
    elementValue: value,
  }));
}

function sha256(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(createHash("sha256").update(bytes).digest());
}

/** Makes a COSE_Sign1 (RFC 9052 §4.2), by ES256 unless its header states otherwise. */
async function sign1(
  { header = new Map([[1, -7]]), certificates = [], payload, isAttached, key }: {
    readonly header?: ReadonlyMap<number, unknown> | undefined;
    readonly certificates?: readonly Uint8Array[];
    readonly payload: Uint8Array;
    readonly isAttached: boolean;
    readonly key: Signer;
  },
): Promise<readonly unknown[]> {
  const protectedHeader = cbor(header);
  const toBeSigned = cbor(["Signature1", protectedHeader, new Uint8Array(), payload]);
  const signature = await signWith(key, toBeSigned);
  const [first, ...others] = certificates;
  const chain = others.length === 0 ? first : certificates;
  const unprotected = chain === undefined ? new Map() : new Map([[33, chain]]);
  return [protectedHeader, unprotected, isAttached ? payload : null, signature];
}
