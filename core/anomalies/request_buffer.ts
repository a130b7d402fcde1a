import type { CountedSum, NotedRequest, TrafficOwner } from "./ports.ts";

/** Requests of one client, hour and kind that are not stored yet. */
export interface NotedSum extends CountedSum {
  readonly countries: ReadonlySet<string>;
}

/** Requests that are noted and not stored yet. */
export interface RequestBuffer {
  /** Adds one request of this hour. */
  note(request: NotedRequest, hour: number): void;
  /** Empties the buffer. */
  take(): readonly NotedSum[];
  /** Returns sums that could not be stored to the buffer. */
  putBack(sums: readonly NotedSum[]): void;
}

/** Sums requests in memory: a thousand requests of one client become one addition. */
export function requestBuffer(): RequestBuffer {
  let sums = new Map<string, NotedSum>();

  function add({ countries, ...sum }: NotedSum): void {
    const key = `${sum.hour} ${ownerKey(sum)} ${sum.kind} ${sum.judged}`;
    const known = sums.get(key);
    sums.set(key, {
      ...sum,
      count: sum.count + (known?.count ?? 0),
      countries: new Set([...known?.countries ?? [], ...countries]),
    });
  }

  return {
    note: ({ service, clientId, kind, country, judged = true }, hour) =>
      add({
        service,
        clientId,
        kind,
        hour,
        count: 1,
        judged,
        countries: new Set(country === null ? [] : [country]),
      }),
    take: () => {
      const taken = [...sums.values()];
      sums = new Map();
      return taken;
    },
    putBack: (unstored) => unstored.forEach(add),
  };
}

/** Returns a key text for an owner. A client id contains no space. */
export function ownerKey({ service, clientId }: TrafficOwner): string {
  return `${service} ${clientId}`;
}
