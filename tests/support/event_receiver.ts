import { type RawReply, type RawRequest, serveRaw } from "./raw_server.ts";

/** An event that was posted. */
export interface Received {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly id: string;
  readonly type: string;
  // deno-lint-ignore no-explicit-any -- tests reach into any data
  readonly data: any;
}

/** A receiver of events on this machine. */
export interface EventReceiver extends AsyncDisposable {
  readonly url: string;
  readonly received: readonly Received[];
}

/** An answer with a status and no body. */
export function answering(
  status: number,
  headers: Readonly<Record<string, string>> = {},
  body = "",
): RawReply {
  return { kind: "answer", status, headers, body };
}

/** Starts a receiver that gives the test's answers. */
export function openReceiver(
  answer: (received: Received) => RawReply | Promise<RawReply> = () => answering(204),
): EventReceiver {
  const received: Received[] = [];
  const server = serveRaw(async (request: RawRequest) => {
    const body = new TextDecoder().decode(request.body);
    const { id, type, data } = JSON.parse(body);
    const one = { headers: Object.fromEntries(request.headers), body, id, type, data };
    received.push(one);
    return await answer(one);
  });
  return {
    url: `${server.origin}/events`,
    received,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
