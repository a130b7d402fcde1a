import assert from "node:assert/strict";
import { DcqlQuery as PeerQuery, runDcqlQuery } from "dcql";
import fc from "fast-check";
import { type CredentialQuery, DcqlQuery } from "../../../standards/dcql/query.ts";
import { claimAlternatives } from "../../../standards/dcql/claim_alternatives.ts";
import { readVpToken } from "../../../standards/dcql/read_vp_token.ts";
import { selectClaims, showsClaims } from "../../../standards/dcql/select_claims.ts";
import type { Json } from "../../../base/json.ts";
import { runs } from "../../support/runs.ts";

const { queries } = JSON.parse(
  await Deno.readTextFile(
    new URL(
      "../../../fixtures/vectors/dcql/openid4vp-1.0-dcql-queries.json",
      import.meta.url,
    ),
  ),
);

for (const [name, query] of Object.entries(queries)) {
  Deno.test(`OpenID4VP 1.0: the query ${name} is read as it is written`, () => {
    const { credential_sets = [], ...read } = DcqlQuery.parse(query);
    const { credential_sets: written = [], ...rest } = query as { credential_sets?: object[] };
    assert.deepEqual(read, rest);
    const whole = written.map((set) => ({ required: true, ...set }));
    assert.deepEqual(credential_sets, whole);
  });
}

function sdJwt(id: string, claims?: CredentialQuery["claims"]) {
  return { id, format: "dc+sd-jwt", meta: { vct_values: ["urn:eudi:pid:1"] }, claims };
}

Deno.test("a query that contradicts itself is none", () => {
  const path = ["a"];
  const none = [
    { credentials: [] },
    { credentials: [sdJwt("a"), sdJwt("a")] },
    { credentials: [sdJwt("a b")] },
    { credentials: [{ id: "a", format: "dc+sd-jwt" }] },
    { credentials: [{ ...sdJwt("a"), format: "jwt_vc_json" }] },
    { credentials: [sdJwt("a", [])] },
    { credentials: [sdJwt("a", [{ path: [] }])] },
    { credentials: [sdJwt("a", [{ path: [-1] }])] },
    { credentials: [sdJwt("a", [{ path }, { path }])] },
    { credentials: [{ ...sdJwt("a", [{ path }]), claim_sets: [["b"]] }] },
    { credentials: [sdJwt("a")], credential_sets: [] },
    { credentials: [sdJwt("a")], credential_sets: [{ options: [["b"]] }] },
    { credentials: [{ ...sdJwt("a"), multiple: true }] },
  ];
  for (const query of none) assert(!DcqlQuery.safeParse(query).success, JSON.stringify(query));
});

Deno.test("a query may ask for 64 of each thing, and allow 4,096 combinations", () => {
  const many = <Value>(count: number, make: (at: number) => Value) =>
    Array.from({ length: count }, (_, at) => make(at));
  const paths = (count: number) => many(count, (at) => ({ path: [`n${at}`] }));
  const sets = (count: number, options: number) => ({
    credentials: [sdJwt("a"), sdJwt("b")],
    credential_sets: many(count, () => ({ options: many(options, (at) => [at % 2 ? "a" : "b"]) })),
  });
  const queries = (count: number): readonly unknown[] => [
    { credentials: many(count, (at) => sdJwt(`c${at}`)) },
    { credentials: [sdJwt("a", paths(count))] },
    { credentials: [sdJwt("a", [{ path: many(count, () => null) }])] },
    { credentials: [sdJwt("a", [{ path: ["a"], values: many(count, (at) => at) }])] },
    {
      credentials: [{
        ...sdJwt("a", [{ id: "x", path: ["a"] }]),
        claim_sets: many(count, () => ["x"]),
      }],
    },
    sets(1, count),
  ];
  for (const query of queries(64)) assert(DcqlQuery.safeParse(query).success);
  for (const query of queries(65)) assert(!DcqlQuery.safeParse(query).success);
  assert(DcqlQuery.safeParse(sets(12, 2)).success);
  assert(!DcqlQuery.safeParse(sets(13, 2)).success);
  assert(!DcqlQuery.safeParse(sets(64, 64)).success);
});

/** Ids that a token answers, or the refusal. */
function idsOf(token: Json, query: unknown) {
  const read = readVpToken(token, DcqlQuery.parse(query));
  return read.ok ? read.value.map(({ query: { id } }) => id) : read.refusal.code;
}

const one = { credentials: [sdJwt("a")] };
const either = {
  credentials: [sdJwt("a"), sdJwt("b")],
  credential_sets: [{ options: [["a"], ["b"]] }],
};

Deno.test("a token answers exactly what was asked", () => {
  const both = { credentials: either.credentials };
  const unsatisfied = "credential_set_unsatisfied";
  const cases: readonly (readonly [Json, unknown, unknown])[] = [
    [{ a: ["x"] }, one, ["a"]],
    [{ a: "x" }, one, ["a"]],
    [{ a: [] }, one, "presentation_count_unaccepted"],
    [{ a: ["x", "x"] }, one, "presentation_count_unaccepted"],
    [{ a: [1] }, one, "vp_token_malformed"],
    [{ a: [["x"]] }, one, "vp_token_malformed"],
    [{ a: null }, one, "vp_token_malformed"],
    [["x"], one, "vp_token_malformed"],
    ["x", one, "vp_token_malformed"],
    [1, one, "vp_token_malformed"],
    [{}, one, unsatisfied],
    [{ a: ["x"], b: ["x"] }, one, "credential_unasked"],
    [{ constructor: ["x"] }, one, "credential_unasked"],
    [{ b: ["x"], a: ["x"] }, both, ["a", "b"]],
    [{ a: ["x"] }, both, unsatisfied],
    [{ b: ["x"] }, either, ["b"]],
    [{ a: ["x"], b: ["x"] }, either, unsatisfied],
    [{}, either, unsatisfied],
  ];
  for (const [token, query, expected] of cases) assert.deepEqual(idsOf(token, query), expected);
});

Deno.test("OpenID4VP 1.0: of alternatives one is taken, and what is nice to have with it", () => {
  const query = queries.credentials_alternatives;
  const token = (...ids: string[]) => Object.fromEntries(ids.map((id) => [id, ["x"]]));
  for (
    const ids of [["pid"], ["other_pid"], ["pid_reduced_cred_1", "pid_reduced_cred_2"], [
      "pid",
      "nice_to_have",
    ]]
  ) {
    assert.deepEqual(idsOf(token(...ids), query), ids);
  }
  for (
    const ids of [["pid_reduced_cred_1"], ["nice_to_have"], ["pid", "other_pid"], [
      "pid",
      "pid_reduced_cred_1",
    ]]
  ) {
    assert.equal(idsOf(token(...ids), query), "credential_set_unsatisfied");
  }
});

const person = {
  name: "Arthur Dent",
  address: { street_address: "42 Market Street", locality: "Milliways" },
  degrees: [{ type: "Bachelor" }, { type: "Master" }],
  nationalities: ["British", "Betelgeusian"],
};

Deno.test("OpenID4VP 1.0 §7.3: the examples of paths select what they say", () => {
  const cases = [
    [["name"], ["Arthur Dent"]],
    [["address"], [person.address]],
    [["address", "street_address"], ["42 Market Street"]],
    [["degrees", null, "type"], ["Bachelor", "Master"]],
    [["nationalities", 1], ["Betelgeusian"]],
    [["nationalities", 2], []],
    [["nationalities", "0"], []],
    [["name", 0], []],
    [["name", null], []],
    [["toString"], []],
    [["__proto__"], []],
  ] as const;
  for (const [path, selected] of cases) assert.deepEqual(selectClaims(person, path), selected);
});

/** The result of the other library; undefined if it fails, as it does on nested members. */
function peerShows(credential: Json, query: CredentialQuery): boolean | undefined {
  try {
    const asked = { credentials: [query] } as Parameters<typeof PeerQuery.parse>[0];
    return runDcqlQuery(PeerQuery.parse(asked), {
      credentials: [{
        credential_format: "dc+sd-jwt",
        vct: "urn:eudi:pid:1",
        claims: credential as Record<string, never>,
        cryptographic_holder_binding: true,
      }],
      presentation: true,
    }).can_be_satisfied;
  } catch {
    return undefined;
  }
}

Deno.test("whatever is asked of whatever credential, nothing passes that the other library refuses", () => {
  const name = fc.constantFrom("a", "b", "c");
  const leaf = fc.constantFrom<Json>("x", "y", 1, true);
  const value: fc.Arbitrary<Json> = fc.oneof(
    leaf,
    fc.array(leaf, { maxLength: 3 }),
    fc.dictionary(name, fc.oneof(leaf, fc.array(leaf, { maxLength: 3 }))),
  );
  const path = fc.array(fc.constantFrom("a", "b", "c", 0, 1, null), { minLength: 1, maxLength: 3 });
  const claim = fc.record({
    path,
    values: fc.option(fc.array(fc.constantFrom("x", "y", 1, true), { minLength: 1 }), {
      nil: undefined,
    }),
  });
  const claims = fc.uniqueArray(claim, {
    minLength: 1,
    maxLength: 3,
    selector: ({ path }) => JSON.stringify(path),
  });
  let shown = 0;
  fc.assert(
    fc.property(fc.dictionary(name, value), claims, fc.boolean(), (credential, asked, inSets) => {
      const named = asked.map((one, n) => ({ ...one, id: `${n}` }));
      const [query] = DcqlQuery.parse({
        credentials: [{
          ...sdJwt("a", named),
          ...(inSets ? { claim_sets: named.map(({ id }) => [id]) } : {}),
        }],
      }).credentials;
      assert(query !== undefined);
      const ours = showsClaims(credential, query);
      const theirs = peerShows(credential, query);
      if (theirs === undefined) return;
      // It lets paths pass that select nothing of an array (§7.1: an error).
      const hasSteps = asked.some(({ path }) => path.some((step) => typeof step !== "string"));
      if (hasSteps) assert(theirs || !ours);
      else assert.equal(ours, theirs);
      shown += Number(ours && theirs === true);
    }),
    { numRuns: runs(2000) },
  );
  assert(shown > runs(2_000) / 40);
});

Deno.test("OpenID4VP 1.0 §6.4.1: claims are asked for as alternatives, in the verifier's order", () => {
  const [a, b, c] = ["a", "b", "c"].map((id) => ({ id, path: [id] }));
  const all = { claims: [a!, b!, c!] };
  const cases = [
    [{}, [[]]],
    [all, [[a, b, c]]],
    [{ ...all, claim_sets: [["c", "a"], ["b"]] }, [[c, a], [b]]],
    // A set that names what is not there is answered by nothing, and least of all by its rest.
    [{ ...all, claim_sets: [["a", "d"], ["b"]] }, [[b]]],
  ] as const;
  for (const [query, alternatives] of cases) {
    assert.deepEqual(claimAlternatives(query), alternatives);
  }
});
