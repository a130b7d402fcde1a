import { openTurns } from "../../base/turns.ts";

/** The turns of this process's event loop. */
export const nextTurn = openTurns((run) => void setTimeout(run, 0));
