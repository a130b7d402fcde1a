import assert from "node:assert/strict";
import { runAdmin } from "../../../support/admin.ts";
import { ClientId } from "../../../../core/access/schema.ts";
import { defaultClientRecord } from "../../../../core/access/client_schema.ts";
import { openClients } from "../../../../kv/access/clients.ts";
import { folderOf } from "../../../support/folder.ts";
import { storeInMemory } from "../../../support/store.ts";

async function inFolder(run: (folder: string, location: string) => Promise<void>): Promise<void> {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  await run(folder, `${folder}/new/kv.sqlite3`);
}

async function call(location: string, ...args: readonly string[]) {
  return await runAdmin(location, args);
}

Deno.test("admin client put, get and list keep a record, beside a server that has the file", async () => {
  await inFolder(async (folder, location) => {
    await using service = await storeInMemory(location);
    const file = `${folder}/acme.json`;
    await Deno.writeTextFile(
      file,
      JSON.stringify({ ipAllowlist: ["192.0.2.0/24"], allowedDomain: "*.Example.com" }),
    );
    const first = await call(location, "client", "put", "acme", "--file", file);
    assert.deepEqual([first.status, first.out], [0, ""]);
    assert.equal(first.err, "Client acme is ACTIVE; it had no record\n");
    const record = await openClients(service.store).get(ClientId.parse("acme"));
    assert.deepEqual([record.ipAllowlist, record.allowedDomain], [
      ["192.0.2.0/24"],
      "*.example.com",
    ]);

    const got = await call(location, "client", "get", "acme");
    assert.deepEqual([got.status, got.err, JSON.parse(got.out)], [0, "", record]);

    await Deno.writeTextFile(file, JSON.stringify({ ...JSON.parse(got.out), status: "SUSPENDED" }));
    assert.equal((await call(location, "client", "put", "--file", file, "acme")).status, 0);
    const unasked = await call(location, "client", "put", "acme");
    assert.equal(unasked.status, 1);
    assert.match(unasked.err, /acme has a record: name the new one by --file/);
    await Deno.writeTextFile(file, "{}");
    const reset = await call(location, "client", "put", "acme", "--file", file);
    assert.equal(reset.err, "Client acme is ACTIVE; it was SUSPENDED\n");
    await call(location, "client", "put", "globex");
    const listed = await call(location, "client", "list");
    assert.deepEqual(
      listed.out.trimEnd().split("\n").map((line) => JSON.parse(line)),
      ["acme", "globex"].map((clientId) => ({ clientId, ...defaultClientRecord })),
    );
  });
});

Deno.test("admin client get of a client without a record prints the defaults and says so", async () => {
  await inFolder(async (_folder, location) => {
    await call(location, "client", "put", "globex");
    const { status, out, err } = await call(location, "client", "get", "acme");
    assert.equal(status, 0);
    assert.deepEqual(JSON.parse(out), defaultClientRecord);
    assert.match(err, /acme has no record/);
  });
});

Deno.test("admin client get and list make no store that is not there", async () => {
  await inFolder(async (_folder, location) => {
    for (const args of [["client", "list"], ["client", "get", "acme"]]) {
      const { status, err } = await call(location, ...args);
      assert.equal(status, 1);
      assert.match(err, /No store at/);
    }
    await assert.rejects(Deno.stat(location));
  });
});

Deno.test("admin client put names what is wrong with a file, and touches nothing", async (t) => {
  const point = { kty: "EC", crv: "P-256", x: "A".repeat(43), y: "A".repeat(43) };
  const cases = [
    { text: "{", says: /is not JSON/ },
    { text: '{"ipAllowlist":["10.0.0.0/99"],"stauts":1}', says: /\n {2}ipAllowlist\.0: expected/ },
    { text: '{"ipAllowlist":["10.0.0.0/99"],"stauts":1}', says: /\n {2}stauts: .*"status"\?/ },
    { text: JSON.stringify({ evidenceEncryptionKey: point }), says: /Key: its point is not on/ },
  ];
  for (const { text, says } of cases) {
    await t.step(String(says), () =>
      inFolder(async (folder, location) => {
        await Deno.writeTextFile(`${folder}/x.json`, text);
        const { status, out, err } = await call(
          location,
          ...["client", "put", "acme", "--file", `${folder}/x.json`],
        );
        assert.deepEqual([status, out], [1, ""]);
        assert.match(err, says);
        await assert.rejects(Deno.stat(location));
      }));
  }
  await t.step("no file", () =>
    inFolder(async (folder, location) => {
      const { status, err } = await call(
        location,
        ...["client", "put", "acme", "--file", `${folder}/none`],
      );
      assert.equal(status, 1);
      assert.match(err, /No file at/);
    }));
});

Deno.test("admin client put - reads standard input", async () => {
  await inFolder(async (_folder, location) => {
    const child = new Deno.Command(Deno.execPath(), {
      args: [
        ...["run", "--cached-only", "--no-prompt", "--allow-read", "--allow-write", "--allow-env"],
        ...[new URL("../../../../cli/admin.ts", import.meta.url).pathname],
        ...["client", "put", "acme", "--file", "-"],
      ],
      env: { AVAL_KV: location },
      stdin: "piped",
      stdout: "null",
      stderr: "piped",
    }).spawn();
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode('{"status":"SUSPENDED"}'));
    await writer.close();
    const { code, stderr } = await child.output();
    assert.equal(code, 0, new TextDecoder().decode(stderr));
    await using service = await storeInMemory(location);
    const { status } = await openClients(service.store).get(ClientId.parse("acme"));
    assert.equal(status, "SUSPENDED");
  });
});

Deno.test("admin client refuses wrong usage with status 2 and touches nothing", async (t) => {
  const cases: readonly { readonly args: readonly string[]; readonly says: RegExp }[] = [
    { args: ["put"], says: /A client ID is needed/ },
    { args: ["put", "ac me"], says: /visible ASCII/ },
    { args: ["put", "acme", "globex"], says: /Unexpected argument "globex"/ },
    { args: ["put", "acme", "--file"], says: /--file/ },
    { args: ["put", "acme", "--file", ""], says: /--file needs a path/ },
    { args: ["put", "acme", "--file", "a", "--file", "b"], says: /--file is given once/ },
    { args: ["put", "acme", "--fiel", "a"], says: /'--fiel'/ },
    { args: ["get"], says: /A client ID is needed/ },
    { args: ["get", "acme", "--file", "a"], says: /'--file'/ },
    { args: ["list", "acme"], says: /Unexpected argument "acme"/ },
    { args: ["drop", "acme"], says: /Unknown command "client drop"/ },
  ];
  for (const { args, says } of cases) {
    await t.step(args.join(" "), () =>
      inFolder(async (_folder, location) => {
        const { status, out, err } = await call(location, "client", ...args);
        assert.deepEqual([status, out], [2, ""]);
        assert.match(err, says);
        await assert.rejects(Deno.stat(location));
      }));
  }
});
