/** The running process: which version it is, and whether it is about to end. */
export interface Lifecycle {
  /** Version of the service, from `deno.json`. */
  readonly version: string;
  /** True from SIGTERM or SIGINT until the process exits. */
  draining(): boolean;
}

/** Whether the store answers: what readiness asks. */
export interface StoreProbe {
  /** Never rejects and never takes longer than the deadline of the policy. */
  answers(): Promise<boolean>;
}
