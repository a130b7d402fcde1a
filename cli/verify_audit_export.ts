/**
 * Verifies an audit export, of `admin audit export` or GET /v1/screen/gdpr/export, with nothing of
 * this service: SHA-256 over RFC 8785 JSON, order and links, inclusion proofs (RFC 9162 §2.1.3.2) and
 * the signed checkpoint (C2SP tlog-checkpoint, Ed25519). Exit status: 0 it holds, 1 it does not.
 *
 *   deno run --allow-read cli/verify_audit_export.ts FILE [--key VERIFIER_KEY] [--since CHECKPOINT_FILE]
 *
 * Without VERIFIER_KEY, which the operator publishes, the file's own key is used: whoever made up the
 * file made up that too. Without a checkpoint kept from earlier nobody sees that a log was set back.
 */
import { Buffer } from "node:buffer";
import * as crypto from "node:crypto";
import { readFileSync } from "node:fs";

const [file = "", ...options] = Deno.args;
const option = (name: string) => options[options.indexOf(name) + 1 || options.length];
const bytes = (base64: string) => Buffer.from(base64, "base64");
const hex = (hash: Uint8Array) => Buffer.from(hash).toString("hex");
const sha256 = (...parts: (Uint8Array | string)[]) =>
  parts.reduce((hash, part) => hash.update(part), crypto.createHash("sha256")).digest();
function must(holds: boolean, what: string) {
  if (!holds) throw new Error(what);
}
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1);
  return `{${members.map(([name, of]) => `${JSON.stringify(name)}:${canonical(of)}`).join(",")}}`;
}
function rootOf(leaf: Uint8Array, index: number, size: number, proof: string[]): string {
  let [hash, last]: [Uint8Array, number] = [leaf, size - 1];
  for (const sibling of proof.map(bytes)) {
    must(last > 0, "a proof is too long");
    const right = index % 2 === 1 || index === last;
    hash = right ? sha256("\x01", sibling, hash) : sha256("\x01", hash, sibling);
    while (right && index % 2 === 0 && index > 0) [index, last] = [index / 2, Math.floor(last / 2)];
    [index, last] = [Math.floor(index / 2), Math.floor(last / 2)];
  }
  return last === 0 ? hex(hash) : "";
}
function openCheckpoint(note: string, verifierKey: string) {
  const [, name = "", id, encoded = ""] = /^([^+]+)\+([^+]+)\+(.+)$/.exec(verifierKey) ?? [];
  const key = bytes(encoded);
  must(
    key[0] === 1 && id === hex(sha256(`${name}\n`, key)).slice(0, 8),
    "the key is none",
  );
  const [text = "", signatures = ""] = note.split("\n\n");
  const signature = signatures.split("\n").find((line) => line.startsWith(`\u2014 ${name} `));
  const signed = bytes(signature?.slice(name.length + 3) ?? "");
  must(hex(signed.subarray(0, 4)) === id, "the checkpoint is not signed by the key");
  const x = key.subarray(1).toString("base64url");
  const publicKey = crypto.createPublicKey({
    key: { kty: "OKP", crv: "Ed25519", x },
    format: "jwk",
  });
  const holds = crypto.verify(null, Buffer.from(`${text}\n`), publicKey, signed.subarray(4));
  must(holds, "the checkpoint is not what was signed");
  const [origin, size, root = "", head] = text.split("\n");
  must(origin === name, "the checkpoint is of another log");
  return { size: Number(size), root: hex(bytes(root)), head: head?.slice("head ".length) };
}
/** Header, entries and their number, of JSON Lines or of a JSON document. */
function records() {
  const text = readFileSync(file, "utf8").trimEnd();
  const lines = text.split("\n");
  if (lines[0]?.endsWith("}") && lines.length > 1) return lines.map((line) => JSON.parse(line));
  const { auditEntries, ...header } = JSON.parse(text);
  return [header, ...auditEntries, { entries: auditEntries.length }];
}
function verify(): string {
  const [{ clientId, checkpoint }, ...rows] = records();
  const [key, since] = [option("--key") ?? checkpoint.verifierKey, option("--since")];
  const { size, root, head } = openCheckpoint(checkpoint.note, key);
  const kept = since === undefined ? null : openCheckpoint(readFileSync(since, "utf8"), key);
  must((kept?.size ?? 0) <= size, "the log was set back: the checkpoint that was kept is larger");
  must(kept?.size !== size || kept?.root === root, "the log is not the one that was kept");
  let [proven, rest, told, last] = [0, 0, -1, { seq: 0, hash: "0".repeat(64) }];
  for (const { hash, proof, ...entry } of rows) {
    must(told < 0, "something follows the end");
    told = entry.entries ?? told;
    if (told >= 0) continue;
    const { seq, prev, event } = entry;
    const be = (holds: boolean, what: string) => must(holds, `entry ${seq ?? entry.id} ${what}`);
    be(clientId === null || event.clientId === clientId, "is of another client");
    if (seq === null || seq > size) rest++;
    else proven++;
    if (seq === null) continue;
    const next = seq === last.seq + 1;
    be(next || (clientId !== null && seq > last.seq), "is out of order");
    be(!next || prev === last.hash, "does not follow the one before it");
    const computed = sha256("aval/audit/v1\n", canonical(entry));
    last = { seq, hash: hex(computed) };
    be(last.hash === hash && (seq !== size || hash === head), "is not what was hashed");
    be(seq !== kept?.size || hash === kept?.head, "is not the one that was kept");
    const reached = seq > size ? root : rootOf(sha256("\0", computed), seq - 1, size, proof);
    be(reached === root, "is not proven");
  }
  must(told === proven + rest && (clientId !== null || proven === size), "entries are missing");
  const trust = option("--key") ? "" : `\nCompare its key with the operator's: ${key}`;
  return `${proven} entries are proven by a checkpoint of ${size}, ${rest} are younger${trust}`;
}
try {
  console.log(verify());
} catch (fault) {
  console.error(`It does not hold: ${fault instanceof Error ? fault.message : "not readable"}`);
  Deno.exitCode = 1;
}
