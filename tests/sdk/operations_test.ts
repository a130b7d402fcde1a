import assert from "node:assert/strict";
import { sessionOperations } from "../../sdk/src/printed/session_operations.ts";
import { operations } from "../../sdk/src/printed/operations.ts";
import { codeStatuses } from "../../sdk/src/printed/codes.ts";
import { readRoutes } from "../../sdk/tools/documents.ts";
import { clientOperation } from "../../sdk/tools/print_operations.ts";
import { refusalKind } from "../../routes/http/refusals.ts";

const { document, operations: described } = readRoutes();

Deno.test("the client has a method for each operation of the three services, as its record has it", () => {
  const wanted = described.map((one) => [one.name, clientOperation(document, one)] as const);
  assert.deepEqual(operations, Object.fromEntries(wanted), 'run "deno task sdk"');
  const named = described.filter(({ route }) => route.auth === "session_token");
  assert.deepEqual(Object.keys(sessionOperations), named.map(({ name }) => name));
});

Deno.test("only balancers', OpenID's and wallets' operations have no method", () => {
  const all = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId)
  );
  const without = all.filter((name) => !Object.hasOwn(operations, name));
  assert.deepEqual(without.toSorted(), [
    "authorizeLogin",
    "checkHealth",
    "checkReadiness",
    "exchangePreAuthorizedCode",
    "issueCredential",
    "makeCredentialNonce",
    "readCredentialIssuer",
    "readCredentialIssuerInserted",
    "readCredentialOffer",
    "readCredentialServer",
    "readCredentialServerInserted",
    "readEventKeys",
    "readLoginDiscovery",
    "readLoginKeys",
    "readLoginServerMetadata",
    "readLoginStatus",
    "redeemLoginCode",
  ]);
});

Deno.test("every method of the client stands documented among its types", async () => {
  const types = await Deno.readTextFile(
    new URL("../../sdk/src/printed/client.ts", import.meta.url),
  );
  for (const { name, route } of described) {
    const [, docs = ""] = new RegExp(`/\\*\\*((?:(?!\\*/)[^])*)\\*/\\n  ${name}\\(`).exec(types) ??
      [];
    assert(docs.includes(route.summary), name);
  }
});

Deno.test("only acts with a key are repeated, and what acts outside only where nothing was begun", () => {
  for (const { name, route } of described) {
    const { repeat } = operations[name]!;
    // PUT puts the same in place each time (RFC 9110 §9.2.2).
    if (route.method !== "post") assert.equal(repeat, "read", name);
    else if (route.idempotency === undefined) assert.equal(repeat, "never", name);
    else assert.equal(repeat, route.perform === undefined ? "keyed" : "outside", name);
  }
  const outside = Object.keys(operations).filter((name) => operations[name]!.repeat === "outside");
  assert.deepEqual(outside, ["sealDocument", "signDocument"]);
});

Deno.test("codes of the client's errors have the statuses of the refusals", () => {
  for (const [code, status] of Object.entries(codeStatuses)) {
    assert.equal(refusalKind(code as keyof typeof codeStatuses).status, status, code);
  }
  const refused = described.flatMap(({ route }) => route.refuses ?? []);
  for (const code of refused) assert(code in codeStatuses, code);
});
