import assert from "node:assert/strict";
import type { Introspector, LookUp } from "../../../../core/access/ports.ts";
import { identify } from "../../../../routes/http/guards/identify.ts";

Deno.test("identify() names the source whose request shows a token", async () => {
  const asked: (LookUp | undefined)[] = [];
  const introspector: Introspector = {
    introspect: (_token, lookUp) => {
      asked.push(lookUp);
      return Promise.resolve({ kind: "inactive" });
    },
  };
  await identify({ mode: "live", introspector, consoleSessions: null }, {
    auth: "bearer",
    access: { freshToken: true },
  }, {
    request: new Request("http://localhost/", { headers: { authorization: "Bearer abc" } }),
    source: "2001:db8::/64",
    body: { kind: "none" },
    query: new URLSearchParams(),
  });
  assert.deepEqual(asked, [{ fresh: true, source: "2001:db8::/64" }]);
});
