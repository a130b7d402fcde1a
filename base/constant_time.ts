import { timingSafeEqual } from "node:crypto";

/** Compares two secrets in constant time, which does not reveal where they differ. */
export function isSameSecret(given: string, expected: string): boolean {
  const encoder = new TextEncoder();
  const [one, other] = [encoder.encode(given), encoder.encode(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
