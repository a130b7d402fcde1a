import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import type { ApplicationPorts } from "../../core/kyb/application_ports.ts";
import type { KybDrafts } from "../../core/kyb/ports.ts";
import type { KybReviewDrafts } from "../../core/kyb/review_ports.ts";
import type { Store } from "../../kv/store/store.ts";
import type { Terminal } from "../command/terminal.ts";
import type { Variables } from "./secrets.ts";
import type { RecordingTools } from "./recording_tools.ts";

/** The dependencies of the `kyb` commands. */
export interface KybTools extends Terminal, RecordingTools {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  /** `AVAL_MODE`, `AVAL_POLICY`, and the secrets that the store's keys are wrapped by. */
  readonly variables: Variables;
}

/** What the commands reach. */
export interface OpenedKyb extends ApplicationPorts {
  readonly drafts: KybDrafts;
  readonly reviews: Pick<KybReviewDrafts, "latest">;
}
