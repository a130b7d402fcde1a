import assert from "node:assert/strict";
import { snapshotOfFile } from "../../../kv/backends/sqlite_snapshot.ts";
import { withoutOneTimeRecords } from "../../../kv/client_data/without_one_time_records.ts";
import type { RawRecord } from "../../../kv/store/backend.ts";
import {
  authorizePath,
  logIn,
  openBrowser,
  openPage,
  registerLogin,
} from "../../support/login_journey.ts";
import { serviceInMemory } from "../../support/service.ts";

/** Number of records of each kind. */
async function kindsOf(
  records: AsyncIterable<RawRecord>,
): Promise<Readonly<Record<string, number>>> {
  const kinds: Record<string, number> = {};
  for await (const { key: [kind] } of records) kinds[kind] = (kinds[kind] ?? 0) + 1;
  return kinds;
}

Deno.test("a restore leaves out logins and keeps their sessions and relying parties", async () => {
  const folder = await Deno.makeTempDir();
  const kv = `${folder}/kv.sqlite3`;
  {
    await using service = await serviceInMemory({ kv });
    await registerLogin(service);
    const browser = openBrowser(service);
    await logIn(service, browser);
    assert.equal((await browser.get(authorizePath())).status, 302);
    await openPage(openBrowser(service));
  }
  const all = await kindsOf(snapshotOfFile(kv));
  const kept = await kindsOf(withoutOneTimeRecords(snapshotOfFile(kv)));
  // Two requests, two codes and one single sign-on.
  const { login_request, login_code, login_sso, client_login, ...others } = all;
  assert.deepEqual([login_request, login_code, login_sso, client_login], [2, 2, 1, 5]);
  assert.deepEqual(kept, others);
  assert.deepEqual([kept["verification_session"], kept["client"]], [2, 1]);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("a piece of a long record goes with its record", async () => {
  const bytes = new Uint8Array();
  const keys: readonly RawRecord["key"][] = [
    ["chunk", "login_request", "ab", 0],
    ["login_request", "ab"],
    ["chunk", "evidence_pack", "cd", 0],
    ["chunk", "decision", "ef", 0],
    ["decision", "login_request"],
  ];
  async function* records(): AsyncIterable<RawRecord> {
    for (const key of keys) {
      yield await Promise.resolve({ key, bytes, isCounter: false, expiresAt: null });
    }
  }
  const kept = await Array.fromAsync(withoutOneTimeRecords(records()), ({ key }) => key);
  assert.deepEqual(kept, keys.slice(3));
});
