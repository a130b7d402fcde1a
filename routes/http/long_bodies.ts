import type { Caller } from "../../core/access/schema.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { Refusal } from "./refusals.ts";
import type { Route } from "./route.ts";

/** What long bodies may hold of a process at one time. */
export interface LongBodiesRules {
  /** Bytes of all that are held. */
  readonly bytesMax: number;
  /** Of these for one client: nobody takes all. */
  readonly bytesPerClientMax: number;
}

/** Room for one body, from before its first byte is read until its request is answered. */
export interface HeldBody {
  release(): void;
}

/** Bounds what long bodies hold of a process, in all and for each client. */
export interface LongBodies {
  /** @returns null when there is no room for so many bytes now */
  take(clientId: string, bytes: number): HeldBody | null;
}

/** Opens room of which nothing is taken. */
export function openLongBodies({ bytesMax, bytesPerClientMax }: LongBodiesRules): LongBodies {
  const heldBy = new Map<string, number>();
  let held = 0;
  return {
    take: (clientId, bytes) => {
      const own = heldBy.get(clientId) ?? 0;
      if (held + bytes > bytesMax || own + bytes > bytesPerClientMax) return null;
      held += bytes;
      heldBy.set(clientId, own + bytes);
      return {
        release: () => {
          held -= bytes;
          const left = (heldBy.get(clientId) ?? bytes) - bytes;
          if (left === 0) heldBy.delete(clientId);
          else heldBy.set(clientId, left);
        },
      };
    },
  };
}

const nothingHeld: HeldBody = { release: () => {} };

/** Some act is over by then, or the body of one has arrived. */
const retryAfterSeconds = 1;

/**
 * Room for the body of a route that takes longer ones than others do. An act holds its document
 * several times over, as text and as bytes, while its provider is asked; when too many do, the next
 * is refused before anything of it is read, and nothing has been done.
 */
export function holdLongBody(
  bodies: LongBodies,
  { bodyBytesMax }: Route,
  { caller, request }: { readonly caller: Caller; readonly request: Request },
): Result<HeldBody, Refusal<"upstream_unavailable">> {
  if (bodyBytesMax === undefined || !("clientId" in caller)) return ok(nothingHeld);
  const declared = Number(request.headers.get("content-length") ?? bodyBytesMax);
  // Not read either: one that is too long.
  if (declared > bodyBytesMax) return ok(nothingHeld);
  const held = bodies.take(caller.clientId, declared);
  return held === null ? refuse({ code: "upstream_unavailable", retryAfterSeconds }) : ok(held);
}
