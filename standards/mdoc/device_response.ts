import {
  type Cbor,
  decodeCbor,
  type EmbeddedCbor,
  isBytes,
  isEmbedded,
  isList,
  isMap,
} from "./cbor.ts";

/** Minimum bytes of an item's `random` (ISO/IEC 18013-5 §9.1.2.5). */
const randomBytesMin = 16;

/** An unverified DeviceResponse with one document (ISO/IEC 18013-5 §8.3.2.1.2.2). */
export interface DeviceResponse {
  readonly version: Cbor | undefined;
  readonly status: Cbor | undefined;
  readonly hasErrors: boolean;
  readonly documents: readonly Document[];
}

/** One document. */
export interface Document {
  readonly docType: string;
  /** Items as they were sent, by namespace. */
  readonly nameSpaces: ReadonlyMap<string, readonly EmbeddedCbor[]>;
  /** COSE_Sign1 over the mobile security object. */
  readonly issuerAuth: Cbor;
  /** `DeviceNameSpacesBytes`. */
  readonly deviceNameSpaces: EmbeddedCbor;
  readonly deviceSignature: Cbor | undefined;
  readonly hasDeviceMac: boolean;
}

/** One element of a document, as issued. */
export interface IssuerSignedItem {
  readonly digestId: number;
  readonly elementIdentifier: string;
  readonly elementValue: Cbor;
}

/** Reads a DeviceResponse. @returns null when the bytes are not a DeviceResponse */
export function readDeviceResponse(bytes: Uint8Array): DeviceResponse | null {
  const response = decodeCbor(bytes);
  if (!isMap(response)) return null;
  const documents = response.get("documents") ?? [];
  if (!isList(documents)) return null;
  const read = documents.map(readDocument);
  if (!read.every((document) => document !== null)) return null;
  return {
    version: response.get("version"),
    status: response.get("status"),
    hasErrors: response.has("documentErrors"),
    documents: read,
  };
}

function readDocument(value: Cbor): Document | null {
  if (!isMap(value)) return null;
  const docType = value.get("docType");
  const issuerSigned = value.get("issuerSigned");
  const deviceSigned = value.get("deviceSigned");
  if (typeof docType !== "string" || !isMap(issuerSigned) || !isMap(deviceSigned)) return null;
  const nameSpaces = readNameSpaces(issuerSigned.get("nameSpaces"));
  const issuerAuth = issuerSigned.get("issuerAuth");
  const deviceNameSpaces = deviceSigned.get("nameSpaces");
  const deviceAuth = deviceSigned.get("deviceAuth");
  if (nameSpaces === null || issuerAuth === undefined) return null;
  if (!isEmbedded(deviceNameSpaces) || !isMap(deviceAuth)) return null;
  return {
    docType,
    nameSpaces,
    issuerAuth,
    deviceNameSpaces,
    deviceSignature: deviceAuth.get("deviceSignature"),
    hasDeviceMac: deviceAuth.has("deviceMac"),
  };
}

function readNameSpaces(
  value: Cbor | undefined,
): ReadonlyMap<string, readonly EmbeddedCbor[]> | null {
  const nameSpaces = new Map<string, readonly EmbeddedCbor[]>();
  if (value === undefined) return nameSpaces;
  if (!isMap(value)) return null;
  for (const [name, items] of value) {
    if (typeof name !== "string" || !isList(items) || !items.every(isEmbedded)) return null;
    nameSpaces.set(name, items);
  }
  return nameSpaces;
}

/** Reads an item. @returns null when the content is not an item */
export function readItem({ content }: EmbeddedCbor): IssuerSignedItem | null {
  const item = decodeCbor(content);
  if (!isMap(item)) return null;
  const digestId = item.get("digestID");
  const elementIdentifier = item.get("elementIdentifier");
  const elementValue = item.get("elementValue");
  const random = item.get("random");
  if (!isCount(digestId) || typeof elementIdentifier !== "string") return null;
  // Without it a holder of the digests finds the values by trying (§9.1.2.5).
  if (!isBytes(random) || random.length < randomBytesMin) return null;
  return elementValue === undefined ? null : { digestId, elementIdentifier, elementValue };
}

function isCount(value: Cbor | undefined): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
