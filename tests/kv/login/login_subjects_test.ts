import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHmac } from "node:crypto";
import { ClientId } from "../../../core/access/schema.ts";
import type { Subjects } from "../../../core/verification/ports.ts";
import { importSecretKey } from "../../../kv/store/secret_key.ts";
import { openSubjects } from "../../../kv/login/login_subjects.ts";
import { storeInMemory } from "../../support/store.ts";

const secret = Uint8Array.from({ length: 32 }, (_, n) => n);
const thumbprint = "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I";

/** Subjects under a known key. */
async function subjectsUnder(key: Uint8Array<ArrayBuffer>): Promise<Subjects> {
  await using at = await storeInMemory();
  const algorithm = { name: "HMAC", hash: "SHA-256", length: 256 };
  const cryptoKey = await importSecretKey(key, { algorithm, usages: ["sign"] });
  return openSubjects({ ...at.dataKeys.pairwise, active: { id: "known", cryptoKey } });
}

/** The same value computed by another implementation (decisions.md part 10). */
function expected(...texts: readonly string[]): string {
  const mac = createHmac("sha256", secret);
  for (const text of texts) {
    const bytes = Buffer.from(text, "utf8");
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    mac.update(length).update(bytes);
  }
  return mac.digest("base64url");
}

Deno.test("subjectOf() is the HMAC of client and thumbprint, each after its length", async () => {
  const { subjectOf } = await subjectsUnder(secret);
  for (const id of ["acme", "https://rp.example/?a=b", "a"]) {
    const clientId = ClientId.parse(id);
    assert.equal(await subjectOf({ clientId, thumbprint }), expected(id, thumbprint));
  }
  // Never changed: relying parties keep it.
  const acme = await subjectOf({ clientId: ClientId.parse("acme"), thumbprint });
  assert.equal(acme, "ProDtZsplYYqN60B9j9oiLtjnplIhZlPemwzVuIYTAQ");
});

Deno.test("subjectOf() is another for another client, key, holder or cut between the two", async () => {
  const { subjectOf } = await subjectsUnder(secret);
  const other = await subjectsUnder(new Uint8Array(32).fill(1));
  const of = (id: string, thumbprint: string, subjects: Subjects["subjectOf"] = subjectOf) =>
    subjects({ clientId: ClientId.parse(id), thumbprint });
  const all = await Promise.all([
    of("acme", thumbprint),
    of("globex", thumbprint),
    of("acme", thumbprint.toLowerCase()),
    of("acme", thumbprint, other.subjectOf),
    of("acm", `e${thumbprint}`),
    of(`acme${thumbprint[0]}`, thumbprint.slice(1)),
  ]);
  assert.equal(new Set(all).size, all.length);
  assert.equal(await of("acme", thumbprint), all[0]);
  for (const one of all) assert.match(one, /^[A-Za-z0-9_-]{43}$/);
});

Deno.test("subjectOf() refuses to make one of no client or no key", async () => {
  const { subjectOf } = await subjectsUnder(secret);
  const clientId = ClientId.parse("acme");
  await assert.rejects(subjectOf({ clientId, thumbprint: "" }), /holder's key/);
  await assert.rejects(subjectOf({ clientId: "" as ClientId, thumbprint }), /of a client/);
});
