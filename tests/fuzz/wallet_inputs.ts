import { Buffer } from "node:buffer";
import { preAuthorizedCodeGrant } from "../../standards/openid4vci/offer.ts";
import { proofOf, requestOf } from "../support/issuance.ts";
import { type HostileRequest, oddJson } from "./credential_inputs.ts";
import type { Chance } from "./mutations.ts";

/** A wallet's access token, nonce and time. */
export interface WalletStanding {
  readonly templateId: string;
  readonly token: string;
  readonly nonce: string;
  /** Unix time, seconds. */
  readonly now: number;
}

/** Makes a random request of a wallet. */
export type HostileWallet = (
  chance: Chance,
  standing: WalletStanding,
) => HostileRequest | Promise<HostileRequest>;

/** The credential issuer of the fuzzed server. */
export const fuzzedIssuer = "http://localhost:8000/v1/credentials";

const oddValues: readonly unknown[] = [
  null,
  0,
  -1,
  1e300,
  true,
  "",
  "none",
  "HS256",
  "\ud800",
  [],
  {},
  [[]],
  ["a"],
  { a: {} },
  "x".repeat(5_000),
];

const request = (
  { token }: WalletStanding,
  body: string,
  authorization = `Bearer ${token}`,
): HostileRequest => ({
  method: "POST",
  path: "/v1/credentials",
  headers: { authorization },
  body,
});

/** A valid key proof; tests can make a part of it invalid. */
export function goodProof({ nonce, now }: WalletStanding): Promise<string> {
  return proofOf({ aud: fuzzedIssuer, iat: now, nonce });
}

function withProof(standing: WalletStanding, proof: string): HostileRequest {
  const { templateId: credential_configuration_id } = standing;
  return request(standing, JSON.stringify(requestOf(proof, { credential_configuration_id })));
}

const encode = (text: string) => Buffer.from(text).toString("base64url");

/** Generators of wallets' hostile requests, by name. */
export const walletInputs: Readonly<Record<string, HostileWallet>> = {
  "key proofs, signed": async (chance, standing) => {
    const good = { aud: fuzzedIssuer, iat: standing.now, nonce: standing.nonce };
    // `exp` and `nbf` are not read: a proof is as old as `iat` says.
    const member = chance.pick(["aud", "iat", "nonce", "iss"]);
    const header = chance.pick(["typ", "jwk", "kid", "x5c", "crit", "b64", "trust_chain"]);
    const value = chance.pick(oddValues);
    const spoilt = chance.below(2) === 0
      ? await proofOf({ ...good, [chance.pick(["aud", "iat", "nonce"])]: value })
      : await proofOf(
        { ...good, [member]: chance.pick(oddValues) },
        header === "crit" || header === "b64" ? { kid: 7 } : { [header]: value },
      );
    return withProof(standing, spoilt);
  },
  "key proofs, unsigned": async (chance, standing) => {
    const [header = "", payload = "", signature = ""] = (await goodProof(standing)).split(".");
    const members = JSON.parse(Buffer.from(header, "base64url").toString());
    const proof = chance.pick<() => string>([
      () => [encode(oddJson(chance)), payload, signature].join("."),
      () => [header, encode(oddJson(chance)), signature].join("."),
      () => [header, payload, ""].join("."),
      () => [header, payload, signature, signature].join("."),
      () => [header, payload, signature.slice(0, chance.below(80))].join("."),
      () =>
        [
          encode(JSON.stringify({
            ...members,
            [chance.pick(["alg", "typ", "jwk", "x5c"])]: chance.pick(oddValues),
          })),
          payload,
          signature,
        ].join("."),
      () =>
        [
          encode(JSON.stringify({
            ...members,
            jwk: {
              ...members.jwk,
              [chance.pick(["x", "y", "crv", "kty", "d"])]: chance.pick(oddValues),
            },
          })),
          payload,
          signature,
        ].join("."),
      () => ".".repeat(chance.below(10_000)),
      () => Buffer.from(Array.from({ length: 500 }, () => chance.below(256))).toString("latin1"),
    ])();
    return withProof(standing, proof);
  },
  "credential requests": async (chance, standing) => {
    const proof = await goodProof(standing);
    const member = chance.pick([
      "format",
      "vct",
      "proof",
      "proofs",
      "credential_configuration_id",
      "credential_identifier",
      "credential_response_encryption",
      "__proto__",
    ]);
    const good = requestOf(proof, { credential_configuration_id: standing.templateId });
    const odd = Object.fromEntries([...Object.entries(good), [member, "HERE"]]);
    // What is added beside a good proof may be ignored: two proofs are always too many.
    const twice = { ...odd, proofs: { jwt: [proof, proof] }, [member]: "HERE" };
    const text = JSON.stringify(twice).replace('"HERE"', () => oddJson(chance, 2));
    return request(
      standing,
      chance.below(3) === 0 ? text.slice(0, chance.below(text.length)) : text,
    );
  },
  "credential requests by other tokens": async (chance, standing) => {
    const { token, templateId } = standing;
    const other = chance.pick([
      "",
      "Bearer",
      "Bearer ",
      `Bearer ${token.slice(1)}`,
      `Bearer ${token}A`,
      `Bearer ${token} ${token}`,
      `Basic ${btoa(token)}`,
      `Bearer ${"A".repeat(1 + chance.below(4_000))}`,
      `DPoP ${token}`,
    ]);
    const body = requestOf(await goodProof(standing), { credential_configuration_id: templateId });
    return request(standing, JSON.stringify(body), other);
  },
  "token requests": (chance) => {
    const asForm = chance.below(2) === 0;
    const fields: Record<string, unknown> = {
      grant_type: chance.pick([preAuthorizedCodeGrant, "authorization_code", "", "\u0000"]),
      "pre-authorized_code": chance.pick(["", "A".repeat(43), "x".repeat(5_000), "\ud800", "%00"]),
      [chance.pick(["tx_code", "client_id", "__proto__", "grant_type"])]: "0",
    };
    const body = asForm
      ? new URLSearchParams(Object.entries(fields).map(([n, v]) => [n, String(v)])).toString() +
        chance.pick(["", "&grant_type=a", "&%", "&=", "&pre-authorized_code=b", "&".repeat(2_000)])
      : chance.below(2) === 0
      ? oddJson(chance)
      : JSON.stringify({ ...fields, "pre-authorized_code": "HERE" })
        .replace('"HERE"', () => oddJson(chance, 3));
    return {
      method: "POST",
      path: "/v1/credentials/token",
      contentType: asForm ? "application/x-www-form-urlencoded" : "application/json",
      body,
    };
  },
  "offers and lists": (chance) => {
    const id = chance.pick([
      "A".repeat(43),
      "%00",
      "%2e%2e",
      "%f0%28%8c%28",
      "..%2f..",
      encodeURIComponent("Ω".repeat(chance.below(500))),
      crypto.randomUUID(),
      "-",
    ]);
    const place = chance.pick(["offers", "status-lists", "issue/batches", "verify/sessions"]);
    const path = `/v1/credentials/${place}/${id}`;
    return chance.below(3) === 0
      ? {
        method: "POST",
        path: `${path}/${chance.pick(["approve", "responses"])}`,
        body: oddJson(chance),
      }
      : { method: "GET", path };
  },
  "nonces": (chance) => ({ method: "POST", path: "/v1/credentials/nonce", body: oddJson(chance) }),
};
