/** The service's clock, as far as its answers show it: pages of another origin are not shown any. */
export interface ServerClock {
  /** Milliseconds since 1970 at the service less those of the runtime's clock; null: unknown. */
  readonly ahead: number | null;
  /** Notes what an answer says that came at this time of the runtime's clock. */
  note(headers: Headers, now: number): void;
}

/** A clock that nothing is known of yet. */
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
