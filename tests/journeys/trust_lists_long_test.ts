import assert from "node:assert/strict";
import { certify } from "../support/certificates.ts";
import { folderOf } from "../support/folder.ts";
import { issuerBelow } from "../support/issuer.ts";
import { always, certificatesPem } from "../support/pem.ts";
import type { TestIssuer } from "../support/sandbox_wallet.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";
import { makeLote, makeVical, tdate } from "../support/trust_lists.ts";
import { present, start } from "../support/verifying.ts";

const root = await certify({ name: "PID issuers", ...always });
const iaca = await certify({ name: "IACA", ...always });
const operator = await certify({ name: "List operator", ...always });
const stranger = await certify({ name: "List operator", ...always });
const [ofRoot, ofIaca] = [await issuerBelow(root), await issuerBelow(iaca)];
const pid = "urn:eudi:pid:1";
const mdl = "org.iso.18013.5.1.mDL";
const licence = {
  mdl_mobile_driving_licence: {
    driving_privileges: [],
    document_number: "T22000129",
    issuing_country: "US",
    expiry_date: "2040-03-01",
  },
};

async function presents(
  service: TestService,
  check: Parameters<typeof start>[1],
  claims: Parameters<typeof present>[2],
  issuer: TestIssuer,
): Promise<boolean> {
  const started = await start(service.as("acme"), check);
  const { status, body } = await present(service, started, claims, { issuer });
  if (status !== 200) assert.match(body.message, /issuer_untrusted/);
  return status === 200;
}

const showsPid = (service: TestService, issuer: TestIssuer) =>
  presents(service, "age-verification", { pid_birthdate: { birthdate: "1984-08-12" } }, issuer);
const showsLicence = (service: TestService, issuer: TestIssuer) =>
  presents(service, "mobile-driving-licence", licence, issuer);

const listKeys = certificatesPem(operator);

/** Opens a live service over a folder with these files. */
async function over(
  files: Readonly<Record<string, string | Uint8Array>>,
  test: (service: TestService, folder: string) => Promise<void>,
  keys: string = listKeys,
): Promise<void> {
  await using folder = await folderOf(
    Object.fromEntries(Object.keys(files).map((name) => [name, ""])),
  );
  await put(folder.path, files);
  const env = { AVAL_TRUST_ANCHORS: folder.path, AVAL_TRUST_LIST_KEYS: keys };
  await using service = await serviceInMemory({ mode: "live", env });
  await test(service, folder.path);
}

async function put(folder: string, files: Readonly<Record<string, string | Uint8Array>>) {
  for (const [name, content] of Object.entries(files)) {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    await Deno.writeFile(`${folder}/${name}`, bytes);
  }
}

const listedRoot = [{ certificate: root.der }];
const listedIaca = [{ certificate: iaca.der, docType: [mdl] }];

Deno.test("issuers of an ETSI list of trusted entities are believed about the type of its folder", async () => {
  for (
    const making of [{}, { bare: true }, {
      header: { sigT: "2026-03-01T00:00:00Z", crit: ["sigT"] },
    }]
  ) {
    await over(
      { [`${pid}/list.jws`]: await makeLote(listedRoot, operator, making) },
      async (service) => {
        assert.equal(await showsPid(service, ofRoot), true);
        assert.equal(await showsPid(service, ofIaca), false);
        assert.equal(await showsLicence(service, ofRoot), false);
      },
    );
  }
});

Deno.test("a list of trusted entities in XML is read where JSON is, of its very signers alone", async () => {
  const vectors = new URL("../../fixtures/vectors/xml_signature/", import.meta.url);
  const read = (name: string) => Deno.readTextFile(new URL(name, vectors));
  const [xml, operators] = [await read("xades_p256.xml"), await read("operators.pem")];
  await over({ [`${pid}/list.xml`]: xml }, async (service) => {
    const health = await (await service.fetch("/health")).json();
    assert.equal(health.trustAnchors.count, 1);
    assert.equal(await showsPid(service, ofRoot), false);
  }, operators);
  const signature = /is not signed by a key that AVAL_TRUST_LIST_KEYS names, or was changed$/;
  const malformed = /is not a list of trusted entities that this version reads$/;
  for (
    const [content, keys, message] of [
      [xml, listKeys, signature],
      [xml.replace("granted", "Granted"), operators, signature],
      [xml.slice(0, -9), operators, malformed],
      [`<!DOCTYPE x>${xml.slice(xml.indexOf("<List"))}`, operators, malformed],
      ["", operators, malformed],
    ] as const
  ) {
    const files = { [`${pid}/list.xml`]: content };
    await assert.rejects(over(files, async () => {}, keys), { message });
  }
});

Deno.test("authorities of a VICAL are believed about the document types that it names", async () => {
  const infos = [...listedIaca, { certificate: root.der, docType: ["org.iso.23220.photoid.1"] }];
  for (const name of ["vical.cbor", `${mdl}/vical.cbor`]) {
    await over({ [name]: await makeVical(infos, operator) }, async (service) => {
      assert.equal(await showsLicence(service, ofIaca), true);
      assert.equal(await showsLicence(service, ofRoot), false);
      assert.equal(await showsPid(service, ofIaca), false);
      assert.equal(await showsPid(service, ofRoot), false);
    });
  }
});

Deno.test("of a list of trusted entities those are left out who are withdrawn or issue other things", async () => {
  const [leaf] = ofIaca.chain;
  assert(leaf !== undefined);
  const others = await Promise.all([
    "PID/Revocation",
    "WalletSolution/Issuance",
    "WRPAC/Issuance",
    "",
  ].map(async (type) => ({ type, authority: await certify({ name: "Other", ...always }) })));
  const withdrawn = "http://uri.etsi.org/19602/PubEAAProvidersList/SvcStatus/withdrawn";
  const notified = "http://uri.etsi.org/19602/PubEAAProvidersList/SvcStatus/notified";
  const list = await makeLote([
    { certificate: root.der, status: notified, type: "PubEAA/Issuance" },
    { certificate: iaca.der, status: withdrawn, type: "PubEAA/Issuance" },
    { certificate: leaf },
    ...others.map(({ type, authority }) => ({ type, certificate: authority.der })),
  ], operator);
  await over({ [`${pid}/list.jwt`]: list }, async (service) => {
    assert.equal(await showsPid(service, ofRoot), true);
    assert.equal(await showsPid(service, ofIaca), false);
    for (const { authority, type } of others) {
      assert.equal(await showsPid(service, await issuerBelow(authority)), false, type);
    }
    const health = await (await service.fetch("/health")).json();
    assert.equal(health.trustAnchors.count, 1);
  });
});

Deno.test("a list that is unsigned, wrongly signed, overdue or none stops the start", async (t) => {
  const unsigned = (await makeLote(listedRoot, operator)).split(".").with(2, "").join(".");
  const header = btoa(JSON.stringify({ alg: "none" })).replaceAll("=", "");
  const none = [header, unsigned.split(".")[1], ""].join(".");
  const own = await makeLote(listedRoot, operator);
  const other = await makeLote([{ certificate: iaca.der }], operator);
  const swapped = own.split(".").with(1, other.split(".")[1] ?? "").join(".");
  const vical = await makeVical(listedIaca, operator);
  const changed = vical.with(vical.length - 80, (vical.at(-80) ?? 0) ^ 1);
  const signature = /is not signed by a key that AVAL_TRUST_LIST_KEYS names, or was changed$/;
  const late = /is of the future, or past its next update$/;
  const malformed = /is not a list of trusted entities that this version reads$/;
  const lote = (information: object) =>
    makeLote(listedRoot, operator, { information: { ...information } });
  const cases: readonly (readonly [string, Uint8Array | string, RegExp])[] = [
    [`${pid}/a.jws`, unsigned, signature],
    [`${pid}/a.jws`, none, signature],
    [`${pid}/a.jws`, swapped, signature],
    [`${pid}/a.jws`, "", signature],
    // Its own certificate is in the header, and of the same name as the operator's.
    [`${pid}/a.jws`, await makeLote(listedRoot, stranger), signature],
    [
      `${pid}/a.jws`,
      await makeLote(listedRoot, operator, {
        header: { sigD: {}, crit: ["sigD"] },
      }),
      signature,
    ],
    [`${pid}/a.jws`, await lote({ NextUpdate: "2026-03-02T09:00:00Z" }), late],
    [`${pid}/a.jws`, await lote({ ListIssueDateTime: "2026-03-02T09:10:01Z" }), late],
    [`${pid}/a.jws`, await lote({ ListIssueDateTime: "yesterday" }), malformed],
    [`${pid}/a.jws`, await lote({ NextUpdate: "never" }), malformed],
    [`${pid}/a.jws`, await lote({ LoTEVersionIdentifier: 2 }), malformed],
    [`${pid}/a.jws`, await makeLote([{ certificate: "%" }], operator), malformed],
    [
      `${pid}/a.jws`,
      await makeLote([], operator),
      /contains no certificate of a CA for credentials$/,
    ],
    ["a.jws", own, /names no types of credentials; expected it in the folder of one$/],
    ["a.cbor", await makeVical(listedIaca, stranger), signature],
    ["a.cbor", changed, signature],
    ["a.cbor", vical.slice(0, -1), malformed],
    ["a.cbor", own, malformed],
    ["a.cbor", await makeVical(listedIaca, operator, { version: "2.0" }), malformed],
    ["a.cbor", await makeVical(listedIaca, operator, { date: undefined }), malformed],
    ["a.cbor", await makeVical(listedIaca, operator, { date: "2026-03-01T00:00:00Z" }), malformed],
    ["a.cbor", await makeVical(listedIaca, operator, { certificateInfos: {} }), malformed],
    ["a.cbor", await makeVical([{ certificate: iaca.der, docType: mdl }], operator), malformed],
    [
      "a.cbor",
      await makeVical(listedIaca, operator, { nextUpdate: tdate("2026-03-02T08:59:59Z") }),
      late,
    ],
    [`${pid}/a.cbor`, vical, /contains no certificate of a CA for credentials$/],
  ];
  for (const [n, [name, content, message]] of cases.entries()) {
    await t.step(`${n} ${name} ${message.source}`, async () => {
      await assert.rejects(over({ [name]: content }, async () => {}), { message });
    });
  }
  await t.step("without keys no list is believed", async () => {
    await using folder = await folderOf({ [`${pid}/a.jws`]: own });
    const env = { AVAL_TRUST_ANCHORS: folder.path };
    await assert.rejects(serviceInMemory({ mode: "live", env }), { message: signature });
  });
  await t.step("nor by the key of a certificate that has expired", async () => {
    const notAfter = new Date("2026-03-02T08:00:00Z");
    const old = await certify({ name: "Old", keys: operator.keys, ...always, notAfter });
    const files = { [`${pid}/a.jws`]: own };
    await assert.rejects(over(files, async () => {}, certificatesPem(old)), { message: signature });
  });
  await t.step("nor by keys that are none", async () => {
    const message = /^AVAL_TRUST_LIST_KEYS: the file cannot be read/;
    await assert.rejects(over({ [`${pid}/a.jws`]: own }, async () => {}, "/nowhere"), { message });
  });
});

Deno.test("a list is followed while servers run: newer ones taken, others refused", async () => {
  const issued = (at: string, certificates: readonly Uint8Array[], by = operator) =>
    makeLote(certificates.map((certificate) => ({ certificate })), by, {
      information: { ListIssueDateTime: at },
    });
  const first = await issued("2026-03-01T00:00:00Z", [root.der]);
  await over({ [`${pid}/list.jws`]: first }, async (service, folder) => {
    const refused = () =>
      service.logLines.map((line) => JSON.parse(line)).filter(({ event }) =>
        event === "trust_anchors_refused"
      ).map(({ reason }) => reason);
    const publish = async (list: string) => {
      await put(folder, { [`${pid}/list.jws`]: list });
      await service.refreshTrustAnchors();
      return [await showsPid(service, ofRoot), await showsPid(service, ofIaca)];
    };
    const both = [root.der, iaca.der];
    assert.deepEqual(await publish(await issued("2026-03-01T01:00:00Z", both, stranger)), [
      true,
      false,
    ]);
    assert.deepEqual(await publish(await issued("2026-03-01T02:00:00Z", both)), [true, true]);
    assert.deepEqual(await publish(first), [true, true], "an older list is no newer one");
    assert.deepEqual(await publish(await issued("2026-03-01T03:00:00Z", [iaca.der])), [true, true]);
    assert.deepEqual(refused(), ["unusable", "older", "shrunken"]);
    assert.deepEqual(await publish(await issued("2026-03-01T03:00:00Z", both)), [true, true]);
    service.clock.advance({ hours: 24 * 190 });
    await service.refreshTrustAnchors();
    assert.equal(refused().at(-1), "unusable", "its next update is due");
    const health = await (await service.fetch("/health")).json();
    assert.equal(health.trustAnchors.ageSeconds, 24 * 190 * 3_600);
  });
});

Deno.test("a list of 2,000 authorities is read, and each is believed", async () => {
  const { keys } = root;
  const many = await Promise.all(
    Array.from({ length: 1_999 }, (_, n) => certify({ name: `Authority ${n}`, keys, ...always })),
  );
  const der = [...many, root].map(({ der }) => der);
  const lote = await makeLote(der.map((certificate) => ({ certificate })), operator);
  const infos = der.map((certificate) => ({ certificate, docType: [mdl] }));
  const vical = await makeVical(infos, operator);
  await over({ [`${pid}/list.jws`]: lote, "vical.cbor": vical }, async (service) => {
    const health = await (await service.fetch("/health")).json();
    assert.equal(health.trustAnchors.count, 2_000);
    assert.equal(await showsPid(service, ofRoot), true);
    assert.equal(await showsLicence(service, ofRoot), true);
    const [last] = many.slice(-1);
    assert(last !== undefined);
    assert.equal(await showsPid(service, await issuerBelow(last)), true);
  });
});
