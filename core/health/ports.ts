/** Where the process stands between its start and its end. */
export interface Lifecycle {
  /** True from SIGTERM or SIGINT until the process exits. */
  draining(): boolean;
}

/** Whether the store answers: what readiness asks. */
export interface StoreProbe {
  /** Never rejects and never takes longer than the deadline of the policy. */
  answers(): Promise<boolean>;
}
