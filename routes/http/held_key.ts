import type { KeptAnswer, Reservation } from "../../core/idempotency/ports.ts";
import type { Unit } from "../../base/unit.ts";
import type { Result } from "../../base/result.ts";
import type { Refusal } from "./refusals.ts";

/** Refusal of a request because of the state of its key. */
export type KeyRefusal = Refusal<"idempotency_key_conflict" | "idempotency_key_in_progress">;

/** The idempotency key under which an operation runs. */
export interface HeldKey {
  /** The right to act outside the store; null: only the answer's commit takes the key. */
  readonly reservation: Reservation | null;
  /** Adds the answer to the unit, on condition that no other request has the key. */
  keep(unit: Unit, answer: KeptAnswer): void;
  /**
   * Returns the state that another request gave the key, read after a failed commit or a refused
   * operation.
   *
   * @returns its answer, or the refusal; null: the key still belongs to this request
   */
  settle(): Promise<Result<KeptAnswer, KeyRefusal> | null>;
  /** Gives the key back. */
  release(): Promise<void>;
  /** Ends the request, whatever its outcome, for equal requests that wait for it. */
  end(): void;
}

/** A reserved key: no other request runs under it, so that it need not be read again. */
export function reservedKey(reservation: Reservation): HeldKey {
  return {
    reservation,
    keep: reservation.keep,
    settle: () => Promise.resolve(null),
    release: reservation.release,
    end: () => {},
  };
}
