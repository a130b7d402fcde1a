import assert from "node:assert/strict";
import { type OwnerNode, ownerTree } from "../../../core/kyb/owner_tree.ts";

/** A declared person. @param share in 1/10,000 */
function person(fullName: string, share: number | null, controlBasis: string | null = null) {
  return {
    fullName,
    ownership: share === null ? null : { minimum: share, maximum: share },
    controlBasis,
  };
}

type Person = ReturnType<typeof person>;

/** A tree as names, followed by the names below them in brackets. */
function drawn(nodes: readonly OwnerNode<Person>[]): string {
  return nodes.map(({ person: { fullName }, holders }) =>
    holders.length === 0 ? fullName : `${fullName} (${drawn(holders)})`
  ).join(", ");
}

Deno.test("ownerTree() puts below an owner who names it in the basis of their control", () => {
  const { owners, others } = ownerTree([
    person("Holding AB", 10_000),
    person("Ann Bell", 6_000, "indirectly, through HOLDING  AB"),
    person("Top Ltd.", 4_000, "shares of Holding AB"),
    person("Cy Dune", null, "sole shareholder of Top Ltd"),
    person("Eve Fox", null),
  ]);
  assert.equal(drawn(owners), "Holding AB (Ann Bell, Top Ltd. (Cy Dune))");
  assert.deepEqual(others.map(({ fullName }) => fullName), ["Eve Fox"]);
});

Deno.test("ownerTree() shows persons who name each other, or themselves, once and at the top", () => {
  const { owners } = ownerTree([
    person("One Oy", 5_000, "through Two Oy"),
    person("Two Oy", 5_000, "through One Oy"),
    person("Self SA", 5_000, "Self SA itself"),
  ]);
  assert.equal(drawn(owners), "Two Oy (One Oy), Self SA");
});

Deno.test("ownerTree() takes no part of a word, and no empty name, for a person who is named", () => {
  const { owners } = ownerTree([
    person("Ann", 5_000),
    person("", 1_000),
    person("Bo Cole", 4_000, "through Annex AG"),
  ]);
  assert.equal(drawn(owners), "Ann, , Bo Cole");
});

Deno.test("ownerTree() takes the longest name that is named", () => {
  const { owners } = ownerTree([
    person("Bell", 5_000),
    person("Bell Holding", 5_000),
    person("Ann", null, "through Bell Holding"),
  ]);
  assert.equal(drawn(owners), "Bell, Bell Holding (Ann)");
});
