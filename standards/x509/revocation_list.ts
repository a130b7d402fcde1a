import { ok, refuse, type Result } from "../../base/result.ts";
import { type Certificate, hexOf, readSerial, readSigned, type Signed } from "./certificate.ts";
import { type Asn1Element, Asn1Error, readOid, readTime, tags } from "../asn1/element.ts";
import { contentOf, eachElement, inside, readCount } from "../asn1/read_der.ts";

/** A complete, unverified list of the certificates that a CA has revoked (RFC 5280 §5). */
export interface RevocationList {
  /** DER, hex. */
  readonly issuer: string;
  /** Unix time, seconds. */
  readonly thisUpdate: number;
  /** Unix time, seconds, at which the list expires. */
  readonly nextUpdate: number;
  /** Serial numbers, in the form of {@link Certificate}. */
  readonly serials: ReadonlySet<Certificate["serial"]>;
  readonly signed: Signed;
}

/** The reason why a revocation list is refused. */
export interface RevocationListRefusal {
  readonly code:
    /** Not a list of version 2 with a next update. */
    | "revocation_list_malformed"
    /** A delta, an indirect or a partial list, or one with a critical extension. */
    | "revocation_list_unsupported"
    | "revocation_list_too_long";
}

/** Maximum entries of one list: more than any issuer of credentials has signers. */
const entriesMax = 250_000;

/** Parses a list in DER. */
export function parseRevocationList(
  der: Uint8Array,
): Result<RevocationList, RevocationListRefusal> {
  try {
    return read(der);
  } catch (fault) {
    if (fault instanceof Asn1Error) return refuse({ code: "revocation_list_malformed" });
    throw fault;
  }
}

function read(der: Uint8Array): Result<RevocationList, RevocationListRefusal> {
  const { fields: [version, , issuer, thisUpdate, nextUpdate, ...rest], signed } = readSigned(
    der,
    1,
  );
  if (readCount(version) !== 1) throw new Asn1Error("expected version 2");
  const entries = rest[0]?.tag === tags.sequence ? rest[0] : undefined;
  const [extensions, ...others] = entries === undefined ? rest : rest.slice(1);
  if (others.length > 0) throw new Asn1Error("more fields than a list has");
  if (extensions !== undefined && !mayBeIgnored(inside(extensions, extensionsTag)[0])) {
    return refuse({ code: "revocation_list_unsupported" });
  }
  const serials = new Set<string>();
  for (const entry of entries === undefined ? [] : eachElement(entries.content)) {
    if (serials.size === entriesMax) return refuse({ code: "revocation_list_too_long" });
    const [serial, revokedAt, about, ...more] = inside(entry, tags.sequence);
    if (!isTime(revokedAt) || more.length > 0) throw new Asn1Error("expected an entry");
    if (about !== undefined && !mayBeIgnored(about)) {
      return refuse({ code: "revocation_list_unsupported" });
    }
    serials.add(readSerial(serial));
  }
  return ok({
    issuer: hexOf(issuer),
    thisUpdate: readTime(thisUpdate, "der") / 1000,
    nextUpdate: readTime(nextUpdate, "der") / 1000,
    serials,
    signed,
  });
}

/** `[0]` of a TBSCertList. */
const extensionsTag = 0xa0;

/** Extensions that change the meaning of a list, critical or not. */
const changing = new Set([
  /** Delta CRL indicator (RFC 5280 §5.2.4). */
  "2.5.29.27",
  /**
   * Issuing distribution point: the list covers some of the CA's certificates, or another CA's
   * (§5.2.5).
   */
  "2.5.29.28",
  /** Certificate issuer, of an entry (§5.3.3). */
  "2.5.29.29",
]);

/** Whether these extensions leave the meaning of a list or an entry unchanged. @throws Asn1Error */
function mayBeIgnored(extensions: Asn1Element | undefined): boolean {
  return inside(extensions, tags.sequence).every((extension) => {
    const [id, ...rest] = inside(extension, tags.sequence);
    const [critical, value] = rest.length === 2 ? rest : [undefined, rest[0]];
    const isCritical = critical !== undefined && contentOf(critical, tags.boolean)[0] !== 0;
    contentOf(value, tags.octetString);
    return !isCritical && !changing.has(readOid(id));
  });
}

function isTime(element: Asn1Element | undefined): boolean {
  return element?.tag === tags.utcTime || element?.tag === tags.generalizedTime;
}
