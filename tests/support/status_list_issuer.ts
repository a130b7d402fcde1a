import { Buffer } from "node:buffer";
import { deflateSync } from "node:zlib";
import { encode } from "cborg";
import { SignJWT } from "jose";
import { makeSign1 } from "./cose.ts";
import { packStatuses } from "./packed_statuses.ts";
import type { TestIssuer } from "./sandbox_wallet.ts";

/** Options for a test's list. */
export interface ListMaking {
  readonly bits?: 1 | 2 | 4 | 8;
  /** Statuses from index 0 on. */
  readonly statuses?: readonly number[];
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
}

/**
 * Makes a Status List Token (Token Status List §5.1), signed as an issuer.
 *
 * @param now Unix time, seconds
 */
export async function makeStatusList(
  uri: string,
  now: number,
  { chain, key }: TestIssuer,
  { bits = 2, statuses = [0, 1, 2, 3], claims = {}, header = {} }: ListMaking = {},
): Promise<string> {
  const { bytes } = packStatuses(bits, statuses);
  const list = { bits, lst: deflateSync(bytes).toString("base64url") };
  return await new SignJWT({ sub: uri, iat: now, status_list: list, ...claims })
    .setProtectedHeader({
      alg: "ES256",
      typ: "statuslist+jwt",
      x5c: chain.map((der) => Buffer.from(der).toString("base64")),
      ...header,
    })
    .sign(key);
}

/** Options for a test's identifier list. */
export interface IdentifierListMaking {
  /** Identifiers of revoked documents, each with its entry. */
  readonly identifiers?: ReadonlyMap<unknown, unknown>;
  readonly claims?: CwtListMaking["claims"];
  readonly header?: CwtListMaking["header"];
}

/** Makes an identifier list (ISO/IEC 18013-5 §12.3.6.4), with the chain in the protected header. */
export async function makeIdentifierList(
  uri: string,
  now: number,
  { chain, key }: TestIssuer,
  { identifiers = new Map(), claims = new Map(), header = new Map() }: IdentifierListMaking = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const list = new Map<string, unknown>([
    ["identifiers", identifiers],
    ["aggregation_uri", "https://issuer.example/identifierlists/aggregation"],
  ]);
  const all = new Map<number, unknown>([
    ...[[2, uri], [4, now + 3_600], [6, now], [65_530, list]] as const,
    ...claims,
  ]);
  const said = new Map([...all].filter(([, value]) => value !== undefined));
  return await makeSign1(encode(said), {
    chain: [],
    key,
    header: new Map<number, unknown>([
      [16, "application/identifierlist+cwt"],
      [33, chain.length === 1 ? chain[0] : chain],
      ...header,
    ]),
  });
}

/** Options for a test's list in CWT form. */
export interface CwtListMaking {
  readonly bits?: unknown;
  readonly lst?: unknown;
  /** Claims by number; undefined removes one. */
  readonly claims?: ReadonlyMap<number, unknown>;
  readonly header?: ReadonlyMap<number, unknown>;
  readonly tags?: readonly number[];
}

/**
 * Makes a Status List Token in CWT form (Token Status List §5.2) with statuses 0 to 3, signed as an
 * issuer.
 */
export async function makeStatusListCwt(
  uri: string,
  now: number,
  { chain, key }: TestIssuer,
  { bits = 2, lst, claims = new Map(), header = new Map(), tags = [0xd2] }: CwtListMaking = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const { bytes } = packStatuses(2, [0, 1, 2, 3]);
  const list = new Map<string, unknown>([
    ["bits", bits],
    ["lst", lst ?? new Uint8Array(deflateSync(bytes))],
  ]);
  const all = new Map<number, unknown>([[2, uri], [6, now], [65_533, list], ...claims]);
  const said = new Map([...all].filter(([, value]) => value !== undefined));
  return await makeSign1(encode(said), {
    chain,
    key,
    tags,
    header: new Map<number, unknown>([[16, "application/statuslist+cwt"], ...header]),
  });
}
