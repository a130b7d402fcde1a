import { Buffer } from "node:buffer";
import { deflateSync } from "node:zlib";
import { generateKeyPair, SignJWT } from "jose";
import { readStatusList } from "../../standards/status_list/status_list.ts";
import { verifyStatusList } from "../../standards/status_list/verify_status_list.ts";
import type { Chance } from "./mutations.ts";
import { residentMegabytes } from "./resident.ts";

const uri = "https://issuer.example/lists/1";
const now = 1_795_000_000;
/**
 * Maximum growth in megabytes: the largest list, its text and its content, several at the same
 * time.
 */
const growthMax = 256;

/** Fuzzes the reading of status lists, none of which may be accepted. @returns faults and cost */
export async function fuzzStatusLists(
  count: number,
  chance: Chance,
): Promise<{ readonly summary: string; readonly wrong: readonly string[] }> {
  const keys = await generateKeyPair("ES256");
  const bomb = deflateSync(new Uint8Array(512 * 1024 * 1024));
  const small = deflateSync(crypto.getRandomValues(new Uint8Array(1000)));
  const wrong: string[] = [];
  const before = residentMegabytes(Deno.pid).now;
  let most = 0;
  for (let n = 0; n < count; n++) {
    const lst = chance.pick<() => Uint8Array>([
      () => bomb,
      () => bomb.subarray(0, bomb.length - chance.below(bomb.length)),
      () => tamper(bomb, chance),
      () => small.subarray(0, chance.below(small.length)),
      () => tamper(small, chance),
    ])();
    const claim = { bits: 1, lst: Buffer.from(lst).toString("base64url") };
    if (n % 10 === 0) {
      const text = await new SignJWT({ sub: uri, iat: now, status_list: claim })
        .setProtectedHeader({ alg: "ES256", typ: "statuslist+jwt" }).sign(keys.privateKey);
      const issuerKey = () => Promise.resolve({ key: keys.publicKey });
      const verified = await verifyStatusList(text, { uri, now, skewSeconds: 60, issuerKey });
      if (verified.ok) wrong.push("a tampered status list is taken");
    } else if (readStatusList(claim) !== null) wrong.push("a tampered status list is read");
    most = Math.max(most, residentMegabytes(Deno.pid).now);
  }
  if (most - before > growthMax) wrong.push(`status lists took ${most - before} MB`);
  return { summary: `${count} of up to 512 MB, ${before} MB before, ${most} MB at most`, wrong };
}

/** Changes a list at random; the checksum at its end detects every change to its content. */
function tamper(list: Uint8Array, chance: Chance): Uint8Array {
  const at = 2 + chance.below(list.length - 2);
  return new Uint8Array(list).with(at, (list[at] ?? 0) ^ (1 << chance.below(8)));
}
