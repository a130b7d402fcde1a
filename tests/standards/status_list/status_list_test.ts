import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { generateKeyPair, SignJWT } from "jose";
import { readStatusList, statusAt } from "../../../standards/status_list/status_list.ts";
import { verifyStatusList } from "../../../standards/status_list/verify_status_list.ts";

const vectors = JSON.parse(
  await Deno.readTextFile(
    new URL("../../../fixtures/vectors/status_list/token-status-list.json", import.meta.url),
  ),
);
const { publicKey, privateKey } = await generateKeyPair("ES256");
const now = 1_795_000_000;
const uri = "https://issuer.example/status-lists/1";
const demands = {
  uri,
  now,
  skewSeconds: 60,
  issuerKey: () => Promise.resolve<{ readonly key: CryptoKey } | null>({ key: publicKey }),
};

function listOf(bits: number, bytes: Uint8Array) {
  return { bits, lst: deflateSync(bytes).toString("base64url") };
}

const names = ["valid", "invalid", "suspended"] as const;

for (const [name, { bits, lst, nonZero }] of Object.entries<Vector>(vectors.encoded)) {
  Deno.test(`Token Status List: ${name} holds the statuses that it says`, () => {
    const list = readStatusList({ bits, lst });
    assert(list !== null);
    const set = new Map(nonZero);
    const size = list.bytes.length * 8 / bits;
    for (const [index, status] of nonZero) {
      assert.equal(statusAt(list, index), names[status] ?? "other", `${index}`);
      if (!set.has(index + 1) && index + 1 < size) assert.equal(statusAt(list, index + 1), "valid");
    }
    assert.deepEqual([statusAt(list, size), statusAt(list, -1), statusAt(list, 0.5)], [
      null,
      null,
      null,
    ]);
  });
}

interface Vector {
  readonly bits: number;
  readonly lst: string;
  readonly nonZero: readonly (readonly [number, number])[];
}

Deno.test("every status is read where it was written", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(1, 2, 4, 8).chain((bits) =>
        fc.tuple(fc.constant(bits), fc.array(fc.nat(2 ** bits - 1), { minLength: 1 }))
      ),
      ([bits, statuses]) => {
        const bytes = new Uint8Array(Math.ceil(statuses.length * bits / 8));
        for (const [n, status] of statuses.entries()) {
          const at = Math.floor(n * bits / 8);
          bytes[at] = (bytes[at] ?? 0) | status << (n * bits % 8);
        }
        const list = readStatusList(listOf(bits, bytes));
        assert(list !== null);
        assert.deepEqual(
          statuses.map((_, n) => statusAt(list, n)),
          statuses.map((status) => names[status] ?? "other"),
        );
      },
    ),
  );
});

Deno.test("what is no list, or a bomb, is none", () => {
  const bomb = listOf(1, new Uint8Array(64 * 1024 * 1024));
  assert(bomb.lst.length < 100_000);
  const { lst } = listOf(1, new Uint8Array(10));
  const none = [
    bomb,
    { bits: 3, lst },
    { bits: 1 },
    { bits: "1", lst },
    { bits: 1, lst: `${lst}=` },
    { bits: 1, lst: Buffer.from("no zlib").toString("base64url") },
    { bits: 1, lst: lst.slice(0, 6) },
    {
      bits: 1,
      lst: Buffer.concat([Buffer.from(lst, "base64url"), Buffer.of(0)]).toString("base64url"),
    },
    null,
  ];
  for (const claim of none) assert.equal(readStatusList(claim), null);
  assert.notEqual(readStatusList({ bits: 1, lst }), null);
});

const good = {
  sub: uri,
  iat: now - 10,
  exp: now + 1000,
  ttl: 600,
  status_list: listOf(1, Uint8Array.of(0b10)),
};

async function tokenOf(claims: object, header: object = {}, key = privateKey): Promise<string> {
  return await new SignJWT({ ...claims })
    .setProtectedHeader({ alg: "ES256", typ: "statuslist+jwt", ...header })
    .sign(key);
}

Deno.test("a token that holds is kept until the earlier of its ends", async () => {
  const verified = await verifyStatusList(await tokenOf(good), demands);
  assert(verified.ok);
  assert.equal(statusAt(verified.value.list, 1), "invalid");
  assert.equal(verified.value.keepUntil, now + 600);
  const { ttl: _ttl, exp: _exp, ...endless } = good;
  const kept = await verifyStatusList(await tokenOf(endless), demands);
  assert(kept.ok);
  assert.equal(kept.value.keepUntil, null);
});

Deno.test("a token is refused for each thing that is wrong with it", async () => {
  const stranger = await generateKeyPair("ES256");
  const { iat: _iat, ...dateless } = good;
  const refused = [
    [await tokenOf(good, { typ: "JWT" }), "status_list_type_unsupported"],
    [await tokenOf(good, {}, stranger.privateKey), "status_list_signature_invalid"],
    [await tokenOf({ ...good, sub: `${uri}0` }), "status_list_subject_differs"],
    [await tokenOf({ ...good, exp: now - 60 }), "status_list_expired"],
    [await tokenOf({ ...good, iat: now + 61 }), "status_list_not_yet_valid"],
    [await tokenOf(dateless), "status_list_malformed"],
    [await tokenOf({ ...good, ttl: 0 }), "status_list_malformed"],
    [await tokenOf({ ...good, ttl: "1" }), "status_list_malformed"],
    [await tokenOf({ ...good, status_list: { bits: 1 } }), "status_list_malformed"],
    [
      vectors.jwt.replace(/^[^.]+/, btoa('{"alg":"none"}').replaceAll("=", "")),
      "status_list_type_unsupported",
    ],
    ["a.b", "status_list_malformed"],
  ] as const;
  for (const [token, code] of refused) {
    const result = await verifyStatusList(token, demands);
    assert.equal(result.ok ? "none" : result.refusal.code, code);
  }
  const untrusted = { ...demands, issuerKey: () => Promise.resolve(null) };
  const result = await verifyStatusList(await tokenOf(good), untrusted);
  assert.equal(result.ok ? "none" : result.refusal.code, "status_list_issuer_untrusted");
});
