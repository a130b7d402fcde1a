import assert from "node:assert/strict";

/** A certificate of `localhost` and its key in PEM. */
export interface LocalCertificate {
  /** File of the certificate. */
  readonly path: string;
  readonly key: string;
  readonly cert: string;
}

/** Makes a self-signed certificate of `localhost` in a folder. */
export async function makeLocalCertificate(folder: string): Promise<LocalCertificate> {
  const [key, cert] = [`${folder}/key.pem`, `${folder}/cert.pem`];
  const { success, stderr } = await new Deno.Command("openssl", {
    args: ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
      .concat(["-keyout", key, "-out", cert, "-days", "2", "-subj", "/CN=localhost"])
      .concat(["-addext", "subjectAltName=DNS:localhost"])
      .concat(["-addext", "basicConstraints=critical,CA:FALSE"]),
  }).output();
  assert(success, new TextDecoder().decode(stderr));
  return { path: cert, key: await Deno.readTextFile(key), cert: await Deno.readTextFile(cert) };
}
