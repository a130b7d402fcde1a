import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { lists } from "../../cli/lists.ts";
import type { Publisher } from "../../sources/lists/publisher.ts";
import {
  fetchedSources,
  type ListSource,
  listSources,
  publisherHosts,
  publisherOf,
} from "../../sources/lists/publishers.ts";
import { defaultWeights } from "../../core/matching/weights.ts";
import { openMatcher, openSnapshotBuilder } from "../../wasm/matcher.ts";
import { runCli } from "../support/cli.ts";
import { type FileFate, type FileServer, startFileServer } from "../support/file_server.ts";
import { folderOf } from "../support/folder.ts";

const fixtures = new URL("../../fixtures/lists/", import.meta.url);
const un = await Deno.readFile(new URL("un/consolidated.xml", fixtures));
const sema = await Deno.readFile(new URL("ca/sema.xml", fixtures));
const lastModified = "Fri, 27 Feb 2026 14:02:55 GMT";

/** Runs a test with a server instead of the publishers', with these answers by path. */
async function withServer(
  fates: Record<string, FileFate | (() => FileFate)>,
  test: (server: FileServer, folder: string) => Promise<void>,
): Promise<void> {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  await using server = startFileServer(({ path }) => {
    const fate = fates[path] ?? { status: 404 };
    return typeof fate === "function" ? fate() : fate;
  });
  await test(server, folder);
}

/** Runs the command in this process, with the test's publishers. */
async function run(
  args: readonly string[],
  server: FileServer | { readonly url: string; readonly host: string },
  { now = "2026-03-02T09:00:00.000Z", milliseconds = 5_000, bytesMax = 1_000_000 } = {},
) {
  const [out, err]: [string[], string[]] = [[], []];
  const at = (source: ListSource): Publisher => {
    const known = publisherOf(source);
    const { download } = known;
    const files = download?.files.map((file) => ({
      ...file,
      url: `${server.url}/${file.name}`,
      bytesMax,
    }));
    return {
      ...known,
      download: download === null ? null : { ...download, files: files!, hosts: [server.host] },
    };
  };
  const code = await lists(args, {
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    columns: null,
    publisherOf: at,
    now: () => now,
    limits: { answerMilliseconds: milliseconds, fileMilliseconds: milliseconds * 2 },
    openBuilder: () => Promise.resolve(openSnapshotBuilder()),
    openMatcher: () => Promise.resolve(openMatcher(defaultWeights)),
  });
  return { code, stdout: out.join(""), stderr: err.join("") };
}

const xml = { "content-type": "application/xml" };
const ofUn = (folder: string) => `${folder}/un-sc/consolidated.xml`;
const onlyUn = (folder: string) => ["fetch", "--only", "un-sc", "--out", folder];
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

Deno.test("lists fetch puts files into folders of their lists, and notes what came when", async () => {
  await withServer({
    "/consolidated.xml": {
      status: 200,
      headers: { ...xml, etag: '"v1"', "last-modified": lastModified },
      body: un,
    },
    "/sema-lmes.xml": { status: 200, headers: { "content-type": "text/xml" }, body: sema },
  }, async (server, folder) => {
    const { code, stdout, stderr } = await run(
      ["fetch", "--only", "un-sc", "--only", "ca-sema", "--out", folder],
      server,
    );
    assert.equal(code, 0, stderr);
    assert.equal(
      stdout,
      `${sha256(un)}  ${ofUn(folder)}\n${sha256(sema)}  ${folder}/ca-sema/sema-lmes.xml\n`,
    );
    assert.deepEqual(await Deno.readFile(ofUn(folder)), un);
    const { files } = JSON.parse(await Deno.readTextFile(`${folder}/fetched.json`));
    assert.deepEqual(files[0], {
      source: "un-sc",
      file: "un-sc/consolidated.xml",
      url: `${server.url}/consolidated.xml`,
      sha256: sha256(un),
      bytes: un.length,
      etag: '"v1"',
      lastModified,
      fetchedAt: "2026-03-02T09:00:00.000Z",
      checkedAt: "2026-03-02T09:00:00.000Z",
    });
    // A list that states no date of its own has its file's.
    const { mtime } = await Deno.stat(ofUn(folder));
    assert.equal(mtime?.toUTCString(), lastModified);
    assert.match(stderr, /^un-sc: United Nations terms of use/);
    const left = (await Array.fromAsync(Deno.readDir(`${folder}/un-sc`))).map(({ name }) => name);
    assert.deepEqual(left, ["consolidated.xml"]);
  });
});

Deno.test("lists fetch asks only for what has changed, and notes that it asked", async () => {
  let body = un;
  await withServer({
    "/consolidated.xml": () => ({
      status: 200,
      headers: { ...xml, etag: `"${sha256(body)}"`, "last-modified": lastModified },
      body,
    }),
  }, async (server, folder) => {
    assert.equal((await run(onlyUn(folder), server)).code, 0);
    const noted = async () =>
      JSON.parse(await Deno.readTextFile(`${folder}/fetched.json`)).files[0];
    await run(onlyUn(folder), server, { now: "2026-03-02T10:00:00.000Z" });
    const [first, second] = server.requests;
    assert.deepEqual([first?.headers["if-none-match"], second?.headers["if-none-match"]], [
      undefined,
      `"${sha256(un)}"`,
    ]);
    assert.equal(second?.headers["if-modified-since"], lastModified);
    // What was changed here is fetched whole, whatever the publisher thinks that we have.
    await Deno.writeTextFile(ofUn(folder), "broken");
    await run(onlyUn(folder), server);
    assert.equal(server.requests.at(-1)?.headers["if-none-match"], undefined);
    assert.deepEqual(await Deno.readFile(ofUn(folder)), un);
    body = new Uint8Array([...un, 10]);
    await run(onlyUn(folder), server, { now: "2026-03-02T11:00:00.000Z" });
    assert.equal((await noted()).sha256, sha256(body));
    assert.equal((await noted()).fetchedAt, "2026-03-02T11:00:00.000Z");
  });
});

Deno.test("lists fetch leaves a file that has not changed as it is (304)", async () => {
  let state: "new" | "known" = "new";
  await withServer({
    "/consolidated.xml": () =>
      state === "new"
        ? { status: 200, headers: { ...xml, etag: '"v1"' }, body: un }
        : { status: 304 },
  }, async (server, folder) => {
    assert.equal((await run(onlyUn(folder), server)).code, 0);
    state = "known";
    const again = await run(onlyUn(folder), server, { now: "2026-03-03T09:00:00.000Z" });
    assert.deepEqual([again.code, again.stdout], [0, `${sha256(un)}  ${ofUn(folder)}\n`]);
    assert.match(again.stderr, /unchanged/);
    const { files: [file] } = JSON.parse(await Deno.readTextFile(`${folder}/fetched.json`));
    assert.deepEqual([file.fetchedAt, file.checkedAt], [
      "2026-03-02T09:00:00.000Z",
      "2026-03-03T09:00:00.000Z",
    ]);
  });
});

Deno.test("lists fetch takes nothing but a whole file of the list, and keeps the one before", async (t) => {
  const page = "<!doctype html><html><title>Sorry</title></html>";
  const cases: readonly { why: string; fate: FileFate; says: RegExp; milliseconds?: number }[] = [
    {
      why: "an error page",
      fate: { status: 200, headers: { "content-type": "text/html; charset=utf-8" }, body: page },
      says: /consolidated\.xml answers with text\/html, which is not the file$/m,
    },
    {
      why: "an error page that says it is XML",
      fate: { status: 200, headers: xml, body: page },
      says: /the received file does not belong to un-sc$/m,
    },
    {
      why: "another list",
      fate: { status: 200, headers: xml, body: sema },
      says: /the received file does not belong to un-sc$/m,
    },
    {
      why: "nothing",
      fate: { status: 200, headers: xml },
      says: /the received file does not belong to un-sc$/m,
    },
    {
      why: "a file that says it is too large",
      fate: { status: 200, headers: { ...xml, "content-length": "1000001" }, body: un },
      says: /is larger than 1000000 bytes$/m,
    },
    {
      why: "a file without end that does not say so",
      fate: "endless",
      says: /is larger than 1000000 bytes$/m,
    },
    { why: "a file that is cut off", fate: { cut: un }, says: /is cut off after \d+ bytes$/m },
    { why: "a server fault", fate: { status: 500 }, says: /answers with status 500$/m },
    { why: "no such file", fate: { status: 404 }, says: /answers with status 404$/m },
    { why: "304 to whoever has nothing", fate: { status: 304 }, says: /answers with status 304$/m },
    { why: "no answer", fate: "hang", milliseconds: 50, says: /does not answer in time$/m },
    {
      why: "an answer that does not end",
      fate: { stall: un },
      milliseconds: 100,
      says: /does not end in time$/m,
    },
    {
      why: "a redirect to another host",
      fate: { status: 302, headers: { location: "https://lists.example/x.xml" } },
      says: /lists\.example\/x\.xml is not a permitted address of this file$/m,
    },
    {
      why: "a redirect to plain http",
      fate: { status: 302, headers: { location: "http://lists.example/x.xml" } },
      says: /is not a permitted address of this file$/m,
    },
    {
      why: "a redirect to a file",
      fate: { status: 302, headers: { location: "file:///etc/passwd" } },
      says: /is not a permitted address of this file$/m,
    },
    {
      why: "a redirect in a circle",
      fate: { status: 302, headers: { location: "/consolidated.xml" } },
      says: /redirects too often$/m,
    },
    {
      why: "a redirect to nowhere",
      fate: { status: 302 },
      says: /redirects too often|redirects to no address$/m,
    },
  ];
  for (const { why, fate, says, milliseconds = 5_000 } of cases) {
    await t.step(why, async () => {
      await withServer({ "/consolidated.xml": fate }, async (server, folder) => {
        await Deno.mkdir(`${folder}/un-sc`);
        await Deno.writeTextFile(ofUn(folder), "the one before");
        const { code, stdout, stderr } = await run(onlyUn(folder), server, { milliseconds });
        assert.deepEqual([code, stdout], [1, ""]);
        assert.match(stderr, says);
        assert.equal(await Deno.readTextFile(ofUn(folder)), "the one before");
        const left = (await Array.fromAsync(Deno.readDir(`${folder}/un-sc`))).length;
        assert.equal(left, 1, "nothing unfinished is left");
        assert.match(stderr, /^lists: 1 of 1 files could not be fetched/m);
      });
    });
  }
});

Deno.test("lists fetch follows a redirect within the publisher's hosts, and never shows its query", async () => {
  await withServer({
    "/consolidated.xml": { status: 302, headers: { location: "/blob?sig=secret" } },
    "/blob?sig=secret": { status: 200, headers: xml, body: un },
  }, async (server, folder) => {
    const { code, stderr } = await run(onlyUn(folder), server);
    assert.equal(code, 0, stderr);
    assert.deepEqual(await Deno.readFile(ofUn(folder)), un);
  });
  await withServer({
    "/consolidated.xml": { status: 302, headers: { location: "/blob?sig=secret" } },
    "/blob?sig=secret": { status: 403 },
  }, async (server, folder) => {
    const { stderr } = await run(onlyUn(folder), server);
    assert.match(stderr, /\/blob answers with status 403$/m);
    assert(!stderr.includes("secret"));
  });
});

Deno.test("lists fetch gets what it can when a publisher is away, and says so in a line", async () => {
  await withServer({
    "/sema-lmes.xml": { status: 200, headers: xml, body: sema },
  }, async (server, folder) => {
    const some = await run(
      ["fetch", "--only", "un-sc", "--only", "ca-sema", "--out", folder],
      server,
    );
    assert.equal(some.code, 1);
    assert.match(
      some.stderr,
      /^lists: 1 of 2 files could not be fetched; the others are in place$/m,
    );
    assert.deepEqual(await Deno.readFile(`${folder}/ca-sema/sema-lmes.xml`), sema);
  });
  await using temporary = await folderOf({});
  const folder = temporary.path;
  using free = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const host = `127.0.0.1:${free.addr.port}`;
  free.close();
  const none = await run(["fetch", "--out", folder], { url: `http://${host}`, host });
  assert.deepEqual([none.code, none.stdout], [1, ""]);
  assert.match(
    none.stderr,
    /^lists: 10 of 10 files could not be fetched; can this machine reach the publishers\?$/m,
  );
  assert.match(none.stderr, /\/SDN\.XML cannot be reached$/m);
});

Deno.test("lists build --from reads everything that was fetched, and notes when it was checked", async () => {
  await withServer({
    "/consolidated.xml": { status: 200, headers: xml, body: un },
    "/sema-lmes.xml": { status: 200, headers: xml, body: sema },
    "/index.json": {
      status: 200,
      headers: { "content-type": "application/json" },
      body: await Deno.readFile(new URL("samples/ftm/index.json", fixtures)),
    },
    "/entities.ftm.json": {
      status: 200,
      headers: { "content-type": "application/json+ftm" },
      body: await Deno.readFile(new URL("samples/ftm/entities.ftm.json", fixtures)),
    },
  }, async (server, folder) => {
    const only = ["un-sc", "ca-sema", "ftm:invented_peps"].flatMap((source) => ["--only", source]);
    const fetched = await run(["fetch", ...only, "--out", `${folder}/files`], server);
    assert.equal(fetched.code, 0, fetched.stderr);
    assert.match(fetched.stderr, /ftm:invented_peps: CC BY-NC 4\.0/);
    const out = `${folder}/lists.bin`;
    const built = await run(
      ["build", "--from", `${folder}/files`, "--home", "DE", "--out", out],
      server,
    );
    assert.equal(built.code, 0, built.stderr);
    const [id] = built.stdout.split("  ");
    const snapshot = openMatcher(defaultWeights).load(await Deno.readFile(out));
    assert.deepEqual(snapshot.lists.map(({ source }) => source), [
      "ca-sema",
      "ftm:invented_peps",
      "un-sc",
    ]);
    const checkedAt = "2026-03-02T09:00:00.000Z";
    assert.deepEqual(JSON.parse(await Deno.readTextFile(`${out}.checked.json`)), {
      id,
      checkedAt: { "un-sc": checkedAt, "ca-sema": checkedAt, "ftm:invented_peps": checkedAt },
    });
    const empty = await run(["build", "--from", folder, "--out", out], server);
    assert.deepEqual([empty.code, empty.stdout], [1, ""]);
    assert.match(empty.stderr, /no folder of a list is in it/);
  });
});

Deno.test("the lists task may reach the publishers' hosts and no others", async () => {
  const { tasks } = JSON.parse(
    await Deno.readTextFile(new URL("../../deno.json", import.meta.url)),
  );
  const [, granted = ""] = /--allow-net=(\S+)/.exec(tasks.lists.command) ?? [];
  assert.deepEqual(granted.split(",").toSorted(), [...publisherHosts].toSorted());
});

Deno.test("every publisher's address is https, on a host of its own, and of a list that is read", () => {
  for (const source of fetchedSources) {
    const { download } = publisherOf(source);
    assert(download !== null && download.files.length > 0, source);
    for (const { url, name } of download.files) {
      assert(url.startsWith("https://"), url);
      assert(download.hosts.includes(new URL(url).host), url);
      assert.match(name, /^[A-Za-z0-9_.-]+$/);
    }
  }
  const left = listSources.filter((source) => !fetchedSources.includes(source));
  assert.deepEqual([left, left.map((source) => publisherOf(source).download)], [["ofac-crypto"], [
    null,
  ]]);
});

Deno.test("lists fetch exits 2 and says why when it is called wrongly", async (t) => {
  const cases = [
    { why: "nowhere to put it", args: ["fetch"], says: /--out DIR is needed/ },
    {
      why: "a kind that nobody publishes",
      args: ["fetch", "--only", "ofac-crypto", "--out", "x"],
      says: /"ofac-crypto" cannot be fetched; known are ofac-sdn, .*ftm:DATASET/,
    },
    {
      why: "a dataset that leaves its folder",
      args: ["fetch", "--only", "ftm:../x", "--out", "x"],
      says: /cannot be fetched/,
    },
  ];
  for (const { why, args, says } of cases) {
    await t.step(why, async () => {
      const { code, stderr } = await runCli("lists", args);
      assert.equal(code, 2);
      assert.match(stderr, says);
    });
  }
});
