import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import type { Pause } from "../../kv/store/retry.ts";
import type { Store } from "../../kv/store/store.ts";
import { command, type CommandDescription, type CommandRecord } from "../command/record.ts";
import { flag } from "../command/parameter.ts";
import type { Terminal } from "../command/terminal.ts";
import type { Variables } from "./secrets.ts";

/** The dependencies of the commands. */
export interface AdminTools extends Terminal {
  /** Where the store is: a file or a URL. */
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
}

/** One command of `admin`. */
export type AdminCommand = Storeless | OnStore;

/** It needs no store, or opens it by itself. */
interface Storeless extends CommandRecord<AdminTools> {
  readonly store: "none";
}

/** The store must be there, or is made. */
interface OnStore extends CommandRecord<OpenedTools> {
  readonly store: "existing" | "made";
}

/** Makes the record of a command of `admin`. */
export function adminCommand<Asked>(
  description: CommandDescription<Asked, AdminTools> & Pick<Storeless, "store">,
): AdminCommand;
export function adminCommand<Asked>(
  description: CommandDescription<Asked, OpenedTools> & Pick<OnStore, "store">,
): AdminCommand;
export function adminCommand<Asked>(
  description:
    | CommandDescription<Asked, AdminTools> & Pick<Storeless, "store">
    | CommandDescription<Asked, OpenedTools> & Pick<OnStore, "store">,
): AdminCommand {
  return description.store === "none"
    ? { ...command(description), store: description.store }
    : { ...command(description), store: description.store };
}

/** `--json` of a command that lists or shows. */
export const json = flag("--json");
