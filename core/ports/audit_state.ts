/** How the audit log stands, as the store tells it, at several moments close together. */
export interface AuditState {
  /** Entries of the chain. */
  readonly entries: number;
  /** Events without a place on it, as far as they were counted. */
  readonly waiting: number;
  /** When the oldest of them was recorded; null: none waits. */
  readonly oldestAt: Temporal.Instant | null;
  /** The last checkpoint, and how many entries of the chain it covers. */
  readonly checkpoint: { readonly entries: number; readonly at: Temporal.Instant } | null;
}
