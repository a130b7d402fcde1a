import type { Clock } from "../../../base/clock.ts";
import type { Random } from "../../../base/random.ts";
import type { Pause } from "../../../kv/store/retry.ts";
import type { SealKeys } from "../../../kv/audit/audit_sealing.ts";
import type { Store } from "../../../kv/store/store.ts";
import { command, type CommandDescription, type CommandRecord } from "../../command/record.ts";
import { flag } from "../../command/parameter.ts";
import type { Terminal } from "../../command/terminal.ts";
import type { Variables } from "./secrets.ts";

/** The dependencies of the commands. */
export interface AdminTools extends Terminal {
  /** The location of the store: a file or a URL. */
  readonly location: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly pause: Pause;
  /** Variables with secrets of the service and of its store, such as `AVAL_SECRET_KEY`. */
  readonly variables: Variables;
  /** Columns of the terminal for progress; null or absent: no terminal. */
  readonly columns?: number | null;
}

/** Dependencies of commands on one store. */
export interface OpenedTools extends AdminTools {
  /** The store's name for people. */
  readonly name: string;
  readonly store: Store;
  /** Their `at-rest` keys seal events of the audit log. */
  readonly dataKeys: SealKeys;
}

/** One command of `admin`. */
export type AdminCommand = Storeless | OnStore;

/** A command that needs no store, or opens it itself. */
interface Storeless extends CommandRecord<AdminTools> {
  readonly store: "none";
}

interface OnStore extends CommandRecord<OpenedTools>, StoreUse {}

/** How a command uses the store of `AVAL_KV`. */
export interface StoreUse {
  /** Whether the store must exist, or is made. */
  readonly store: "existing" | "made";
  /**
   * When the audit log records the command and seals the entry; absent: never. A server makes the
   * keys that sign id_tokens together with those that seal; until then no event about them is
   * recorded.
   */
  readonly recorded?: "always" | "with signing keys" | undefined;
}

/** Makes the record of a command of `admin`. */
export function adminCommand<Asked>(
  description: CommandDescription<Asked, AdminTools> & Pick<Storeless, "store">,
): AdminCommand;
/** The same for a command on a store. */
export function adminCommand<Asked>(
  description: CommandDescription<Asked, OpenedTools> & StoreUse,
): AdminCommand;
export function adminCommand<Asked>(
  description:
    | CommandDescription<Asked, AdminTools> & Pick<Storeless, "store">
    | CommandDescription<Asked, OpenedTools> & StoreUse,
): AdminCommand {
  return description.store === "none"
    ? { ...command(description), store: description.store }
    : { ...command(description), store: description.store, recorded: description.recorded };
}

/** `--json` of a command that lists or shows. */
export const json = flag("--json");
