import assert from "node:assert/strict";
import process from "node:process";
import { SealRules } from "../../core/policy/seal.ts";
import type { OpenedDocument } from "../../core/seal/ports.ts";
import { openDocumentSigner } from "../../gateways/pades/document_signer.ts";
import { residentMegabytes } from "../fuzz/resident.ts";
import { pdfOf } from "../support/pdf_documents.ts";
import { openSigningAuthorities, openSigningCredential } from "../support/signing_credentials.ts";
import { openTimestampAuthority } from "../support/timestamp_authority.ts";

/** The cost of sealing a document. */
export interface SealCost {
  /** Milliseconds of processor time, all threads, without provider and timestamp authority. */
  readonly cpu: number;
  /** Milliseconds from opening to the sealed document, without provider and timestamp authority. */
  readonly wall: number;
}

/** A PDF of about this size: half in streams of 64 KiB, half in small objects. */
export function documentOf(bytes: number): Uint8Array<ArrayBuffer> {
  const stream = `<</Length 65536>>\nstream\n${
    "q 1 0 0 1 0 0 cm Q\n".repeat(3_450).slice(0, 65_536)
  }\nendstream`;
  const small = `<</Type/Annot/Subtype/Link/Rect[10 10 90 20]/Border[0 0 0]/A<</S/URI/URI(${
    "https://example.com/".padEnd(160, "x")
  })>>/P 3 0 R>>`;
  const perKind = Math.floor(bytes / 2);
  return pdfOf({
    objects: [
      ...Array.from({ length: Math.floor(perKind / stream.length) }, () => stream),
      ...Array.from({ length: Math.floor(perKind / (small.length + 40)) }, () => small),
    ],
  });
}

/** Opens sealing as a deployment does, with a provider and an authority of its own. */
export async function openSealing(): Promise<
  (document: Uint8Array<ArrayBuffer>) => Promise<SealCost>
> {
  const authorities = await openSigningAuthorities();
  const credential = await openSigningCredential(authorities, "rsa-pkcs1");
  const authority = await openTimestampAuthority(authorities.issuing);
  const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };
  const signer = openDocumentSigner({ rules: SealRules.parse({}), random });
  const { certificates, algorithm } = credential;
  return async (document) => {
    const cost = { cpu: 0, wall: 0 };
    const measured = async <Value>(work: () => Promise<Value>): Promise<Value> => {
      const [start, before] = [performance.now(), process.cpuUsage()];
      const value = await work();
      const { user, system } = process.cpuUsage(before);
      cost.cpu += (user + system) / 1_000;
      cost.wall += performance.now() - start;
      return value;
    };
    const opened = await measured(() =>
      signer.open(document, {
        credentialId: "bench",
        signal: AbortSignal.timeout(60_000),
      })
    );
    assert(opened.ok, JSON.stringify(opened));
    const held: OpenedDocument = opened.value;
    const signedAt = Temporal.Instant.from("2026-11-22T12:00:00Z");
    const hash = await measured(() =>
      held.prepare({ certificates, algorithm, signedAt, withTimestamp: true })
    );
    assert(hash.ok);
    const raw = await credential.signHash(hash.value);
    const accepted = await measured(() => held.accept(raw));
    assert(accepted.ok && accepted.value !== null);
    const stamp = await authority.respond(accepted.value);
    const finished = await measured(() => held.finish(stamp));
    assert(finished.ok);
    await measured(() => Promise.resolve(held.close()));
    return cost;
  };
}

/** Maximum megabytes by which this process grew during the work. */
export async function growthOf(work: () => Promise<void>): Promise<number> {
  const before = residentMegabytes(Deno.pid).now;
  // From here on the peak is counted anew (proc(5)).
  await Deno.writeTextFile("/proc/self/clear_refs", "5").catch(() => {});
  await work();
  return residentMegabytes(Deno.pid).peak - before;
}
