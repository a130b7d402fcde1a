import { BusyError } from "../../store/backend.ts";
import { UnavailableError } from "../../../base/unavailable.ts";
import type { Connection } from "./connection.ts";
import { ConnectionLostError, LoginRefusedError } from "./lost_connection.ts";
import { notReached } from "./transaction.ts";

/** A slot for one connection, which is opened on demand and again after a loss. */
export interface Slot {
  /**
   * @throws BusyError when the server does not answer; UnavailableError when that took the whole deadline
   * @throws Error when the server refuses the login
   */
  connection(): Promise<Connection>;
  close(): void;
}

/** Makes a slot; concurrent callers wait for the same new connection. */
export function openSlot(open: () => Promise<Connection>): Slot {
  let current: Promise<Connection> | null = null;
  let usable: Connection | null = null;
  let closed = false;

  async function connect(): Promise<Connection> {
    try {
      const connection = await open();
      if (closed) connection.close();
      usable = connection;
      return connection;
    } catch (cause) {
      current = null;
      if (cause instanceof ConnectionLostError) throw notReached(cause);
      // Full now, and perhaps not soon: waiting callers get this error after the store's own tries.
      if (cause instanceof LoginRefusedError && cause.state === "53300") {
        throw new BusyError(cause.message, { cause });
      }
      throw cause;
    }
  }

  return {
    connection: async () => {
      if (closed) throw new UnavailableError("The store is closed");
      if (usable?.lost()) {
        usable = null;
        current = null;
      }
      return await (current ??= connect());
    },
    close: () => {
      closed = true;
      usable?.close();
    },
  };
}
