import type { RawPut } from "../../kv/store/backend.ts";
import type { Key } from "../../kv/store/key.ts";
import { openBackend } from "../../kv/opening/open_store.ts";
import {
  type BareAddress,
  type BareDatabase,
  bytesOf,
  chainBatchMax,
  pauseAfterLoss,
  type sizes,
} from "./bare_database.ts";
import { tools } from "./store_subjects.ts";
import { locationOf } from "../support/store_location.ts";

/**
 * Opens the service's own backend without store and service: its protocol with the database, and
 * its grouping of concurrent commits.
 */
export async function openBareBackend({ url, accessToken }: BareAddress): Promise<BareDatabase> {
  const backend = await openBackend({ ...tools, location: locationOf(url, accessToken) });
  const put = (key: Key, kind: keyof typeof sizes, expireIn: number | null = null): RawPut => ({
    key,
    bytes: bytesOf(kind),
    expireIn,
  });
  const written = new Map<number, string>();
  const won = (versionstamp: string | null) => {
    if (versionstamp === null) throw new Error("A commit of one lane alone was lost");
    return versionstamp;
  };
  return {
    take: async (client) => {
      const key: Key = ["bucket", client];
      for (let losses = 1;; losses++) {
        const versionstamp = written.get(client) ??
          (await backend.read([key]))[0]?.versionstamp ?? null;
        const committed = await backend.commit({
          checks: [{ key, versionstamp }],
          puts: [put(key, "bucket", 70_000)],
          removes: [],
          adds: [],
        });
        if (committed !== null) return void written.set(client, committed);
        written.delete(client);
        await pauseAfterLoss(losses);
      }
    },
    reserve: async (id) => {
      const key: Key = ["replay", "screening", id];
      return won(
        await backend.commit({
          checks: [{ key: ["ring"], versionstamp: null }, { key, versionstamp: null }],
          puts: [put(key, "reservation", 120_000)],
          removes: [],
          adds: [],
        }),
      );
    },
    answer: async (id, client, versionstamp) => {
      const key: Key = ["replay", "screening", id];
      const decision: Key = ["decision", id];
      won(
        await backend.commit({
          checks: [{ key, versionstamp }, { key: decision, versionstamp: null }],
          puts: [
            put(key, "kept", 86_400_000),
            put(decision, "decision"),
            put(["outbox", Date.now(), id], "outgoing"),
          ],
          removes: [],
          adds: [{ key: ["decision_day", client], amount: 1n }],
        }),
      );
    },
    moveOntoChain: async () => {
      const key: Key = ["head"];
      const head = (await backend.read([key]))[0] ?? null;
      const { entries } = await backend.page({ prefix: ["outbox"] }, {
        limit: chainBatchMax,
        reverse: false,
        cursor: null,
      });
      if (entries.length === 0) return;
      const begin = head === null ? 0 : new DataView(head.bytes.buffer).getUint32(0);
      const next = put(key, "head");
      new DataView(next.bytes.buffer).setUint32(0, begin + entries.length);
      await backend.commit({
        checks: [{ key, versionstamp: head?.versionstamp ?? null }],
        puts: [
          next,
          ...entries.flatMap((_, n) => [
            put(["entry", begin + n + 1], "linked"),
            put(["of_client", "client", begin + n + 1], "position"),
          ]),
        ],
        removes: entries.map((entry) => entry.key),
        adds: [],
      });
    },
    close: () => Promise.resolve(backend.close()),
  };
}
