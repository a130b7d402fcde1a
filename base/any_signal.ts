/**
 * A signal that aborts with the first of several, for the reason of that one. In place of
 * `AbortSignal.any`: on Deno 2.5 its signal may be collected while it is still waited for, and never
 * aborts then. One of them has to abort at some time, as a deadline does: until then all refer to it.
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
