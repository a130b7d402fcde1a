import type { BadAudit, VerifiedAudit } from "./audit_checkpoint_verification.ts";

/** States in words which parts of a valid log are not proved; empty if everything is proved. */
export function doubtsOf(
  { head: { seq }, sealed, overdue, gaps }: VerifiedAudit,
): readonly string[] {
  return [
    ...(gaps.length === 0 ? [] : [`${unprovedOf(gaps)} entries unproved`]),
    ...(sealed === null ? ["seals not verified, for want of AVAL_SECRET_KEY"] : []),
    ...(sealed !== null && sealed < seq ? [`${seq - sealed} entries without a seal`] : []),
    ...(overdue === 0 ? [] : [`${overdue} entries overdue for a checkpoint`]),
  ];
}

/** Number of entries that nothing proves. */
export function unprovedOf(gaps: VerifiedAudit["gaps"]): number {
  return gaps.reduce((sum, { entries }) => sum + entries, 0);
}

/** Names the part of the store that differs from what was written, with its number: `entry 7`. */
export function partOf({ code, seq }: Pick<BadAudit, "code" | "seq">): string {
  const part = code.startsWith("checkpoint_")
    ? "checkpoint"
    : code.startsWith("seal_")
    ? "seal"
    : code === "decisions_missing"
    ? "decisions without an entry:"
    : code.startsWith("tree_")
    ? "tree at entry"
    : code.startsWith("index_")
    ? "client index of entry"
    : code.startsWith("outbox_")
    ? "waiting event"
    : "entry";
  return `${part} ${seq}`;
}
