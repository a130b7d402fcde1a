import assert from "node:assert/strict";
import { z } from "zod";
import { readInTime } from "../../../routes/http/body_in_time.ts";
import type { Route } from "../../../routes/http/route.ts";

const rules = {
  bytesMax: 9,
  secondsMax: 30,
  after: () => () => {},
  nextTurn: () => Promise.resolve(),
  draining: () => false,
};
const route = { body: z.unknown() } as unknown as Route;

function request(body: ReadableStream<Uint8Array> | string): Request {
  const headers = { "content-type": "application/json" };
  return new Request("http://localhost/", { method: "POST", headers, body });
}

Deno.test("readInTime() refuses a body that does not end in time, and closes its connection", async () => {
  let ring = () => {};
  const after = (milliseconds: number, run: () => void) => {
    assert.equal(milliseconds, 30_000);
    ring = run;
    return () => {};
  };
  const endless = new ReadableStream<Uint8Array>({
    pull: () => {
      ring();
      return new Promise(() => {});
    },
  });
  const read = await readInTime(route, request(endless), { ...rules, after });
  assert.deepEqual(read, {
    ok: false,
    refusal: {
      code: "bad_request",
      message: "The body did not arrive within 30 s",
      closesConnection: true,
    },
  });
});

Deno.test("readInTime() leaves no timer behind a body that has arrived", async () => {
  let timers = 0;
  const after = () => {
    timers++;
    return () => void timers--;
  };
  const read = await readInTime(route, request("{}"), { ...rules, after });
  assert.deepEqual([read, timers], [{ ok: true, value: { kind: "json", value: {} } }, 0]);
});

Deno.test("readInTime() calls a body that breaks off its caller's fault, unless the process ends", async () => {
  const broken = () =>
    request(
      new ReadableStream({
        pull: (controller) => controller.error(new Deno.errors.Http("the connection is gone")),
      }),
    );
  const refusalOf = async (draining: boolean) => {
    const read = await readInTime(route, broken(), { ...rules, draining: () => draining });
    return read.ok ? null : read.refusal;
  };
  assert.deepEqual(await refusalOf(false), {
    code: "bad_request",
    message: "The body ended before it was complete",
  });
  assert.deepEqual(await refusalOf(true), { code: "upstream_unavailable", retryAfterSeconds: 1 });
});
