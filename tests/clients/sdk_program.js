// Uses the built package as somebody else's program does, on whatever runtime runs it.
import assert from "node:assert/strict";
import process from "node:process";
import { generateEvidenceKey, isAvalError, openClient, openEvidencePack } from "@aval/client";
import { openSessionClient } from "@aval/client/browser";
import { verifyAuditExport } from "@aval/client/audit";
import { openLogin } from "@aval/client/login";

const { baseUrl, identity, pack, privateKey, name } = JSON.parse(process.env.AVAL_SDK_TEST);
const aval = openClient({ baseUrl, identity });

const screened = await aval.screen({ name });
assert.equal(screened.classification, "CLEAR");
const read = await aval.readDecision(screened.meta.decisionId);
assert.deepEqual(read.customerReviews, []);

const body = { clientId: "acme", checkType: "age-verification" };
const started = await Promise.all([1, 2, 3].map(() => aval.startSession(body)));
const listed = new Set();
for await (const { sessionId } of aval.listSessions({ clientId: "acme", limit: 1 })) {
  listed.add(sessionId);
}
assert(started.every(({ sessionId }) => listed.has(sessionId)));

const [{ sessionId, sessionToken }] = started;
const page = openSessionClient({ baseUrl, sessionToken });
assert.equal((await page.readSession(sessionId)).status, "pending");
const left = new AbortController();
const waiting = page.waitForSession(sessionId, { signal: left.signal, intervalMs: 5 });
left.abort(new Error("left"));
await assert.rejects(waiting, /^Error: left$/);

const fault = await aval.readDecision("01890a5d-ac96-774b-bcce-b302099a8057").catch((e) => e);
assert(isAvalError(fault) && fault.code === "not_found" && fault.status === 404);
const nobody = openClient({ baseUrl: "http://127.0.0.1:1", retriesMax: 1 });
const lost = await nobody.readLists().catch((e) => e);
assert(isAvalError(lost) && lost.code === "connection_lost", String(lost));

const text = await new Response(await aval.exportScreening()).text();
const { checkpoint } = JSON.parse(text);
const verdict = verifyAuditExport(text, { verifierKeys: [checkpoint.verifierKey] });
assert(verdict.holds, JSON.stringify(verdict));

const opened = await openEvidencePack(pack, privateKey);
assert.equal(opened.checkType, "aml-identity");
const made = await generateEvidenceKey();
assert.equal(made.publicKey.d, undefined);
await assert.rejects(openEvidencePack(pack, made.privateKey), { code: "evidence_pack_unreadable" });
for (const none of [undefined, made.publicKey, { ...made.privateKey, d: "AAAA" }]) {
  await assert.rejects(openEvidencePack(pack, none), TypeError);
}
assert.equal(typeof openLogin, "function");
console.log("every assertion holds");
