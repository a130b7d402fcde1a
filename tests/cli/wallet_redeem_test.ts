import assert from "node:assert/strict";
import { ok } from "../../base/result.ts";
import { wallet } from "../../cli/wallet.ts";
import { openHeldCredentials } from "../../cli/wallet/wallet_file.ts";
import type { HeldCredentials } from "../../sandbox/wallet/held_credential.ts";
import { makeHolderKey } from "../../sandbox/wallet/holder_keys.ts";
import { sandboxInstitution } from "../../sandbox/invented/academic.ts";
import { certificatesOf, importPublicKey } from "../../standards/jose/jws.ts";
import { verifySdJwtPresentation } from "../../standards/sd_jwt/verify_presentation.ts";
import { parseCertificate } from "../../standards/x509/certificate.ts";
import { ecKeyOf } from "../../standards/x509/verify_chain.ts";
import { certify } from "../support/certificates.ts";
import { fixedClock } from "../support/clock.ts";
import { folderOf } from "../support/folder.ts";
import { seededRandom } from "../support/random.ts";
import {
  type IssuerFaults,
  RESPONSE_URI,
  standInCredentialIssuer,
} from "../support/stand_in_credential_issuer.ts";
import { noPause } from "../support/store.ts";
import { heldInMemory } from "../support/wallet.ts";

const institution = await sandboxInstitution();
const degree = "urn:academic:degree-award:1";

function walletAt(faults: IssuerFaults = {}, held: HeldCredentials = heldInMemory()) {
  const clock = fixedClock();
  const now = Math.floor(clock.now().epochMilliseconds / 1000);
  const issuer = standInCredentialIssuer(institution, now, faults);
  async function run(args: readonly string[], input = "") {
    let [stdout, stderr] = ["", ""];
    const code = await wallet(args, {
      out: (text) => void (stdout += text),
      err: (text) => void (stderr += text),
      input: () => Promise.resolve(input),
      fetch: issuer.fetch,
      clock,
      random: seededRandom(),
      pause: noPause,
      openKeys: () => ({ keyOf: async () => ok(await makeHolderKey()) }),
      openHeld: () => held,
    });
    return { code, stdout, stderr };
  }
  return { issuer, clock, now, held, run };
}

/** An authorization request of an employer, by value. */
function requestFor(credentials: readonly unknown[], credential_sets?: unknown): string {
  const client_id = `redirect_uri:${RESPONSE_URI}`;
  const fields = {
    client_id,
    response_type: "vp_token",
    response_mode: "direct_post",
    response_uri: RESPONSE_URI,
    nonce: "the-nonce-of-the-employer",
    state: "the-state",
    dcql_query: JSON.stringify({
      credentials,
      ...(credential_sets === undefined ? {} : { credential_sets }),
    }),
  };
  return `openid4vp://authorize?${new URLSearchParams(fields)}`;
}

const asking = (claims?: readonly unknown[], more: Readonly<Record<string, unknown>> = {}) => ({
  id: "degree",
  format: "dc+sd-jwt",
  meta: { vct_values: [degree] },
  ...(claims === undefined ? {} : { claims }),
  ...more,
});

/** The claims of the last presentation, as this service's own verifier reads them. */
async function verified({ issuer, now }: ReturnType<typeof walletAt>) {
  const fields = issuer.presented.at(-1)!;
  const token = JSON.parse(fields.get("vp_token")!);
  const [presentation] = token["degree"];
  const read = await verifySdJwtPresentation(presentation, {
    binding: {
      audience: `redirect_uri:${RESPONSE_URI}`,
      nonce: "the-nonce-of-the-employer",
      now,
      toleranceSeconds: 60,
    },
    accepts: (vct) => vct === degree,
    skewSeconds: 60,
    issuerKey: async (header) => {
      const certificate = parseCertificate(certificatesOf(header)[0]!)!;
      return ok({ key: await importPublicKey(ecKeyOf(certificate)!) });
    },
  });
  assert(read.ok, read.ok ? "" : read.refusal.code);
  const { iss: _iss, vct: _vct, iat: _iat, exp: _exp, cnf: _cnf, status: _status, ...claims } =
    read.value.claims;
  return claims;
}

Deno.test("wallet redeem keeps what is offered by reference, by value and on standard input", async (t) => {
  const demo = (issuer: ReturnType<typeof standInCredentialIssuer>) =>
    JSON.stringify({ credentialOffer: issuer.offer, credentialOfferUri: "…", expiresAt: "…" });
  const ways = {
    reference: ({ byReference }: { byReference: string }) => [byReference, ""],
    value: ({ byValue }: { byValue: string }) => [byValue, ""],
    "a demo offer": (issuer: ReturnType<typeof standInCredentialIssuer>) => ["-", demo(issuer)],
    "an offer as JSON": ({ offer }: { offer: unknown }) => ["-", JSON.stringify(offer)],
    "a link on standard input": ({ byReference }: { byReference: string }) => [
      "-",
      `${byReference}\n`,
    ],
  };
  for (const [way, of] of Object.entries(ways)) {
    await t.step(way, async () => {
      const at = walletAt();
      const [offer, input] = of(at.issuer as never);
      const { code, stdout, stderr } = await at.run(["redeem", offer!], input);
      assert.equal(code, 0, stderr);
      assert.match(stdout, /^ {2}award_title +Bachelor of Science$/m);
      assert.match(stdout, /^ {2}type +urn:academic:degree-award:1$/m);
      // What an issuer calls its credential steers no terminal.
      assert(!stdout.includes("\u001b"));
      const kept = await at.held.list();
      assert.equal(kept.ok && kept.value.length, 1);
    });
  }
});

Deno.test("wallet redeem keeps nothing that is not as it was offered", async (t) => {
  const stranger = await certify({ name: "Stranger" });
  const cases: readonly (readonly [string, IssuerFaults, RegExp])[] = [
    ["another type", { payload: { vct: "urn:x" } }, /another type/],
    ["another issuer", { payload: { iss: "https://x.example" } }, /another issuer's/],
    ["over already", { payload: { exp: 1 } }, /has already expired/],
    ["a forged signature", { key: stranger.keys.privateKey }, /signature/],
    ["a key that is not the wallet's", {
      payload: { cnf: { jwk: await crypto.subtle.exportKey("jwk", stranger.keys.publicKey) } },
    }, /another key/],
    ["a disclosure that no digest names", { payload: { _sd: [] } }, /disclosure_unreferenced/],
    [
      "metadata of another issuer",
      { metadata: { credential_issuer: "https://x.example" } },
      /another issuer's/,
    ],
    ["another format", { metadata: { credential_configurations_supported: {} } }, /describe/],
    [
      "an endpoint without https",
      { metadata: { credential_endpoint: "http://x.example" } },
      /neither https/,
    ],
    [
      "an issuer without https",
      { offer: { credential_issuer: "http://x.example" } },
      /neither https/,
    ],
    ["a transaction code", {
      offer: {
        grants: {
          "urn:ietf:params:oauth:grant-type:pre-authorized_code": {
            "pre-authorized_code": "the-code",
            tx_code: {},
          },
        },
      },
    }, /transaction code/],
    ["another grant", { offer: { grants: { authorization_code: {} } } }, /pre-authorized/],
  ];
  for (const [why, faults, expected] of cases) {
    await t.step(why, async () => {
      const at = walletAt(faults);
      const { code, stdout, stderr } = await at.run(["redeem", at.issuer.byReference]);
      assert.deepEqual([code, stdout], [1, ""]);
      assert.match(stderr, expected);
      const kept = await at.held.list();
      assert.deepEqual(kept.ok && kept.value, []);
      // Nothing is ever sent to whoever is neither https nor this machine.
      assert(at.issuer.asked.every((url) => url.startsWith("http://127.0.0.1:8080/")));
    });
  }
});

Deno.test("wallet redeem says why an offer is none", async () => {
  const at = walletAt();
  const refused = JSON.stringify({ error: "rate_limit_exceeded", message: "Too many requests" });
  const cases = [
    ["openid-credential-offer://?x=1", ""],
    ["not a uri", ""],
    ["openid-credential-offer://?credential_offer=%7B", ""],
    ["openid-credential-offer://?credential_offer_uri=http%3A%2F%2F127.0.0.1%3A8080%2Fx", ""],
    ["openid-credential-offer://?credential_offer_uri=http%3A%2F%2Fx.example%2Fx", ""],
    ["-", ""],
    ["-", refused],
  ];
  for (const [offer, input] of cases) {
    const { code, stderr } = await at.run(["redeem", offer!], input);
    assert.equal(code, 1, offer);
    assert.match(stderr, /offer|empty|https/i);
  }
  assert.match((await at.run(["redeem", "-"], refused)).stderr, /rate_limit_exceeded/);
  for (
    const args of [["redeem"], ["redeem", "a", "b"], ["list", "x"], ["redeem", "a", "--break", "x"]]
  ) {
    assert.equal((await at.run(args)).code, 2, args.join(" "));
  }
});

Deno.test("wallet redeem gets nothing for an offer that is used", async () => {
  const at = walletAt();
  assert.equal((await at.run(["redeem", at.issuer.byReference])).code, 0);
  const again = await at.run(["redeem", at.issuer.byReference]);
  assert.equal(again.code, 1);
  assert.match(again.stderr, /400: invalid_grant/);
  const kept = await at.held.list();
  assert.equal(kept.ok && kept.value.length, 1);
});

Deno.test("wallet present answers an employer with a kept credential, and shows what is asked alone", async (t) => {
  const at = walletAt();
  await at.run(["redeem", at.issuer.byReference]);
  const open = { honours: ["open"] };
  const claim = (id: string, ...path: readonly (string | number | null)[]) => ({ id, path });
  const asked = [claim("f", "family_name"), claim("n", "no_such"), claim("t", "award_title")];
  const cases: readonly (readonly [string, unknown, unknown])[] = [
    ["nothing", asking(), open],
    ["two claims", asking([claim("f", "family_name"), claim("t", "award_title")]), {
      ...open,
      family_name: "Mustermann",
      award_title: "Bachelor of Science",
    }],
    ["the first claim set that it has", asking(asked, { claim_sets: [["f", "n"], ["t"], ["f"]] }), {
      ...open,
      award_title: "Bachelor of Science",
    }],
    ["a member of what is hidden", asking([claim("c", "campus", "city")]), {
      ...open,
      campus: { country: "AT", city: "Vienna" },
    }],
    ["what is hidden without its own hidden members", asking([claim("c", "campus")]), {
      ...open,
      campus: { country: "AT" },
    }],
    ["all elements of an array", asking([claim("h", "honours", null)]), {
      honours: ["cum laude", "open"],
    }],
    ["one element of an array", asking([claim("h", "honours", 0)]), {
      honours: ["cum laude", "open"],
    }],
    ["a value that it has", asking([{ path: ["given_name"], values: ["Erika", "Eva"] }]), {
      ...open,
      given_name: "Erika",
    }],
  ];
  for (const [why, query, expected] of cases) {
    await t.step(why, async () => {
      const { code, stderr } = await at.run(["present", requestFor([query])]);
      assert.equal(code, 0, stderr);
      assert.match(stderr, /degree \(dc\+sd-jwt, kept\)/);
      assert.deepEqual(await verified(at), expected);
    });
  }
});

Deno.test("wallet present shows a kept credential to nobody who asks for another", async (t) => {
  const at = walletAt();
  await at.run(["redeem", at.issuer.byReference]);
  const kept = await at.held.list();
  assert(kept.ok);
  const [issuerJwt = ""] = kept.value[0]!.credential.split("~");
  const mdoc = { format: "mso_mdoc", meta: { doctype_value: degree } };
  const cases: readonly (readonly [string, unknown])[] = [
    ["another type", asking([{ path: ["x"] }], { meta: { vct_values: ["urn:x"] } })],
    ["a claim that it lacks", asking([{ path: ["no_such"] }])],
    ["another value", asking([{ path: ["given_name"], values: ["Eva"] }])],
    ["a mobile document", { id: "degree", ...mdoc, claims: [{ path: [degree, "x"] }] }],
  ];
  for (const [why, query] of cases) {
    await t.step(why, async () => {
      const { stderr } = await at.run(["present", requestFor([query])]);
      assert.doesNotMatch(stderr, /kept/);
      // One that is made on the spot may answer in its place.
      for (const sent of at.issuer.presented) {
        assert(!sent.get("vp_token")!.includes(issuerJwt));
      }
    });
  }
});

Deno.test("wallet present leaves out a kept credential that is over, or that --claim would change", async () => {
  const at = walletAt();
  await at.run(["redeem", at.issuer.byReference]);
  const query = requestFor([asking([{ path: ["family_name"] }])]);
  const changed = await at.run(["present", query, "--claim", 'family_name="Other"']);
  assert.doesNotMatch(changed.stderr, /kept/);
  at.clock.advance({ hours: 48 });
  assert.doesNotMatch((await at.run(["present", query])).stderr, /kept/);
});

Deno.test("wallet present chooses the option that a kept credential answers", async () => {
  const at = walletAt();
  await at.run(["redeem", at.issuer.byReference]);
  const module_ = {
    ...asking([{ path: ["module_title"] }]),
    id: "module",
    meta: { vct_values: ["urn:m"] },
  };
  const sets = [{ options: [["module"], ["degree"]] }];
  const { code, stderr } = await at.run([
    "present",
    requestFor([module_, asking([{ path: ["award_title"] }])], sets),
  ]);
  assert.equal(code, 0, stderr);
  const { award_title } = await verified(at);
  assert.equal(award_title, "Bachelor of Science");
});

Deno.test("wallet list prints what is kept, and with --check whether it still holds", async () => {
  const at = walletAt();
  assert.match((await at.run(["list"])).stderr, /keeps no credential/);
  assert.equal((await at.run(["list", "--json"])).stdout, "[]\n");
  await at.run(["redeem", at.issuer.byReference]);
  const asked = at.issuer.asked.length;
  const listed = await at.run(["list", "--json"]);
  // Without --check nobody learns that the holder looked.
  assert.equal(at.issuer.asked.length, asked);
  const [{ claims, type, status }] = JSON.parse(listed.stdout);
  assert.deepEqual([type, status], [degree, undefined]);
  assert.deepEqual(claims["campus"], { country: "AT", city: "Vienna" });
  const statusOf = async () =>
    JSON.parse((await at.run(["list", "--json", "--check"])).stdout)[0].status;
  assert.equal(await statusOf(), "valid");
  at.issuer.revoke();
  assert.equal(await statusOf(), "revoked");
  assert.match((await at.run(["list", "--check"])).stdout, /^ {2}status +revoked$/m);
});

Deno.test("openHeldCredentials() keeps credentials beside the keys, for the owner alone, whoever writes at once", async () => {
  await using folder = await folderOf({});
  const path = `${folder.path}/wallet.json`;
  const file = { path, isNewKey: false };
  const at = walletAt();
  await at.run(["redeem", at.issuer.byReference]);
  const kept = await at.held.list();
  assert(kept.ok);
  const [credential] = kept.value;
  const stores = Array.from({ length: 8 }, () => openHeldCredentials(file));
  for (const added of await Promise.all(stores.map((store) => store.add(credential!)))) {
    assert(added.ok);
  }
  const read = await openHeldCredentials(file).list();
  assert(read.ok);
  assert.equal(read.value.length, 8);
  assert.equal(((await Deno.stat(path)).mode ?? 0) & 0o777, 0o600);
  // The key that comes back is the one that the credential is bound to.
  const again = walletAt({}, openHeldCredentials(file));
  const { code, stderr } = await again.run(["present", requestFor([asking()])]);
  assert.equal(code, 0, stderr);
  assert.deepEqual(await verified(again), { honours: ["open"] });
});
