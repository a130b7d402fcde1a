/**
 * The outcome of an operation: a value, or a refusal that the caller can act on. Faults are thrown.
 */
export type Result<Value, Refusal> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal };

/** The operation succeeded with a value. */
export function ok<Value>(value: Value): Result<Value, never> {
  return { ok: true, value };
}

/** The operation did nothing; the caller reads the reason's code in `error`. */
export function refuse<Refusal extends { readonly code: string }>(
  refusal: Refusal,
): Result<never, Refusal> {
  return { ok: false, refusal };
}
