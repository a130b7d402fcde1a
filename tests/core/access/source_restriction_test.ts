import assert from "node:assert/strict";
import fc from "fast-check";
import { resolveSource } from "../../../core/access/source_address.ts";
import { openSourceComparison } from "../../../core/access/source_restriction.ts";
import { runs } from "../../support/runs.ts";

const nobody = { contains: () => false };

/** The address as the edge resolves it from a peer. */
function addressOf(peer: string): string {
  return resolveSource({ peer, forwardedFor: null, country: null }, nobody).address;
}

const compareSource = openSourceComparison();

Deno.test("compareSource() holds address and host together", async (t) => {
  const networks = ["192.0.2.0/24", "2001:db8:1::/48"];
  const cases = [
    { why: "nothing is set", ips: [], domain: null, from: "203.0.113.9", host: null, is: "inside" },
    { why: "inside", ips: networks, domain: null, from: "192.0.2.7", host: null, is: "inside" },
    { why: "outside", ips: networks, domain: null, from: "192.0.3.7", host: null, is: "outside" },
    { why: "IPv6", ips: networks, domain: null, from: "2001:db8:1:9::1", host: null, is: "inside" },
    { why: "not", ips: networks, domain: null, from: "2001:db8:2::1", host: null, is: "outside" },
    {
      why: "mapped",
      ips: networks,
      domain: null,
      from: "::ffff:192.0.2.7",
      host: null,
      is: "inside",
    },
    {
      why: "mapped hex",
      ips: networks,
      domain: null,
      from: "::ffff:c000:207",
      host: null,
      is: "inside",
    },
    {
      why: "mapped, not",
      ips: networks,
      domain: null,
      from: "::ffff:192.0.3.7",
      host: null,
      is: "outside",
    },
    { why: "no address", ips: networks, domain: null, from: "/run/x", host: null, is: "outside" },
    {
      why: "no address in all",
      ips: ["0.0.0.0/0", "::/0"],
      domain: null,
      from: "",
      host: null,
      is: "outside",
    },
    {
      why: "the host",
      ips: [],
      domain: "a.example",
      from: "192.0.2.7",
      host: "a.example",
      is: "inside",
    },
    {
      why: "another host",
      ips: [],
      domain: "a.example",
      from: "192.0.2.7",
      host: "b.example",
      is: "outside",
    },
    { why: "no host", ips: [], domain: "a.example", from: "192.0.2.7", host: null, is: "outside" },
    {
      why: "both",
      ips: networks,
      domain: "a.example",
      from: "192.0.2.7",
      host: "a.example",
      is: "inside",
    },
    {
      why: "host only",
      ips: networks,
      domain: "a.example",
      from: "1.2.3.4",
      host: "a.example",
      is: "outside",
    },
    {
      why: "address only",
      ips: networks,
      domain: "a.example",
      from: "192.0.2.7",
      host: null,
      is: "outside",
    },
    {
      why: "bad list",
      ips: ["192.0.2.0/33"],
      domain: null,
      from: "192.0.2.7",
      host: null,
      is: "unreadable",
    },
    {
      why: "one bad",
      ips: [...networks, "x"],
      domain: null,
      from: "192.0.2.7",
      host: null,
      is: "unreadable",
    },
    {
      why: "bad domain",
      ips: [],
      domain: "https://a",
      from: "192.0.2.7",
      host: "a",
      is: "unreadable",
    },
    { why: "empty domain", ips: [], domain: "", from: "192.0.2.7", host: "", is: "unreadable" },
  ];
  for (const { why, ips, domain, from, host, is } of cases) {
    await t.step(why, () =>
      assert.equal(
        compareSource({ ipAllowlist: ips, allowedDomain: domain }, {
          sourceAddress: addressOf(from),
          originHost: host,
        }),
        is,
      ));
  }
});

/** An address as a number, with its spellings. The oracle compares the numbers. */
interface Numbered {
  readonly bits: 32 | 128;
  readonly value: bigint;
}

function write({ bits, value }: Numbered, spelling: number): string {
  const groups = (number: bigint, count: number, width: bigint) =>
    Array.from({ length: count }, (_, index) => {
      const shift = width * BigInt(count - 1 - index);
      return (number >> shift) & ((1n << width) - 1n);
    });
  if (bits === 32) {
    const dotted = groups(value, 4, 8n).join(".");
    if (spelling === 0) return dotted;
    if (spelling === 1) return `::ffff:${dotted}`;
    return `0:0:0:0:0:FFFF:${groups(value, 2, 16n).map((group) => group.toString(16)).join(":")}`;
  }
  const hex = groups(value, 8, 16n).map((group) => group.toString(16));
  if (spelling === 0) return hex.join(":");
  if (spelling === 1) return hex.map((group) => group.padStart(4, "0").toUpperCase()).join(":");
  const zeros = /(?:^|:)0(?::0)+(?=:|$)/.exec(hex.join(":"));
  return zeros === null ? hex.join(":") : shorten(hex.join(":"), zeros);
}

/** Writes the first run of zero groups as `::`. */
function shorten(text: string, zeros: RegExpExecArray): string {
  const before = text.slice(0, zeros.index);
  return `${before}::${text.slice(zeros.index + zeros[0].length).replace(/^:/, "")}`;
}

const spelling = fc.integer({ min: 0, max: 2 });
const ipv4 = fc.bigInt({ min: 0n, max: (1n << 32n) - 1n })
  .map((value): Numbered => ({ bits: 32, value }));
// From 2000::, so that none is an IPv4 address in IPv6 form; half of them have long runs of zeros.
const ipv6 = fc.tuple(fc.bigInt({ min: 0n, max: (1n << 125n) - 1n }), fc.boolean())
  .map(([value, sparse]): Numbered => ({
    bits: 128,
    value: (1n << 125n) | (sparse ? value & 0xffff_0000_0000_0000_0000_0000_00ffn : value),
  }));

Deno.test("compareSource() takes exactly the addresses whose first bits are a network's", () => {
  fc.assert(
    fc.property(
      fc.oneof(ipv4, ipv6),
      fc.nat(128),
      fc.option(fc.nat(127)),
      fc.tuple(spelling, spelling),
      (address, prefix, flipped, [asNetwork, asPeer]) => {
        const { bits, value } = address;
        const prefixBits = prefix % (bits + 1);
        const bit = flipped === null ? null : flipped % bits;
        const other: Numbered = bit === null
          ? address
          : { bits, value: value ^ (1n << BigInt(bits - 1 - bit)) };
        // A flip may leave little but the end of the address: IPv4 in IPv6 form is of 48 bits.
        fc.pre(bits === 32 || other.value >> 48n !== 0n);
        const mapped = bits === 32 && asNetwork > 0 ? 96 : 0;
        const network = `${write(address, asNetwork)}/${prefixBits + mapped}`;
        const shift = BigInt(bits - prefixBits);
        const expected = value >> shift === other.value >> shift ? "inside" : "outside";
        const verdict = compareSource({ ipAllowlist: [network], allowedDomain: null }, {
          sourceAddress: addressOf(write(other, asPeer)),
          originHost: null,
        });
        assert.equal(verdict, expected, `${network} ${write(other, asPeer)}`);
      },
    ),
    { numRuns: runs(3_000) },
  );
});

Deno.test("compareSource() never takes an address of the other family", () => {
  fc.assert(
    fc.property(ipv4, ipv6, fc.nat(32), fc.nat(128), spelling, (four, six, short, long, as) => {
      const verdict = (network: string, peer: string) =>
        compareSource({ ipAllowlist: [network], allowedDomain: null }, {
          sourceAddress: addressOf(peer),
          originHost: null,
        });
      assert.equal(verdict(`${write(four, 0)}/${short}`, write(six, as)), "outside");
      assert.equal(verdict(`${write(six, as)}/${long}`, write(four, as)), "outside");
    }),
  );
});

Deno.test("compareSource() distinguishes lists that read alike, however often it saw one of them", () => {
  const from = { sourceAddress: "192.0.2.7", originHost: null };
  const compare = (...ipAllowlist: string[]) =>
    compareSource({ ipAllowlist, allowedDomain: null }, from);
  for (let round = 0; round < 2; round++) {
    assert.equal(compare("192.0.2.0/24", "198.51.100.0/24"), "inside");
    assert.equal(compare("192.0.2.0/24,198.51.100.0/24"), "unreadable");
    assert.equal(compare('192.0.2.0/24","198.51.100.0/24'), "unreadable");
    assert.equal(compare("198.51.100.0/24"), "outside");
  }
});
