import assert from "node:assert/strict";
import fc from "fast-check";
import { isAllowedHost, parseAllowedDomain } from "../../../core/access/request_domain.ts";
import { runs } from "../../support/runs.ts";

Deno.test("isAllowedHost() takes one host, or everything under a domain at a dot", async (t) => {
  const cases = [
    { why: "the host", allowed: "example.com", host: "example.com", inside: true },
    {
      why: "the host with the root's dot",
      allowed: "example.com",
      host: "example.com.",
      inside: true,
    },
    {
      why: "an ending without a dot",
      allowed: "example.com",
      host: "evilexample.com",
      inside: false,
    },
    { why: "a beginning", allowed: "example.com", host: "example.com.evil.org", inside: false },
    {
      why: "a subdomain of one host",
      allowed: "example.com",
      host: "sub.example.com",
      inside: false,
    },
    { why: "nothing", allowed: "example.com", host: null, inside: false },
    { why: "an empty host", allowed: "example.com", host: "", inside: false },
    { why: "a dot", allowed: "example.com", host: ".", inside: false },
    { why: "a subdomain", allowed: "*.example.com", host: "sub.example.com", inside: true },
    { why: "one deeper", allowed: "*.example.com", host: "a.b.example.com", inside: true },
    { why: "the domain itself", allowed: "*.example.com", host: "example.com", inside: false },
    { why: "an empty label", allowed: "*.example.com", host: ".example.com", inside: false },
    { why: "no dot before it", allowed: "*.example.com", host: "evilexample.com", inside: false },
    { why: "a dot elsewhere", allowed: "*.example.com", host: "a.evilexample.com", inside: false },
    {
      why: "a longer one",
      allowed: "*.example.com",
      host: "a.example.com.evil.org",
      inside: false,
    },
    {
      why: "the pattern as a host",
      allowed: "*.example.com",
      host: "*.example.org",
      inside: false,
    },
  ];
  for (const { why, allowed, host, inside } of cases) {
    await t.step(why, () => assert.equal(isAllowedHost(allowed, host), inside));
  }
});

Deno.test("parseAllowedDomain() gives the canonical text, or nothing", async (t) => {
  const cases = [
    { text: "app.example.com", expected: "app.example.com" },
    { text: "App.Example.COM", expected: "app.example.com" },
    { text: "*.Example.com", expected: "*.example.com" },
    // "bücher" in Punycode (RFC 3492): the vector that its Wikipedia page shows too.
    { text: "bücher.example", expected: "xn--bcher-kva.example" },
    { text: "intranet", expected: "intranet" },
    { text: "*.com", expected: null },
    { text: "*", expected: null },
    { text: "*.", expected: null },
    { text: "*.*.example.com", expected: null },
    { text: "a*.example.com", expected: null },
    { text: "sub.*.example.com", expected: null },
    { text: "", expected: null },
    { text: "https://example.com", expected: null },
    { text: "example.com/path", expected: null },
    { text: "example.com:443", expected: null },
    { text: "user@example.com", expected: null },
    { text: "example.com evil.org", expected: null },
    { text: "example..com", expected: null },
    { text: ".example.com", expected: null },
    { text: "example.com.", expected: null },
    { text: "-a.example.com", expected: null },
    { text: "192.0.2.1", expected: null },
    { text: "3232235777", expected: null },
    { text: "0x7f.1", expected: null },
    { text: "[::1]", expected: null },
    { text: `${"a".repeat(64)}.example`, expected: null },
  ];
  for (const { text, expected } of cases) {
    await t.step(text, () => assert.equal(parseAllowedDomain(text), expected));
  }
});

/** Few labels with similar beginnings and ends, so that look-alikes are frequent. */
const label = fc.constantFrom("example", "evilexample", "ample", "com", "co", "a", "evil");
const labels = fc.array(label, { minLength: 1, maxLength: 5 });

Deno.test("isAllowedHost() compares whole labels, from the right", () => {
  fc.assert(
    fc.property(labels, labels, fc.boolean(), (allowed, host, isWildcard) => {
      fc.pre(!isWildcard || allowed.length >= 2);
      const parsed = parseAllowedDomain(`${isWildcard ? "*." : ""}${allowed.join(".")}`);
      assert(parsed !== null);
      const tail = host.slice(Math.max(0, host.length - allowed.length));
      const endsAlike = tail.length === allowed.length &&
        tail.every((part, index) => part === allowed[index]);
      const expected = endsAlike &&
        (isWildcard ? host.length > allowed.length : host.length === allowed.length);
      assert.equal(isAllowedHost(parsed, host.join(".")), expected);
    }),
    { numRuns: runs(5_000) },
  );
});

Deno.test("parseAllowedDomain() answers any text, and gives back what it gave", () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: "grapheme" }),
    fc.domain(),
    fc.string({ unit: fc.constantFrom(..."*.-aA1:/@[]%?#\\ é") }),
  );
  fc.assert(
    fc.property(text, (written) => {
      const parsed = parseAllowedDomain(written);
      if (parsed === null) return;
      assert.equal(parseAllowedDomain(parsed), parsed);
      // What is allowed can be asked for: some URL has such a host.
      const host = parsed.replace(/^\*\./, "sub.");
      assert.equal(new URL(`https://${host}/`).hostname, host);
      assert(isAllowedHost(parsed, host));
    }),
    { numRuns: runs(2_000) },
  );
});
