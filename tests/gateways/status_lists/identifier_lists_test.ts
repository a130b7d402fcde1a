import assert from "node:assert/strict";
import { encode } from "cborg";
import fc from "fast-check";
import type { CredentialStatus } from "../../../core/presentation/ports.ts";
import { verifyIdentifierList } from "../../../standards/status_list/verify_identifier_list.ts";
import { makeSign1 } from "../../support/cose.ts";
import { httpAnswer, type Pieces } from "../../support/raw_answers.ts";
import {
  type IdentifierListMaking,
  makeIdentifierList,
  makeStatusListCwt,
} from "../../support/status_list_issuer.ts";
import { foreign, issuer, openListsOver, signer } from "../../support/status_lists.ts";
import { runs } from "../../support/runs.ts";

const uri = "https://issuer.example/identifierlists/1";
const mdl = "org.iso.18013.5.1.mDL";
const listType = { "content-type": "application/identifierlist+cwt" };

const identifier = (...bytes: number[]) => Uint8Array.from(bytes);
/**
 * Revoked identifiers, as in the standard's example; further members of an identifier have no
 * meaning yet.
 */
const revoked = new Map<unknown, unknown>([
  [identifier(0xab, 0xcd), new Map()],
  [identifier(0xaa, 0xaa), new Map([["note", new Map()]])],
  [identifier(0xcc, 0xcc), new Map([[7, new Map()]])],
]);

function textOf(id: Uint8Array): string {
  return id.toBase64({ alphabet: "base64url", omitPadding: true });
}

type Answer = (now: number, accept: string) => Pieces | Promise<Pieces>;

function openLists(answer: Answer) {
  const { lists, ...opened } = openListsOver(({ now, accept }) => answer(now, accept));
  const find = (reference: CredentialStatus) => lists.find(reference, mdl);
  const findId = (...bytes: number[]) => find({ uri, id: textOf(identifier(...bytes)) });
  return { ...opened, find, findId };
}

const listed = (making: IdentifierListMaking = {}, by = issuer): Answer => async (now) =>
  httpAnswer(
    200,
    listType,
    await makeIdentifierList(uri, now, by, { identifiers: revoked, ...making }),
  );

Deno.test("find() reads an identifier list: who is in it is revoked, and nobody else", async () => {
  const { findId, reasons, server } = openLists(listed());
  assert.equal(await findId(0xab, 0xcd), "revoked");
  assert.equal(await findId(0xaa, 0xaa), "revoked");
  assert.equal(await findId(0xcc, 0xcc), "revoked");
  assert.equal(await findId(0xab), "valid");
  assert.equal(await findId(0xab, 0xcd, 0), "valid");
  assert.deepEqual(reasons(), []);
  assert.equal(server.asked.length, 1, "kept");
  const empty = openLists(listed({ identifiers: new Map() }));
  assert.equal(await empty.findId(0xab, 0xcd), "valid");
});

Deno.test("find() asks for the kind of list that the credential names, and keeps each by itself", async () => {
  const asked: string[] = [];
  const both = openLists(async (now, accept) => {
    asked.push(accept);
    return accept === "application/identifierlist+cwt" ? await listed()(now, accept) : httpAnswer(
      200,
      { "content-type": "application/statuslist+cwt" },
      await makeStatusListCwt(uri, now, issuer),
    );
  });
  for (let n = 0; n < 2; n++) {
    assert.equal(await both.findId(0xab, 0xcd), "revoked");
    assert.equal(await both.find({ uri, idx: 0 }), "valid");
    assert.equal(await both.find({ uri, idx: 1 }), "revoked");
  }
  assert.deepEqual(asked, ["application/identifierlist+cwt", "application/statuslist+jwt"]);
  // A list of the other kind is none of this one, whatever media type it comes as.
  const [status, identifiers] = [
    await makeStatusListCwt(uri, 1_772_442_000, issuer),
    await makeIdentifierList(uri, 1_772_442_000, issuer, { identifiers: revoked }),
  ];
  const other = { "content-type": "application/statuslist+cwt" };
  for (
    const [type, bytes] of [[listType, status], [other, identifiers], [other, status]] as const
  ) {
    const { findId } = openLists(() => httpAnswer(200, type, bytes));
    assert.equal(await findId(0xab, 0xcd), "unknown");
  }
  for (const [type, bytes] of [[listType, status], [other, identifiers]] as const) {
    const { find } = openLists(() => httpAnswer(200, type, bytes));
    assert.equal(await find({ uri, idx: 0 }), "unknown");
  }
});

Deno.test("find() keeps an identifier list as long as it says, and asks no further form of it", async () => {
  const { findId, server, clock } = openLists(listed({ claims: new Map([[65_534, 60]]) }));
  await findId(1);
  clock.advance({ seconds: 59 });
  await findId(1);
  assert.equal(server.asked.length, 1);
  clock.advance({ seconds: 1 });
  await findId(1);
  assert.equal(server.asked.length, 2);
  const none = openLists(() => httpAnswer(406, {}));
  assert.deepEqual([await none.findId(1), none.reasons()], ["unknown", ["status"]]);
  assert.equal(none.server.asked.length, 1);
});

Deno.test("find() refuses an identifier list that is not signed, not its issuer's, or none", async () => {
  const now = 1_772_442_000;
  const whole = await makeIdentifierList(uri, now, issuer, { identifiers: revoked });
  const claims = (...entries: [number, unknown][]) => ({ claims: new Map(entries) });
  const raw = (bytes: Uint8Array | string): Answer => () => httpAnswer(200, listType, bytes);
  const header = (...entries: [number, unknown][]) => ({ header: new Map(entries) });
  const identifiers = (...entries: [unknown, unknown][]) => ({ identifiers: new Map(entries) });
  const cases: readonly (readonly [string, Answer])[] = [
    ["status_list_issuer_untrusted", listed({}, foreign)],
    ["status_list_issuer_untrusted", listed(header([33, undefined]))],
    ["status_list_signature_invalid", listed({}, { ...issuer, key: foreign.key })],
    ["status_list_signature_invalid", raw(whole.with(-1, (whole.at(-1) ?? 0) ^ 1))],
    ["status_list_algorithm_unsupported", listed(header([1, -8]))],
    ["status_list_type_unsupported", listed(header([16, "application/statuslist+cwt"]))],
    ["status_list_type_unsupported", listed(header([16, undefined]))],
    ["status_list_malformed", listed(header([2, [16]]))],
    ["status_list_subject_differs", listed(claims([2, `${uri}0`]))],
    ["status_list_subject_differs", listed(claims([2, undefined]))],
    ["status_list_malformed", listed(claims([6, undefined]))],
    ["status_list_malformed", listed(claims([4, undefined]))],
    ["status_list_malformed", listed(claims([4, "2100"]))],
    ["status_list_expired", listed(claims([4, now - 61]))],
    ["status_list_not_yet_valid", listed(claims([6, now + 61]))],
    ["status_list_malformed", listed(claims([65_530, undefined]))],
    ["status_list_malformed", listed(claims([65_530, new Map()]))],
    ["status_list_malformed", listed(claims([65_530, new Map([["identifiers", []]])]))],
    ["status_list_malformed", listed(claims([65_533, new Map()]))],
    ["status_list_malformed", listed(identifiers(["q80", new Map()]))],
    ["status_list_malformed", listed(identifiers([7, new Map()]))],
    ["status_list_malformed", listed(identifiers([identifier(1), 1]))],
    ["status_list_malformed", raw("")],
    ["status_list_malformed", raw(whole.slice(0, -1))],
    ["status_list_malformed", raw(new Uint8Array([...whole, 0]))],
    ["status_list_malformed", raw(Uint8Array.of(0x84, ...Array(100_000).fill(0x81)))],
    ["status_list_malformed", async () => {
      const type = new Map([[16, "application/identifierlist+cwt"]]);
      const bytes = await makeSign1(encode([1]), { ...issuer, header: type });
      return httpAnswer(200, listType, bytes);
    }],
    ["too_long", raw("x".repeat(1024 * 1024 + 1))],
    ["content_type", () => httpAnswer(200, { "content-type": "application/cwt" }, whole)],
  ];
  for (const [n, [reason, answer]] of cases.entries()) {
    const { findId, reasons } = openLists(answer);
    assert.deepEqual([await findId(0xab, 0xcd), reasons()], ["unknown", [reason]], `case ${n}`);
  }
});

Deno.test("verifyIdentifierList() takes no list of which any byte was changed or cut off", async () => {
  const now = 1_772_442_000;
  const whole = await makeIdentifierList(uri, now, issuer, { identifiers: revoked });
  const issuerKey = () => Promise.resolve({ key: signer.keys.publicKey });
  const demands = { uri, now, skewSeconds: 60, issuerKey };
  assert((await verifyIdentifierList(whole, demands)).ok);
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: whole.length - 1 }),
      fc.integer({ min: 1, max: 255 }),
      async (at, by) => {
        const changed = whole.with(at, (whole[at] ?? 0) ^ by);
        assert(!(await verifyIdentifierList(changed, demands)).ok);
        assert(!(await verifyIdentifierList(whole.subarray(0, at), demands)).ok);
      },
    ),
    { numRuns: runs(500) },
  );
});

Deno.test("a list of 20,000 identifiers within the bound of an answer is read whole", async () => {
  const many = new Map(
    Array.from({ length: 20_000 }, (_, n) => [
      identifier(...Array(16).fill(7), n >> 8, n & 0xff),
      new Map(),
    ]),
  );
  const { findId } = openLists(listed({ identifiers: many }));
  assert.equal(await findId(...Array(16).fill(7), 19_999 >> 8, 19_999 & 0xff), "revoked");
  assert.equal(await findId(...Array(16).fill(7), 20_000 >> 8, 20_000 & 0xff), "valid");
});
