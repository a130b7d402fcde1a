import { type Caller, tenantOf } from "../../core/access/schema.ts";
import type { Route } from "./route.ts";

/** What long bodies may hold of a process at one time. */
export interface LongBodiesRules {
  /** Bytes of all that are held. */
  readonly bytesMax: number;
  /** Maximum per client. */
  readonly bytesPerClientMax: number;
}

/** Room for one body, from before its first byte is read until its request is answered. */
export interface HeldBody {
  /** Takes room for more bytes of it. @returns false when there is none now */
  grow(bytes: number): boolean;
  /** Gives all of it back. */
  release(): void;
}

/** Bounds what long bodies hold of a process, in all and for each client. */
export interface LongBodies {
  hold(clientId: string): HeldBody;
}

/** Opens room of which nothing is taken. */
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

/** The body of a route that takes no longer ones than others do. */
const unbounded: HeldBody = { grow: () => true, release: () => {} };

/**
 * Room for the body of a route that takes longer ones than others do. An act holds its document
 * several times over, as text and as bytes, while its provider is asked; when too many do, the next
 * is not read to its end, and nothing has been done.
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
