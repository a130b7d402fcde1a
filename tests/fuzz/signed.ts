import { Buffer } from "node:buffer";
import { walletPorts } from "../support/wallet_ports.ts";
import { answerRequest } from "../../sandbox/wallet/answer.ts";
import { tagged } from "../../sandbox/wallet/cbor.ts";
import type { MdocMaking } from "../../sandbox/wallet/make_mdoc.ts";
import type { SdJwtMaking } from "../../sandbox/wallet/make_sd_jwt.ts";
import { digestOf } from "../../standards/sd_jwt/disclosure.ts";
import type { AuthorizationRequest } from "../../core/presentation/authorization_request.ts";
import type { Chance } from "./mutations.ts";

/** Checks that read claims of every kind, with the claims to make invalid. */
export const spoiltChecks = {
  "str-guest-registration": [
    "given_name",
    "family_name",
    "birthdate",
    "nationalities",
    "document_number",
  ],
  "mobile-driving-licence": [
    "driving_privileges",
    "document_number",
    "issuing_country",
    "expiry_date",
  ],
  "corporate-mandate-verification": [
    "legal_person_identifier",
    "legal_name",
    "full_powers",
    "effective_from_date",
    "effective_until_date",
  ],
} as const;

/** A check whose claims are made invalid. */
export type SpoiltCheck = keyof typeof spoiltChecks;

/**
 * Values that are invalid for every claim, as JSON text, some in a form that encoders do not
 * produce.
 */
const jsonTexts: readonly ((chance: Chance) => string)[] = [
  (chance) => deep("[", "]", 1 + chance.below(5_000)),
  (chance) => deep('{"a":', "}", 1 + chance.below(5_000), "1"),
  (chance) => `[${Array(1 + chance.below(8_000)).fill("1e20").join()}]`,
  (chance) => `[${Array(1 + chance.below(8_000)).fill("{}").join()}]`,
  (chance) => `"${"\\u0000".repeat(600 + chance.below(4_000))}"`,
  (chance) => `"${"x".repeat(600 + chance.below(20_000))}"`,
  (chance) => `{${names(chance).map((name) => `"${name}":1`).join()}}`,
  (chance) => `[${names(chance).map((name) => `{"...":"${name}"}`).join()}]`,
  (chance) => `{"_sd":[${names(chance).map((name) => `"${name}"`).join()}]}`,
  () => "1e400",
  () => '{"__proto__":{"toString":1}}',
];

/** Values that are invalid for every claim, in CBOR. */
const values: readonly ((chance: Chance) => unknown)[] = [
  (chance) => Array(chance.below(900)).fill(0).reduce((inner: unknown) => [inner], null),
  (chance) =>
    Array(chance.below(900)).fill(0).reduce((inner: unknown) => new Map([["a", inner]]), null),
  (chance) => Array(100 + chance.below(8_000)).fill(2n ** 64n - 1n),
  (chance) => Array(100 + chance.below(8_000)).fill(new Map()),
  (chance) => new Uint8Array(600 + chance.below(30_000)),
  (chance) => "x".repeat(600 + chance.below(20_000)),
  (chance) => new Map(names(chance).map((name, n) => [n % 2 === 0 ? n : name, 1])),
  (chance) => tagged(0, "2030-13-41T25:00:00Z".repeat(30 + chance.below(900))),
  (chance) => tagged(1004, "2030-02-30".repeat(60 + chance.below(900))),
  () => new Map([["__proto__", 1]]),
  () => NaN,
];

/** The claim that may be null: a mandate without an end. */
const nullable = "effective_until_date";

/** Picks a value; null only for claims that may not be null. */
function pickFor<Value>(
  claim: string,
  values: readonly ((chance: Chance) => Value)[],
  none: Value,
  chance: Chance,
): Value {
  return chance.pick(claim === nullable ? values : [...values, () => none])(chance);
}

/** An answer of a trusted issuer with one invalid claim; `vp_token`. */
export async function spoiltAnswer(
  request: AuthorizationRequest,
  checkType: SpoiltCheck,
  chance: Chance,
): Promise<string> {
  const claim = chance.pick<string>(spoiltChecks[checkType]);
  const what = `spoils ${claim}`;
  const code = "claim_unusable";
  const breaking = {
    name: what,
    sdJwt: { what, code, change: (making: SdJwtMaking) => spoilJson(making, claim, chance) },
    mdoc: { what, code, change: (making: MdocMaking) => spoilCbor(making, claim, chance) },
    token: undefined,
    encryption: undefined,
  } as const;
  const answering = { format: null, person: "clear", claims: {}, breaking } as const;
  const answer = await answerRequest(
    walletPorts({ now: () => Temporal.Now.instant() }),
    request,
    answering,
  );
  if (!answer.ok) throw new Error(answer.refusal.message);
  return JSON.stringify(answer.value.token);
}

function spoilJson(
  { payload, disclosures }: SdJwtMaking,
  claim: string,
  chance: Chance,
): Partial<SdJwtMaking> {
  const at = disclosures.findIndex((text) => {
    const [, name] = JSON.parse(Buffer.from(text, "base64url").toString());
    return name === claim;
  });
  const good = disclosures[at];
  // Of two credentials one has the claim.
  if (good === undefined) return {};
  const text = `["salt","${claim}",${pickFor(claim, jsonTexts, "null", chance)}]`;
  const spoilt = Buffer.from(text).toString("base64url");
  const digests = (payload["_sd"] as readonly string[]).map((digest) =>
    digest === digestOf(good) ? digestOf(spoilt) : digest
  );
  return { payload: { ...payload, _sd: digests }, disclosures: disclosures.with(at, spoilt) };
}

function spoilCbor(
  { items, signedItems = items }: MdocMaking,
  claim: string,
  chance: Chance,
): Partial<MdocMaking> {
  const value = pickFor(claim, values, null, chance);
  const spoil = (of: MdocMaking["items"]) =>
    of.map((item) => item.name === claim ? { ...item, value } : item);
  return { items: spoil(items), signedItems: spoil(signedItems) };
}

function deep(open: string, close: string, depth: number, inner = ""): string {
  return `${open.repeat(depth)}${inner}${close.repeat(depth)}`;
}

function names(chance: Chance): readonly string[] {
  return Array.from({ length: 1 + chance.below(3_000) }, (_, n) => `n${n}`);
}
