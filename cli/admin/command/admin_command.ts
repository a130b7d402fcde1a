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
  /** Variables that hold secrets of the service and of its store: `AVAL_SECRET_KEY` and its like. */
  readonly variables: Variables;
  /** Characters in a line of the terminal that shows progress; null or absent: no terminal. */
  readonly columns?: number | null;
}

/** The dependencies of commands that work on one store. */
export interface OpenedTools extends AdminTools {
  /** Names the store, for people. */
  readonly name: string;
  readonly store: Store;
  /** Their `at-rest` keys seal what the audit log records. */
  readonly dataKeys: SealKeys;
}

/** One command of `admin`. */
export type AdminCommand = Storeless | OnStore;

/** A command that needs no store, or opens it by itself. */
interface Storeless extends CommandRecord<AdminTools> {
  readonly store: "none";
}

interface OnStore extends CommandRecord<OpenedTools>, StoreUse {}

/** How a command uses the store of `AVAL_KV`. */
export interface StoreUse {
  /** The store must be there, or is made. */
  readonly store: "existing" | "made";
  /**
   * When the audit log records the command. `with keys`: only if the store has the keys that seal
   * entries, which a server makes. Absent: never.
   */
  readonly recorded?: "always" | "with keys" | undefined;
}

/** Makes the record of a command of `admin`. */
export function adminCommand<Asked>(
  description: CommandDescription<Asked, AdminTools> & Pick<Storeless, "store">,
): AdminCommand;
/** Makes a command that works on a store. */
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
