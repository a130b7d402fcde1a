/**
 * Returns a signal that aborts with the first of several signals, for the same reason. Replaces
 * `AbortSignal.any`: Deno 2.5 may collect the signal of that function while code still waits for
 * it, and the signal then never aborts. At least one of the given signals must abort at some time,
 * as a deadline does: until then all of them refer to the returned signal.
 */
export function anySignal(signals: readonly AbortSignal[]): AbortSignal {
  const joined = new AbortController();
  const aborted = signals.find((signal) => signal.aborted);
  if (aborted !== undefined) {
    joined.abort(aborted.reason);
    return joined.signal;
  }
  const released = new AbortController();
  for (const signal of signals) {
    const end = () => {
      joined.abort(signal.reason);
      released.abort();
    };
    signal.addEventListener("abort", end, { once: true, signal: released.signal });
  }
  return joined.signal;
}
