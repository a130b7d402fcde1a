import assert from "node:assert/strict";
import { startConversation } from "../../../gateways/pades/worker_conversation.ts";

/** A Worker that runs these statements for each message. */
function workerOf(statements: string): URL {
  const source = `self.onmessage = async () => { ${statements} };`;
  return new URL(`data:text/javascript,${encodeURIComponent(source)}`);
}

const question = { ask: "finish", timestamp: null } as const;

Deno.test("startConversation() ends a Worker that never comes to an end", async () => {
  const conversation = startConversation(workerOf("for (;;);"), 300);
  assert.deepEqual(await conversation.ask(question), { kind: "took_too_long" });
  const after = { kind: "fault", message: "the Worker has ended" };
  assert.deepEqual(await conversation.ask(question), after);
});

Deno.test("startConversation() outlives a Worker that fails", async () => {
  // The runtime prints what it says: nothing of a document may end so.
  const conversation = startConversation(
    workerOf("setTimeout(() => { throw new Error('of a test, on purpose') })"),
    10_000,
  );
  const failed = { kind: "fault", message: "the Worker failed" };
  assert.deepEqual(await conversation.ask(question), failed);
  conversation.end();
});

Deno.test("startConversation() gives a Worker no permissions", async () => {
  for (
    const act of [
      "await Deno.connect({ port: 9 })",
      "Deno.readTextFileSync('/etc/hostname')",
      "Deno.env.get('HOME')",
      "new Deno.Command('true').outputSync()",
      "Deno.writeTextFileSync('/tmp/x', '')",
    ]
  ) {
    const attempt = `let name = "allowed"; try { ${act} } catch (fault) { name = fault.name }
      postMessage({ kind: "fault", message: name });`;
    const conversation = startConversation(workerOf(attempt), 10_000);
    const outcome = await conversation.ask(question);
    conversation.end();
    assert.deepEqual(outcome, { kind: "fault", message: "NotCapable" }, act);
  }
});
