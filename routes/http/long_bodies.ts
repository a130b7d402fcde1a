import { type Caller, tenantOf } from "../../core/access/schema.ts";
import type { Route } from "./route.ts";

/** The limits of memory for long bodies in a process. */
export interface LongBodiesRules {
  /** Maximum bytes of all long bodies. */
  readonly bytesMax: number;
  /** Maximum per client. */
  readonly bytesPerClientMax: number;
}

/** Room for one body, from before its first byte is read until its request is answered. */
export interface HeldBody {
  /** Takes room for more bytes. @returns false when there is none */
  grow(bytes: number): boolean;
  /** Releases all of the room. */
  release(): void;
}

/** Limits the memory for long bodies in a process, in total and for each client. */
export interface LongBodies {
  hold(clientId: string): HeldBody;
}

/** Opens the room, all free. */
export function openLongBodies({ bytesMax, bytesPerClientMax }: LongBodiesRules): LongBodies {
  const byClient = new Map<string, number>();
  let inAll = 0;
  return {
    hold: (clientId) => {
      let own = 0;
      return {
        grow: (bytes) => {
          const ofClient = (byClient.get(clientId) ?? 0) + bytes;
          if (inAll + bytes > bytesMax || ofClient > bytesPerClientMax) return false;
          own += bytes;
          inAll += bytes;
          byClient.set(clientId, ofClient);
          return true;
        },
        release: () => {
          const left = (byClient.get(clientId) ?? own) - own;
          inAll -= own;
          own = 0;
          if (left === 0) byClient.delete(clientId);
          else byClient.set(clientId, left);
        },
      };
    },
  };
}

/** The body of a route without a long limit. */
const unbounded: HeldBody = { grow: () => true, release: () => {} };

/**
 * Takes room for the body of a route with a long limit. An act holds its document in memory several
 * times, as text and as bytes, while its provider works; when too many do, the next body is not
 * read to its end, and its act does not start.
 */
export function holdBody(
  bodies: LongBodies,
  { limits }: Route,
  caller: Caller,
): HeldBody {
  const tenant = tenantOf(caller);
  if (limits?.bodyBytesMax === undefined || !("clientId" in tenant)) return unbounded;
  return bodies.hold(tenant.clientId);
}
