import { type Cbor, type CborMap, decodeCbor, isEmbedded, isMap } from "./cbor.ts";

/** The mobile security object, signed by the issuer (§9.1.2.4). */
export interface MobileSecurityObject {
  readonly version: Cbor | undefined;
  readonly docType: string;
  readonly digestAlgorithm: Cbor | undefined;
  /** Digests by namespace and number. */
  readonly valueDigests: ReadonlyMap<Cbor, Cbor>;
  /** COSE_Key. */
  readonly deviceKey: Cbor | undefined;
  /** Unix time, seconds. */
  readonly validity: {
    readonly signed: number;
    readonly validFrom: number;
    readonly validUntil: number;
  };
  /**
   * The place of the revocation status (Token Status List §6.3); undefined when it is missing or
   * `null`.
   */
  readonly status: CborMap | undefined;
}

/** Reads the payload of `issuerAuth`. @returns null when the payload is not one */
export function readSecurityObject(payload: Uint8Array | null): MobileSecurityObject | null {
  const embedded = payload === null ? undefined : decodeCbor(payload);
  const mso = isEmbedded(embedded) ? decodeCbor(embedded.content) : undefined;
  if (!isMap(mso)) return null;
  const docType = mso.get("docType");
  const valueDigests = mso.get("valueDigests");
  const keyInfo = mso.get("deviceKeyInfo");
  const validity = readValidity(mso.get("validityInfo"));
  const status = mso.get("status") ?? undefined;
  if (typeof docType !== "string" || !isMap(valueDigests) || !isMap(keyInfo)) return null;
  if (validity === null || (status !== undefined && !isMap(status))) return null;
  return {
    version: mso.get("version"),
    docType,
    digestAlgorithm: mso.get("digestAlgorithm"),
    valueDigests,
    deviceKey: keyInfo.get("deviceKey"),
    validity,
    status,
  };
}

function readValidity(value: Cbor | undefined) {
  if (!isMap(value)) return null;
  const [signed, validFrom, validUntil] = ["signed", "validFrom", "validUntil"].map((name) =>
    readTime(value.get(name))
  );
  if (signed === undefined || validFrom === undefined || validUntil === undefined) return null;
  return { signed, validFrom, validUntil };
}

/** Converts a `tdate` to Unix seconds. @returns undefined for another value */
function readTime(value: Cbor | undefined): number | undefined {
  const isDate = typeof value === "object" && value !== null && "kind" in value &&
    value.kind === "date";
  if (!isDate || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(value.text)) {
    return undefined;
  }
  const time = Date.parse(value.text);
  return Number.isNaN(time) || !isInCalendar(value.text) ? undefined : time / 1000;
}

/** Whether the day of a time exists: the platform reads February 30 as March 2. */
function isInCalendar(time: string): boolean {
  const day = time.slice(0, "YYYY-MM-DD".length);
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}
