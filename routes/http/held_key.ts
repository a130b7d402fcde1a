import type { KeptAnswer, Reservation } from "../../core/idempotency/ports.ts";
import type { Unit } from "../../base/unit.ts";
import type { Result } from "../../base/result.ts";
import type { Refusal } from "./refusals.ts";

/** Refusal of a request by what stands under its key. */
export type KeyRefusal = Refusal<"idempotency_key_conflict" | "idempotency_key_in_progress">;

/** The idempotency key under which an operation runs. */
export interface HeldKey {
  /** The right to act outside of the store; null: the answer's commit alone takes the key. */
  readonly reservation: Reservation | null;
  /** Adds the answer to the unit, on condition that no other request has the key. */
  keep(unit: Unit, answer: KeptAnswer): void;
  /**
   * What another request has made of the key, read after a commit was lost or the operation refused.
   *
   * @returns its answer, or the refusal; null: the key is this request's still
   */
  settle(): Promise<Result<KeptAnswer, KeyRefusal> | null>;
  /** Gives the key back. */
  release(): Promise<void>;
  /** Ends the request, whatever became of it: equal ones wait for that. */
  end(): void;
}

/** A reserved key: no other request runs under it, so it need not be read again. */
export function reservedKey(reservation: Reservation): HeldKey {
  return {
    reservation,
    keep: reservation.keep,
    settle: () => Promise.resolve(null),
    release: reservation.release,
    end: () => {},
  };
}
