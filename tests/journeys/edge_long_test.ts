import assert from "node:assert/strict";
import { CLEAR_NAME } from "../support/names.ts";
import { connectRaw, type RawAnswer, sendRaw } from "../support/raw_http.ts";
import { errorsBesidesAge, startServer } from "../support/server.ts";

const inMemory = { AVAL_KV: ":memory:" };
const secret = "Margarethe";

/** Asserts that a refusal has the service's form, not the runtime's. */
function assertRefusal({ status, headers, body }: RawAnswer, expected: number, error: string) {
  assert.equal(status, expected);
  assert.equal(JSON.parse(body).error, error);
  assert.match(headers["x-request-id"] ?? "", /^[A-Za-z0-9._-]{1,64}$/);
  assert.equal(headers["x-aval-mode"], "sandbox");
}

/** A log line that may need action; debug lines do not. */
const noteworthy = /"level":"(info|warn|error)"/;

Deno.test("a Host that makes no URL is a 400 in the normal form, and nothing is printed", async (t) => {
  await using server = await startServer(inMemory);
  const target = `/v1/lists?name=${secret}`;
  for (const host of ["a b", "[", "a:99999", "x%zz<>", "a/b", "h/v1/lists?x=", "u@h", "h#"]) {
    await t.step(host, async () => {
      const answer = await sendRaw(server.url, [`GET ${target} HTTP/1.1`, `Host: ${host}`]);
      assertRefusal(answer, 400, "bad_request");
      assert(!answer.body.includes(secret));
    });
  }
  await t.step("in absolute form", async () => {
    const line = `GET http://a:99999${target} HTTP/1.1`;
    assertRefusal(await sendRaw(server.url, [line, "Host: h"]), 400, "bad_request");
  });
  await t.step("in an answer to HEAD", async () => {
    const answer = await sendRaw(server.url, [`HEAD ${target} HTTP/1.1`, "Host: ["]);
    assert.deepEqual([answer.status, answer.body], [400, ""]);
    assert.equal(answer.headers["x-aval-mode"], "sandbox");
  });
  assert.equal(await server.terminate(), 0);
  assert.equal(errorsBesidesAge(server), "");
});

Deno.test("a request without a Host, with several or with an invalid one is a 400 (RFC 9112 §3.2)", async (t) => {
  await using server = await startServer(inMemory);
  const cases = [
    { why: "none", hosts: [] },
    { why: "an empty one", hosts: ["Host:"] },
    { why: "a list", hosts: ["Host: a.example, b.example"] },
    { why: "no name", hosts: ["Host: ü.example"] },
    { why: "a port that is no number", hosts: ["Host: a.example:http"] },
  ];
  for (const { why, hosts } of cases) {
    await t.step(why, async () => {
      assertRefusal(
        await sendRaw(server.url, ["GET /v1/lists HTTP/1.1", ...hosts]),
        400,
        "bad_request",
      );
    });
  }
  await t.step("two", async () => {
    const hosts = ["Host: a.example", "Host: a.example"];
    const { status } = await sendRaw(server.url, ["GET /health HTTP/1.1", ...hosts]);
    assert.equal(status, 400);
  });
  for (
    const host of ["localhost", "a.example:8000", "192.0.2.1", "[2001:db8::1]:80", "under_score"]
  ) {
    await t.step(host, async () => {
      const answer = await sendRaw(server.url, ["GET /health HTTP/1.1", `Host: ${host}`]);
      assert.equal(answer.status, 200);
    });
  }
});

Deno.test("a probe without Host is answered, as balancers send it by HTTP/1.0", async (t) => {
  await using server = await startServer(inMemory);
  for (const line of ["GET /health", "GET /ready", "HEAD /health"]) {
    await t.step(line, async () => {
      const { status } = await sendRaw(server.url, [`${line} HTTP/1.0`]);
      assert.equal(status, 200);
    });
  }
  await t.step("but not with an invalid one, and no other path", async () => {
    const invalid = await sendRaw(server.url, ["GET /health HTTP/1.1", "Host: a b"]);
    assertRefusal(invalid, 400, "bad_request");
    assertRefusal(await sendRaw(server.url, ["GET /v1/lists HTTP/1.0"]), 400, "bad_request");
  });
});

Deno.test("a server without a port, at a Unix socket, has no fault at a request", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/aval.sock`;
  const env = { ...inMemory, DENO_SERVE_ADDRESS: `unix:${path}` };
  {
    await using server = await startServer(env, ["--cached-only", "--no-prompt", "-A"]);
    using connection = await Deno.connect({ transport: "unix", path });
    const request = "GET /health HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n";
    await connection.write(new TextEncoder().encode(request));
    const answer = await new Response(connection.readable).text();
    // The runtime's URL of it is no http one.
    assert.match(answer, /^HTTP\/1\.1 400 /);
    assert.equal(errorsBesidesAge(server), "");
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("hostile request lines never print what they hold", async (t) => {
  await using server = await startServer(inMemory);
  const lines = [
    `GET ${secret} HTTP/1.1`,
    `GET ?name=${secret} HTTP/1.1`,
    `GET /%zz%00${secret}?%ff=${secret} HTTP/1.1`,
    `GET http://[/${secret} HTTP/1.1`,
    `GET http:///${secret} HTTP/1.1`,
    `GET //${secret}@[/ HTTP/1.1`,
    `GET /a b${secret} HTTP/1.1`,
    `GET mailto:${secret} HTTP/1.1`,
    `CONNECT ${secret} HTTP/1.1`,
    `CONNECT ${secret}:99999 HTTP/1.1`,
    `OPTIONS * HTTP/1.1\r\nX-Name: ${secret}\u0001`,
    `GET /health?name=${secret} HTTP/9.9`,
    `${secret}<> / HTTP/1.1`,
    `POST /v1/screen?name=${secret} HTTP/1.1\r\nContent-Length: ${secret}`,
    `POST /v1/screen?name=${secret} HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2`,
  ];
  for (const line of lines) {
    await t.step(JSON.stringify(line.slice(0, 60)), async () => {
      const { status } = await sendRaw(server.url, [line, "Host: h"]);
      assert(status >= 400 && status < 500, `${status}`);
    });
  }
  assert.equal(await server.terminate(), 0);
  assert.equal(errorsBesidesAge(server), "");
});

Deno.test("a caller that goes before its body or its answer is no fault", async () => {
  await using server = await startServer(inMemory);
  const head = [
    `POST /v1/screen?name=${secret} HTTP/1.1`,
    "Host: h",
    "Content-Type: application/json",
  ];
  const whole = '{"name":"a"}';
  const requests = [
    [...head, "Content-Length: 100", "", '{"name"'],
    [...head, "Transfer-Encoding: chunked", "", '7\r\n{"name"\r\n'],
    [...head, "Transfer-Encoding: chunked", "", `zz\r\n${secret}`],
    [...head, `Content-Length: ${whole.length}`, "", whole],
    [`GET /openapi.json?name=${secret} HTTP/1.1`, "Host: h", "", ""],
  ];
  for (const lines of requests) {
    using connection = await connectRaw(server.url);
    await connection.send(lines.join("\r\n"));
    // A second request from elsewhere, so that the first has reached the service before it breaks off.
    await sendRaw(server.url, ["GET /health HTTP/1.1", "Host: h"]);
  }
  assert.equal(await server.terminate(), 0);
  assert.doesNotMatch(errorsOfRequests(server.errorText()), noteworthy);
  assert(!server.errorText().includes(secret));
});

Deno.test("HEAD answers what GET answers, its length included, without a body", async (t) => {
  await using server = await startServer(inMemory);
  const paths = [
    "/health",
    "/openapi.json",
    "/",
    "/reference",
    "/v1/lists",
    "/nowhere",
    "/v1/screen",
  ];
  for (const path of paths) {
    await t.step(path, async () => {
      const [get, head] = await Promise.all(
        ["GET", "HEAD"].map((method) =>
          sendRaw(server.url, [`${method} ${path} HTTP/1.1`, "Host: h"])
        ),
      );
      assert(get !== undefined && head !== undefined);
      assert.deepEqual([head.status, head.body], [get.status, ""]);
      assert.equal(get.headers["content-length"], `${new TextEncoder().encode(get.body).length}`);
      for (const name of ["content-length", "content-type", "allow"]) {
        assert.equal(head.headers[name], get.headers[name], name);
      }
    });
  }
});

Deno.test("every answer forbids storing and sniffing", async (t) => {
  await using server = await startServer(inMemory);
  const cases = [
    { line: "GET /health", status: 200 },
    { line: "GET /v1/lists", status: 200 },
    { line: "GET /nowhere", status: 404 },
    { line: "DELETE /v1/screen", status: 405 },
    { line: "POST /v1/screen", status: 400 },
    { line: "HEAD /health", status: 200 },
  ];
  for (const { line, status } of cases) {
    await t.step(line, async () => {
      const answer = await sendRaw(server.url, [`${line} HTTP/1.1`, "Host: h"]);
      assert.equal(answer.status, status);
      assert.equal(answer.headers["cache-control"], "no-store");
      assert.equal(answer.headers["x-content-type-options"], "nosniff");
    });
  }
});

Deno.test("a body declared too large is refused before any of it is sent", async () => {
  await using server = await startServer(inMemory);
  const head = ["POST /v1/screen HTTP/1.1", "Host: h", "Content-Type: application/json"];
  for (const length of [262_145, 10 ** 12]) {
    using connection = await connectRaw(server.url);
    await connection.send(`${[...head, `Content-Length: ${length}`].join("\r\n")}\r\n\r\n`);
    assertRefusal(await connection.earlyAnswer(), 413, "payload_too_large");
  }
  const largest = JSON.stringify({ name: CLEAR_NAME }).padEnd(262_144);
  const answer = await sendRaw(server.url, [...head, `Content-Length: ${largest.length}`], largest);
  assert.equal(answer.status, 200);
});

/** The log records of requests, without those of the process itself. */
function errorsOfRequests(text: string): string {
  return text.replaceAll(/^.*"event":"(?:started|drain_begun|stopped)".*\n/gm, "");
}
