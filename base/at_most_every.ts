/**
 * Returns a function that permits something, such as a log record, at most once in a period.
 *
 * @param now milliseconds, of a monotonic clock
 * @returns a function that returns whether it may happen now, and counts a `true` as done
 */
export function atMostEvery(milliseconds: number, now: () => number): () => boolean {
  let quietUntil = -Infinity;
  return () => {
    const at = now();
    if (at < quietUntil) return false;
    quietUntil = at + milliseconds;
    return true;
  };
}
