import assert from "node:assert/strict";
import { entityId, LISTED_ENTITY_NAMESPACE, uuidV5 } from "../../../sources/lists/entity_id.ts";

/** Namespace ids of RFC 9562 §6.6. */
const [DNS, URL_SPACE] = [
  "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
  "6ba7b811-9dad-11d1-80b4-00c04fd430c8",
];

Deno.test("uuidV5() gives the example of RFC 9562 appendix A.4", () => {
  assert.equal(uuidV5(DNS, "www.example.com"), "2ed6657d-e927-568b-95e1-2665a8aea6a2");
});

Deno.test("LISTED_ENTITY_NAMESPACE is the UUIDv5 that its documentation says", () => {
  assert.equal(LISTED_ENTITY_NAMESPACE, uuidV5(URL_SPACE, "urn:aval:listed-entity"));
});

Deno.test("entityId() never changes for an entry, and differs by list and by reference", () => {
  // Computed apart, with another implementation of RFC 9562.
  assert.equal(entityId("ofac-sdn", "36"), "94fdb228-0432-574a-9d2d-87040c589c94");
  assert.notEqual(entityId("ofac-sdn", "36"), entityId("ofac-cons", "36"));
  assert.notEqual(entityId("a", "b,c"), entityId("a,b", "c"));
});
