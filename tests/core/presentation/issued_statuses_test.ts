import assert from "node:assert/strict";
import { findOwnFirst } from "../../../core/presentation/issued_statuses.ts";
import type { RevocationLookUp, RevocationStatus } from "../../../core/presentation/ports.ts";

const address = "https://aval.example/v1/credentials/status-lists/";
const degree = "urn:academic:degree-award:1";

/** Our own lists and others', which record their reads. */
function openBoth() {
  const own = new Map<string, RevocationStatus>([["list-1 7", "revoked"]]);
  const asked: (RevocationLookUp | undefined)[] = [];
  const revocations = findOwnFirst({
    address,
    types: [degree],
    lists: { find: ({ listId, idx }) => Promise.resolve(own.get(`${listId} ${idx}`) ?? "unknown") },
    others: {
      find: (_reference, _type, lookUp) => {
        asked.push(lookUp);
        return Promise.resolve("valid");
      },
    },
  });
  return { revocations, own, asked };
}

Deno.test("find() reads a list of our own from the store, as it is now, and asks nobody", async () => {
  const { revocations, own, asked } = openBoth();
  const reference = { uri: `${address}list-1`, idx: 7 };
  assert.equal(await revocations.find(reference, degree), "revoked");
  own.set("list-1 7", "valid");
  assert.equal(await revocations.find(reference, degree), "valid");
  assert.equal(await revocations.find({ ...reference, idx: 8 }, degree), "unknown");
  assert.equal(await revocations.find({ uri: `${address}list-2`, idx: 7 }, degree), "unknown");
  assert.equal(await revocations.find({ uri: `${address}list-1`, id: "Bw" }, degree), "unknown");
  assert.deepEqual(asked, []);
});

Deno.test("find() believes a list of our own about nothing that is not issued here", async () => {
  const { revocations, asked } = openBoth();
  const reference = { uri: `${address}list-1`, idx: 7 };
  assert.equal(await revocations.find(reference, "urn:eudi:pid:1"), "unknown");
  assert.deepEqual(asked, []);
});

Deno.test("find() asks for the lists of others, as it was asked", async () => {
  const { revocations, asked } = openBoth();
  for (const uri of ["https://issuer.example/1", "https://aval.example.evil/v1/credentials/"]) {
    const found = await revocations.find({ uri, idx: 7 }, degree, { fresh: true });
    assert.equal(found, "valid");
  }
  assert.deepEqual(asked, [{ fresh: true }, { fresh: true }]);
});
