import type { Config } from "./config/config.ts";
import type { PemSource } from "./config/verifier.ts";
import type { Clock } from "../base/clock.ts";
import { sandboxAcademicAuthority } from "./sandbox/academic.ts";
import { sandboxAuthority } from "./sandbox/credentials.ts";
import type { VerifierIdentity } from "../core/presentation/authorization_request.ts";
import {
  openRequestSigner,
  parseVerifierChain,
  parseVerifierPrivateKey,
  type RequestSigner,
} from "../core/presentation/request_signer.ts";
import {
  mergeAnchors,
  parseTrustAnchors,
  type TrustAnchor,
} from "../core/presentation/trust_anchors.ts";

/** The anchors that a deployment believes, and the name in which it asks. */
export interface Trust {
  readonly identity: VerifierIdentity;
  /** Null where requests are not signed. */
  readonly signer: RequestSigner | null;
  /** The operator's; never those of the sandbox in live. */
  readonly anchors: readonly TrustAnchor[];
}

type TrustSettings = Pick<Config, "mode" | "baseUrl" | "verifier" | "trustAnchors">;

/**
 * Reads the files that `AVAL_VERIFIER_*` and `AVAL_TRUST_ANCHORS` name, or the PEM in them.
 *
 * @throws Error with one line for every variable that is wrong
 */
export async function loadTrust(
  { mode, baseUrl, verifier, trustAnchors }: TrustSettings,
  clock: Clock,
): Promise<Trust> {
  const problems: string[] = [];
  const anchors = trustAnchors === null ? [] : await loadAnchors(trustAnchors, problems);
  const own = [sandboxAuthority().fingerprint, sandboxAcademicAuthority().fingerprint];
  if (mode === "live" && anchors.some(({ fingerprint }) => own.includes(fingerprint))) {
    problems.push(
      "AVAL_TRUST_ANCHORS: holds a published sandbox authority, below which everybody can issue; live must not believe it",
    );
  }
  const signer = verifier.kind === "x509_hash" ? await loadSigner(verifier, clock, problems) : null;
  if (problems.length > 0) throw new Error(problems.join("\n"));
  return {
    identity: identityOf(verifier.kind, baseUrl, signer),
    signer,
    anchors: mergeAnchors(anchors),
  };
}

function identityOf(
  kind: VerifierIdentity["kind"],
  url: string,
  signer: RequestSigner | null,
): VerifierIdentity {
  if (signer !== null) return { kind: "x509_hash", certificateHash: signer.certificateHash };
  return kind === "redirect_uri" ? { kind } : { kind: "url", url };
}

async function loadSigner(
  { key, certificate }: { readonly key: PemSource; readonly certificate: PemSource },
  clock: Clock,
  problems: string[],
): Promise<RequestSigner | null> {
  const keyText = await readText(key);
  const read = keyText === null ? null : await parseVerifierPrivateKey(keyText);
  if (read?.ok !== true) problems.push(`AVAL_VERIFIER_KEY: ${read?.refusal.message ?? unreadable}`);
  const certificateText = await readText(certificate);
  const now = clock.now().epochMilliseconds / 1000;
  const chain = certificateText === null ? null : parseVerifierChain(certificateText, now);
  if (chain?.ok !== true) {
    problems.push(`AVAL_VERIFIER_CERT: ${chain?.refusal.message ?? unreadable}`);
  }
  if (read?.ok !== true || chain?.ok !== true) return null;
  const signer = await openRequestSigner(read.value, chain.value);
  if (signer.ok) return signer.value;
  problems.push(`AVAL_VERIFIER_CERT: ${signer.refusal.message}`);
  return null;
}

const unreadable = "the file cannot be read";

async function readText(source: PemSource): Promise<string | null> {
  return source.kind === "text"
    ? source.text
    : await Deno.readTextFile(source.path).catch(() => null);
}

async function loadAnchors(
  source: PemSource,
  problems: string[],
): Promise<readonly TrustAnchor[]> {
  const wrong = (what: string) => void problems.push(`AVAL_TRUST_ANCHORS: ${what}`);
  if (source.kind === "text") {
    const read = parseTrustAnchors(source.text);
    if (read.ok) return read.value;
    wrong(read.refusal.message);
    return [];
  }
  const files = await filesOf(source.path);
  if (files === null) wrong("expected a folder of PEM certificates, or the folder cannot be read");
  if (files?.length === 0) wrong("the folder holds no certificate");
  const anchors: TrustAnchor[] = [];
  for (const { path, type } of files ?? []) {
    const text = await Deno.readTextFile(path).catch(() => null);
    const read = text === null ? null : parseTrustAnchors(text, type);
    if (read?.ok === true) anchors.push(...read.value);
    else wrong(`${path} ${read?.refusal.message ?? "cannot be read"}`);
  }
  return anchors;
}

interface AnchorFile {
  readonly path: string;
  /** Name of its folder, below the one that is configured. */
  readonly type?: string;
}

/**
 * The files of a folder, and of folders in it, which are named after types of credentials; names that
 * begin with a dot are left out (mounted secrets have them). @returns null when it cannot be read
 */
async function filesOf(folder: string, type?: string): Promise<readonly AnchorFile[] | null> {
  const files: AnchorFile[] = [];
  try {
    for await (const { name } of Deno.readDir(folder)) {
      if (name.startsWith(".")) continue;
      const path = `${folder}/${name}`;
      const { isDirectory } = await Deno.stat(path);
      if (!isDirectory) {
        files.push(type === undefined ? { path } : { path, type });
        continue;
      }
      const inside = type === undefined ? await filesOf(path, name) : null;
      if (inside === null) return null;
      files.push(...inside);
    }
  } catch {
    return null;
  }
  return files;
}
