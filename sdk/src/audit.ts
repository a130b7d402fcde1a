import { verify } from "./printed/verify_audit_export.ts";

/** What an audit export is held to. */
export interface AuditExpectation {
  /**
   * Verifier keys of the service, one for each rotation, from a source that you trust: the export names
   * one too, which the forger of the export made up with it.
   */
  readonly verifierKeys: readonly string[];
  /** A checkpoint that you kept from earlier: without one a log that was set back is not seen. */
  readonly since?: string;
}

/** Whether an export holds: every entry of it is proven by the checkpoint. */
export type AuditVerdict =
  | {
    readonly holds: true;
    /** Whose entries they are, as the export says; null: everybody's. Compare it. */
    readonly clientId: string | null;
    /** Size of the log that the checkpoint covers. */
    readonly size: number;
    /** Number of its entries, one at least: compare it with what you know to be on record. */
    readonly proven: number;
  }
  | {
    readonly holds: false;
    readonly reason: string;
    /**
     * Where nothing but this is amiss: so many entries at its end are younger than the checkpoint. Nothing
     * proves them: they may be forged. Export again.
     */
    readonly younger?: number;
  };

/**
 * Verifies an audit export, of `exportScreening`, `exportVerification` or the operator: order, links,
 * proofs and the signed checkpoint. Servers only: it reads by `node:crypto`.
 *
 * That an entry is in the log is proven, not that none is left out: of one client's export, entries can
 * be removed unseen. Compare `clientId`, and `proven` with that of an earlier export: a client's entries
 * never get fewer. Members beside the entries, as `sessions` and `kyb`, are not verified.
 *
 * @param text the whole export
 * @returns where it does not hold, a reason that names an entry by its number or id, and nothing of it
 */
export function verifyAuditExport(
  text: string,
  { verifierKeys, since }: AuditExpectation,
): AuditVerdict {
  if (verifierKeys.length === 0) throw new TypeError("verifierKeys names no key");
  try {
    const found = verify(text.trimEnd(), [...verifierKeys], since);
    const { clientId, size, proven, younger, why } = found;
    if (younger > 0) return { holds: false, reason: why, younger };
    return { holds: true, clientId, size, proven };
  } catch (fault) {
    return { holds: false, reason: reasonOf(fault) };
  }
}

/** Faults of parsers, and ids of another form than the log's, may hold any part of the text. */
function reasonOf(fault: unknown): string {
  const { code, message } = fault as { readonly code?: unknown; readonly message: string };
  if (code === "ERR_PARSE_ARGS") return "a verifier key is none";
  if (code !== "ERR_ASSERTION") {
    return /^the checkpoint is not signed/.test(message) ? message : "the export is malformed";
  }
  const [, id] = /^entry (.*) (?:is|does) /s.exec(message) ?? [];
  const isPlain = id === undefined || /^(\d{1,16}|[0-9a-f-]{36})$/.test(id);
  return isPlain ? message : "the export is malformed";
}
