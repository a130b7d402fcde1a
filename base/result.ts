/** What an operation answers: the value, or a refusal that the caller can act on. Faults are thrown. */
export type Result<Value, Refusal> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal };

/** The operation did what was asked. */
export function ok<Value>(value: Value): Result<Value, never> {
  return { ok: true, value };
}

/** The operation did nothing, and says why by a code that the caller reads in `error`. */
export function refuse<Refusal extends { readonly code: string }>(
  refusal: Refusal,
): Result<never, Refusal> {
  return { ok: false, refusal };
}
