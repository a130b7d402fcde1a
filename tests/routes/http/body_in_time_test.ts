import assert from "node:assert/strict";
import { z } from "zod";
import { readInTime } from "../../../routes/http/body_in_time.ts";
import type { Route } from "../../../routes/http/route.ts";

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
  const read = await readInTime(route, request(endless), { bytesMax: 9, secondsMax: 30, after });
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
  const read = await readInTime(route, request("{}"), { bytesMax: 9, secondsMax: 30, after });
  assert.deepEqual([read, timers], [{ ok: true, value: { kind: "json", value: {} } }, 0]);
});
