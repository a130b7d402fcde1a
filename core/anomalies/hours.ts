/** Milliseconds of an hour. */
const hourMilliseconds = 3_600_000;

/** Returns the UTC hour of an instant, counted from 1970-01-01T00Z. */
export function hourOf({ epochMilliseconds }: Temporal.Instant): number {
  return Math.floor(epochMilliseconds / hourMilliseconds);
}

/** Returns every hour that overlaps the time from `start` to `end` (exclusive). */
export function hoursBetween(start: Temporal.Instant, end: Temporal.Instant): readonly number[] {
  const [first, last] = [hourOf(start), hourOf(end.subtract({ milliseconds: 1 }))];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
