import assert from "node:assert/strict";
import { ClientId } from "../../core/access/schema.ts";
import { DecisionId } from "../../core/screening/decision_schema.ts";
import { ReviewId } from "../../core/screening/review_schema.ts";
import { mintAccessToken } from "../../kv/access/access_tokens.ts";
import { openDecisions } from "../../kv/screening/decisions.ts";
import { openReplays } from "../../kv/idempotency/replays.ts";
import { openUnits } from "../../kv/store/unit.ts";
import { folderOf } from "../support/folder.ts";
import { storeInMemory, TEST_SECRET } from "../support/store.ts";

const NOTES = "Passport of Wilhelmina Recognisable, born 1951-07-09";
const IDEMPOTENCY_KEY = "wilhelmina.recognisable@example.com";
const FINGERPRINT = `{"body":{"name":"Wilhelmina Recognisable"}}`;
const OWNER = "AT/FN 123456a Recognisable e.U.";

/** All bytes of a database's files on disk. */
async function bytesIn(folder: string): Promise<string> {
  const files: string[] = [];
  for await (const { name } of Deno.readDir(folder)) {
    files.push(new TextDecoder("latin1").decode(await Deno.readFile(`${folder}/${name}`)));
  }
  return files.join("\n");
}

Deno.test("the files of the store hold no notes, idempotency key, request, token or secret", async () => {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  let token = "";
  {
    await using service = await storeInMemory(`${folder}/kv.sqlite3`);
    const { store, dataKeys } = service;
    const units = openUnits(store);
    const decisions = openDecisions({ store, atRest: dataKeys["at-rest"] });
    const replays = openReplays({
      ...service,
      keys: dataKeys,
      lifetimes: { windowHours: 24, lapseSeconds: 60, pledgeSeconds: 190 },
    });
    const verdict = await replays.reserve({
      service: "screening",
      owner: OWNER,
      operation: "POST /v1/screen",
      key: IDEMPOTENCY_KEY,
    }, FINGERPRINT);
    assert(verdict.kind === "reserved");
    const unit = units.begin();
    decisions.addReview(unit, DecisionId.parse("0198c0de-0000-7000-8000-00000000000a"), {
      reviewId: ReviewId.parse("0198c0de-0000-7000-8000-00000000000b"),
      decision: "escalated",
      notes: NOTES,
      reviewedAt: "2026-03-02T09:00:00.000Z",
    });
    const body = { kind: "text", text: "an answer that is kept" } as const;
    verdict.reservation.keep(unit, { status: 200, headers: {}, body });
    assert.deepEqual(await units.commit(unit), { kind: "committed" });
    token = await mintAccessToken(service, {
      clientId: ClientId.parse("acme"),
      roles: [],
      scopes: [],
      seconds: 60,
    });
    // While the store is open its log file holds every commit.
    const stored = await bytesIn(folder);
    // The search works: what is stored in clear is found.
    assert(stored.includes("an answer that is kept"));
    const secret = new TextDecoder("latin1").decode(TEST_SECRET);
    const hidden = [NOTES, IDEMPOTENCY_KEY, FINGERPRINT, OWNER, "Recognisable", token, secret];
    for (const text of hidden) assert(!stored.includes(text), text);
  }
});
