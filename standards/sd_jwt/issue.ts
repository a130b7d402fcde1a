import { isArray, isObject, type Json, type JsonObject } from "../../base/json.ts";
import type { Random } from "../../base/random.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { signJws } from "../jose/jws.ts";
import { digestOf, makeDisclosure } from "./disclosure.ts";
import { type DisclosureFrame, frameOf } from "./disclosure_frame.ts";

/** The input of issuing a credential. */
export interface SdJwtIssuing {
  /** Claims that are never hidden: `iss`, `vct`, `exp`, `cnf`, `status` and similar. */
  readonly clear: JsonObject;
  /** Claims that the frame selects from. */
  readonly claims: JsonObject;
  readonly frame: DisclosureFrame;
  readonly random: Random;
}

/** A payload with its digests, and their disclosures. */
export interface SdJwtPayload {
  readonly payload: JsonObject;
  readonly disclosures: readonly string[];
}

/** The signer of a credential, by ES256. */
export interface SdJwtSigner {
  readonly key: CryptoKey;
  /** DER, the signer's certificate first, without the trust anchor. */
  readonly chain: readonly Uint8Array[];
}

/**
 * The reason why nothing is issued: a claim has the name of a digest member, or of a claim that is
 * never hidden.
 */
export interface IssueRefusal {
  readonly code: "claim_name_reserved";
}

/** Bytes of a salt, as RFC 9901 §9.3 recommends. */
const saltBytes = 16;

/** Leaves the recursion with the refusal that {@link hideClaims} gives. */
class Reserved extends Error {}

/**
 * Issues an SD-JWT VC without key binding, `<JWT>~<disclosure>~…~` (RFC 9901 §4; SD-JWT VC). Claims
 * in the frame are disclosable; all others are in the clear.
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
 * Replaces the claims in a frame by salted digests. The digests of a level are sorted by their
 * random values, with decoys among them, so that neither order nor number reveals which claims
 * exist (RFC 9901 §4.2.4.1 and §4.2.5). A name without a claim hides nothing.
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

/** The frame that hides no claim. */
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

/** Hides elements of an array at their places; a decoy may be at any place. */
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

/** @returns the digest of the added disclosure */
function disclose({ random, disclosures }: Making, ...members: readonly Json[]): string {
  const disclosure = makeDisclosure(saltOf(random), ...members);
  disclosures.push(disclosure);
  return digestOf(disclosure);
}

/** Makes decoy digests, which have no disclosure (RFC 9901 §4.2.5). */
function decoysOf({ _sd_decoy: count = 0 }: DisclosureFrame, { random }: Making): string[] {
  return Array.from({ length: count }, () => digestOf(saltOf(random)));
}

function saltOf(random: Random): string {
  return random.bytes(saltBytes).toBase64({ alphabet: "base64url", omitPadding: true });
}

/** Draws a whole number below a small bound; with 32 bits the bias is negligible. */
function randomBelow(bound: number, random: Random): number {
  return new DataView(random.bytes(4).buffer).getUint32(0) % bound;
}
