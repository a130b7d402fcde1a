import type { Certificate } from "./certificate.ts";
import { type Asn1Element, Asn1Error, readOid, tags } from "../asn1/element.ts";
import { contentOf, elementsOf, inside } from "../asn1/read_der.ts";

const subjectAltName = "2.5.29.17";

/** `[3]` of a TBSCertificate: its extensions. */
const extensionsTag = 0xa3;
/** `dNSName`, `[2]` of a GeneralName (RFC 5280 §4.2.1.6). */
const dnsNameTag = 0x82;

/**
 * Letters, digits and hyphens (RFC 1034 §3.5); the last label is not a number, as in an IP address.
 */
const dnsName =
  /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * The DNS names of a certificate's subject: each `dNSName` among its alternative names, in lower
 * case. Omits wildcards, since they name no host, and values that are not DNS names.
 *
 * @returns an empty list if the extension is missing or malformed
 */
export function dnsNamesOf({ signed }: Pick<Certificate, "signed">): readonly string[] {
  try {
    return namesIn(signed.bytes)
      .filter(({ tag }) => tag === dnsNameTag)
      .map(({ content }) => new TextDecoder("latin1").decode(content).toLowerCase())
      .filter((name) => name.length <= 253 && dnsName.test(name));
  } catch (fault) {
    if (fault instanceof Asn1Error) return [];
    throw fault;
  }
}

/** The alternative names. @throws Asn1Error */
function namesIn(tbs: Uint8Array): readonly Asn1Element[] {
  const [certificate] = elementsOf(tbs);
  const extensions = inside(certificate, tags.sequence).find(({ tag }) => tag === extensionsTag);
  if (extensions === undefined) return [];
  const [list] = inside(extensions, extensionsTag);
  for (const extension of inside(list, tags.sequence)) {
    const [id, ...rest] = inside(extension, tags.sequence);
    if (readOid(id) !== subjectAltName) continue;
    const [names] = elementsOf(contentOf(rest.at(-1), tags.octetString));
    return inside(names, tags.sequence);
  }
  return [];
}
