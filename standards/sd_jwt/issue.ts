import { isArray, isObject, type Json, type JsonObject } from "../../base/json.ts";
import type { Random } from "../../base/random.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { signJws } from "../jose/jws.ts";
import { digestOf, makeDisclosure } from "./disclosure.ts";
import { type DisclosureFrame, frameOf } from "./disclosure_frame.ts";

/** What a credential is issued from. */
export interface SdJwtIssuing {
  /** Always in the clear: `iss`, `vct`, `exp`, `cnf`, `status` and the like. */
  readonly clear: JsonObject;
  /** What the frame chooses from. */
  readonly claims: JsonObject;
  readonly frame: DisclosureFrame;
  readonly random: Random;
}

/** A payload with its digests, and what they are of. */
export interface SdJwtPayload {
  readonly payload: JsonObject;
  readonly disclosures: readonly string[];
}

/** Whom a credential is signed by: ES256. */
export interface SdJwtSigner {
  readonly key: CryptoKey;
  /** DER, the signer's certificate first, without the trust anchor. */
  readonly chain: readonly Uint8Array[];
}

/** Why nothing is issued: no claim may have the name of a digest's member, or of what is always clear. */
export interface IssueRefusal {
  readonly code: "claim_name_reserved";
}

/** Random bits that RFC 9901 §9.3 recommends of a salt, in bytes. */
const saltBytes = 16;

/** Leaves the recursion with the refusal that {@link hideClaims} gives. */
class Reserved extends Error {}

/**
 * Issues an SD-JWT VC without key binding, `<JWT>~<disclosure>~…~` (RFC 9901 §4; SD-JWT VC): what the
 * frame names is disclosable, and everything else is in the clear.
 */
export async function issueSdJwt(
  issuing: SdJwtIssuing,
  { key, chain }: SdJwtSigner,
): Promise<Result<string, IssueRefusal>> {
  const hidden = hideClaims(issuing);
  if (!hidden.ok) return hidden;
  const { payload, disclosures } = hidden.value;
  const x5c = chain.map((der) => der.toBase64());
  const jwt = await signJws(payload, { alg: "ES256", typ: "dc+sd-jwt", x5c }, key);
  return ok(`${[jwt, ...disclosures].join("~")}~`);
}

/**
 * Replaces what a frame names by salted digests. Digests of a level stand in their own order, which
 * is the salts', with decoys among them: neither order nor number says which claims there are
 * (RFC 9901 §4.2.4.1 and §4.2.5). A name of the frame that the claims lack hides nothing.
 */
export function hideClaims(
  { clear, claims, frame, random }: SdJwtIssuing,
): Result<SdJwtPayload, IssueRefusal> {
  const reserved = refuse({ code: "claim_name_reserved" } as const);
  const isTaken = (name: string) => name === "_sd_alg" || Object.hasOwn(clear, name);
  if (Object.keys(claims).some(isTaken)) return reserved;
  const making: Making = { random, disclosures: [] };
  try {
    const hidden = hideInObject(claims, frame, making);
    return ok({
      payload: { ...clear, ...hidden, _sd_alg: "sha-256" },
      disclosures: making.disclosures,
    });
  } catch (fault) {
    if (fault instanceof Reserved) return reserved;
    throw fault;
  }
}

interface Making {
  readonly random: Random;
  readonly disclosures: string[];
}

/** The frame of everything in the clear. */
const inTheClear: DisclosureFrame = {};

function hide(value: Json, frame: DisclosureFrame, making: Making): Json {
  if (isArray(value)) return hideInArray(value, frame, making);
  return isObject(value) ? hideInObject(value, frame, making) : value;
}

function hideInObject(
  object: JsonObject,
  frame: DisclosureFrame,
  making: Making,
): JsonObject {
  const named = new Set(frame._sd?.map(String));
  const clear: [string, Json][] = [];
  const digests = decoysOf(frame, making);
  for (const [name, value] of Object.entries(object)) {
    if (name === "_sd" || name === "...") throw new Reserved(name);
    const hidden = hide(value, frameOf(frame, name) ?? inTheClear, making);
    if (named.has(name)) digests.push(disclose(making, name, hidden));
    else clear.push([name, hidden]);
  }
  const rest = Object.fromEntries(clear);
  return digests.length === 0 ? rest : { _sd: digests.toSorted(), ...rest };
}

/** Elements keep their places; a decoy may stand at any. */
function hideInArray(
  array: readonly Json[],
  frame: DisclosureFrame,
  making: Making,
): readonly Json[] {
  const named = new Set(frame._sd?.map(String));
  const elements = array.map((value, index): Json => {
    const hidden = hide(value, frameOf(frame, index) ?? inTheClear, making);
    return named.has(String(index)) ? { "...": disclose(making, hidden) } : hidden;
  });
  for (const digest of decoysOf(frame, making)) {
    elements.splice(randomBelow(elements.length + 1, making.random), 0, { "...": digest });
  }
  return elements;
}

/** @returns the digest of a disclosure that is added */
function disclose({ random, disclosures }: Making, ...members: readonly Json[]): string {
  const disclosure = makeDisclosure(saltOf(random), ...members);
  disclosures.push(disclosure);
  return digestOf(disclosure);
}

/** Digests of nothing that could be disclosed (RFC 9901 §4.2.5). */
function decoysOf({ _sd_decoy: count = 0 }: DisclosureFrame, { random }: Making): string[] {
  return Array.from({ length: count }, () => digestOf(saltOf(random)));
}

function saltOf(random: Random): string {
  return random.bytes(saltBytes).toBase64({ alphabet: "base64url", omitPadding: true });
}

/** A whole number under a small bound; 32 bits leave no bias that could be seen. */
function randomBelow(bound: number, random: Random): number {
  return new DataView(random.bytes(4).buffer).getUint32(0) % bound;
}
