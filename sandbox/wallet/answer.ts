import type { CredentialQuery, DcqlQuery } from "../../standards/dcql/query.ts";
import type { Json } from "../../base/json.ts";
import { ok, type Result } from "../../base/result.ts";
import { answerKeyIn } from "../../core/presentation/authorization_request.ts";
import type { EncryptionBreaking, Fault } from "./breaking.ts";
import type { NamedBreaking } from "./breakings.ts";
import { issueMdoc, issueSdJwt, type Issuing } from "./credentials.ts";
import type { Format } from "./format.ts";
import { makeDeviceResponse } from "./make_mdoc.ts";
import { makeSdJwt } from "./make_sd_jwt.ts";
import { makeHolderKey } from "./holder_keys.ts";
import { narrowQuery } from "./narrow_query.ts";
import { findHeld, presentHeld } from "./present_held.ts";
import { notAnswerable, type WalletRefusal } from "./refusal.ts";
import type { WalletPorts } from "./ports.ts";
import { claimsOf, type PersonName, personOf } from "./persons.ts";
import type { WalletRequest } from "./wallet_request.ts";

/** The holder's choices for an answer. */
export interface Answering {
  /** Null: the first format in the request. */
  readonly format: Format | null;
  readonly person: PersonName;
  /** The id of the credential to use; absent: the first suitable one. */
  readonly credential?: string | undefined;
  /** Claims to omit from the person's credentials. */
  readonly without?: readonly string[];
  /** Claims that replace the person's. */
  readonly claims: Readonly<Record<string, Json>>;
  readonly breaking: NamedBreaking | null;
}

/** An answer to the verifier. */
export interface Answer {
  /** The chosen credentials by their ids, with the claims to disclose of those made here. */
  readonly credentials: readonly CredentialQuery[];
  /** The ids that a stored credential answers. */
  readonly held: ReadonlySet<string>;
  readonly token: Json;
  /** The refusal that the service must return; null for a valid answer. */
  readonly fault: Fault | null;
}

/**
 * Presents the credentials of a request: stored ones if they answer it, otherwise new ones signed
 * by the sandbox's issuer. Given claims and faults apply only to the new ones.
 */
export async function answerRequest(
  { clock, random, issuers, holderKeys, heldCredentials }: WalletPorts,
  request: WalletRequest,
  { format, person, credential: id, without = [], claims, breaking }: Answering,
): Promise<Result<Answer, WalletRefusal>> {
  const query = request.dcql_query;
  const encryptable = holdsEncryption(request, breaking?.encryption);
  if (!encryptable.ok) return encryptable;
  const instant = clock.now();
  const now = instant.epochMilliseconds / 1000;
  const wanted = format ?? formatOf(breaking);
  const isPlain = breaking === null && Object.keys(claims).length + without.length === 0;
  const kept = isPlain ? heldCredentials : undefined;
  const held = await findHeld(kept, query.credentials, now);
  if (!held.ok) return held;
  const enough = choose(query, { format: wanted, id }, held.value);
  if (!enough.ok) return enough;
  const all = breaking?.token?.answersAll === true;
  const chosen = all ? query.credentials : enough.value;
  if (all && chosen.length === enough.value.length) {
    return notAnswerable("The request leaves no choice");
  }
  const fault = breaking === null ? null : faultFor(breaking, chosen);
  if (fault === undefined) {
    return notAnswerable(`Break ${breaking?.name} says nothing of the format that answers`);
  }
  const today = instant.toZonedDateTimeISO("UTC").toPlainDate();
  const token: Record<string, readonly string[]> = {};
  const shown: CredentialQuery[] = [];
  // One for all of an answer, which shows by it that they are one holder's; never used again.
  const newKey = await makeHolderKey();
  for (const credential of chosen) {
    const own = held.value.get(credential.id);
    if (own !== undefined) {
      token[credential.id] = [await presentHeld(own, request, now)];
      shown.push(credential);
      continue;
    }
    const known = { ...claimsOf(typeOf(credential), personOf(person, today), today), ...claims };
    const certified = Object.fromEntries(
      Object.entries(known).filter(([name]) => !without.includes(name)),
    );
    const narrowed = narrowQuery(credential, certified);
    if (!narrowed.ok) return narrowed;
    shown.push(narrowed.value);
    const key = await holderKeys?.keyOf(person, formatIn(credential));
    if (key?.ok === false) return key;
    const holderKey = key?.value ?? newKey;
    const issuing = { request, issuers, random, claims: certified, now, holderKey };
    token[credential.id] = [await present(narrowed.value, issuing, breaking)];
  }
  const answered = chosen.filter(({ id }) => held.value.has(id)).map(({ id }) => id);
  return ok({
    credentials: shown,
    held: new Set(answered),
    token: breaking?.token?.change?.(token) ?? token,
    fault,
  });
}

async function present(
  credential: CredentialQuery,
  issuing: Issuing,
  breaking: NamedBreaking | null,
): Promise<string> {
  if (credential.format === "dc+sd-jwt") {
    const { change, spoil } = breaking?.sdJwt ?? {};
    const making = await issueSdJwt(credential, issuing);
    const text = await makeSdJwt({ ...making, ...await change?.(making, issuing) });
    return spoil?.(text) ?? text;
  }
  const { change, spoil } = breaking?.mdoc ?? {};
  const making = await issueMdoc(credential, issuing);
  const text = await makeDeviceResponse({ ...making, ...await change?.(making, issuing) });
  return spoil?.(text) ?? text;
}

/** The format of a fault that exists in one format only; else null. */
function formatOf(breaking: NamedBreaking | null): Format | null {
  if (breaking === null || (breaking.token ?? breaking.encryption) !== undefined) return null;
  if (breaking.mdoc === undefined) return "sd-jwt";
  return breaking.sdJwt === undefined ? "mdoc" : null;
}

/** Refuses a fault of encryption if the request does not permit one. */
function holdsEncryption(
  request: WalletRequest,
  breaking: EncryptionBreaking | undefined,
): Result<null, WalletRefusal> {
  if (breaking === undefined) return ok(null);
  if (answerKeyIn(request) === null) {
    return notAnswerable("The request does not require an encrypted answer");
  }
  return breaking.needsState === true && !("state" in request)
    ? notAnswerable("An answer by a browser encrypts no state")
    : ok(null);
}

/** The refusal that a faulty answer must get; undefined if nothing would be faulty. */
function faultFor(
  { sdJwt, mdoc, token, encryption }: NamedBreaking,
  chosen: readonly CredentialQuery[],
): Fault | undefined {
  const ofWhole = token ?? encryption;
  if (ofWhole !== undefined) return ofWhole.code;
  const faults = chosen.map(({ format }) => (format === "dc+sd-jwt" ? sdJwt : mdoc)?.code);
  return faults.find((code) => code !== undefined);
}

/**
 * Chooses the credentials of one option in the requested format, for every required set: the first
 * option that stored credentials answer, else the first.
 */
function choose(
  { credentials, credential_sets }: DcqlQuery,
  wanted: { readonly format: Format | null; readonly id: string | undefined },
  held: ReadonlyMap<string, unknown>,
): Result<readonly CredentialQuery[], WalletRefusal> {
  const sets = credential_sets ?? [{ options: [credentials.map(({ id }) => id)], required: true }];
  const ids = new Set<string>();
  for (const { options, required } of sets) {
    if (!required) continue;
    const fitting = options.filter((option) =>
      (wanted.id === undefined || option.includes(wanted.id)) && option.every((id) => {
        const asked = credentials.find((credential) => credential.id === id);
        return wanted.format === null || asked !== undefined && formatIn(asked) === wanted.format;
      })
    );
    const option = fitting.find((option) => option.every((id) => held.has(id))) ?? fitting[0];
    if (option === undefined) {
      const { id, format } = wanted;
      const named = `${id === undefined ? "" : ` ${id}`}${format === null ? "" : ` as ${format}`}`;
      return notAnswerable(`The request asks for no credential${named}`);
    }
    for (const id of option) ids.add(id);
  }
  return ok(credentials.filter(({ id }) => ids.has(id)));
}

function formatIn({ format }: CredentialQuery): Format {
  return format === "dc+sd-jwt" ? "sd-jwt" : "mdoc";
}

/** `vct` or document type. */
function typeOf(credential: CredentialQuery): string {
  return credential.format === "dc+sd-jwt"
    ? credential.meta.vct_values[0] ?? ""
    : credential.meta.doctype_value;
}
