import assert from "node:assert/strict";
import { wallet } from "../../../cli/wallet.ts";
import { openHeldCredentials, openWalletFile } from "../../../cli/wallet/wallet_file.ts";
import type { CliResult } from "../../support/cli.ts";
import { type FixedClock, fixedClock } from "../../support/clock.ts";
import { seededRandom } from "../../support/random.ts";
import { serviceInMemory, type TestService } from "../../support/service.ts";
import { start } from "../../support/verifying.ts";

const redirectTo = "https://rp.example/callback?code=c0de&state=s&iss=https%3A%2F%2Fop.example";

/** The behaviour of the fake provider. */
interface Behavior {
  /** The answer instead of the page. */
  readonly authorize?: () => Response;
  /** The answer instead of the session's status; `undefined`: the session's status. */
  readonly status?: (poll: number) => Response | undefined;
  /** Origin instead of the provider's own. */
  readonly statusOrigin?: string;
  /** Folder of the wallet's files, instead of a new one. */
  readonly folder?: string;
}

interface Provider extends AsyncDisposable {
  readonly url: string;
  readonly service: TestService;
  readonly clock: FixedClock;
  /** Requests to the provider: method, path, and cookie. */
  readonly seen: readonly (readonly [string, string, string | null])[];
  /** Public keys to which wallets' credentials were bound. */
  readonly holders: readonly string[];
  login(...args: readonly string[]): Promise<CliResult>;
}

/**
 * A provider that follows the login's specification, over HTTP. The wallet's part is the service's
 * own: a verification session, answered at its callback.
 */
async function provider(behavior: Behavior = {}): Promise<Provider> {
  const service = await serviceInMemory();
  const folder = behavior.folder ?? await Deno.makeTempDir();
  const clock = fixedClock();
  const seen: [string, string, string | null][] = [];
  const holders: string[] = [];
  const started = await start(service.as("acme"), "str-guest-registration");
  let polls = 0;
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    async (request) => {
      const { pathname, origin } = new URL(request.url);
      seen.push([request.method, pathname, request.headers.get("cookie")]);
      if (pathname === "/v1/login/authorize") {
        return behavior.authorize?.() ?? page({
          walletUri: started.authorizationRequestUri,
          statusUrl: `${behavior.statusOrigin ?? origin}/v1/login/status?request=abc`,
        });
      }
      const said = behavior.status?.(++polls);
      if (said !== undefined) return said;
      const read = await service.as("acme").get(`/v1/verify/sessions/${started.sessionId}`);
      const { status } = read.body;
      return Response.json(status === "completed" ? { status, redirectTo } : { status }, {
        headers: { "set-cookie": "aval_login_sso=sso; Path=/v1/login; HttpOnly" },
      });
    },
  );
  const url = `http://127.0.0.1:${server.addr.port}`;
  return {
    url: `${url}/v1/login/authorize?client_id=sandbox-login&state=s`,
    service,
    clock,
    seen,
    holders,
    login: async (...args) => {
      let [stdout, stderr] = ["", ""];
      const code = await wallet(["login", `${url}/v1/login/authorize?state=s`, ...args], {
        out: (text) => void (stdout += text),
        err: (text) => void (stderr += text),
        input: () => Promise.resolve(""),
        fetch: async (asked, init) => {
          if (asked.startsWith(url)) return await fetch(asked, init);
          holders.push(...holdersIn(init.body));
          return await service.fetch(new URL(asked).pathname, init);
        },
        clock,
        random: seededRandom(),
        pause: (milliseconds) => {
          clock.advance({ milliseconds });
          return Promise.resolve();
        },
        openKeys: ({ path, isNewKey }) => openWalletFile({ path: `${folder}/${path}`, isNewKey }),
        openHeld: openHeldCredentials,
      });
      return { code, stdout, stderr };
    },
    [Symbol.asyncDispose]: async () => {
      await server.shutdown();
      await service[Symbol.asyncDispose]();
      if (behavior.folder === undefined) await Deno.remove(folder, { recursive: true });
    },
  };
}

/** A page like the service's: link and status URL in escaped attributes. */
function page(
  { walletUri, statusUrl }: { readonly walletUri: string; readonly statusUrl: string },
) {
  const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  return new Response(
    `<!doctype html><html lang="en"><title>Log in</title><main data-status-url="${
      escaped(statusUrl)
    }"><a data-wallet-link href="${escaped(walletUri)}">Open wallet</a></main></html>`,
    {
      headers: {
        "content-type": "text/html; charset=utf-8",
        "set-cookie": "aval_login=browser; Max-Age=300; Path=/v1/login; HttpOnly; SameSite=Lax",
      },
    },
  );
}

/** Keys in `cnf` of the SD-JWT VCs of an answer. */
function holdersIn(body: unknown): readonly string[] {
  const token = new URLSearchParams(String(body)).get("vp_token");
  const presentations = Object.values(JSON.parse(token ?? "{}")).flat();
  return presentations.map((text) => {
    const payload = String(text).split(".")[1] ?? "";
    const json = new TextDecoder().decode(
      Uint8Array.fromBase64(payload, { alphabet: "base64url" }),
    );
    return JSON.parse(json).cnf.jwk.x;
  });
}

const redirect = (location: string) => new Response(null, { status: 302, headers: { location } });

Deno.test("wallet login answers the wallet's request and prints where the login ends, alone", async () => {
  await using op = await provider();
  const { code, stdout, stderr } = await op.login();
  assert.equal(code, 0, stderr);
  assert.equal(stdout, `${redirectTo}\n`);
  assert.deepEqual(op.seen, [
    ["GET", "/v1/login/authorize", null],
    ["GET", "/v1/login/status", "aval_login=browser"],
  ]);
  assert.match(stderr, /with pid_\w+ \(dc\+sd-jwt\)\nThe service answers 200\n$/);
});

Deno.test("wallet login prints where single sign-on sends the browser, and goes nowhere", async () => {
  await using op = await provider({ authorize: () => redirect(redirectTo) });
  const { code, stdout } = await op.login();
  assert.deepEqual([code, stdout], [0, `${redirectTo}\n`]);
  assert.deepEqual(op.seen, [["GET", "/v1/login/authorize", null]]);
});

Deno.test("wallet login fails, and shows the redirect, where the relying party is sent an error", async () => {
  const location = "https://rp.example/callback?error=login_required&state=s";
  await using op = await provider({ authorize: () => redirect(location) });
  const { code, stdout, stderr } = await op.login();
  assert.deepEqual([code, stdout], [1, `${location}\n`]);
  assert.equal(stderr, "wallet: The relying party receives error login_required\n");
});

Deno.test("wallet login takes no redirect without code and error for the end of a login", async () => {
  const location = "https://op.example/v1/login/authorize?response_type=code";
  await using op = await provider({ authorize: () => redirect(location) });
  const { code, stdout, stderr } = await op.login();
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /neither code nor error; an authorize URL is needed/);
  assert(stderr.endsWith(`perhaps this one: ${location}\n`));
});

Deno.test("wallet login says what an error page says", async () => {
  const html = "<!doctype html><title>Error</title><h1>This login request is not valid</h1>";
  await using op = await provider({ authorize: () => new Response(html, { status: 400 }) });
  const { code, stdout, stderr } = await op.login();
  assert.deepEqual([code, stdout], [1, ""]);
  assert.equal(stderr, "wallet: The service answers 400: This login request is not valid\n");
});

Deno.test("wallet login refuses a page of something else, or one that asks another origin", async () => {
  await using other = await provider({ authorize: () => new Response("<h1>Hello</h1>") });
  const refused = await other.login();
  assert.deepEqual([refused.code, refused.stdout], [1, ""]);
  assert.match(refused.stderr, /no wallet link and status URL/);
  await using foreign = await provider({ statusOrigin: "https://other.example" });
  const asked = await foreign.login();
  assert.equal(asked.code, 1);
  assert.match(asked.stderr, /another origin .*: where https:\/\/other\.example is/);
  assert.deepEqual(foreign.holders, []);
});

Deno.test("wallet login polls on while it waits, and after what passes", async () => {
  const answers = [
    () => Response.json({ status: "pending" }),
    () => new Response("busy", { status: 503 }),
    () => new Response("{}", { status: 429, headers: { "retry-after": "7" } }),
    () => Response.json({ status: "pending" }),
  ];
  await using op = await provider({ status: (poll) => answers[poll - 1]?.() });
  const begun = op.clock.now();
  const { code, stdout, stderr } = await op.login();
  assert.deepEqual([code, stdout], [0, `${redirectTo}\n`], stderr);
  assert.equal(op.seen.length, 1 + answers.length + 1);
  // Two seconds each, and seven where the service says so.
  assert.equal(op.clock.now().since(begun).total("seconds"), 2 + 2 + 7 + 2);
});

Deno.test("wallet login gives up after five minutes", async () => {
  await using op = await provider({ status: () => Response.json({ status: "pending" }) });
  const begun = op.clock.now();
  const { code, stdout, stderr } = await op.login();
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /not ended within 5 minutes/);
  assert.equal(op.clock.now().since(begun).total("minutes"), 5);
});

Deno.test("wallet login reports a login that ends without a redirect", async () => {
  const cases = [
    [Response.json({ status: "failed" }), /The login has failed/],
    [Response.json({ status: "expired" }), /The login has expired/],
    [Response.json({ status: "completed" }), /code was already used or has expired/],
    [Response.json({ status: "odd" }), /status is none/],
    [Response.json({ error: "not_found" }, { status: 404 }), /status answers 404/],
    [redirect("https://rp.example/"), /status answers 302/],
  ] as const;
  for (const [response, says] of cases) {
    await using op = await provider({ status: () => response });
    const { code, stdout, stderr } = await op.login();
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, says);
  }
});

Deno.test("wallet login --error cancels in the wallet, and --break must be refused", async () => {
  await using cancelled = await provider();
  const refusal = await cancelled.login("--error", "access_denied");
  assert.deepEqual([refusal.code, refusal.stdout], [1, ""]);
  assert.match(refusal.stderr, /The login has failed/);
  await using broken = await provider();
  const forged = await broken.login("--break", "kb_signature");
  assert.deepEqual([forged.code, forged.stdout], [1, ""]);
  assert.match(forged.stderr, /as expected with key_binding_signature_invalid/);
});

Deno.test("wallet login shows the same holder again, and another with --new-key or --wallet", async () => {
  const holders: string[] = [];
  const folder = await Deno.makeTempDir();
  const runs = [[], [], ["--wallet", ".aval/other.json"], ["--new-key"], [], ["--person", "pep"]];
  for (const args of runs) {
    await using op = await provider({ folder });
    const { code, stderr } = await op.login(...args);
    assert.equal(code, 0, stderr);
    holders.push(...op.holders);
  }
  const [first, second, other, renewed, again, pep] = holders;
  assert.equal(holders.length, runs.length);
  assert.equal(second, first);
  assert.equal(again, renewed);
  assert.equal(new Set([first, other, renewed, pep]).size, 4);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("wallet login exits with status 2 on wrong usage, before anything is sent", async () => {
  await using op = await provider();
  const wrong = [
    ["login"],
    ["login", "openid4vp://authorize"],
    ["login", "-"],
    ["login", op.url, "other"],
    ...[
      "wallet.json",
      "/tmp/.aval/a.json",
      ".aval/../a.json",
      ".aval/kv.sqlite3",
      ".aval/.json/",
      "",
    ]
      .map((file) => ["login", op.url, "--wallet", file]),
    ["present", "openid4vp://authorize", "--wallet", "other.json"],
  ];
  for (const args of wrong) {
    let [stdout, stderr] = ["", ""];
    const code = await wallet(args, {
      out: (text) => void (stdout += text),
      err: (text) => void (stderr += text),
      input: () => Promise.resolve(""),
      fetch: () => Promise.reject(new Error("nothing is sent")),
      clock: op.clock,
      random: seededRandom(),
      pause: () => Promise.resolve(),
      openKeys: openWalletFile,
      openHeld: openHeldCredentials,
    });
    assert.deepEqual([code, stdout], [2, ""], args.join(" "));
    assert.match(stderr, /See wallet --help\.\n$/);
  }
  assert.deepEqual(op.seen, []);
});

Deno.test("wallet login says that nobody answers", async () => {
  await using op = await provider({ authorize: () => redirect("x") });
  const gone = await provider();
  await gone[Symbol.asyncDispose]();
  let stderr = "";
  const code = await wallet(["login", gone.url], {
    out: () => {},
    err: (text) => void (stderr += text),
    input: () => Promise.resolve(""),
    fetch,
    clock: op.clock,
    random: seededRandom(),
    pause: () => Promise.resolve(),
    openKeys: openWalletFile,
    openHeld: openHeldCredentials,
  });
  assert.equal(code, 1);
  assert.match(stderr, /^wallet: http:\/\/127\.0\.0\.1:\d+: .*is the service running\?\n$/);
});
