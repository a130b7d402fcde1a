/**
 * Lets something happen at most once in so many milliseconds, as a log record of what goes on.
 *
 * @param now milliseconds, of a clock that does not turn back
 * @returns whether it may happen now; it has then happened
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
