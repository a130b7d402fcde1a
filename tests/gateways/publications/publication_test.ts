import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { openPublication, readSnapshot } from "../../../gateways/publications/publication.ts";
import { defaultPolicy } from "../../../core/policy/policy.ts";
import { type FileFate, type FileRequest, startFileServer } from "../../support/file_server.ts";

const { lists: rules } = defaultPolicy;
/** For servers that never end an answer. */
const impatient = { ...rules, answerSecondsMax: 1, downloadSecondsMax: 2 };
const bytes = new TextEncoder().encode("the bytes of a snapshot");
const sha256 = createHash("sha256").update(bytes).digest("hex");
const secret = "a-signature-of-the-host";

/** A web server on this machine that publishes files besides `/lists.note`. */
function serving(fateOf: (request: FileRequest) => FileFate, within = rules) {
  const server = startFileServer(fateOf);
  const publication = openPublication(`${server.url}/lists.note?token=${secret}`, within);
  return { server, publication };
}

Deno.test("snapshot() takes the bytes that are named and no others, by whatever way", async (t) => {
  const cases: readonly { why: string; fate: FileFate; code: string | null }[] = [
    { why: "those bytes", fate: { status: 200, body: bytes }, code: null },
    {
      why: "others of that length",
      fate: { status: 200, body: bytes.toReversed() },
      code: "snapshot_differs",
    },
    { why: "fewer", fate: { status: 200, body: bytes.slice(1) }, code: "snapshot_differs" },
    { why: "no end of them", fate: "endless", code: "too_large" },
    { why: "half of them", fate: { cut: bytes }, code: "unreachable" },
    { why: "half of them, then silence", fate: { stall: bytes }, code: "unreachable" },
    { why: "nothing", fate: "hang", code: "unreachable" },
    { why: "what nobody asked to compare", fate: { status: 304 }, code: "unreachable" },
    {
      why: "a redirect to a file",
      fate: { status: 302, headers: { location: "file:///etc/hosts" } },
      code: "unreachable",
    },
    {
      why: "a redirect to itself",
      fate: { status: 302, headers: { location: "" } },
      code: "unreachable",
    },
  ];
  for (const { why, fate, code } of cases) {
    await t.step(why, async () => {
      const isSilent = fate === "hang" || typeof fate === "object" && "stall" in fate;
      const { server, publication } = serving(() => fate, isSilent ? impatient : rules);
      await using _ = server;
      const read = await publication.snapshot({ url: "lists.bin", sha256, bytes: bytes.length });
      assert.equal(read.ok ? null : read.refusal.code, code);
      if (read.ok) assert.deepEqual(read.value, bytes);
    });
  }
});

Deno.test("a manifest on the web names nothing on the disk, and nothing under a user's name", async () => {
  const { server, publication } = serving(() => ({ status: 500 }));
  await using _ = server;
  const urls = [
    "file:///etc/hosts",
    "data:,x",
    "http://lists.example/lists.bin",
    "https://user:hidden@lists.example/lists.bin",
    "https://[",
  ];
  for (const url of urls) {
    const read = await publication.snapshot({ url, sha256, bytes: bytes.length });
    assert(!read.ok);
    assert.equal(read.refusal.code, "snapshot_differs", url);
    assert(!read.refusal.message.includes("hidden"), read.refusal.message);
  }
  assert.deepEqual(server.requests, []);
});

Deno.test("no refusal names the query of an address", async (t) => {
  const url = `lists.bin?token=${secret}`;
  const named = { url, sha256, bytes: bytes.length };
  const fates: readonly FileFate[] = [
    { status: 404 },
    { status: 304 },
    { status: 200, body: "another" },
    { status: 302, headers: { location: `http://lists.example/?token=${secret}` } },
    { cut: bytes },
    "endless",
  ];
  for (const fate of fates) {
    await t.step(JSON.stringify(fate), async () => {
      const { server, publication } = serving(() => fate);
      await using _ = server;
      const place = `${server.url}/${url}`;
      const refusals = [
        await publication.snapshot(named),
        await publication.snapshot({ ...named, url: `http://[/?token=${secret}` }),
        await readSnapshot(place, { rules, bytesMax: 1 }),
      ];
      for (const one of refusals) assert(!one.ok && !one.refusal.message.includes(secret));
      assert(server.requests.some(({ path }) => path.includes(secret)));
    });
  }
});
