import assert from "node:assert/strict";
import { isSafe } from "../../../gateways/http/download.ts";

Deno.test("isSafe() lets nobody elsewhere name a service of this machine, or plain http", async (t) => {
  const web = "https://lists.example/lists.note";
  const local = "http://127.0.0.1:8080/lists.note";
  const cases = [
    { why: "https", url: "https://cdn.example/lists.bin", namedBy: web, expected: true },
    { why: "https named here", url: "https://cdn.example/x", namedBy: local, expected: true },
    {
      why: "this machine, named here",
      url: "http://localhost:1/x",
      namedBy: local,
      expected: true,
    },
    {
      why: "this machine, named elsewhere",
      url: "http://[::1]:1/x",
      namedBy: web,
      expected: false,
    },
    { why: "plain http", url: "http://lists.example/x", namedBy: web, expected: false },
    {
      why: "plain http, named here",
      url: "http://lists.example/x",
      namedBy: local,
      expected: false,
    },
    { why: "a file", url: "file:///etc/passwd", namedBy: local, expected: false },
    { why: "with a user", url: "https://a@cdn.example/x", namedBy: web, expected: false },
    { why: "with a password", url: "https://:b@cdn.example/x", namedBy: web, expected: false },
  ];
  for (const { why, url, namedBy, expected } of cases) {
    await t.step(why, () => assert.equal(isSafe(new URL(url), new URL(namedBy)), expected));
  }
});
