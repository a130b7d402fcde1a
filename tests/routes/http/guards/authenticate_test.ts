import assert from "node:assert/strict";
import fc from "fast-check";
import { parseConfig } from "../../../../service/config/config.ts";
import { jsonLog } from "../../../../base/json_log.ts";
import type { Introspection, Introspector } from "../../../../core/access/ports.ts";
import { authenticateBearer } from "../../../../routes/http/guards/authenticate.ts";
import { openService } from "../../../../service/compose.ts";
import { fixedClock } from "../../../support/clock.ts";
import { seededRandom } from "../../../support/random.ts";
import { liveEnvironment, serviceInMemory } from "../../../support/service.ts";
import { noPause } from "../../../support/store.ts";
import { runs } from "../../../support/runs.ts";

/** An identity provider with one answer, which records its requests. */
function provider(answer: Introspection): Introspector & { readonly asked: readonly string[] } {
  const asked: string[] = [];
  return {
    asked,
    introspect: (token) => {
      asked.push(token);
      return Promise.resolve(answer);
    },
  };
}

const bearing = (authorization: string) =>
  new Request("http://localhost/v1/lists", { headers: { authorization } });

const b64token = fc.string({
  unit: fc.constantFrom(..."ABCZabcz0189-._~+/="),
  minLength: 1,
  maxLength: 12,
});
const someHeader = fc.oneof(
  b64token.map((token) => `Bearer ${token}`),
  // What a header may hold at all: no control characters, nothing past Latin-1.
  fc.string({
    unit: fc.nat(0xff).filter((code) => code >= 0x20 && code !== 0x7f).map(String.fromCharCode),
  }),
  fc.array(
    fc.oneof(
      b64token,
      fc.constantFrom("Bearer", "bearer", " ", "  ", "\t", ",", ";", '"', "é", "\xa0", "="),
    ),
  ).map((parts) => parts.join("")),
  fc.array(fc.oneof(b64token, fc.constantFrom(" ", "\t", ",", "é", "=a")), { maxLength: 3 })
    .map((parts) => `Bearer ${parts.join("")}`),
);

Deno.test("authenticateBearer() asks about b64tokens only, whatever the header holds", async () => {
  await fc.assert(
    fc.asyncProperty(someHeader, async (header) => {
      const idp = provider({ kind: "inactive" });
      const result = await authenticateBearer(idp, bearing(header));
      assert(!result.ok && result.refusal.code === "unauthorized");
      assert(idp.asked.length <= 1);
      for (const token of idp.asked) {
        assert.match(token, /^[A-Za-z0-9\-._~+/]+=*$/); // RFC 6750 §2.1
        assert.equal(header.trim().replace(/^bearer +/i, ""), token);
      }
    }),
    { numRuns: runs(1_000) },
  );
});

Deno.test("authenticateBearer() asks about every b64token of a token's length", async () => {
  const tokens = b64token.filter((token) => /^[^=]+=*$/.test(token));
  await fc.assert(
    fc.asyncProperty(
      tokens,
      fc.constantFrom("Bearer", "bearer", "BEARER"),
      async (token, scheme) => {
        const idp = provider({ kind: "inactive" });
        await authenticateBearer(idp, bearing(`${scheme} ${token}`));
        assert.deepEqual(idp.asked, [token]);
      },
    ),
  );
});

Deno.test("authenticateBearer() asks about a token of 8 KiB, padding included, and no longer one", async () => {
  for (const padding of ["", "=="]) {
    const idp = provider({ kind: "inactive" });
    const longest = `${"a".repeat(8_192 - padding.length)}${padding}`;
    await authenticateBearer(idp, bearing(`Bearer ${longest}`));
    await authenticateBearer(idp, bearing(`Bearer a${longest}`));
    await authenticateBearer(idp, bearing(`Bearer ${longest}=`));
    assert.deepEqual(idp.asked, [longest]);
  }
});

Deno.test("a provider that cannot answer is a 503 that says when to come again", async () => {
  const clock = fixedClock();
  const config = parseConfig({ AVAL_KV: ":memory:", ...await liveEnvironment() });
  assert(config.ok);
  const lines: string[] = [];
  const service = await openService(config.value, {
    clock,
    random: seededRandom(7),
    log: jsonLog({ level: "debug", clock, write: (line) => void lines.push(line) }),
    lifecycle: { version: "0.0.0", build: "0123456789ab", draining: () => false },
    pause: noPause,
  }, {
    deployment: (deployment) => ({
      ...deployment,
      introspector: provider({ kind: "unavailable" }),
    }),
  });
  try {
    const answer = await service.app(bearing("Bearer abc"), { peerAddress: "127.0.0.1" });
    assert.deepEqual([answer.status, answer.headers.get("retry-after")], [503, "1"]);
    assert.equal(answer.headers.get("www-authenticate"), null);
    assert.equal((await answer.json()).error, "upstream_unavailable");
    assert(!lines.join().includes("abc"));
  } finally {
    await service.close();
  }
});

Deno.test("a caller that has gone is no fault: its request is answered to nobody", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  const answer = await service.fetch("/v1/lists", {
    headers: { authorization: `Bearer ${"A".repeat(43)}` },
    signal: AbortSignal.abort(),
  });
  assert.equal(answer.status, 401);
  assert.deepEqual(service.logLines.filter((line) => /"level":"(?:warn|error)"/.test(line)), []);
});
