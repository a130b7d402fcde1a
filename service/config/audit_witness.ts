import type { WitnessLocation } from "../../gateways/audit_witness/open_witness.ts";
import { ok, type Result } from "../../base/result.ts";
import { type ValueRefusal, wrong } from "./readers.ts";

/** Parses the target of signed heads of the audit log: a folder, or an https URL. */
export function readAuditWitness(text: string): Result<WitnessLocation, ValueRefusal> {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return ok({ kind: "folder", path: text });
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url !== null && url.protocol === "https:" && url.username === "" &&
    url.password === "" && url.hash === "";
  return isPlain
    ? ok({ kind: "https", url: url.href })
    : wrong("expected a folder, or an https address without user or fragment");
}
