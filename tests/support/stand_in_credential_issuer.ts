import { importJWK, jwtVerify, SignJWT } from "jose";
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import type { PublishedInstitution } from "../../kv/credentials/academic_issuers.ts";
import type { Fetch } from "../../sandbox/wallet/read_request.ts";
import { writeStatusList } from "../../standards/status_list/write_status_list.ts";
import { packStatuses } from "./packed_statuses.ts";

/** Faults of a test's issuer. */
export interface IssuerFaults {
  readonly payload?: Readonly<Record<string, unknown>>;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly offer?: Readonly<Record<string, unknown>>;
  readonly key?: CryptoKey;
}

/** Address of the tests' issuer. */
export const ISSUER = "http://127.0.0.1:8080/v1/credentials";
/** The `response_uri` of the tests' verifier. */
export const RESPONSE_URI = "http://127.0.0.1:8080/v1/credentials/verify/sessions/1/responses";
const grant = "urn:ietf:params:oauth:grant-type:pre-authorized_code";
const list = `${ISSUER}/status-lists/1`;

function makeDisclosure(...members: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(members)).toString("base64url");
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

/** An issuer of one degree that follows OpenID4VCI 1.0, except for its faults. */
export function standInCredentialIssuer(
  { signer }: Pick<PublishedInstitution, "signer">,
  now: number,
  faults: IssuerFaults = {},
) {
  const asked: string[] = [];
  const presented: URLSearchParams[] = [];
  let code: string | null = "the-code";
  let isRevoked = false;
  const offer = {
    credential_issuer: ISSUER,
    credential_configuration_ids: ["degree"],
    grants: { [grant]: { "pre-authorized_code": code } },
    ...faults.offer,
  };
  const x5c = signer.chain.map((der) => der.toBase64());

  async function issue(proof: string): Promise<string> {
    const { jwk } = JSON.parse(atob(proof.split(".")[0]!.replace(/-/g, "+").replace(/_/g, "/")));
    const { payload } = await jwtVerify(proof, await importJWK(jwk, "ES256"), {
      typ: "openid4vci-proof+jwt",
      audience: ISSUER,
      currentDate: new Date(now * 1000),
    });
    assert.equal(payload["nonce"], "the-nonce");
    assert.equal(payload.iss, undefined);
    assert.equal("d" in jwk, false);
    const city = makeDisclosure("salt-city-0123456789", "city", "Vienna");
    const first = makeDisclosure("salt-first-012345678", "cum laude");
    const disclosures = [
      makeDisclosure("salt-family-01234567", "family_name", "Mustermann"),
      makeDisclosure("salt-given-012345678", "given_name", "Erika"),
      makeDisclosure("salt-title-012345678", "award_title", "Bachelor of Science"),
      makeDisclosure("salt-campus-01234567", "campus", { _sd: [sha256(city)], country: "AT" }),
    ];
    const claims = {
      iss: ISSUER,
      vct: "urn:academic:degree-award:1",
      iat: now,
      exp: now + 86_400,
      cnf: { jwk },
      status: { status_list: { uri: list, idx: 5 } },
      honours: [{ "...": sha256(first) }, { "...": sha256("a decoy") }, "open"],
      _sd: [...disclosures.map(sha256), sha256("another decoy")].toSorted(),
      _sd_alg: "sha-256",
      ...faults.payload,
    };
    const jwt = await new SignJWT(claims)
      .setProtectedHeader({ alg: "ES256", typ: "dc+sd-jwt", x5c })
      .sign(faults.key ?? signer.key);
    return `${[jwt, ...disclosures, city, first].join("~")}~`;
  }

  async function statusList(): Promise<Response> {
    const statuses = [0, 0, 0, 0, 0, isRevoked ? 1 : 0];
    const status_list = await writeStatusList(packStatuses(1, statuses));
    const token = await new SignJWT({ sub: list, iat: now, exp: now + 600, ttl: 60, status_list })
      .setProtectedHeader({ alg: "ES256", typ: "statuslist+jwt", x5c })
      .sign(signer.key);
    return new Response(token, { headers: { "content-type": "application/statuslist+jwt" } });
  }

  const fetch: Fetch = async (url, init) => {
    asked.push(url);
    const { method = "GET", headers = {} } = init;
    const body = String(init.body ?? "");
    const { authorization } = Object.fromEntries(new Headers(headers));
    switch (`${method} ${url}`) {
      case `GET ${ISSUER}/offers/1`:
        return Response.json(offer);
      case "GET http://127.0.0.1:8080/.well-known/openid-credential-issuer/v1/credentials":
        return Response.json({
          credential_issuer: ISSUER,
          credential_endpoint: ISSUER,
          nonce_endpoint: `${ISSUER}/nonce`,
          credential_configurations_supported: {
            degree: {
              format: "dc+sd-jwt",
              vct: "urn:academic:degree-award:1",
              credential_metadata: { display: [{ name: "Degree\u001b[31m" }] },
            },
          },
          ...faults.metadata,
        });
      case "GET http://127.0.0.1:8080/.well-known/oauth-authorization-server/v1/credentials":
        return Response.json({ issuer: ISSUER, token_endpoint: `${ISSUER}/token` });
      case `POST ${ISSUER}/token`: {
        const fields = new URLSearchParams(body);
        const isGood = fields.get("grant_type") === grant &&
          fields.get("pre-authorized_code") === code;
        code = null;
        return isGood
          ? Response.json({ access_token: "the-token", token_type: "Bearer", expires_in: 300 })
          : Response.json({ error: "invalid_grant" }, { status: 400 });
      }
      case `POST ${ISSUER}/nonce`:
        return Response.json({ c_nonce: "the-nonce" });
      case `POST ${ISSUER}`: {
        assert.equal(authorization, "Bearer the-token");
        const { credential_configuration_id, proofs } = JSON.parse(body);
        assert.equal(credential_configuration_id, "degree");
        return Response.json({ credentials: [{ credential: await issue(proofs.jwt[0]) }] });
      }
      case `GET ${list}`:
        return await statusList();
      case `POST ${RESPONSE_URI}`:
        presented.push(new URLSearchParams(body));
        return Response.json({ status: "completed" });
      default:
        return Response.json({ error: "not_found", message: "There is none" }, { status: 404 });
    }
  };
  const byReference = `openid-credential-offer://?credential_offer_uri=${
    encodeURIComponent(`${ISSUER}/offers/1`)
  }`;
  const byValue = `openid-credential-offer://?credential_offer=${
    encodeURIComponent(JSON.stringify(offer))
  }`;
  return {
    fetch,
    asked,
    presented,
    offer,
    byReference,
    byValue,
    revoke: () => {
      isRevoked = true;
    },
  };
}
