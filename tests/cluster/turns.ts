import type { Fleet } from "./fleet.ts";
import { after, before, pause } from "./recorder.ts";

/** The outcome of one request to one server. */
export interface Sent {
  readonly server: number;
  readonly began: number;
  readonly ended: number;
  /** Null without an answer, so that the outcome is unknown. */
  readonly status: number | null;
  /** The answer's body, or the error without an answer. */
  readonly text: string;
  readonly headers: Headers;
}

/** Sends requests to the servers in turn, as a load balancer does. */
export interface Turns {
  /** Sends one request to the next server, without following redirects. */
  send(path: string, init: RequestInit): Promise<Sent>;
}

/**
 * How long to wait for an answer: longer than a server waits for its database, shorter than some
 * pauses.
 */
const answerMilliseconds = 8_000;
/** How long to skip a server that did not answer. */
const suspectMilliseconds = 2_000;
/** How long to retry a request: longer than a reservation takes to lapse. */
export const retriedSeconds = 45;

/** Opens a sender to the servers of a fleet. */
export function openTurns(fleet: Fleet): Turns {
  const suspectUntil: number[] = Array(fleet.size).fill(0);
  let turn = 0;

  async function next(): Promise<{ readonly place: number; readonly url: string }> {
    for (;;) {
      let fallback: { readonly place: number; readonly url: string } | null = null;
      for (let tried = 0; tried < fleet.size; tried++) {
        const place = turn++ % fleet.size;
        const url = fleet.url(place);
        if (url === null) continue;
        if ((suspectUntil[place] ?? 0) <= Date.now()) return { place, url };
        fallback ??= { place, url };
      }
      if (fallback !== null) return fallback;
      await pause(50);
    }
  }

  return {
    send: async (path, init) => {
      const { place, url } = await next();
      const began = before();
      const answer = await answered(`${url}${path}`, init);
      if (answer.status === null) suspectUntil[place] = Date.now() + suspectMilliseconds;
      return { server: place, began, ended: after(), ...answer };
    },
  };
}

async function answered(
  url: string,
  init: RequestInit,
): Promise<Pick<Sent, "status" | "text" | "headers">> {
  try {
    const signal = AbortSignal.timeout(answerMilliseconds);
    const response = await fetch(url, { ...init, redirect: "manual", signal });
    const text = await response.text();
    return { status: response.status, text, headers: response.headers };
  } catch (fault) {
    // Also an answer that breaks off in the middle: it is none.
    const text = fault instanceof Error ? fault.message : "";
    return { status: null, text, headers: new Headers() };
  }
}
