import assert from "node:assert/strict";
import fc from "fast-check";
import { parseAddress } from "../../../standards/ip_address/address.ts";

Deno.test("parseAddress() gives one canonical text", async (t) => {
  const cases = [
    { why: "IPv4 as it stands", text: "192.0.2.1", expected: "192.0.2.1" },
    { why: "IPv6 shortened (RFC 5952 §4.2)", text: "2001:DB8:0:0::1", expected: "2001:db8::1" },
    { why: "the longest run of zeros", text: "2001:0:0:1:0:0:0:1", expected: "2001:0:0:1::1" },
    { why: "loopback", text: "0:0:0:0:0:0:0:1", expected: "::1" },
    { why: "IPv4 in IPv6 form", text: "::ffff:192.0.2.1", expected: "192.0.2.1" },
    { why: "the same in hex", text: "::FFFF:c000:0201", expected: "192.0.2.1" },
    { why: "a zone is local to the host", text: "fe80::1%eth0", expected: "fe80::1" },
    { why: "a leading zero may mean octal", text: "010.0.0.1", expected: null },
    { why: "three parts", text: "10.0.1", expected: null },
    { why: "a number", text: "3232235777", expected: null },
    { why: "two gaps", text: "1::2::3", expected: null },
    { why: "a blank", text: " 10.0.0.1", expected: null },
    { why: "a host", text: "localhost", expected: null },
    { why: "nothing", text: "", expected: null },
  ];
  for (const { why, text, expected } of cases) {
    await t.step(why, () => assert.equal(parseAddress(text), expected));
  }
});

Deno.test("parseAddress() gives an address back that it gave", () => {
  fc.assert(fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
    const address = parseAddress(text);
    assert(address !== null);
    assert.equal(parseAddress(address), address);
  }));
});
