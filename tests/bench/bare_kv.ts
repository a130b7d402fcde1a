import {
  type BareAddress,
  type BareDatabase,
  bytesOf,
  chainBatchMax,
  pauseAfterLoss,
} from "./bare_database.ts";

/** Deno KV with the runtime's own client: a file, or a KV Connect server. */
export async function openBareKv({ url }: BareAddress): Promise<BareDatabase> {
  const kv = await Deno.openKv(url);
  /**
   * Versions that this process wrote last; values are read again only if another process has
   * written since.
   */
  const written = new Map<number, string>();
  return {
    take: async (client) => {
      const key = ["bucket", client];
      for (let losses = 1;; losses++) {
        const versionstamp = written.get(client) ?? (await kv.get(key)).versionstamp;
        const committed = await kv.atomic().check({ key, versionstamp })
          .set(key, bytesOf("bucket"), { expireIn: 70_000 }).commit();
        if (committed.ok) return void written.set(client, committed.versionstamp);
        written.delete(client);
        await pauseAfterLoss(losses);
      }
    },
    reserve: async (id) => {
      const key = ["replay", "screening", id];
      const committed = await kv.atomic().check({ key: ["ring"], versionstamp: null })
        .check({ key, versionstamp: null })
        .set(key, bytesOf("reservation"), { expireIn: 120_000 }).commit();
      if (!committed.ok) throw new Error("A bare reservation was lost");
      return committed.versionstamp;
    },
    answer: async (id, client, versionstamp) => {
      const key = ["replay", "screening", id];
      const committed = await kv.atomic().check({ key, versionstamp })
        .check({ key: ["decision", id], versionstamp: null })
        .set(key, bytesOf("kept"), { expireIn: 86_400_000 })
        .set(["decision", id], bytesOf("decision"))
        .set(["outbox", Date.now(), id], bytesOf("outgoing"))
        .sum(["decision_day", client], 1n).commit();
      if (!committed.ok) throw new Error("A bare answer was lost");
    },
    moveOntoChain: async () => {
      const head = await kv.get<Uint8Array>(["head"]);
      const begin = head.value === null ? 0 : new DataView(head.value.buffer).getUint32(0);
      const moving = kv.atomic().check(head);
      let seq = begin;
      for await (const { key } of kv.list({ prefix: ["outbox"] }, { limit: chainBatchMax })) {
        seq++;
        moving.delete(key).set(["entry", seq], bytesOf("linked"))
          .set(["of_client", "client", seq], bytesOf("position"));
      }
      if (seq === begin) return;
      const next = bytesOf("head");
      new DataView(next.buffer).setUint32(0, seq);
      await moving.set(["head"], next).commit();
    },
    close: () => Promise.resolve(kv.close()),
  };
}
