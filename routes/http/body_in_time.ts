import type { Mode } from "../../core/nouns.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { NextTurn } from "../../base/turns.ts";
import { brokenOff, type RawBody, readBody, type ReadRules } from "./read_body.ts";
import type { Refusal } from "./refusals.ts";
import type { Route } from "./route.ts";

/** The limits of a body's size and of its time to arrive. */
export interface BodyRules {
  /** Maximum bytes for a route without its own limit. */
  readonly bytesMax: number;
  /** Maximum seconds from the start of reading to the last byte. */
  readonly secondsMax: number;
  /**
   * Runs a function after a number of milliseconds.
   *
   * @returns a function that cancels it
   */
  readonly after: (milliseconds: number, run: () => void) => () => void;
  /** Lets other requests run between the steps of reading a long body. */
  readonly nextTurn: NextTurn;
  /** Whether the process is about to end. */
  readonly draining: () => boolean;
}

/** The body for a route that reads none. */
export const noBody: RawBody = { kind: "none" };

/**
 * Whether a body is read before its caller is admitted: in a sandbox deployment, whose body may
 * name the caller. A large body without caller and mode is not buffered before the caller is
 * admitted.
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
 * Reads a body, if it arrives in time. A late one is refused, and its connection accepts no other
 * request. The runtime keeps the socket until its peer closes it, which a proxy must limit
 * (docs/deploy.md). If the process ends while a body is read, the caller is not at fault and may
 * retry.
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
