/**
 * Runs a task at most once at a time: concurrent callers get the same outcome, whatever the
 * argument. A caller whose signal aborts stops waiting; the others continue.
 *
 * @returns the outcome; null for a caller whose signal aborted
 */
export function singleFlight<Argument, Value>(
  run: (argument: Argument) => Promise<Value>,
): (argument: Argument, signal: AbortSignal) => Promise<Value | null> {
  let underWay: Promise<Value> | null = null;
  return async (argument, signal) => {
    if (signal.aborted) return null;
    underWay ??= run(argument).finally(() => underWay = null);
    const given = Promise.withResolvers<null>();
    const giveUp = () => given.resolve(null);
    signal.addEventListener("abort", giveUp, { once: true });
    try {
      return await Promise.race([underWay, given.promise]);
    } finally {
      signal.removeEventListener("abort", giveUp);
    }
  };
}
