/** Whether the store answers: what readiness asks. */
export interface StoreProbe {
  /** Never rejects and never takes longer than the deadline of the policy. */
  answers(): Promise<boolean>;
}
