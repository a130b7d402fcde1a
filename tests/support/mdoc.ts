import { encode, Token, Type } from "cborg";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { sessionTranscript } from "../../core/mdoc/session_transcript.ts";
import type { MdocDemands } from "../../core/mdoc/verify_presentation.ts";

/** A tagged value, as tests write it. */
export class Tagged {
  constructor(readonly tag: number, readonly value: unknown) {}
}

/** CBOR of whatever a test needs, by a map of options that the service does not use. */
export function cbor(value: unknown): Uint8Array<ArrayBuffer> {
  const tagged = (of: Tagged) => [
    new Token(Type.tag, of.tag),
    new Token(Type.bytes, of.value),
  ];
  const dated = (of: Tagged) => [
    new Token(Type.tag, of.tag),
    new Token(Type.string, of.value),
  ];
  return new Uint8Array(encode(value, {
    typeEncoders: {
      Object: (of: unknown) =>
        of instanceof Tagged ? (of.tag === 24 ? tagged(of) : dated(of)) : null,
    },
  }));
}

/** Tag 24 around the CBOR of a value. */
export function embedded(value: unknown): Tagged {
  return new Tagged(24, cbor(value));
}

/** A map of CBOR from the members of a record, left out where they are undefined. */
export function map(of: Readonly<Record<string, unknown>>): Map<string, unknown> {
  return new Map(Object.entries(of).filter(([, value]) => value !== undefined));
}

/** A time of CBOR. */
export function tdate(seconds: number): Tagged {
  return new Tagged(0, new Date(seconds * 1000).toISOString().replace(".000", ""));
}

/** Unix time, seconds, at which the tests of documents run. */
export const presentedAt = 1_795_000_000;

const ecdsa = { name: "ECDSA", namedCurve: "P-256" };
/** Keys of an issuer and of a device. */
export const issuerKeys = await crypto.subtle.generateKey(ecdsa, true, ["sign", "verify"]);
/** See {@link issuerKeys}. */
export const deviceKeys = await crypto.subtle.generateKey(ecdsa, true, ["sign", "verify"]);

/** What tests ask for: the EU's age verification. */
export const docType = "eu.europa.ec.av.1";

const handover = {
  clientId: "redirect_uri:https://verifier.example/responses",
  nonce: "n-0S6_WzA2Mj",
  jwkThumbprint: null,
  responseUri: "https://verifier.example/responses",
};

/** See {@link docType}. */
export const demands: MdocDemands = {
  docType,
  transcript: sessionTranscript(handover),
  now: presentedAt,
  skewSeconds: 60,
  issuerKey: () =>
    Promise.resolve({
      key: issuerKeys.publicKey,
      notBefore: presentedAt - 1000,
      notAfter: presentedAt + 1000,
    }),
};

/** Elements of a document, as tests write them. */
export interface Item {
  readonly id: number;
  readonly name: string;
  readonly value: unknown;
}

/** What a test makes otherwise than it should be. */
export interface Making {
  readonly items?: readonly Item[];
  /** Items whose digests are signed, where those are others. */
  readonly signedItems?: readonly Item[];
  readonly nameSpace?: string;
  readonly mso?: Readonly<Record<string, unknown>>;
  readonly validity?: Readonly<Record<string, unknown>>;
  readonly issuerHeader?: Map<number, unknown>;
  readonly issuerSigner?: CryptoKey;
  /** Of the issuer; three bytes that are none, where a test does not look at it. */
  readonly certificate?: Uint8Array;
  readonly docType?: string;
  readonly response?: Readonly<Record<string, unknown>>;
  readonly deviceAuth?: Readonly<Record<string, unknown>>;
  readonly deviceHeader?: Map<number, unknown>;
  readonly deviceSigner?: CryptoKey;
  readonly transcript?: Uint8Array;
  readonly deviceKey?: Map<number, unknown>;
}

/** An age that is proved. */
export const ofAge: readonly Item[] = [{ id: 0, name: "age_over_18", value: true }];

function itemOf({ id, name, value }: Item): Tagged {
  return embedded(map({
    digestID: id,
    random: new Uint8Array(16).fill(id + 1),
    elementIdentifier: name,
    elementValue: value,
  }));
}

/** A document made by hand, as a wallet sends it. */
export async function makeDocument(making: Making = {}): Promise<Map<string, unknown>> {
  const { items = ofAge, nameSpace = docType } = making;
  const signed = making.signedItems ?? items;
  const mso = map({
    version: "1.0",
    digestAlgorithm: "SHA-256",
    valueDigests: new Map([[
      nameSpace,
      new Map(signed.map((item) => [item.id, sha256(cbor(itemOf(item)))])),
    ]]),
    deviceKeyInfo: map({ deviceKey: making.deviceKey ?? await coseKey(deviceKeys.publicKey) }),
    docType: docType,
    validityInfo: map({
      signed: tdate(presentedAt - 100),
      validFrom: tdate(presentedAt - 100),
      validUntil: tdate(presentedAt + 100),
      ...making.validity,
    }),
    ...making.mso,
  });
  const deviceNameSpaces = embedded(new Map());
  const authentication = cbor(embeddedBytes(Buffer.concat([
    Uint8Array.of(0x84),
    cbor("DeviceAuthentication"),
    making.transcript ?? demands.transcript,
    cbor(making.docType ?? docType),
    cbor(deviceNameSpaces),
  ])));
  const signature = await sign1(
    making.deviceHeader ?? new Map([[1, -7]]),
    authentication,
    making.deviceSigner ?? deviceKeys.privateKey,
  );
  return map({
    docType: making.docType ?? docType,
    issuerSigned: map({
      nameSpaces: new Map([[nameSpace, items.map(itemOf)]]),
      issuerAuth: await sign1(
        making.issuerHeader ?? new Map([[1, -7]]),
        cbor(embedded(mso)),
        making.issuerSigner ?? issuerKeys.privateKey,
        making.certificate ?? Uint8Array.of(1, 2, 3),
      ),
    }),
    deviceSigned: map({
      nameSpaces: deviceNameSpaces,
      deviceAuth: map({ deviceSignature: signature, ...making.deviceAuth }),
    }),
  });
}

/** A DeviceResponse made by hand, so that each part of it can be wrong; base64url. */
export async function makePresentation(making: Making = {}): Promise<string> {
  const response = map({
    version: "1.0",
    documents: [await makeDocument(making)],
    status: 0,
    ...making.response,
  });
  return Buffer.from(cbor(response)).toString("base64url");
}

/** A public key as COSE has it. */
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

function embeddedBytes(bytes: Uint8Array): Tagged {
  return new Tagged(24, new Uint8Array(bytes));
}

function sha256(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(createHash("sha256").update(bytes).digest());
}

async function sign1(
  header: Map<number, unknown>,
  payload: Uint8Array,
  key: CryptoKey,
  certificate: Uint8Array | null = null,
) {
  const protectedHeader = cbor(header);
  const toBeSigned = cbor(["Signature1", protectedHeader, new Uint8Array(), payload]);
  const signature = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, key, toBeSigned);
  const unprotected = certificate === null ? new Map() : new Map([[33, certificate]]);
  const attached = certificate === null ? null : payload;
  return [protectedHeader, unprotected, attached, new Uint8Array(signature)];
}
