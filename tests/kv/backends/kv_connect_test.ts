import "../../../base/temporal.ts";
import assert from "node:assert/strict";
import fc from "fast-check";
import type { RawCommit } from "../../../kv/store/backend.ts";
import { encodeKey } from "../../../kv/backends/key_bytes.ts";
import { openKvConnect } from "../../../kv/backends/kv_connect.ts";
import {
  bytesField,
  bytesOf,
  fieldsOf,
  message,
  numberField,
  numberOf,
  type Part,
} from "../../../kv/backends/kv_connect/protobuf.ts";
import { openStore } from "../../../kv/opening/open_store.ts";
import { fixedClock } from "../../support/clock.ts";
import { seededRandom } from "../../support/random.ts";
import { noPause } from "../../support/store.ts";
import { locationOf } from "../../support/store_location.ts";

const nothing: RawCommit = { checks: [], puts: [], removes: [], adds: [] };
const success = message(numberField(1, 1), bytesField(2, [new Uint8Array(10).fill(1)]));

Deno.test("messages are those of the protobuf documentation's examples", () => {
  assert.equal(message(numberField(1, 150)).toHex(), "089601");
  const testing = new TextEncoder().encode("testing");
  assert.equal(message(bytesField(2, [testing])).toHex(), "120774657374696e67");
  assert.equal(message(bytesField(3, numberField(1, 150))).toHex(), "1a03089601");
});

Deno.test("fieldsOf() reads what was written, leaves other types out, and refuses a cut message", () => {
  fc.assert(fc.property(
    fc.nat({ max: Number.MAX_SAFE_INTEGER }),
    fc.uint8Array({ maxLength: 300 }),
    (number, bytes) => {
      const content = Uint8Array.from(bytes);
      const written = message(numberField(2, number), bytesField(20, [content]));
      assert.equal(numberOf(written, 2), number);
      assert.deepEqual(bytesOf(written, 20), content);
    },
  ));
  // Field 1 of 64 bits, field 2 of 32 bits, field 3 a number.
  const mixed = Uint8Array.fromHex("09" + "00".repeat(8) + "15" + "00".repeat(4) + "1807");
  assert.deepEqual([...fieldsOf(mixed)], [{ field: 3, number: 7 }]);
  for (const cut of ["08", "1207", "0900"]) {
    assert.throws(() => [...fieldsOf(Uint8Array.fromHex(cut))], RangeError, cut);
  }
});

/** Starts a server with given fates of the metadata and of the data path. */
function startServer(answer: {
  readonly metadata: (request: Request) => Response | Promise<Response>;
  readonly data?: (request: Request) => Response | Promise<Response>;
}) {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    (request) =>
      new URL(request.url).pathname === "/"
        ? answer.metadata(request)
        : answer.data?.(request) ?? new Response(null, { status: 404 }),
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

function metadata(token = "data token"): Response {
  return Response.json({
    version: 3,
    databaseId: "00000000-0000-0000-0000-000000000000",
    endpoints: [{ url: "/near", consistency: "eventual" }, { url: "/v2", consistency: "strong" }],
    token,
    expiresAt: "2100-01-01T00:00:00.5Z",
  });
}

const tools = { clock: fixedClock(), random: seededRandom(), pause: noPause };

Deno.test("openStore() says that a server cannot be reached, after it has tried for a while", async () => {
  const { url } = await freeAddress();
  await assert.rejects(openStore({ location: locationOf(url, "token"), ...tools }), {
    name: "UnavailableError",
    message: "The store cannot be reached: tried 40 times",
  });
});

async function freeAddress() {
  await using server = startServer({ metadata: () => metadata() });
  return { url: server.url };
}

Deno.test("openKvConnect() says what to do when the token is refused, and when it is no such server", async () => {
  {
    await using server = startServer({ metadata: () => new Response("no", { status: 401 }) });
    await assert.rejects(
      openKvConnect({ url: server.url, accessToken: "wrong" }),
      (error: Error) =>
        /^AVAL_KV_TOKEN or DENO_KV_ACCESS_TOKEN: /.test(error.message) &&
        !/wrong/.test(error.message),
    );
  }
  const none = { ...await metadata().json(), endpoints: [{ url: "/", consistency: "eventual" }] };
  for (
    const answer of [
      () => new Response("<html>"),
      () => new Response(null, { status: 404 }),
      () => Response.json({ version: 3 }),
      () => Response.json(none),
    ]
  ) {
    await using server = startServer({ metadata: answer });
    await assert.rejects(
      openKvConnect({ url: server.url, accessToken: "token" }),
      /AVAL_KV: no KV Connect server answers there/,
    );
  }
});

Deno.test("openKvConnect() gives up a server that does not answer in its time", async () => {
  const asked = Promise.withResolvers<Response>();
  {
    await using _server = startServer({ metadata: () => asked.promise });
    const opening = openKvConnect({
      url: _server.url,
      accessToken: "token",
      callMilliseconds: 50,
    });
    await assert.rejects(opening, { name: "UnavailableError" });
    asked.resolve(metadata());
  }
});

Deno.test("a call goes to the strong endpoint with what the metadata say", async () => {
  const seen: unknown[] = [];
  await using server = startServer({
    metadata: async (request) => {
      seen.push([request.headers.get("authorization"), await request.json()]);
      return metadata();
    },
    data: (request) => {
      const names = ["authorization", "content-type", "x-denokv-version", "x-denokv-database-id"];
      seen.push([new URL(request.url).pathname, names.map((name) => request.headers.get(name))]);
      return new Response(success);
    },
  });
  const backend = await openKvConnect({ url: server.url, accessToken: "token" });
  assert.equal(await backend.commit(nothing), "01".repeat(10));
  backend.close();
  assert.deepEqual(seen, [
    ["Bearer token", { supportedVersions: [2, 3] }],
    ["/v2/atomic_write", [
      "Bearer data token",
      "application/x-protobuf",
      "3",
      "00000000-0000-0000-0000-000000000000",
    ]],
  ]);
});

Deno.test("what never changes is read at the eventual endpoint, all else at the strong one", async () => {
  const paths: string[] = [];
  const entry = message(
    bytesField(1, [encodeKey(["a"])]),
    bytesField(2, [new Uint8Array([7])]),
    numberField(3, 3), // VE_BYTES
    bytesField(4, [new Uint8Array(10)]),
  );
  const found = bytesField(1, bytesField(1, [entry]));
  await using server = startServer({
    metadata: () => metadata(),
    data: ({ url }) => {
      const { pathname } = new URL(url);
      paths.push(pathname);
      const strong = pathname.startsWith("/v2/") ? [numberField(4, 1)] : [];
      return new Response(message(found, ...strong, numberField(8, 1)));
    },
  });
  const backend = await openKvConnect({ url: server.url, accessToken: "token" });
  const near = await backend.readEventually?.([["a"]]);
  assert.deepEqual(near?.map((one) => one?.bytes), [new Uint8Array([7])]);
  await backend.read([["a"]]);
  backend.close();
  assert.deepEqual(paths, ["/near/snapshot_read", "/v2/snapshot_read"]);
});

Deno.test("metadata that the data path no longer takes are asked for anew, once for all", async () => {
  let exchanges = 0;
  await using server = startServer({
    metadata: () => metadata(`token ${++exchanges}`),
    data: ({ headers }) =>
      headers.get("authorization") === "Bearer token 1"
        ? new Response("expired", { status: 401 })
        : new Response(success),
  });
  const backend = await openKvConnect({ url: server.url, accessToken: "token" });
  await assert.rejects(backend.commit(nothing), { name: "BusyError" });
  await Promise.all(Array.from({ length: 5 }, () => backend.commit(nothing)));
  assert.equal(exchanges, 2);
  backend.close();
});

Deno.test("what a server may not do now is busy, what it does not say is unknown, all else a fault", async () => {
  let answer = (): Response => new Response(success);
  await using server = startServer({ metadata: () => metadata(), data: () => answer() });
  const backend = await openKvConnect({ url: server.url, accessToken: "token" });
  const written = (status: number) => () => new Response(message(numberField(1, status)));
  const cases: [() => Response, string][] = [
    [written(5), "BusyError"], // AW_WRITE_DISABLED
    [written(0), "UnavailableError"], // AW_UNSPECIFIED
    [() => new Response(new Uint8Array([8])), "UnavailableError"], // cut
    [() => new Response(null, { status: 503 }), "UnavailableError"],
    [() => new Response(null, { status: 429 }), "BusyError"],
    [() => new Response("too large", { status: 400 }), "Error"],
    [() => new Response(null, { status: 307, headers: { location: "/v2/other" } }), "Error"],
  ];
  for (const [next, name] of cases) {
    answer = next;
    await assert.rejects(backend.commit(nothing), { name }, name);
  }
  const read = (...fields: Part[]) => () => new Response(message(...fields));
  const reads: [() => Response, string][] = [
    [read(numberField(4, 1), numberField(8, 2)), "BusyError"], // SR_READ_DISABLED
    [() => new Response(null, { status: 429 }), "BusyError"],
    [read(numberField(8, 1)), "BusyError"], // not strongly consistent
    [() => new Response(null, { status: 503 }), "BusyError"],
    [read(numberField(4, 1), numberField(8, 1)), "Error"], // a range is missing
  ];
  for (const [next, name] of reads) {
    answer = next;
    await assert.rejects(backend.read([["a"]]), { name }, name);
  }
  backend.close();
  await assert.rejects(backend.read([["a"]]), /The store is closed/);
});
