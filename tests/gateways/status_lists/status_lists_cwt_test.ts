import assert from "node:assert/strict";
import { deflateSync } from "node:zlib";
import { encode } from "cborg";
import { verifyStatusListCwt } from "../../../standards/status_list/verify_status_list_cwt.ts";
import { makeSign1 } from "../../support/cose.ts";
import { httpAnswer, type Pieces } from "../../support/raw_answers.ts";
import { makeStatusList, makeStatusListCwt } from "../../support/status_list_issuer.ts";
import { foreign, issuer, openListsOver, signer } from "../../support/status_lists.ts";

const uri = "https://issuer.example/lists/1";
const cwtType = { "content-type": "application/statuslist+cwt" };
const jwtType = { "content-type": "application/statuslist+jwt" };

function openLists(answer: (accept: string, now: number) => Pieces | Promise<Pieces>) {
  const { lists, ...opened } = openListsOver(({ accept, now }) => answer(accept, now));
  const find = (idx: number) => lists.find({ uri, idx }, "org.iso.18013.5.1.mDL");
  return { ...opened, find };
}

type Making = Parameters<typeof makeStatusListCwt>[3];

const listed = (making: Making = {}, by = issuer) => async (_: string, now: number) =>
  httpAnswer(200, cwtType, await makeStatusListCwt(uri, now, by, making));

Deno.test("find() reads a list in CWT form that its issuer signed, tagged or not", async () => {
  for (const tags of [[0xd2], [], [0xd8, 61, 0xd2]]) {
    const { find, reasons } = openLists(listed({ tags }));
    const found = [await find(0), await find(1), await find(2), await find(3), await find(4)];
    assert.deepEqual([found, reasons()], [
      ["valid", "revoked", "revoked", "revoked", "unknown"],
      [],
    ]);
  }
});

Deno.test("find() asks for the JWT, and for the CWT where the host has that alone", async () => {
  const { find, server, reasons } = openLists((accept, now) =>
    accept === "application/statuslist+cwt" ? listed()(accept, now) : httpAnswer(406, {})
  );
  assert.deepEqual([await find(0), await find(1), reasons()], ["valid", "revoked", []]);
  assert.equal(server.asked.length, 2, "kept like the other form");
  const never = openLists(() => httpAnswer(406, {}));
  assert.deepEqual([await never.find(0), never.reasons()], ["unknown", ["status"]]);
  assert.equal(never.server.asked.length, 2);
});

Deno.test("find() keeps a list in CWT form as long as it says", async () => {
  const { find, server, clock } = openLists(listed({ claims: new Map([[65_534, 60]]) }));
  await find(0);
  clock.advance({ seconds: 59 });
  await find(0);
  assert.equal(server.asked.length, 1);
  clock.advance({ seconds: 1 });
  await find(0);
  assert.equal(server.asked.length, 2);
});

Deno.test("find() refuses a list in CWT form that is not signed, not its issuer's, or none", async () => {
  const now = 1_772_442_000;
  const jwt = await makeStatusList(uri, now, issuer);
  const whole = await makeStatusListCwt(uri, now, issuer);
  const bomb = new Uint8Array(deflateSync(new Uint8Array(8 * 1024 * 1024)));
  const claims = (...entries: [number, unknown][]) => ({ claims: new Map(entries) });
  type Answer = (accept: string, now: number) => Promise<Pieces> | Pieces;
  const raw = (bytes: Uint8Array | string): Answer => () => httpAnswer(200, cwtType, bytes);
  const cases: readonly (readonly [string, Answer])[] = [
    ["status_list_issuer_untrusted", listed({}, foreign)],
    ["status_list_issuer_untrusted", listed({}, { ...issuer, chain: [] })],
    ["status_list_signature_invalid", listed({}, { ...issuer, key: foreign.key })],
    ["status_list_signature_invalid", raw(whole.with(-1, (whole.at(-1) ?? 0) ^ 1))],
    ["status_list_algorithm_unsupported", listed({ header: new Map([[1, -8]]) })],
    ["status_list_algorithm_unsupported", listed({ header: new Map([[1, 5]]) })],
    ["status_list_type_unsupported", listed({ header: new Map([[16, "application/cwt"]]) })],
    ["status_list_type_unsupported", listed({ header: new Map([[16, undefined]]) })],
    ["status_list_malformed", listed({ header: new Map<number, unknown>([[2, [16]]]) })],
    ["status_list_subject_differs", listed(claims([2, `${uri}0`]))],
    ["status_list_subject_differs", listed(claims([2, undefined]))],
    ["status_list_malformed", listed(claims([6, undefined]))],
    ["status_list_malformed", listed(claims([6, NaN]))],
    ["status_list_malformed", listed(claims([4, NaN]))],
    ["status_list_malformed", listed(claims([4, Infinity]))],
    ["status_list_malformed", listed(claims([4, "2100"]))],
    ["status_list_malformed", listed(claims([65_534, 0]))],
    ["status_list_expired", listed(claims([4, now - 61]))],
    ["status_list_not_yet_valid", listed(claims([6, now + 61]))],
    ["status_list_malformed", listed(claims([65_533, undefined]))],
    ["status_list_malformed", listed({ bits: 3 })],
    ["status_list_malformed", listed({ lst: "eNo" })],
    ["status_list_malformed", listed({ lst: Uint8Array.of(1, 2, 3) })],
    ["status_list_malformed", listed({ lst: bomb })],
    ["status_list_malformed", raw("")],
    ["status_list_malformed", raw(jwt)],
    ["status_list_malformed", raw(whole.slice(0, -1))],
    ["status_list_malformed", raw(new Uint8Array([...whole, 0]))],
    ["status_list_malformed", raw(Uint8Array.of(0x84, ...Array(100_000).fill(0x81)))],
    ["status_list_malformed", async () => {
      const header = new Map([[16, "application/statuslist+cwt"]]);
      return httpAnswer(200, cwtType, await makeSign1(encode([1]), { ...issuer, header }));
    }],
    ["too_long", raw("x".repeat(1024 * 1024 + 1))],
    // A form is what its media type says.
    ["status_list_malformed", () => httpAnswer(200, jwtType, whole)],
  ];
  for (const [n, [reason, answer]] of cases.entries()) {
    const { find, reasons } = openLists(answer);
    assert.deepEqual([await find(0), reasons()], ["unknown", [reason]], `case ${n}`);
  }
});

Deno.test("verifyStatusListCwt() takes no list of which any bit was changed", async () => {
  const now = 1_772_442_000;
  const whole = await makeStatusListCwt(uri, now, { ...issuer, chain: [] });
  const issuerKey = () => Promise.resolve({ key: signer.keys.publicKey });
  const demands = { uri, now, skewSeconds: 60, issuerKey };
  assert((await verifyStatusListCwt(whole, demands)).ok);
  for (let at = 1; at < whole.length; at++) {
    for (const bit of [1, 0x20, 0x80]) {
      const changed = whole.with(at, (whole[at] ?? 0) ^ bit);
      const read = await verifyStatusListCwt(changed, demands);
      assert(!read.ok, `byte ${at}`);
    }
  }
});
