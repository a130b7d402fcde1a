/**
 * Runs a task at most once at a time: callers that ask meanwhile get the same outcome, whatever the
 * argument. Whose signal aborts waits no longer, and the others do.
 *
 * @returns the outcome; null for who has given up
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
