/** Where the process stands between its start and its end. */
export interface Lifecycle {
  /** True from SIGTERM or SIGINT until the process exits. */
  draining(): boolean;
}
