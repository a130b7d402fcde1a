import { createHash } from "node:crypto";
import { isSameSecret } from "../../base/constant_time.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { curveOf, verifyEcdsa } from "../jose/verify_ecdsa.ts";
import { canonicalize } from "./canonicalize.ts";
import {
  attributeOf,
  elementNamed,
  elementsNamed,
  parseXmlTree,
  textOf,
  type XmlNode,
} from "./parse_tree.ts";

/** The reason why a signed document is not trusted. */
export interface SignedXmlRefusal {
  readonly code:
    | "xml_malformed"
    /** None of the keys signed the document in this form, or it was changed. */
    | "xml_signature_invalid";
}

const dsig = "http://www.w3.org/2000/09/xmldsig#";
const exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#";
const enveloped = `${dsig}enveloped-signature`;

/** Accepted digests (RFC 9231); SHA-1 is not accepted. */
const digests: Readonly<Record<string, string>> = {
  "http://www.w3.org/2001/04/xmlenc#sha256": "sha256",
  "http://www.w3.org/2001/04/xmldsig-more#sha384": "sha384",
  "http://www.w3.org/2001/04/xmlenc#sha512": "sha512",
};

/** Accepted signatures by the curve of the key; ECDSA only. */
const signatures: Readonly<Record<string, string>> = {
  "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256": "P-256",
  "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384": "P-384",
  "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha512": "P-521",
};

/**
 * Verifies that one of the given keys signed a whole document (XML Signature 1.1, an enveloped
 * signature; XAdES baseline B). Ignores certificates in the document.
 *
 * Accepts one form: a single signature that is a child of the root, over the whole document
 * (`URI=""`, enveloped and exclusive canonicalization). Parses the document once and returns the
 * tree whose canonical form was hashed, so that every returned element is covered by the signature.
 *
 * @returns the root without its signature
 */
export async function verifyEnveloped(
  text: string,
  keys: readonly CryptoKey[],
): Promise<Result<XmlNode, SignedXmlRefusal>> {
  const parsed = parseXmlTree(text);
  if (!parsed.ok) return parsed;
  const root = parsed.value;
  const signature = elementNamed(root, dsig, "Signature");
  if (signature === null || countOf(root) !== 1) return invalid();
  const info = elementNamed(signature, dsig, "SignedInfo");
  const charactersMax = charactersOfFormMax(text);
  if (info === null || !coversAll(info, { root, signature, charactersMax })) return invalid();
  const canonical = canonicalize(info, { charactersMax });
  if (canonical === null) return invalid();
  return await isSignedByAny({ info, signature, canonical }, keys)
    ? ok({ ...root, children: root.children.filter((child) => child !== signature) })
    : invalid();
}

/**
 * Maximum characters of a canonical form: escapes and end tags may make it six times as long as its
 * text; real lists stay below twice.
 */
function charactersOfFormMax({ length }: string): number {
  return 65_536 + 8 * length;
}

/** Counts the signatures anywhere in a document. */
function countOf({ uri, local, children }: XmlNode): number {
  const own = uri === dsig && local === "Signature" ? 1 : 0;
  return children.reduce(
    (sum, child) => typeof child === "string" ? sum : sum + countOf(child),
    own,
  );
}

interface Signed {
  readonly root: XmlNode;
  readonly signature: XmlNode;
  readonly charactersMax: number;
}

/**
 * Whether a signature covers the whole document. References to parts of the signature itself, such
 * as its XAdES properties and its certificate, are covered by the signature's value and not
 * evaluated, since nothing reads those parts.
 */
function coversAll(info: XmlNode, { root, signature, charactersMax }: Signed): boolean {
  const references = elementsNamed(info, dsig, "Reference");
  const whole = references.filter((reference) => attributeOf(reference, "URI") === "");
  const [reference, ...more] = whole;
  return reference !== undefined && more.length === 0 && isWhole(reference) &&
    references.every((each) => each === reference || pointsInside(each)) &&
    hasDigest(reference, canonicalize(root, { without: signature, charactersMax }));
}

/** Whether a reference points to an element of the document by its id. */
function pointsInside(reference: XmlNode): boolean {
  return /^#[\w.-]+$/.test(attributeOf(reference, "URI") ?? "");
}

/** Whether a reference has exactly the two expected transforms in order, without parameters. */
function isWhole(reference: XmlNode): boolean {
  const transforms = transformsOf(reference);
  return transforms !== null && transforms.length === 2 && transforms[0] === enveloped &&
    transforms[1] === exclusive;
}

/** The algorithms of the transforms; null if one has a parameter. */
function transformsOf(reference: XmlNode): readonly (string | null)[] | null {
  const list = elementNamed(reference, dsig, "Transforms");
  if (list === null) return null;
  const transforms = elementsNamed(list, dsig, "Transform");
  return transforms.every((transform) => textOf(transform) === "")
    ? transforms.map((transform) => attributeOf(transform, "Algorithm"))
    : null;
}

function hasDigest(reference: XmlNode, canonical: string | null): boolean {
  const method = elementNamed(reference, dsig, "DigestMethod");
  const value = elementNamed(reference, dsig, "DigestValue");
  const algorithm = digests[(method === null ? null : attributeOf(method, "Algorithm")) ?? ""];
  if (canonical === null || algorithm === undefined || value === null) return false;
  const digest = createHash(algorithm).update(canonical).digest("base64");
  return isSameSecret((textOf(value) ?? "").replaceAll(/\s/g, ""), digest);
}

async function isSignedByAny(
  { info, signature, canonical }: {
    readonly info: XmlNode;
    readonly signature: XmlNode;
    readonly canonical: string;
  },
  keys: readonly CryptoKey[],
): Promise<boolean> {
  const by = elementNamed(info, dsig, "CanonicalizationMethod");
  const method = elementNamed(info, dsig, "SignatureMethod");
  const value = elementNamed(signature, dsig, "SignatureValue");
  if (by === null || method === null || value === null) return false;
  if (attributeOf(by, "Algorithm") !== exclusive || textOf(by) !== "") return false;
  const curve = signatures[attributeOf(method, "Algorithm") ?? ""];
  const bytes = fromBase64(textOf(value) ?? "");
  if (curve === undefined || bytes === null) return false;
  const signed = new TextEncoder().encode(canonical);
  for (const key of keys) {
    if (curveOf(key) === curve && await verifyEcdsa(key, bytes, signed)) return true;
  }
  return false;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.fromBase64(text);
  } catch {
    return null;
  }
}

function invalid(): Result<never, SignedXmlRefusal> {
  return refuse({ code: "xml_signature_invalid" });
}
