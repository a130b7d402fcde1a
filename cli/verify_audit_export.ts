/**
 * Verifies an audit export of `admin audit export` or the API without code of the service: SHA-256 of
 * RFC 8785 JSON, order, links, proofs (RFC 9162 §2.1.3.2), checkpoint (C2SP). Exit status 0: valid.
 *   deno run --allow-read cli/verify_audit_export.ts FILE [--key KEY ...] [--since CHECKPOINT_FILE]
 * Without KEY (one is published for each rotation) the file's own key is used, which may be forged.
 * Only an earlier checkpoint shows that a log was set back; only the whole log shows a gap in one
 * client's export: compare its number of entries with an earlier one. Nothing else is verified.
 */
import { ok as must } from "node:assert/strict";
import { Buffer } from "node:buffer";
import * as crypto from "node:crypto";
import { parseArgs } from "node:util";

const bytes = (base64: string) => Buffer.from(base64, "base64");
const sha256 = (...parts: (Buffer | string)[]) =>
  parts.reduce((hash, part) => hash.update(part), crypto.createHash("sha256")).digest();
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1);
  return `{${members.map(([name, of]) => `${JSON.stringify(name)}:${canonical(of)}`).join(",")}}`;
}
function rootOf(leaf: Buffer, index: number, size: number, proof: string[]): string {
  let [hash, last]: [Buffer, number] = [leaf, size - 1];
  for (const sibling of proof.map(bytes)) {
    must(last > 0, "a proof is too long");
    const right = index % 2 === 1 || index === last;
    hash = right ? sha256("\x01", sibling, hash) : sha256("\x01", hash, sibling);
    while (right && index % 2 === 0 && index > 0) [index, last] = [index / 2, Math.floor(last / 2)];
    [index, last] = [Math.floor(index / 2), Math.floor(last / 2)];
  }
  return last === 0 ? hash.toString("base64") : "";
}
function openCheckpoint(note: string, keys: string[]) {
  const [text = "", signatures = ""] = note.split("\n\n");
  const [origin, size, root = "", head] = text.split("\n");
  const lines = signatures.split("\n").filter((line) => line.startsWith(`\u2014 ${origin} `));
  const signed = lines.map((line) => bytes(line.split(" ")[2] ?? ""));
  for (const verifierKey of keys) {
    const [, name, id, encoded = ""] = /^(.+?)\+(.+?)\+(.+)$/.exec(verifierKey) ?? [];
    const key = bytes(encoded);
    const keyId = sha256(`${name}\n`, key).toString("hex", 0, 4);
    const no = { message: `"${verifierKey}" is not a verifier key`, code: "ERR_PARSE_ARGS" };
    if (key[0] !== 1 || id !== keyId) throw Object.assign(new Error(), no);
    const by = signed.find((line) => name === origin && line.toString("hex", 0, 4) === id);
    if (!by) continue;
    const jwk = { kty: "OKP", crv: "Ed25519", x: key.subarray(1).toString("base64url") };
    const publicKey = crypto.createPublicKey({ key: jwk, format: "jwk" });
    const holds = crypto.verify(null, Buffer.from(`${text}\n`), publicKey, by.subarray(4));
    must(holds, "the checkpoint differs from the signed one");
    return { size: Number(size), root, head: head?.slice("head ".length) };
  }
  throw new Error("the checkpoint is not signed by the key");
}
function records(text: string) { // header, entries, their number: of JSON Lines or one document
  const read = (/^.*\}\n\{/.test(text) ? text.split("\n") : [text]).map((part) => JSON.parse(part));
  const plain = (of: string) => of.replace(/\s/g, "");
  const same = plain(read.map((of) => JSON.stringify(of)).join("")) === plain(text);
  must(same, "a member is repeated, or its JSON is not canonical"); // readers would differ
  const [{ auditEntries: rows, ...header }, ...rest] = read;
  return rows ? [header, ...rest, ...rows, { entries: rest.length + rows.length }] : read;
}
type Found = {
  clientId: string | null; // the client of the export; null: all clients
  size: number; // of the log that the checkpoint covers
  proven: number;
  younger: number; // the last entries, which nothing proves yet: such an export does not hold
  why: string;
  used: string | undefined;
};
function verify(text: string, key?: string[], since?: string): Found { // sdk/ has it too
  const [{ clientId, checkpoint, sample = null }, ...rows] = records(text);
  must(clientId === null || typeof clientId === "string", "the header is malformed");
  must(checkpoint, "the export has no checkpoint, because it was made before the first signature");
  const keys = key ?? [checkpoint.verifierKey];
  const { size, root, head } = openCheckpoint(checkpoint.note, keys);
  const kept = since === undefined ? null : openCheckpoint(since, keys);
  must(!kept || kept.size < size || kept.root === root, "the log was set back, or is another");
  must(rows.pop()?.entries === rows.length, "entries are missing");
  must(rows.length > 0, "it has no entry, so nothing is proven");
  const isPart = clientId !== null || sample !== null; // of what is drawn, others may be left out
  let [younger, last] = [0, { seq: 0, hash: "0".repeat(64) }];
  for (const { hash, proof, ...entry } of rows) {
    const { seq, prev, event } = entry;
    const be = (holds: boolean, what: string) => must(holds, `entry ${seq ?? entry.id} ${what}`);
    be(clientId === null || event.clientId === clientId, "is of another client");
    const waits = seq === null || seq > size;
    be(waits || younger === 0, "is out of order");
    if (waits) younger++;
    if (seq === null) continue;
    const next = seq === last.seq + 1;
    be(next || (isPart && seq > last.seq), "is out of order");
    be(!next || prev === last.hash, "does not follow the one before it");
    const computed = sha256("aval/audit/v1\n", canonical(entry));
    last = { seq, hash: computed.toString("hex") };
    be(last.hash === hash && (seq !== size || hash === head), "differs from the hashed entry");
    be(seq !== kept?.size || hash === kept?.head, "differs from the stored one");
    const reached = seq > size ? root : rootOf(sha256("\0", computed), seq - 1, size, proof);
    be(reached === root, "is not proven");
  }
  must(isPart || rows.length - younger === size, "entries are missing");
  const why =
    `the last ${younger} of ${rows.length} entries are younger than the checkpoint and unproven`;
  return { clientId, size, proven: rows.length - younger, younger, why, used: keys[0] };
}
try {
  const options = { key: { type: "string", multiple: true }, since: { type: "string" } } as const;
  const parsed = parseArgs({ args: Deno.args, options, allowPositionals: true });
  const { values: { key, since }, positionals: [file = "FILE"] } = parsed;
  const kept = since === undefined ? since : Deno.readTextFileSync(since);
  const found = verify(Deno.readTextFileSync(file).trimEnd(), key, kept);
  must(found.younger === 0, found.why);
  const covered = `${found.proven} entries are proven by a checkpoint of ${found.size}`;
  const whose = found.clientId === null ? "" : `, of ${found.clientId}`;
  const compare = key ? "" : `\nCompare its key: ${found.used}`;
  console.log(`${covered}${whose}${compare}`);
} catch (fault) {
  const { message, code = "" } = fault as { message: string; code?: string };
  Deno.exitCode = /^ERR_PARSE_ARGS|^ENOENT/.test(code) ? 2 : 1; // wrong usage says nothing of the log
  console.error(`${Deno.exitCode === 2 ? "Nothing was verified" : "It does not hold"}: ${message}`);
}
