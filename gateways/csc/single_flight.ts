/**
 * Runs a task at most once at a time: whoever asks meanwhile gets the same outcome. Whose signal
 * aborts waits no longer, and the others do.
 *
 * @returns the outcome; null for who has given up
 */
export function singleFlight<Value>(
  run: () => Promise<Value>,
): (signal: AbortSignal) => Promise<Value | null> {
  let underWay: Promise<Value> | null = null;
  return async (signal) => {
    if (signal.aborted) return null;
    underWay ??= run().finally(() => underWay = null);
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
