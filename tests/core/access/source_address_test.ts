import assert from "node:assert/strict";
import fc from "fast-check";
import { bucketAddress, resolveSource } from "../../../core/access/source_address.ts";
import { parseAddress } from "../../../standards/ip_address/address.ts";
import { type Networks, parseNetworks } from "../../../standards/ip_address/networks.ts";

function networks(...written: readonly string[]): Networks {
  const parsed = parseNetworks(written);
  assert(parsed.ok);
  return parsed.value;
}

const PROXIES = networks("10.0.0.0/8", "2001:db8:ffff::/48");

function sourceOf(peer: string, forwardedFor: string | null): string {
  return resolveSource({ peer, forwardedFor, country: null }, PROXIES).address;
}

Deno.test("parseAddress() and resolveSource() answer any text", () => {
  fc.assert(fc.property(fc.string(), fc.string(), fc.string(), (peer, forwardedFor, country) => {
    parseAddress(peer);
    resolveSource({ peer, forwardedFor, country }, PROXIES);
    resolveSource({ peer: "10.0.0.1", forwardedFor, country }, PROXIES);
  }));
});

Deno.test("resolveSource() believes X-Forwarded-For as far as its proxies are trusted", async (t) => {
  const cases = [
    { why: "no proxy", peer: "192.0.2.9", header: null, expected: "192.0.2.9" },
    {
      why: "an untrusted peer invents",
      peer: "192.0.2.9",
      header: "203.0.113.1",
      expected: "192.0.2.9",
    },
    {
      why: "a trusted peer names it",
      peer: "10.0.0.1",
      header: "203.0.113.1",
      expected: "203.0.113.1",
    },
    {
      why: "the client invents more",
      peer: "10.0.0.1",
      header: "198.51.100.7, 203.0.113.1",
      expected: "203.0.113.1",
    },
    {
      why: "the client claims to be a proxy",
      peer: "10.0.0.1",
      header: "10.9.9.9, 203.0.113.1",
      expected: "203.0.113.1",
    },
    {
      why: "two proxies",
      peer: "10.0.0.1",
      header: "198.51.100.7, 203.0.113.1, 10.0.0.2",
      expected: "203.0.113.1",
    },
    { why: "proxies only", peer: "10.0.0.1", header: "10.0.0.3, 10.0.0.2", expected: "10.0.0.3" },
    { why: "no header", peer: "10.0.0.1", header: null, expected: "10.0.0.1" },
    { why: "an empty header", peer: "10.0.0.1", header: "", expected: "10.0.0.1" },
    {
      why: "junk stops at the peer",
      peer: "10.0.0.1",
      header: "203.0.113.1, unknown",
      expected: "10.0.0.1",
    },
    {
      why: "junk stops at a proxy",
      peer: "10.0.0.1",
      header: "203.0.113.1, _x, 10.0.0.2",
      expected: "10.0.0.2",
    },
    {
      why: "an empty entry is junk",
      peer: "10.0.0.1",
      header: "203.0.113.1, ",
      expected: "10.0.0.1",
    },
    { why: "a port", peer: "10.0.0.1", header: "203.0.113.1:5123", expected: "203.0.113.1" },
    { why: "brackets", peer: "10.0.0.1", header: "[2001:DB8::1]", expected: "2001:db8::1" },
    {
      why: "brackets and a port",
      peer: "10.0.0.1",
      header: "[2001:db8::1]:443",
      expected: "2001:db8::1",
    },
    { why: "bare IPv6", peer: "10.0.0.1", header: "2001:db8:0::1", expected: "2001:db8::1" },
    {
      why: "IPv4 in IPv6 form",
      peer: "10.0.0.1",
      header: "::ffff:203.0.113.1",
      expected: "203.0.113.1",
    },
    {
      why: "a proxy with a port",
      peer: "10.0.0.1",
      header: "203.0.113.1, 10.0.0.2:80",
      expected: "203.0.113.1",
    },
    {
      why: "an IPv6 proxy",
      peer: "2001:db8:ffff::1",
      header: "203.0.113.1",
      expected: "203.0.113.1",
    },
    {
      why: "a mapped peer is trusted",
      peer: "::ffff:10.0.0.1",
      header: "203.0.113.1",
      expected: "203.0.113.1",
    },
    {
      why: "no white space",
      peer: "10.0.0.1",
      header: "198.51.100.7,203.0.113.1",
      expected: "203.0.113.1",
    },
    {
      why: "a connection without address",
      peer: "/run/aval.sock",
      header: "203.0.113.1",
      expected: "unknown",
    },
  ];
  for (const { why, peer, header, expected } of cases) {
    await t.step(why, () => assert.equal(sourceOf(peer, header), expected));
  }
});

Deno.test("resolveSource() gives nothing that the client wrote any weight", () => {
  // A proxy appends the address that it saw, so whatever a client sends stands left of its own.
  const client = fc.ipV4().filter((text) => !PROXIES.contains(text));
  fc.assert(fc.property(client, fc.string(), (address, invented) => {
    assert.equal(sourceOf("10.0.0.1", `${invented}, ${address}`), address);
    assert.equal(sourceOf(address, invented), address);
  }));
});

Deno.test("resolveSource() reads the country from a trusted proxy only", async (t) => {
  const cases = [
    { why: "a country", peer: "10.0.0.1", country: "PT", expected: "PT" },
    { why: "lower case", peer: "10.0.0.1", country: "pt", expected: "PT" },
    { why: "an untrusted peer", peer: "192.0.2.9", country: "PT", expected: null },
    { why: "absent", peer: "10.0.0.1", country: null, expected: null },
    { why: "Tor", peer: "10.0.0.1", country: "T1", expected: null },
    { why: "unknown", peer: "10.0.0.1", country: "XX", expected: null },
    { why: "not assigned", peer: "10.0.0.1", country: "ZZ", expected: null },
    { why: "a region", peer: "10.0.0.1", country: "EU", expected: null },
    { why: "a name", peer: "10.0.0.1", country: "Portugal", expected: null },
    { why: "two of them", peer: "10.0.0.1", country: "PT, DE", expected: null },
    { why: "empty", peer: "10.0.0.1", country: "", expected: null },
  ];
  for (const { why, peer, country, expected } of cases) {
    await t.step(why, () => {
      assert.equal(resolveSource({ peer, forwardedFor: null, country }, PROXIES).country, expected);
    });
  }
});

Deno.test("bucketAddress() counts an IPv6 source by its network", async (t) => {
  const cases = [
    { why: "IPv4 counts itself", address: "192.0.2.1", expected: "192.0.2.1" },
    { why: "a host of a network", address: "2001:db8:1:2:3:4:5:6", expected: "2001:db8:1:2::/64" },
    { why: "zeros in the network", address: "2001:db8::5", expected: "2001:db8::/64" },
    { why: "a run of zeros over the edge", address: "2001:db8:1::9", expected: "2001:db8:1::/64" },
    { why: "loopback", address: "::1", expected: "::/64" },
    { why: "no address", address: "unknown", expected: "unknown" },
  ];
  for (const { why, address, expected } of cases) {
    await t.step(why, () => assert.equal(bucketAddress(address), expected));
  }
  await t.step("another prefix", () => {
    assert.equal(bucketAddress("2001:db8:1:2ff:3::6", 56), "2001:db8:1:200::/56");
    assert.equal(bucketAddress("2001:db8::6", 128), "2001:db8::6/128");
  });
});

Deno.test("bucketAddress() ignores exactly the bits after the prefix", () => {
  const group = fc.integer({ min: 0, max: 0xffff });
  // The first group is not 0, so that no address is IPv4 in IPv6 form.
  const groups = fc.tuple(fc.integer({ min: 0x2000, max: 0x3fff }), fc.array(group, sized(7)));
  const [prefix, bit] = [fc.integer({ min: 32, max: 128 }), fc.integer({ min: 3, max: 127 })];
  fc.assert(fc.property(groups, prefix, bit, ([first, rest], prefixBits, flipped) => {
    const one = [first, ...rest];
    const other = one.with(flipped >> 4, one[flipped >> 4]! ^ (0x8000 >> (flipped & 15)));
    const [left, right] = [one, other].map((parts) => {
      const address = parseAddress(parts.map((part) => part.toString(16)).join(":"));
      assert(address !== null);
      return bucketAddress(address, prefixBits);
    });
    assert.equal(left === right, flipped >= prefixBits);
  }));
});

function sized(length: number) {
  return { minLength: length, maxLength: length };
}
