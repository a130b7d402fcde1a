import "reflect-metadata";
import {
  AuthorityKeyIdentifierExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate as Certificate,
} from "@peculiar/x509";
import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { academicAnchor } from "../../../../core/credentials/academic_anchor_schema.ts";
import { AcademicIssuerId } from "../../../../core/credentials/issuer_schema.ts";
import { credentialTypes } from "../../../../core/credentials/template_schema.ts";
import { openAcademicIssuers } from "../../../../kv/credentials/academic_issuers.ts";
import { auditOutbox, Outgoing } from "../../../../kv/audit/audit_records.ts";
import {
  findAuthority,
  openIssuingAuthority,
} from "../../../../kv/credentials/issuing_authority.ts";
import { parseCertificate } from "../../../../standards/x509/certificate.ts";
import { parsePem } from "../../../../standards/x509/pem.ts";
import { type Operating, operating } from "../../../support/institutions.ts";
import { trustIn } from "../../../support/trust.ts";

const vienna = ["vienna", "--name", "Universität Wien", "--country", "AT"] as const;
const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3);

/** The key with which a running server signs an institution's credentials. */
async function signerOf({ withStore, secret }: Operating, id: string) {
  return await withStore(async (store) => {
    const issuers = await openAcademicIssuers({
      store,
      secrets: { current: secret },
      published: null,
    });
    const academicIssuerId = AcademicIssuerId.parse(id);
    const signer = await issuers.signer(academicIssuerId);
    assert(signer !== null);
    return { signer, issuer: await issuers.find(academicIssuerId) };
  });
}

/** The certificate that `issuer authority` prints; DER. */
async function authorityOf({ admin }: Operating): Promise<Uint8Array<ArrayBuffer>> {
  const printed = await admin("issuer", "authority");
  assert.equal(printed.status, 0, printed.err);
  const [block, ...others] = parsePem(printed.out) ?? [];
  assert(block !== undefined);
  assert.deepEqual([block.label, others], ["CERTIFICATE", []]);
  return block.der;
}

async function trustInAuthority(tools: Operating) {
  const certificate = parseCertificate(await authorityOf(tools));
  assert(certificate !== null);
  return trustIn([academicAnchor(certificate)]);
}

/** The recorded changes of institutions, in order. Move the clock between commands. */
async function changes({ withStore }: Operating): Promise<readonly unknown[]> {
  return await withStore(async (store) => {
    const outbox = store.list(Outgoing, { prefix: auditOutbox.key() });
    return await Array.fromAsync(outbox, ({ value: { event } }) => event);
  });
}

const changed = (academicIssuerId: string | null, change: string) => ({
  kind: "ISSUER_CHANGED",
  academicIssuerId,
  change,
});

Deno.test("admin issuer put makes the authority once, and a certificate below it that is believed", async () => {
  await operating(async (tools) => {
    const { admin, clock } = tools;
    const put = await admin("issuer", "put", ...vienna);
    assert.deepEqual([put.status, put.out], [0, ""], put.err);
    assert.match(put.err, /^The issuing authority of this deployment is made/);
    assert.match(put.err, /vienna is an institution now\n.*ends at 2046-03-02T09:00:00Z\n$/);
    const second = await admin("issuer", "put", "graz", "--name", "Universität Graz");
    assert.doesNotMatch(second.err, /authority/);

    const authority = await authorityOf(tools);
    const { signer } = await signerOf(tools, "vienna");
    const [own, ...others] = signer.chain;
    assert(own !== undefined);
    assert.deepEqual(others, []);
    const trust = await trustInAuthority(tools);
    for (const look of [trust.credentialIssuer, trust.statusListIssuer]) {
      const believed: Awaited<ReturnType<typeof look>> = await look([own], clock.now());
      assert(believed.ok);
      assert.equal(believed.value.countries[0], "AT");
      for (const type of Object.values(credentialTypes)) assert(believed.value.isTrustedFor(type));
      for (const type of ["urn:eudi:pid:1", "urn:eudi:pid:de:1", "urn:academic:degree-award:2"]) {
        assert.equal(believed.value.isTrustedFor(type), false, type);
      }
    }
    const signed = await crypto.subtle.sign(ES256, signer.key, PNG);
    const believed = await trust.credentialIssuer([own], clock.now());
    assert(believed.ok && await crypto.subtle.verify(ES256, believed.value.key, signed, PNG));
    await assert.rejects(crypto.subtle.exportKey("pkcs8", signer.key));
    assert.equal(signer.notAfter, Date.parse("2046-03-02T09:00:00Z") / 1000);
    assert.notDeepEqual(authority, own);
  });
});

const ES256 = { name: "ECDSA", hash: "SHA-256" };

Deno.test("the certificates are what other libraries read in them", async () => {
  await operating(async (tools) => {
    await tools.admin("issuer", "put", ...vienna);
    const caDer = await authorityOf(tools);
    const ca = new X509Certificate(caDer);
    const { signer } = await signerOf(tools, "vienna");
    const ownDer = signer.chain[0]!;
    const own = new X509Certificate(ownDer);
    assert.deepEqual([ca.ca, own.ca], [true, false]);
    // Not every runtime's own reader verifies.
    const authority = new Certificate(caDer);
    for (const certificate of [authority, new Certificate(ownDer)]) {
      const { publicKey } = authority;
      assert(await certificate.verify({ publicKey, signatureOnly: true }));
      const key = await SubjectKeyIdentifierExtension.create(publicKey);
      const named = certificate.getExtension(AuthorityKeyIdentifierExtension);
      assert.equal(named?.keyId ?? key.keyId, key.keyId);
    }
    assert.equal(ca.subject, "CN=Issuing authority of aval.example");
    assert.equal(own.issuer, ca.subject);
    assert.equal(own.subject, "C=AT\nO=Universität Wien\nCN=Universität Wien");
    const names = new Certificate(ownDer).getExtension(SubjectAlternativeNameExtension)?.names;
    assert.deepEqual(names?.toJSON(), [
      { type: "url", value: "https://aval.example/v1/credentials" },
    ]);
    for (const { serialNumber } of [ca, own]) assert.match(serialNumber, /^[4-7][0-9A-F]{31}$/);
    assert.notEqual(ca.serialNumber, own.serialNumber);
    const parsed = parseCertificate(caDer);
    assert(parsed !== null);
    assert.deepEqual([parsed.pathLength, [...parsed.keyUsage ?? []]], [0, [5]]);
    assert(parsed.notAfter - parsed.notBefore >= 25 * 365 * 86_400);
    const leaf = parseCertificate(ownDer);
    assert.deepEqual([...leaf?.keyUsage ?? []], [0]);
    assert.equal(leaf?.extendedKeyUsage, null);
  });
});

Deno.test("a name that is a distinguished name's syntax stays one name", async () => {
  await operating(async (tools) => {
    const name = "A+B, O=Others; C=DE #1 \\2C";
    const put = await tools.admin("issuer", "put", "odd", "--name", name);
    assert.equal(put.status, 0, put.err);
    const { signer } = await signerOf(tools, "odd");
    const { subjectName } = new Certificate(signer.chain[0]!);
    assert.deepEqual(subjectName.toJSON(), [{ O: [name] }, { CN: [name] }]);
    const { subject } = new X509Certificate(signer.chain[0]!);
    assert.deepEqual(subject.split("\n").map((line) => line.split("=")[0]), ["O", "CN"]);
  });
});

Deno.test("admin issuer put keeps key and certificate while name and country stay, and logo and colour are what was last said", async () => {
  await operating(async (tools) => {
    const { admin, file } = tools;
    await admin("issuer", "put", ...vienna);
    const { signer: first } = await signerOf(tools, "vienna");
    const logo = await file("logo.png", PNG);
    const brand = ["--logo", logo, "--colour", "0063A6"];
    tools.clock.advance({ seconds: 1 });
    const put = await admin("issuer", "put", ...vienna, ...brand);
    assert.equal(put.status, 0, put.err);
    assert.match(put.err, /^vienna is changed\nIts certificate ends/);
    const branded = await signerOf(tools, "vienna");
    assert.deepEqual(branded.signer.chain, first.chain);
    assert.deepEqual(branded.issuer, {
      id: "vienna",
      name: "Universität Wien",
      country: "AT",
      logo: `data:image/png;base64,${PNG.toBase64()}`,
      colour: "#0063a6",
    });
    tools.clock.advance({ seconds: 1 });
    const renamed = await admin("issuer", "put", "vienna", "--name", "Wien", "--country", "AT");
    assert.match(renamed.err, /a new key and certificate/);
    const { signer, issuer } = await signerOf(tools, "vienna");
    assert.notDeepEqual(signer.chain, first.chain);
    assert.deepEqual([issuer?.logo, issuer?.colour], [null, null]);
    assert.match(new X509Certificate(signer.chain[0]!).subject, /O=Wien\n/);
    assert.deepEqual(await changes(tools), [
      changed(null, "authority_made"),
      changed("vienna", "registered"),
      changed("vienna", "changed"),
      changed("vienna", "changed"),
    ]);
  });
});

Deno.test("admin issuer renew gives another key, and what the old one has signed is believed further", async () => {
  await operating(async (tools) => {
    const { admin, clock } = tools;
    await admin("issuer", "put", ...vienna);
    const { signer: old } = await signerOf(tools, "vienna");
    clock.advance({ hours: 24 * 365 });
    const renewed = await admin("issuer", "renew", "vienna");
    assert.deepEqual([renewed.status, renewed.out], [0, ""], renewed.err);
    assert.match(renewed.err, /stay valid\n.*ends at 2047-03-02T09:00:00Z/);
    const { signer, issuer } = await signerOf(tools, "vienna");
    assert.equal(issuer?.name, "Universität Wien");
    const trust = await trustInAuthority(tools);
    const signed = await crypto.subtle.sign(ES256, old.key, PNG);
    const verifiers = await Promise.all([old, signer].map(async ({ chain }) => {
      const believed = await trust.credentialIssuer(chain, clock.now());
      assert(believed.ok);
      return await crypto.subtle.verify(ES256, believed.value.key, signed, PNG);
    }));
    assert.deepEqual(verifiers, [true, false]);
    assert.deepEqual((await changes(tools)).at(-1), changed("vienna", "renewed"));
    const none = await admin("issuer", "renew", "graz");
    assert.deepEqual([none.status, none.err], [1, "admin: graz is not a registered institution\n"]);
  });
});

Deno.test("an institution's certificate never ends after the authority's", async () => {
  await operating(async (tools) => {
    await tools.admin("issuer", "put", ...vienna);
    tools.clock.advance({ hours: 24 * 365 * 30 });
    const late = await tools.admin("issuer", "put", "graz", "--name", "Graz");
    assert.match(late.err, /ends at 2066-03-02T09:00:00Z/);
  });
});

Deno.test("admin issuer list and get show what is on file, authority its certificate; none of it a key", async () => {
  await operating(async (tools) => {
    const { admin } = tools;
    await admin("issuer", "put", ...vienna);
    await admin("issuer", "put", "graz", "--name", "Graz");
    const rows = (await admin("issuer", "list", "--json")).out.trimEnd().split("\n");
    const brief = rows.map((row) => JSON.parse(row)).map(({ id, name, certifiedBy, endsAt }) => [
      id,
      name,
      certifiedBy,
      endsAt,
    ]);
    assert.deepEqual(brief, [
      ["graz", "Graz", "authority", "2046-03-02T09:00:00Z"],
      ["vienna", "Universität Wien", "authority", "2046-03-02T09:00:00Z"],
    ]);
    const got = await admin("issuer", "get", "vienna");
    const { certificates, ...record } = JSON.parse(got.out);
    assert.deepEqual(record, { ...JSON.parse(rows[1]!) });
    const { signer } = await signerOf(tools, "vienna");
    assert.deepEqual(parsePem(certificates.join(""))?.map(({ der }) => der), signer.chain);
    assert.equal((await admin("issuer", "get", "linz")).status, 1);
    for (const text of [got.out, ...rows]) assert.doesNotMatch(text, /PRIVATE|wrapped|ciphertext/);
  });
});

Deno.test("admin issuer makes no store that is not there, and authority says that there is none yet", async () => {
  await operating(async (tools) => {
    const { admin, folder } = tools;
    for (const args of [["get", "a"], ["list"], ["renew", "a"], ["authority"]]) {
      const done = await admin("issuer", ...args);
      assert.deepEqual([done.status, done.out], [1, ""]);
      assert.match(done.err, /No store at/);
    }
    assert.deepEqual(await Array.fromAsync(Deno.readDir(folder)), []);
    await admin("client", "put", "acme");
    const none = await admin("issuer", "authority");
    assert.deepEqual([none.status, none.out], [1, ""]);
    assert.match(none.err, /no issuing authority yet: issuer put makes it/);
  });
});

Deno.test("two first puts at once make one authority, and both institutions are below it", async () => {
  await operating(async (tools) => {
    const ids = ["a", "b", "c", "d"];
    const put = (id: string) => tools.admin("issuer", "put", id, "--name", id.toUpperCase());
    const answers = await Promise.all(ids.map(put));
    for (const { status, err } of answers) assert.equal(status, 0, err);
    const made = answers.filter(({ err }) => /authority of this deployment is made/.test(err));
    assert.equal(made.length, 1);
    const trust = await trustInAuthority(tools);
    for (const id of ids) {
      const { signer } = await signerOf(tools, id);
      assert((await trust.credentialIssuer(signer.chain, tools.clock.now())).ok, id);
    }
    const events = await changes(tools);
    assert.equal(events.length, ids.length + 1);
  });
});

Deno.test("no key of an institution or the authority stands in the store in clear", async () => {
  await operating(async (tools) => {
    await tools.admin("issuer", "put", ...vienna);
    const files = await Array.fromAsync(Deno.readDir(tools.folder));
    const contents = files.map(({ name }) => Deno.readFileSync(`${tools.folder}/${name}`));
    const bytes = new Uint8Array(await new Blob(contents).arrayBuffer());
    const text = new TextDecoder("latin1").decode(bytes);
    // What every PKCS #8 key on P-256 begins with, as bytes and in base64.
    const start = "3041020100301306072a8648ce3d020106082a8648ce3d030107";
    for (const hex of [start, start.replace("3041", "308187"), start.slice(4)]) {
      assert(!bytes.toHex().includes(hex), hex);
    }
    assert.doesNotMatch(text, /MIGHAgEAMBMGByqGSM49|MEECAQAwEwYHKoZIzj0|PRIVATE KEY|"d":/);
    assert.match(text, /issuing_authority/);
  });
});

Deno.test("admin keys rewrap moves the keys of the authority and of institutions, and keys list shows them", async () => {
  await operating(async (tools) => {
    const { admin, adminWith } = tools;
    await admin("issuer", "put", ...vienna);
    const { signer: before } = await signerOf(tools, "vienna");
    const next = crypto.getRandomValues(new Uint8Array(32));
    const both = {
      AVAL_SECRET_KEY: next.toBase64(),
      AVAL_SECRET_KEY_PREVIOUS: tools.secret.toBase64(),
    };
    const early = await adminWith(both, "issuer", "renew", "vienna");
    assert.equal(early.status, 1);
    assert.match(early.err, /run "admin keys rewrap" first/);
    const moved = await adminWith(both, "keys", "rewrap");
    assert.deepEqual([moved.status, moved.out], [0, "rewrapped 3\n"], moved.err);
    const listed = (await adminWith({ AVAL_SECRET_KEY: both.AVAL_SECRET_KEY }, "keys", "list")).out;
    assert.match(listed, /^issuing-authority\t\S{43}\tACTIVE\t.*\tAVAL_SECRET_KEY$/m);
    assert.match(listed, /^academic-issuer\tvienna\tACTIVE\t.*\tAVAL_SECRET_KEY$/m);
    const { signer } = await signerOf({ ...tools, secret: next }, "vienna");
    assert.deepEqual(signer.chain, before.chain);
    await assert.rejects(signerOf(tools, "vienna"), /AVAL_SECRET_KEY is not the secret/);
    const stale = await admin("issuer", "put", "graz", "--name", "Graz");
    assert.equal(stale.status, 1);
    assert.match(stale.err, /AVAL_SECRET_KEY is not the secret/);
    assert.equal((await admin("issuer", "get", "graz")).status, 1);
  });
});

Deno.test("IssuingAuthority.anchor() appears while servers run, and is believed as its wrapped key signed it alone", async () => {
  await operating(async (tools) => {
    const { admin, clock, secret, withStore } = tools;
    await admin("client", "put", "acme");
    await withStore(async (store) => {
      const authority = await openIssuingAuthority({ store, clock, secrets: { current: secret } });
      assert.equal(await authority.anchor(), null);
      await admin("issuer", "put", ...vienna);
      clock.advance({ seconds: 5 });
      const anchor = await authority.anchor();
      assert(anchor !== null);
      assert.equal(await authority.anchor(), anchor);
      clock.advance({ minutes: 5 });
      assert.equal(await authority.anchor(), anchor);
      assert.deepEqual(anchor.types.toSorted(), Object.values(credentialTypes).toSorted());
    });
    const { signer } = await signerOf(tools, "vienna");
    await withStore(async (store) => {
      const found = await findAuthority(store);
      assert(found !== null);
      const certificate = signer.chain[0]!.toBase64();
      await store.commit([found.set({ ...found.value, certificate })]);
      await assert.rejects(
        openIssuingAuthority({ store, clock, secrets: { current: secret } }),
        /certificate of the issuing authority is damaged/,
      );
    });
  });
});
