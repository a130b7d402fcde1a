import { createLocalJWKSet, type JWTPayload, jwtVerify, type JWTVerifyResult } from "jose";
import { ClientId } from "../../core/access/schema.ts";
import { openOperatorAudit } from "../../kv/audit/audit_recording.ts";
import {
  type LoginRegistrations,
  openLoginRegistrations,
} from "../../kv/login/login_registrations.ts";
import { REDIRECT_URI, VERIFIER } from "./login_journey.ts";
import type { Answer, TestService } from "./service.ts";

/** Path at which codes are redeemed. */
export const TOKEN_PATH = "/v1/login/token";

/** Fields of a token request that replace the usual ones; null removes one. */
export type Fields = Readonly<Record<string, string | null>>;

/** A registered relying party with its secret. */
export interface RelyingParty {
  readonly id: string;
  readonly secret: string;
  /** Its `Authorization` header. */
  readonly basic: string;
  /** Redeems a code of the tests' authorize request by client_secret_basic. */
  redeem(code: string | undefined, changed?: Fields): Promise<Answer>;
}

/** The service's registrations of relying parties, as an operator's command opens them. */
export function registrationsOf(
  { store, clock, dataKeys }: Pick<TestService, "store" | "clock" | "dataKeys">,
): LoginRegistrations {
  const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };
  return openLoginRegistrations({
    store,
    clock,
    random,
    audit: openOperatorAudit({ clock, random, dataKeys }),
  });
}

/** Registers a relying party as an operator does. */
export async function relyingParty(
  service: Pick<TestService, "store" | "clock" | "dataKeys" | "fetch">,
  id = "acme",
  redirectUris: readonly string[] = [REDIRECT_URI],
): Promise<RelyingParty> {
  const { secret } = await registrationsOf(service).put(ClientId.parse(id), { redirectUris });
  if (secret === null) throw new Error("It has a secret already");
  const basic = basicOf(id, secret);
  return { id, secret, basic, redeem: redeemAt(service, basic) };
}

/** Redeems codes at a service with this `Authorization` header. */
export function redeemAt(
  service: Pick<TestService, "fetch">,
  authorization: string,
): RelyingParty["redeem"] {
  return (code, changed = {}) =>
    postToken(service, { ...shownWith(code), ...changed }, { authorization });
}

/** `Authorization` of client_secret_basic. */
export function basicOf(id: string, secret: string): string {
  return `Basic ${btoa(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`)}`;
}

/** The fields of a token request with a code. */
export function shownWith(code: string | undefined): Readonly<Record<string, string>> {
  return {
    grant_type: "authorization_code",
    code: code ?? "",
    redirect_uri: REDIRECT_URI,
    code_verifier: VERIFIER,
  };
}

/** Sends a token request. */
export async function postToken(
  { fetch }: Pick<TestService, "fetch">,
  fields: Fields,
  headers: Readonly<Record<string, string>> = {},
  path = TOKEN_PATH,
): Promise<Answer> {
  const sent = Object.entries(fields).flatMap(([name, value]) =>
    value === null ? [] : [[name, value]]
  );
  const answer = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams(sent).toString(),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) };
}

/** Reads an id_token with the currently published keys, as a relying party does. */
export async function readIdToken(
  { fetch, clock }: Pick<TestService, "fetch" | "clock">,
  token: string,
): Promise<JWTVerifyResult<JWTPayload>> {
  const answer = await fetch("/v1/login/.well-known/jwks.json");
  const keys = createLocalJWKSet(await answer.json());
  return await jwtVerify(token, keys, {
    currentDate: new Date(clock.now().epochMilliseconds),
    algorithms: ["ES256"],
  });
}
