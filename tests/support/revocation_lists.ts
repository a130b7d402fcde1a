import {
  BasicConstraintsExtension,
  type Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
} from "@peculiar/x509";
import assert from "node:assert/strict";
import type { Certified } from "./certificates.ts";
import { certificatesPem, keyPem } from "./pem.ts";

/** What makes a CA's certificate one that signs certificates and lists of revoked ones. */
export const revokingExtensions: Extension[] = [
  new BasicConstraintsExtension(true, undefined, true),
  new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
];

/** What a test's list of revoked certificates says. */
export interface RevocationListMaking {
  /** Serial numbers, hex. */
  readonly revoked?: readonly string[];
  readonly thisUpdate?: string;
  readonly nextUpdate?: string;
  /** Lines of the section of extensions, as openssl's configuration has them. */
  readonly extensions?: string;
}

/** Makes a list of revoked certificates by openssl: DER. */
export async function makeRevocationList(
  ca: Certified,
  {
    revoked = [],
    thisUpdate = "2026-03-01T00:00:00Z",
    nextUpdate = "2026-04-01T00:00:00Z",
    extensions = "",
  }: RevocationListMaking = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const folder = await Deno.makeTempDir();
  try {
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
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function openssl(...first: readonly string[]) {
  return async (...rest: readonly string[]): Promise<void> => {
    const args = [...first, ...rest];
    const { success, stderr } = await new Deno.Command("openssl", { args }).output();
    assert(success, new TextDecoder().decode(stderr));
  };
}

/** As openssl takes a time. */
function timeOf(text: string): string {
  return text.replaceAll(/[-:T]/g, "");
}

/** The serial number of a certificate, hex. */
export function serialOf({ certificate }: Pick<Certified, "certificate">): string {
  return certificate.serialNumber;
}
