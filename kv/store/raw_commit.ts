import type { Random } from "../../base/random.ts";
import type { RawAdd, RawCommit, RawPut } from "./backend.ts";
import { chunkBytesMax, chunkKeys, splitValue } from "./chunks.ts";
import { encodeValue } from "./codec.ts";
import type { Key } from "./key.ts";
import { cleanUpAfterMilliseconds, expiryOf } from "./lifetime.ts";
import type { Add, Operation } from "./store.ts";

/**
 * Converts the operations of a commit to bytes: values encoded, long ones in pieces, additions
 * summed.
 */
export async function toRawCommit(
  operations: readonly Operation[],
  { now, random }: { readonly now: Temporal.Instant; readonly random: Random },
): Promise<RawCommit> {
  const checks: RawCommit["checks"][number][] = [];
  const puts: RawPut[] = [];
  const removes: Key[] = [];
  const adds = new Map<string, RawAdd>();
  for (const operation of operations) {
    const { kind, key } = operation;
    switch (kind) {
      case "check":
        checks.push({ key, versionstamp: operation.versionstamp });
        break;
      case "remove":
        removes.push(key, ...chunkKeys(key, operation.chunks));
        break;
      case "put": {
        const expiry = expiryOf(operation.value);
        const { stored, value } = operation;
        const bytes = encodeValue(stored, { key, value, random });
        const expireIn = expiry === null
          ? null
          : cleanUpAfterMilliseconds + Math.max(0, expiry - now.epochMilliseconds);
        const whole: RawPut = { key, bytes, expireIn };
        const written = bytes.length <= chunkBytesMax ? [whole] : await splitValue(whole);
        puts.push(...written);
        // Pieces of a longer value that this one does not write over.
        removes.push(...chunkKeys(key, operation.chunks).slice(written.length - 1));
        break;
      }
      case "add": {
        const name = JSON.stringify(key);
        adds.set(name, { key, amount: (adds.get(name)?.amount ?? 0n) + amountOf(operation) });
        break;
      }
      default:
        kind satisfies never;
    }
  }
  return { checks, puts, removes, adds: [...adds.values()] };
}

/**
 * The amount of an addition. Counters wrap around, so that an invalid amount must be refused here.
 */
function amountOf({ key, amount }: Add): bigint {
  if (Number.isSafeInteger(amount) && amount >= 1) return BigInt(amount);
  throw new Error(`A counter of "${key[0]}" is added to by whole numbers of at least 1`);
}
