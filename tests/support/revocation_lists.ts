import {
  BasicConstraintsExtension,
  type Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
} from "@peculiar/x509";
import assert from "node:assert/strict";
import { concatBytes } from "../../base/bytes.ts";
import type { Certified } from "./certificates.ts";
import { folderOf } from "./folder.ts";
import { certificatesPem, keyPem } from "./pem.ts";

/** Extensions of a CA certificate that signs certificates and revocation lists. */
export const revokingExtensions: Extension[] = [
  new BasicConstraintsExtension(true, undefined, true),
  new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
];

/** Options for a test's revocation list. */
export interface RevocationListMaking {
  /** Serial numbers, hex. */
  readonly revoked?: readonly string[];
  readonly thisUpdate?: string;
  readonly nextUpdate?: string;
  /** Lines of the extensions section in the form of openssl's configuration. */
  readonly extensions?: string;
}

/** Makes a DER revocation list by openssl, or by hand if openssl is missing. */
export async function makeRevocationList(
  ca: Certified,
  {
    revoked = [],
    thisUpdate = "2026-03-01T00:00:00Z",
    nextUpdate = "2026-04-01T00:00:00Z",
    extensions = "",
  }: RevocationListMaking = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const making = { revoked, thisUpdate, nextUpdate, extensions };
  return await hasOpenssl() ? await makeByOpenssl(ca, making) : await makeByHand(ca, making);
}

async function hasOpenssl(): Promise<boolean> {
  const { Command, errors } = Deno;
  try {
    return (await new Command("openssl", { args: ["version"], stdout: "null" }).output()).success;
  } catch (fault) {
    if (fault instanceof errors.NotFound) return false;
    throw fault;
  }
}

/** Makes a list by hand (RFC 5280 §5.1), since a library takes minutes for 100,000 entries. */
async function makeByHand(
  { certificate, keys }: Certified,
  { revoked, thisUpdate, nextUpdate, extensions }: Required<RevocationListMaking>,
): Promise<Uint8Array<ArrayBuffer>> {
  const algorithm = der(0x30, Uint8Array.fromHex("06082a8648ce3d040302"));
  const lines = extensions.split("\n").filter((line) => line !== "");
  const entries = revoked.map((serial) => der(0x30, integer(serial), time("2026-01-01T00:00:00Z")));
  const list = der(
    0x30,
    integer("01"),
    algorithm,
    new Uint8Array(certificate.subjectName.toArrayBuffer()),
    time(thisUpdate),
    time(nextUpdate),
    ...(entries.length === 0 ? [] : [der(0x30, concatBytes(entries))]),
    der(0xa0, der(0x30, crlNumber, ...lines.map(extensionOf))),
  );
  const signing = { name: "ECDSA", hash: "SHA-256" };
  const raw = new Uint8Array(await crypto.subtle.sign(signing, keys.privateKey, list));
  const [r, s] = [raw.subarray(0, 32), raw.subarray(32)].map((half) => integer(half.toHex()));
  const signature = der(0x30, r ?? assert.fail(), s ?? assert.fail());
  return der(0x30, list, algorithm, der(0x03, Uint8Array.of(0), signature));
}

/** Encodes one DER element. */
function der(tag: number, ...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const content = concatBytes(parts);
  const length = content.length.toString(16);
  const bytes = Uint8Array.fromHex(length.padStart(length.length + length.length % 2, "0"));
  const head = content.length < 0x80
    ? bytes
    : concatBytes([Uint8Array.of(0x80 + bytes.length), bytes]);
  return new Uint8Array(concatBytes([Uint8Array.of(tag), head, content]));
}

/** Encodes a non-negative number. @param hex its bytes */
function integer(hex: string): Uint8Array {
  const even = hex.padStart(hex.length + hex.length % 2, "0").replace(/^(?:00)+(?=..)/, "");
  const bytes = Uint8Array.fromHex(even);
  return der(0x02, ...((bytes[0] ?? 0) >= 0x80 ? [Uint8Array.of(0)] : []), bytes);
}

/** Encodes UTCTime until 2049, then GeneralizedTime (RFC 5280 §5.1.2.4). */
function time(text: string): Uint8Array {
  const written = new TextEncoder().encode(timeOf(text));
  return text < "2050" ? der(0x17, written.subarray(2)) : der(0x18, written);
}

const crlNumber = extensionOf("2.5.29.20=DER:020101");

/** Encodes `OID=critical,DER:HEX` of openssl's configuration. */
function extensionOf(line: string): Uint8Array {
  const [, oid = "", critical, hex = ""] = /^([\d.]+)=(critical,)?DER:([0-9a-fA-F]+)$/.exec(line) ??
    assert.fail(line);
  const [first = 0, second = 0, ...arcs] = oid.split(".").map(Number);
  const id = der(0x06, Uint8Array.of(first * 40 + second, ...arcs));
  const isCritical = critical === undefined ? [] : [der(0x01, Uint8Array.of(0xff))];
  return der(0x30, id, ...isCritical, der(0x04, Uint8Array.fromHex(hex)));
}

async function makeByOpenssl(
  ca: Certified,
  { revoked, thisUpdate, nextUpdate, extensions }: Required<RevocationListMaking>,
): Promise<Uint8Array<ArrayBuffer>> {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  const files = {
    "ca.pem": certificatesPem(ca),
    "ca.key": await keyPem(ca),
    "index.txt": revoked.map((serial) =>
      `R\t490101000000Z\t260101000000Z,keyCompromise\t${serial.toUpperCase()}\tunknown\t/CN=x\n`
    ).join(""),
    "crlnumber": "01\n",
    "ca.cnf": [
      "[ca]\ndefault_ca=own\n[own]",
      `database=${folder}/index.txt\ncrlnumber=${folder}/crlnumber`,
      "default_md=sha256\ncrl_extensions=extensions\n[extensions]",
      extensions,
      "",
    ].join("\n"),
  };
  for (const [name, text] of Object.entries(files)) {
    await Deno.writeTextFile(`${folder}/${name}`, text);
  }
  const pem = `${folder}/list.pem`;
  await openssl("ca", "-gencrl", "-config", `${folder}/ca.cnf`, "-out", pem)(
    ...["-cert", `${folder}/ca.pem`, "-keyfile", `${folder}/ca.key`],
    ...["-crl_lastupdate", timeOf(thisUpdate), "-crl_nextupdate", timeOf(nextUpdate)],
  );
  await openssl("crl", "-in", pem, "-outform", "DER", "-out", `${folder}/list.der`)();
  return await Deno.readFile(`${folder}/list.der`);
}

function openssl(...first: readonly string[]) {
  return async (...rest: readonly string[]): Promise<void> => {
    const args = [...first, ...rest];
    const { success, stderr } = await new Deno.Command("openssl", { args }).output();
    assert(success, new TextDecoder().decode(stderr));
  };
}

/** A time in openssl's form. */
function timeOf(text: string): string {
  return text.replaceAll(/[-:T]/g, "");
}

/** The serial number of a certificate, hex. */
export function serialOf({ certificate }: Pick<Certified, "certificate">): string {
  return certificate.serialNumber;
}
