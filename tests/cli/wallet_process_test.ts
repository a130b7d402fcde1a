import assert from "node:assert/strict";
import { startServer } from "../support/server.ts";

const path = new URL("../../cli/wallet.ts", import.meta.url).pathname;

Deno.test("deno task wallet verifies an age over HTTP, allowed nothing but the network", async () => {
  const { tasks } = JSON.parse(
    await Deno.readTextFile(new URL("../../deno.json", import.meta.url)),
  );
  assert.equal(
    tasks.wallet.command,
    "DENO_NO_UPDATE_CHECK=1 deno run --cached-only --no-prompt --allow-net cli/wallet.ts",
  );
  const port = freePort();
  await using server = await startServer({
    AVAL_KV: ":memory:",
    PORT: String(port),
    AVAL_BASE_URL: `http://127.0.0.1:${port}`,
  });
  const started = await fetch(`${server.url}/v1/verify/sessions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ clientId: "acme", checkType: "age-verification" }),
  });
  const { authorizationRequestUri } = await started.json();
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--cached-only", "--no-prompt", "--allow-net", path, "present"].concat(
      authorizationRequestUri,
    ),
  }).output();
  const text = new TextDecoder();
  assert.equal(code, 0, text.decode(stderr));
  assert.deepEqual(JSON.parse(text.decode(stdout)).booleanProofs, { ageOver18: true });
});

/** A port that nobody listens on at this moment. */
function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}
