import assert from "node:assert/strict";
import {
  makeAgeKey,
  readEncrypted,
  writeEncrypted,
} from "../../../../cli/admin/store/backup_file.ts";

const utf8 = new TextEncoder();

Deno.test("writeEncrypted() puts nothing in its place that another run still writes", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/backup.age`;
  const { identity, recipient } = await makeAgeKey();
  const recipients = [recipient];
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const second = async () => {
    const slow = async function* () {
      yield utf8.encode("second, ");
      begun.resolve();
      await goOn.promise;
      yield utf8.encode("and whole");
    };
    const confirm = () => Promise.resolve(true);
    return await writeEncrypted(path, { recipients, bytes: slow(), confirm });
  };
  let writing: Promise<number | null> | undefined;
  const first = writeEncrypted(path, {
    recipients,
    bytes: ReadableStream.from([utf8.encode("first")]),
    // It is whole by now, and the other run begins for the same place.
    confirm: async () => {
      writing = second();
      await begun.promise;
      return true;
    },
  });
  await assert.rejects(first, /is being written by another backup/);
  goOn.resolve();
  assert.notEqual(await writing, null);
  const read = readEncrypted(path, { identities: [identity], onBytes: () => {} });
  const text = await new Response(ReadableStream.from(read)).text();
  assert.equal(text, "second, and whole");
  await Deno.remove(folder, { recursive: true });
});
