import { AvalError } from "./errors.ts";
import type { Deadline } from "./deadline.ts";
import type { Repeat } from "./operation.ts";
import type { Runtime } from "./runtime.ts";

/** Dependencies of repeating. */
interface Repeating {
  readonly repeat: Repeat;
  readonly retriesMax: number;
  readonly deadline: Deadline;
  readonly runtime: Runtime;
}

/**
 * First wait in milliseconds if the service states none, doubled by each retry up to the maximum.
 */
const [waitFirst, waitLast] = [200, 8_000];

/**
 * Makes attempts until one succeeds, must not be repeated, or would begin after the deadline.
 *
 * @throws AvalError of the last attempt; the reason of the caller's signal if that aborts
 */
export async function attemptRepeatedly<Value>(
  { repeat, retriesMax, deadline, runtime }: Repeating,
  attempt: () => Promise<Value>,
): Promise<Value> {
  for (let retry = 0;; retry++) {
    deadline.signal.throwIfAborted();
    try {
      return await attempt();
    } catch (fault) {
      // Aborted requests reject with errors of their own on some platforms.
      deadline.signal.throwIfAborted();
      if (!(fault instanceof AvalError) || retry >= retriesMax || !mayRepeat(repeat, fault)) {
        throw fault;
      }
      const backoff = Math.min(waitFirst * 2 ** retry, waitLast);
      const named = fault.retryAfterSeconds;
      const wait = named === undefined
        ? backoff * (0.5 + runtime.random() / 2)
        : named * 1_000 + backoff * runtime.random() / 2;
      if (!deadline.hasRoomFor(wait)) throw fault;
      await runtime.pause(wait, deadline.signal);
    }
  }
}

/** Whether the same request may be sent again after this failure. */
function mayRepeat(repeat: Repeat, { operation, code, status }: AvalError): boolean {
  // Without a token nothing of the call was sent.
  if (operation === "token") return status === 429 || status === 503 || code === "connection_lost";
  if (repeat === "never") return false;
  if (status === 429 || code === "idempotency_key_in_progress") return true;
  return repeat !== "outside" && (status === 503 || code === "connection_lost");
}
