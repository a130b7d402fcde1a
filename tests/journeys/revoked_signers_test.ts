import assert from "node:assert/strict";
import type { Mode } from "../../core/nouns.ts";
import { caExtensions, type Certified, certify } from "../support/certificates.ts";
import { folderOf } from "../support/folder.ts";
import { always, certificatesPem, pemOf } from "../support/pem.ts";
import { httpAnswer, rawServer } from "../support/raw_answers.ts";
import { makeRevocationList, revokingExtensions, serialOf } from "../support/revocation_lists.ts";
import type { Claims, TestIssuer } from "../support/sandbox_wallet.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";
import { makeStatusList } from "../support/status_list_issuer.ts";
import { pathOf, present, start } from "../support/verifying.ts";

const root = await certify({ name: "Issuers", extensions: revokingExtensions, ...always });
const other = await certify({ name: "Others", extensions: revokingExtensions, ...always });
const twin = await certify({ name: "Issuers", extensions: revokingExtensions, ...always });
const renewed = await certify({
  name: "Issuers",
  extensions: revokingExtensions,
  keys: root.keys,
  notBefore: new Date("2021-01-01T00:00:00Z"),
  notAfter: always.notAfter,
});
const middle = await certify({
  name: "Middle",
  issuer: root,
  extensions: caExtensions(0),
  ...always,
});
const [good, bad, ofOther, below] = [
  await certify({ name: "Good", issuer: root, ...always }),
  await certify({ name: "Bad", issuer: root, ...always }),
  await certify({ name: "Other's", issuer: other, ...always }),
  await certify({ name: "Below", issuer: middle, ...always }),
];

function issuerOf(...chain: readonly [Certified, ...Certified[]]): TestIssuer {
  return { chain: chain.map(({ der }) => der), key: chain[0].keys.privateKey };
}

const accepted = "passed";
const revoked = (credential: string) => `certificate_revoked (credential ${credential})`;
const [pid, document] = ["pid_birthdate", "av_age_over_18"] as const;
const shown: Readonly<Record<string, Claims>> = {
  [pid]: { birthdate: "1984-08-12" },
  [document]: { age_over_18: true },
};

/** The outcome of an age check answered by a credential of this issuer. */
async function check(
  service: TestService,
  issuer: TestIssuer,
  { credential = pid, status }: { readonly credential?: string; readonly status?: unknown } = {},
): Promise<string> {
  const started = await start(service.as("acme"), "age-verification");
  const { status: answered, body } = await present(
    service,
    started,
    { [credential]: shown[credential] ?? {} },
    { issuer, status: { [credential]: status } },
  );
  const { body: session } = await service.as("acme").get(pathOf(started));
  assert.equal(session.status, answered === 200 ? "completed" : "pending");
  if (answered === 200) return accepted;
  assert.equal(answered, 400);
  assert.equal(body.error, "invalid_presentation");
  return body.message.replace(/^.*verify: /, "");
}

type Files = Readonly<Record<string, string | Uint8Array>>;

async function put(folder: string, files: Files): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await Deno.writeFile(
      `${folder}/${name}`,
      typeof content === "string" ? new TextEncoder().encode(content) : content,
    );
  }
}

/** Opens a service over a folder with both authorities and these files. */
async function over(
  files: Files,
  test: (
    service: TestService,
    folder: string,
    events: () => readonly Readonly<Record<string, unknown>>[],
  ) => Promise<void>,
  mode: Mode = "live",
): Promise<void> {
  await using folder = await folderOf({ "both.pem": certificatesPem(root, other) });
  await put(folder.path, files);
  const { connect } = rawServer(async ({ href }) => {
    const now = Date.parse("2026-03-02T09:00:00Z") / 1000;
    const token = await makeStatusList(href, now, issuerOf(bad));
    return httpAnswer(200, { "content-type": "application/statuslist+jwt" }, token);
  });
  const env = { AVAL_TRUST_ANCHORS: folder.path };
  await using service = await serviceInMemory({ mode, env, connect });
  const events = () =>
    service.logLines.map((line) => JSON.parse(line)).filter(({ event }) =>
      /^(trust_anchors|revocation)_/.test(event)
    );
  await test(service, folder.path, events);
}

/** The error line of a start that fails because of a file in the folder. */
async function refusedStart(files: Files): Promise<string> {
  const failed = await over(files, () => Promise.resolve()).then(
    () => "started",
    ({ message }: Error) => message,
  );
  return failed.replaceAll(/AVAL_TRUST_ANCHORS: \S*\//g, "");
}

const ofBad = { revoked: [serialOf(bad)] };

for (const mode of ["live", "sandbox"] as const) {
  Deno.test(`in ${mode} nobody is believed whose certificate its CA has revoked`, async () => {
    const der = await makeRevocationList(root, ofBad);
    for (const list of [der, pemOf("X509 CRL", der)]) {
      await over({ "list.crl": list }, async (service) => {
        for (const credential of [pid, document]) {
          assert.equal(await check(service, issuerOf(good), { credential }), accepted);
          assert.equal(
            await check(service, issuerOf(bad), { credential }),
            revoked(credential),
          );
          assert.equal(await check(service, issuerOf(ofOther), { credential }), accepted);
          assert.equal(await check(service, issuerOf(below, middle), { credential }), accepted);
        }
      }, mode);
    }
  });
}

Deno.test("an intermediate CA that is revoked vouches for nobody", async () => {
  const list = await makeRevocationList(root, { revoked: [serialOf(middle)] });
  await over({ "list.crl": list }, async (service) => {
    assert.equal(await check(service, issuerOf(below, middle)), revoked(pid));
    assert.equal(await check(service, issuerOf(good)), accepted);
  });
});

Deno.test("who an anchor has revoked is not believed for another anchor above it", async () => {
  const issuing = await certify({
    name: "Issuing",
    issuer: root,
    extensions: revokingExtensions,
    ...always,
  });
  const [fine, gone] = [
    await certify({ name: "Fine", issuer: issuing, ...always }),
    await certify({ name: "Gone", issuer: issuing, ...always }),
  ];
  const files = {
    "issuing.pem": certificatesPem(issuing),
    "issuing.crl": await makeRevocationList(issuing, { revoked: [serialOf(gone)] }),
  };
  await over(files, async (service) => {
    for (const above of [[], [issuing], [issuing, root]]) {
      assert.equal(await check(service, issuerOf(fine, ...above)), accepted);
      assert.equal(await check(service, issuerOf(gone, ...above)), revoked(pid));
    }
  });
  // The anchor itself is configured: a list that the one above it signs does not end it.
  const list = await makeRevocationList(root, { revoked: [serialOf(issuing)] });
  await over({ ...files, "root.crl": list }, async (service) => {
    assert.equal(await check(service, issuerOf(fine, issuing)), accepted);
    assert.equal(await check(service, issuerOf(gone, issuing)), revoked(pid));
  });
});

Deno.test("a CA revokes its own certificates alone", async () => {
  const list = await makeRevocationList(other, ofBad);
  await over({ "list.crl": list }, async (service) => {
    assert.equal(await check(service, issuerOf(bad)), accepted);
  });
});

Deno.test("a list is taken in without a restart, also for a chain that has held before", async () => {
  await over({}, async (service, folder, events) => {
    assert.equal(await check(service, issuerOf(bad)), accepted);
    await put(folder, { "list.crl": await makeRevocationList(root, ofBad) });
    assert.equal(await check(service, issuerOf(bad)), accepted, "not before it is read");
    await service.refreshTrustAnchors();
    assert.equal(await check(service, issuerOf(bad)), revoked(pid));
    assert.equal(await check(service, issuerOf(good)), accepted);
    assert.deepEqual(events().map(({ event }) => event), ["trust_anchors_taken"]);
  });
});

Deno.test("of two lists of a CA the newer one counts, whatever it is called", async () => {
  const [newer, older] = [
    await makeRevocationList(root, { ...ofBad, thisUpdate: "2026-03-02T00:00:00Z" }),
    await makeRevocationList(root, { revoked: [serialOf(good)] }),
  ];
  for (const files of [{ "a.crl": newer, "b.crl": older }, { "a.crl": older, "b.crl": newer }]) {
    await over(files, async (service) => {
      assert.equal(await check(service, issuerOf(bad)), revoked(pid));
      assert.equal(await check(service, issuerOf(good)), accepted);
    });
  }
});

Deno.test("a list that is forged, of nobody or none stops the start, and no server takes it", async (t) => {
  const der = await makeRevocationList(root, ofBad);
  const noSigner = await certify({ name: "No lists", ...always });
  const unsigned = /^list\.crl contains a revocation list that no anchor of the folder signed$/;
  const malformed = /^list\.crl contains no revocation list \(RFC 5280, version 2, /;
  const cases: readonly [string, Files, RegExp][] = [
    ["of a CA of the same name", { "list.crl": await makeRevocationList(twin, ofBad) }, unsigned],
    ["changed", { "list.crl": der.with(der.length - 3, (der.at(-3) ?? 0) ^ 1) }, unsigned],
    ["of a CA below", { "list.crl": await makeRevocationList(middle, ofBad) }, unsigned],
    [
      "of a CA that may not sign lists",
      {
        "more.pem": certificatesPem(noSigner),
        "list.crl": await makeRevocationList(noSigner),
      },
      unsigned,
    ],
    ["cut off", { "list.crl": der.subarray(0, -1) }, malformed],
    ["empty", { "list.crl": "" }, malformed],
    ["PEM that is cut off", { "list.crl": pemOf("X509 CRL", der).slice(0, -40) }, malformed],
    [
      "a certificate",
      { "list.crl": certificatesPem(root) },
      /^list\.crl contains data that are not a revocation list$/,
    ],
    [
      "a delta",
      {
        "list.crl": await makeRevocationList(root, {
          extensions: "2.5.29.27=critical,DER:020101",
        }),
      },
      /^list\.crl contains a delta, indirect or partial revocation list, or one with a critical /,
    ],
    [
      "of the future",
      { "list.crl": await makeRevocationList(root, { thisUpdate: "2026-03-03T00:00:00Z" }) },
      /^list\.crl contains a revocation list with a future date$/,
    ],
  ];
  for (const [why, files, line] of cases) {
    await t.step(why, async () => {
      assert.match(await refusedStart(files), line);
      await over({ "good.crl": der }, async (service, folder, events) => {
        await put(folder, files);
        await service.refreshTrustAnchors();
        assert.equal(await check(service, issuerOf(bad)), revoked(pid));
        assert.equal(await check(service, issuerOf(good)), accepted);
        const [refused, ...others] = events();
        assert.deepEqual(others, []);
        assert.equal(refused?.["event"], "trust_anchors_refused");
        assert.equal(refused?.["reason"], "unusable");
      });
    });
  }
});

Deno.test("a list that is gone or older than the one in force is refused; a restart takes it", async () => {
  const later = { ...ofBad, thisUpdate: "2026-03-02T00:00:00Z" };
  const list = await makeRevocationList(root, later);
  await over({ "list.crl": list }, async (service, folder, events) => {
    await Deno.remove(`${folder}/list.crl`);
    await service.refreshTrustAnchors();
    assert.equal(await check(service, issuerOf(bad)), revoked(pid));
    await put(folder, { "another.crl": await makeRevocationList(root) });
    await service.refreshTrustAnchors();
    assert.equal(await check(service, issuerOf(bad)), revoked(pid));
    await Deno.remove(`${folder}/another.crl`);
    await put(folder, { "both.pem": certificatesPem(renewed, other) });
    await service.refreshTrustAnchors();
    assert.equal(await check(service, issuerOf(bad)), revoked(pid));
    assert.deepEqual(events().map(({ event, reason }) => [event, reason]), [
      ["trust_anchors_refused", "shrunken"],
      ["trust_anchors_refused", "older"],
      ["trust_anchors_refused", "shrunken"],
    ]);
    const env = { AVAL_TRUST_ANCHORS: folder };
    await using restarted = await serviceInMemory({ mode: "live", env });
    assert.equal(await check(restarted, issuerOf(bad)), accepted);
    // With the CA itself its list may go.
    await put(folder, { "both.pem": certificatesPem(other, twin, middle) });
    await service.refreshTrustAnchors();
    assert.equal(events().at(-1)?.["event"], "trust_anchors_taken");
  });
});

for (const mode of ["live", "sandbox"] as const) {
  Deno.test(`in ${mode} a list past its next update revokes still, and clears nobody`, async () => {
    const overdue = { ...ofBad, nextUpdate: "2026-03-02T10:00:00Z" };
    const list = await makeRevocationList(root, overdue);
    await over({ "list.crl": list }, async (service, folder, events) => {
      await service.runMaintenance();
      service.clock.advance({ minutes: 59 });
      assert.equal(await check(service, issuerOf(good)), accepted);
      service.clock.advance({ minutes: 1 });
      await service.refreshTrustAnchors();
      await service.runMaintenance();
      await service.runMaintenance();
      for (const credential of [pid, document]) {
        const unknown = `revocation_unknown (credential ${credential})`;
        assert.equal(
          await check(service, issuerOf(good), { credential }),
          mode === "live" ? unknown : accepted,
        );
        assert.equal(await check(service, issuerOf(bad), { credential }), revoked(credential));
        assert.equal(await check(service, issuerOf(ofOther), { credential }), accepted);
      }
      const logged = events().map(({ event }) => event);
      const passed = ["revocation_unknown", "revocation_unknown"];
      assert.deepEqual(logged, ["revocation_lists_overdue", ...(mode === "live" ? [] : passed)]);
      const next = await makeRevocationList(root, { ...ofBad, thisUpdate: "2026-03-02T09:30:00Z" });
      await put(folder, { "list.crl": next });
      await service.refreshTrustAnchors();
      await service.runMaintenance();
      assert.equal(await check(service, issuerOf(good)), accepted);
      assert.equal(await check(service, issuerOf(bad)), revoked(pid));
      assert.deepEqual(events().map(({ event }) => event).slice(logged.length), [
        "trust_anchors_taken",
        "revocation_lists_current",
      ]);
    }, mode);
    // A start takes it too, as it does an anchor that has expired.
    await over(
      {
        "list.crl": await makeRevocationList(root, {
          ...overdue,
          nextUpdate: "2026-03-02T00:00:00Z",
        }),
      },
      async (service) => {
        assert.equal(await check(service, issuerOf(bad)), revoked(pid));
      },
      mode,
    );
  });
}

Deno.test("a status list of a signer who is revoked says nothing", async () => {
  const status = { status_list: { idx: 0, uri: "https://issuer.example/lists/1" } };
  await over({}, async (service) => {
    assert.equal(await check(service, issuerOf(good), { status }), accepted);
  });
  await over({ "list.crl": await makeRevocationList(root, ofBad) }, async (service) => {
    const unknown = `revocation_unknown (credential ${pid})`;
    assert.equal(await check(service, issuerOf(good), { status }), unknown);
  });
});

for (const mode of ["live", "sandbox"] as const) {
  Deno.test(`in ${mode} a status list clears nobody while its signer's CA has an overdue list`, async () => {
    const status = { status_list: { idx: 0, uri: "https://issuer.example/lists/1" } };
    // The credential's own CA has revoked nobody; its status list is signed by another's.
    const current = await makeRevocationList(root, {});
    await over({ "list.crl": current }, async (service) => {
      assert.equal(await check(service, issuerOf(ofOther), { status }), accepted);
    }, mode);
    const overdue = await makeRevocationList(root, { nextUpdate: "2026-03-02T00:00:00Z" });
    await over({ "list.crl": overdue }, async (service) => {
      assert.equal(
        await check(service, issuerOf(ofOther), { status }),
        mode === "live" ? `revocation_unknown (credential ${pid})` : accepted,
      );
      assert.equal(await check(service, issuerOf(ofOther)), accepted);
    }, mode);
  });
}

Deno.test("a status list that is kept says nothing once its signer is revoked", async () => {
  const status = { status_list: { idx: 0, uri: "https://issuer.example/lists/1" } };
  await over({}, async (service, folder) => {
    assert.equal(await check(service, issuerOf(good), { status }), accepted);
    await put(folder, { "list.crl": await makeRevocationList(root, ofBad) });
    await service.refreshTrustAnchors();
    const unknown = `revocation_unknown (credential ${pid})`;
    assert.equal(await check(service, issuerOf(good), { status }), unknown);
  });
});

Deno.test("a list of 100,000 certificates is taken in, and judges by the serial number", async () => {
  const serials = Array.from({ length: 100_000 }, (_, n) => (0x1000_0000 + n).toString(16));
  const list = await makeRevocationList(root, { revoked: [...serials, serialOf(bad)] });
  await over({ "list.crl": list }, async (service) => {
    assert.equal(await check(service, issuerOf(good)), accepted);
    assert.equal(await check(service, issuerOf(bad)), revoked(pid));
  });
});
