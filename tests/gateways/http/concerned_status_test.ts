import assert from "node:assert/strict";
import { concernsOneRequest } from "../../../gateways/http/concerned_status.ts";

Deno.test("concernsOneRequest() is true for what was sent, false for what every request meets", () => {
  const ofOne = [400, 402, 409, 411, 413, 414, 416, 417, 418, 422, 424, 431, 451];
  const ofAll = [200, 302, 401, 404, 405, 406, 407, 408, 410, 415, 421, 425, 426, 429, 500, 503];
  const told = (status: number) => concernsOneRequest({ status, headers: new Headers() });
  assert.deepEqual(ofOne.map(told), ofOne.map(() => true));
  assert.deepEqual(ofAll.map(told), ofAll.map(() => false));
});

Deno.test("concernsOneRequest() takes a 403 for a firewall's unless it is JSON, as an API's", () => {
  const forbidden = (type: string) =>
    concernsOneRequest({ status: 403, headers: new Map([["content-type", type]]) });
  assert.deepEqual(
    ["application/json", "application/problem+json; charset=utf-8", "text/html", ""].map(forbidden),
    [false, false, true, true],
  );
});
