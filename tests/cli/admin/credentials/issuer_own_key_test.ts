import "reflect-metadata";
import assert from "node:assert/strict";
import { ExtendedKeyUsageExtension } from "@peculiar/x509";
import { AcademicIssuerId } from "../../../../core/credentials/issuer_schema.ts";
import { openAcademicIssuers } from "../../../../kv/credentials/academic_issuers.ts";
import { parseCertificate } from "../../../../standards/x509/certificate.ts";
import {
  caExtensions,
  type Certified,
  certify,
  signerExtensions,
} from "../../../support/certificates.ts";
import { type Operating, operating } from "../../../support/institutions.ts";
import { certificatesPem, keyPem, pemOf } from "../../../support/pem.ts";
import { trustIn } from "../../../support/trust.ts";

// The tests' clock stands at 2026-03-02.
const long = {
  notBefore: new Date("2020-01-01T00:00:00Z"),
  notAfter: new Date("2040-01-01T00:00:00Z"),
};
const root = await certify({ name: "Ministry", ...long });
const ca = await certify({
  name: "Universities",
  issuer: root,
  extensions: caExtensions(0),
  ...long,
});
const own = await certify({ name: "Graz", issuer: ca, ...long });

async function filesOf(
  { file }: Operating,
  key: string,
  ...chain: readonly Certified[]
): Promise<readonly string[]> {
  return [
    "--key",
    await file("key.pem", key),
    "--cert",
    await file("cert.pem", certificatesPem(...chain)),
  ];
}

async function signerOf({ withStore, secret }: Operating) {
  return await withStore(async (store) => {
    const issuers = await openAcademicIssuers({
      store,
      secrets: { current: secret },
      published: null,
    });
    return await issuers.signer(AcademicIssuerId.parse("graz"));
  });
}

Deno.test("admin issuer put --key --cert signs by that key, its chain without the anchor, and makes no authority", async () => {
  await operating(async (tools) => {
    const { admin, clock } = tools;
    const files = await filesOf(tools, await keyPem(own), own, ca, root);
    const put = await admin("issuer", "put", "graz", "--name", "Universität Graz", ...files);
    assert.deepEqual([put.status, put.out], [0, ""], put.err);
    assert.match(put.err, /trusted here once its trust anchor is in AVAL_TRUST_ANCHORS/);
    assert.match(put.err, /ends at 2040-01-01T00:00:00Z/);
    assert.equal((await admin("issuer", "authority")).status, 1);
    const signer = await signerOf(tools);
    assert.deepEqual(signer?.chain, [own.der, ca.der]);
    const anchor = parseCertificate(root.der);
    assert(anchor !== null);
    assert((await trustIn([anchor]).credentialIssuer(signer.chain, clock.now())).ok);

    const renamed = await admin("issuer", "put", "graz", "--name", "Uni Graz");
    assert.equal(renamed.status, 0, renamed.err);
    assert.deepEqual((await signerOf(tools))?.chain, signer.chain);
    const renewed = await admin("issuer", "renew", "graz");
    assert.equal(renewed.status, 1);
    assert.match(renewed.err, /graz has a key of its own: put it again/);
    const bytes = await Deno.readFile(tools.location);
    const pkcs8 = new Uint8Array(await crypto.subtle.exportKey("pkcs8", own.keys.privateKey));
    const { d = "" } = await crypto.subtle.exportKey("jwk", own.keys.privateKey);
    const secret = Uint8Array.fromBase64(d, { alphabet: "base64url" });
    assert(!bytes.toHex().includes(secret.toHex()));
    const text = new TextDecoder("latin1").decode(bytes);
    for (const form of [d, pkcs8.toBase64()]) assert(!text.includes(form));
  });
});

Deno.test("admin issuer put refuses a key and certificates that could not be believed, and stores nothing", async (t) => {
  const rsa = await certify({ name: "RSA", issuer: ca, kind: "RSA", ...long });
  const p384 = await certify({ name: "P-384", issuer: ca, kind: "P-384", ...long });
  const selfSigned = await certify({ name: "Alone", extensions: signerExtensions, ...long });
  const lateEnd = new Date("2027-03-01T00:00:00Z");
  const shortOwn = await certify({ name: "Short", issuer: ca, ...long, notAfter: lateEnd });
  const shortCa = await certify({
    name: "Short CA",
    issuer: root,
    extensions: caExtensions(0),
    ...long,
    notAfter: lateEnd,
  });
  const below = await certify({ name: "Below", issuer: shortCa, ...long });
  const expired = await certify({
    name: "Expired",
    issuer: ca,
    ...long,
    notAfter: new Date("2026-01-01T00:00:00Z"),
  });
  const web = await certify({
    name: "Web",
    issuer: ca,
    extensions: [...signerExtensions, new ExtendedKeyUsageExtension(["1.3.6.1.5.5.7.3.1"])],
    ...long,
  });
  const deep = await certify({
    name: "Deep CA",
    issuer: ca,
    extensions: caExtensions(),
    ...long,
  });
  const tooDeep = await certify({ name: "Too deep", issuer: deep, ...long });
  const sha1 = await certify({ name: "SHA-1", issuer: ca, hash: "SHA-1", ...long });
  const key = await keyPem(own);
  const cases: readonly (readonly [string, string, readonly Certified[], RegExp])[] = [
    ["another key", await keyPem(another), [own, ca], /--cert: is of another key than --key/],
    ["a P-384 key", await keyPem(p384), [p384, ca], /--key: expected one unencrypted PKCS #8/],
    ["a certificate on P-384", key, [p384, ca], /--cert: the certificate's key is not on P-256$/m],
    ["an RSA key", await keyPem(rsa), [rsa, ca], /--key: expected one unencrypted PKCS #8/],
    ["a certificate of RSA", key, [rsa, ca], /--cert: the certificate's key is not on P-256/],
    ["wrong order", key, [ca, own], /--cert: the first certificate is a CA's/],
    ["anchor first", key, [own, root, ca], /--cert: each certificate must be issued by the CA/],
    ["a gap", key, [own, root], /--cert: each certificate must be issued by the CA/],
    ["a CA as leaf", await keyPem(ca), [ca, root], /--cert: the first certificate is a CA's/],
    ["self-signed", await keyPem(selfSigned), [selfSigned], /--cert: .*self-signed/],
    [
      "too short",
      await keyPem(shortOwn),
      [shortOwn, ca],
      /--cert: a certificate ends at 2027-03-01T00:00:00Z, before its credentials/,
    ],
    [
      "a CA that ends",
      await keyPem(below),
      [below, shortCa],
      /--cert: a certificate ends at 2027-03-01T00/,
    ],
    ["expired", await keyPem(expired), [expired, ca], /--cert: a certificate has expired/],
    ["for web servers", await keyPem(web), [web, ca], /--cert: .*extended key usages/],
    [
      "below a last CA",
      await keyPem(tooDeep),
      [tooDeep, deep, ca],
      /--cert: certificate 3 is not trusted: issuer_not_authorised/,
    ],
    [
      "SHA-1",
      await keyPem(sha1),
      [sha1],
      /--cert: certificate 1 is not trusted: certificate_algorithm_unsupported/,
    ],
    [
      "no certificate",
      key,
      [],
      /--cert: expected X.509 certificates in PEM, the institution's own first/,
    ],
    ["no key", certificatesPem(own), [own, ca], /--key: expected one unencrypted PKCS #8/],
    ["a key of SEC 1", pemOf("EC PRIVATE KEY", PNG), [own, ca], /--key: .*openssl pkcs8 -topk8/],
  ];
  await operating(async (tools) => {
    for (const [why, keyText, chain, message] of cases) {
      await t.step(why, async () => {
        const files = await filesOf(tools, keyText, ...chain);
        const put = await tools.admin("issuer", "put", "graz", "--name", "Graz", ...files);
        assert.deepEqual([put.status, put.out], [1, ""], put.err);
        assert.match(put.err, message);
        assert.doesNotMatch(put.err, /BEGIN|PRIVATE/);
      });
    }
    assert.equal((await tools.admin("issuer", "get", "graz")).status, 1);
    const absent = await tools.admin(
      ...["issuer", "put", "graz", "--name", "Graz", "--key", `${tools.folder}/no`],
      ...["--cert", `${tools.folder}/no`],
    );
    assert.deepEqual([absent.status, absent.err], [1, "admin: --key: the file cannot be read\n"]);
  });
});

const another = await certify({ name: "Another", issuer: ca, ...long });
const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3);

Deno.test("admin issuer put refuses a logo that is large or no PNG or JPEG", async () => {
  await operating(async ({ admin, file, folder }) => {
    const put = (logo: string) => admin("issuer", "put", "graz", "--name", "Graz", "--logo", logo);
    const large = new Uint8Array(8 * 1024 + 1);
    large.set(PNG);
    const cases: readonly (readonly [string, RegExp])[] = [
      [await file("large.png", large), /--logo: more than 8192 bytes/],
      [
        await file("logo.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>"),
        /expected a PNG or JPEG/,
      ],
      [await file("empty.png", ""), /expected a PNG or JPEG/],
      [`${folder}/none.png`, /--logo: the file cannot be read/],
      [folder, /--logo: the file cannot be read/],
    ];
    for (const [path, message] of cases) {
      const { status, out, err } = await put(path);
      assert.deepEqual([status, out], [1, ""], path);
      assert.match(err, message);
    }
    assert.equal((await admin("issuer", "get", "graz")).status, 1);
    const whole = await put(await file("whole.png", large.subarray(0, 8 * 1024)));
    assert.equal(whole.status, 0, whole.err);
    const jpeg = await put(await file("logo.jpg", Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)));
    assert.equal(jpeg.status, 0, jpeg.err);
    const { logo } = JSON.parse((await admin("issuer", "get", "graz")).out);
    assert.equal(logo, "data:image/jpeg;base64,/9j/4A==");
  });
});

Deno.test("admin issuer exits with status 2 on wrong usage, and makes nothing", async () => {
  await operating(async ({ admin, folder }) => {
    const named = ["put", "graz", "--name", "Graz"];
    const wrong: readonly (readonly [readonly string[], RegExp])[] = [
      [["put"], /An institution's ID is needed/],
      [["put", "graz"], /--name NAME is needed, once/],
      [["put", "a b", "--name", "A"], /1 to 255 visible ASCII characters/],
      [["put", "a", "b", "--name", "A"], /Unexpected argument "b"/],
      [["put", "sandbox-university", "--name", "A"], /that every sandbox knows/],
      [["put", "graz", "--name", "x".repeat(65)], /--name: expected 1 to 64/],
      [["put", "graz", "--name", "Graz\u202e"], /--name: expected 1 to 64/],
      [[...named, "--name", "B"], /--name NAME is needed, once/],
      [[...named, "--country", "at"], /--country: expected an ISO 3166-1/],
      [[...named, "--country", "QQ"], /--country: expected an ISO 3166-1/],
      [[...named, "--colour", "green"], /--colour: expected six hexadecimal digits/],
      [[...named, "--key", "k.pem"], /--key and --cert are given together/],
      [[...named, "--cert", "c.pem"], /--key and --cert are given together/],
      [[...named, "--homepage", "x"], /homepage/],
      [["get"], /ID is needed/],
      [["list", "graz"], /Unexpected argument/],
      [["renew", "graz", "wien"], /Unexpected argument/],
      [["authority", "graz"], /Unexpected argument/],
      [["remove", "graz"], /Unknown command/],
    ];
    for (const [args, message] of wrong) {
      const { status, out, err } = await admin("issuer", ...args);
      assert.deepEqual([status, out], [2, ""], args.join(" "));
      assert.match(err, message);
      assert.match(err, /See admin --help\.\n$/);
    }
    assert.deepEqual(await Array.fromAsync(Deno.readDir(folder)), []);
  });
});

Deno.test("admin issuer put names the variable that it needs", async () => {
  const put = ["issuer", "put", "graz", "--name", "Graz"];
  await operating(async ({ adminWith }) => {
    const none = await adminWith({ AVAL_BASE_URL: undefined }, ...put);
    assert.equal(none.status, 1);
    assert.match(none.err, /^admin: AVAL_BASE_URL: is not set/);
    const wrong = await adminWith({ AVAL_BASE_URL: "aval" }, ...put);
    assert.match(wrong.err, /^admin: AVAL_BASE_URL: expected an address/);
    const live = await adminWith({ AVAL_SECRET_KEY: undefined, AVAL_MODE: "live" }, ...put);
    assert.match(live.err, /^admin: AVAL_SECRET_KEY: is not set/);
  });
  // A store of its own: what is refused may have made keys that the operator's secret wraps.
  await operating(async ({ adminWith }) => {
    const sandbox = await adminWith(
      { AVAL_SECRET_KEY: undefined, AVAL_BASE_URL: undefined },
      ...put,
    );
    assert.equal(sandbox.status, 0, sandbox.err);
  });
});
