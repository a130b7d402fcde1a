import { Buffer } from "node:buffer";
import { deflateSync } from "node:zlib";
import { SignJWT } from "jose";
import { packStatuses } from "./packed_statuses.ts";
import type { TestIssuer } from "./sandbox_wallet.ts";

/** What a test's list says otherwise than usual. */
export interface ListMaking {
  readonly bits?: 1 | 2 | 4 | 8;
  /** Statuses from index 0 on. */
  readonly statuses?: readonly number[];
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
}

/** A Status List Token (Token Status List §5.1), signed in an issuer's name. @param now Unix time, seconds */
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
