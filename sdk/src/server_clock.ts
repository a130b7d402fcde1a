/**
 * The service's clock, from the dates of its answers, which pages of another origin cannot read.
 */
export interface ServerClock {
  /** Milliseconds by which the service's clock is ahead of the runtime's; null: unknown. */
  readonly ahead: number | null;
  /** Notes the date of an answer that arrived at this time of the runtime's clock. */
  note(headers: Headers, now: number): void;
}

/** Opens a clock without data. */
export function openServerClock(): ServerClock {
  let ahead: number | null = null;
  return {
    get ahead() {
      return ahead;
    },
    note: (headers, now) => {
      const date = Date.parse(headers.get("date") ?? "");
      if (!Number.isNaN(date)) ahead = date - now;
    },
  };
}
