import assert from "node:assert/strict";
import { type Networks, parseNetworks } from "../../../standards/ip_address/networks.ts";

function networks(...written: readonly string[]): Networks {
  const parsed = parseNetworks(written);
  assert(parsed.ok);
  return parsed.value;
}

Deno.test("parseNetworks() knows what is inside", async (t) => {
  const cases = [
    { why: "the first of a network", network: "10.1.0.0/16", address: "10.1.0.0", inside: true },
    { why: "the last", network: "10.1.0.0/16", address: "10.1.255.255", inside: true },
    { why: "one past it", network: "10.1.0.0/16", address: "10.2.0.0", inside: false },
    {
      why: "a host's bits do not count",
      network: "10.1.2.3/16",
      address: "10.1.9.9",
      inside: true,
    },
    { why: "a single address", network: "10.1.2.3", address: "10.1.2.3", inside: true },
    { why: "and not its neighbour", network: "10.1.2.3", address: "10.1.2.4", inside: false },
    { why: "IPv6", network: "2001:db8::/32", address: "2001:db8:1::1", inside: true },
    {
      why: "IPv6 written otherwise",
      network: "2001:DB8::/32",
      address: "2001:0db8::1",
      inside: true,
    },
    { why: "the other family", network: "::/0", address: "10.0.0.1", inside: false },
    { why: "IPv4 in IPv6 form", network: "10.0.0.0/8", address: "::ffff:10.0.0.1", inside: true },
    { why: "a mapped network", network: "::ffff:10.0.0.0/104", address: "10.9.9.9", inside: true },
    {
      why: "past the mapped one",
      network: "::ffff:10.0.0.0/104",
      address: "11.0.0.1",
      inside: false,
    },
    { why: "no address", network: "0.0.0.0/0", address: "unknown", inside: false },
  ];
  for (const { why, network, address, inside } of cases) {
    await t.step(why, () => assert.equal(networks(network).contains(address), inside));
  }
});

Deno.test("parseNetworks() of nothing contains nothing", () => {
  assert(!networks().contains("127.0.0.1"));
  assert(!networks().contains("::1"));
});

Deno.test("parseNetworks() refuses what is no network, each by its text", () => {
  const bad = ["10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "10.0.0/8", "::/129", "10.0.0.0/8/8"];
  const worse = ["fe80::1%eth0/64", "::ffff:10.0.0.0/8", "proxy.example", "", "10.0.0.0/ 8"];
  const parsed = parseNetworks(["10.0.0.0/8", ...bad, ...worse]);
  assert(!parsed.ok);
  assert.deepEqual(
    parsed.refusal.problems,
    [...bad, ...worse].map((text) => `${text}: expected an address or a CIDR`),
  );
});
