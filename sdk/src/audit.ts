import { verify } from "./printed/verify_audit_export.ts";

/** The expectations of an audit export. */
export interface AuditExpectation {
  /**
   * Verifier keys of the service, one for each rotation, from a source that you trust. The export
   * names a key too, but a forger of the export would have replaced it.
   */
  readonly verifierKeys: readonly string[];
  /**
   * A checkpoint from an earlier export: without one, a log that was reset to an earlier state is
   * not detected.
   */
  readonly since?: string;
}

/** The result of verifying an export: every entry is proven by the checkpoint. */
export type AuditVerdict =
  | {
    readonly holds: true;
    /** The owner of the entries, as the export states; null: all clients. Compare it. */
    readonly clientId: string | null;
    /** Size of the log that the checkpoint covers. */
    readonly size: number;
    /** Number of proven entries, at least one: compare it with the number that you expect. */
    readonly proven: number;
  }
  | {
    readonly holds: false;
    readonly reason: string;
    /**
     * Number of entries at the end that are younger than the checkpoint, if there is no other
     * fault. They are unproven and may be forged. Export again.
     */
    readonly younger?: number;
  };

/**
 * Verifies an audit export, of `exportScreening`, `exportVerification` or the operator: order,
 * links, proofs and the signed checkpoint. Servers only: uses `node:crypto`. Proves that each entry
 * is in the log, but not that the export is complete: entries of one client's export can be removed
 * without detection. Compare `clientId`, and `proven` with that of an earlier export: a client's
 * entries never become fewer. Does not verify other members, such as `sessions` and `kyb`.
 *
 * @param text the whole export
 * @returns the verdict; a reason names an entry by its number or id, never its content
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

/** Makes a reason. Errors of parsers, and malformed ids, may contain any part of the text. */
function reasonOf(fault: unknown): string {
  const { code, message } = fault as { readonly code?: unknown; readonly message: string };
  if (code === "ERR_PARSE_ARGS") return "a verifier key is malformed";
  if (code !== "ERR_ASSERTION") {
    return /^the checkpoint is not signed/.test(message) ? message : "the export is malformed";
  }
  const [, id] = /^entry (.*) (?:is|does) /s.exec(message) ?? [];
  const isPlain = id === undefined || /^(\d{1,16}|[0-9a-f-]{36})$/.test(id);
  return isPlain ? message : "the export is malformed";
}
