import type { Mode } from "../../core/nouns.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { NextTurn } from "../../base/turns.ts";
import { brokenOff, type RawBody, readBody, type ReadRules } from "./read_body.ts";
import type { Refusal } from "./refusals.ts";
import type { Route } from "./route.ts";

/** How large a body may be, and how long it may take to arrive. */
export interface BodyRules {
  /** Of a route that names no size of its own. */
  readonly bytesMax: number;
  /** From when its reading begins to its last byte. */
  readonly secondsMax: number;
  /**
   * Runs something after so many milliseconds.
   *
   * @returns what calls it off
   */
  readonly after: (milliseconds: number, run: () => void) => () => void;
  /** Lets other requests run between the steps of reading a long body. */
  readonly nextTurn: NextTurn;
  /** Whether the process is about to end. */
  readonly draining: () => boolean;
}

/** What a route that reads no body gets. */
export const noBody: RawBody = { kind: "none" };

/**
 * Whether a body is read before its caller is admitted: in a sandbox deployment, whose caller may
 * stand there. A large body that names no caller and no mode is not held for a caller that may not send it.
 */
export function isReadEarly(
  { access, limits }: Route,
  deployed: Mode,
): boolean {
  if (deployed === "live") return false;
  return limits?.bodyBytesMax === undefined || access?.namesMode === true ||
    access?.namesClient === "body";
}

/**
 * Reads a body, if it arrives in time. One that does not is refused, so that nothing waits for it any
 * more, and no other request is taken on its connection. The runtime keeps the socket until its peer
 * ends it: that is for the proxy to bound (docs/deploy.md). A process that ends takes the rest of
 * a body from a request that is still being read: that is no fault of its caller, who may send it again.
 */
export async function readInTime(
  route: Route,
  request: Request,
  { bytesMax, secondsMax, after, nextTurn, draining, grow = always }:
    & BodyRules
    & Pick<ReadRules, "grow">,
): Promise<Result<RawBody, Refusal>> {
  if (route.body === undefined && route.form?.urlencoded === undefined) return ok(noBody);
  const late = Promise.withResolvers<Result<never, Refusal>>();
  const callOff = after(secondsMax * 1_000, () =>
    late.resolve(refuse({
      code: "bad_request",
      message: `The body did not arrive within ${secondsMax} s`,
      closesConnection: true,
    })));
  try {
    const read = await Promise.race([
      readBody(route, request, {
        bytesMax: route.limits?.bodyBytesMax ?? bytesMax,
        nextTurn,
        grow,
      }),
      late.promise,
    ]);
    return read === brokenOff && draining() ? ending : read;
  } finally {
    callOff();
  }
}

const ending = refuse({ code: "upstream_unavailable", retryAfterSeconds: 1 } as const);

const always = () => true;
