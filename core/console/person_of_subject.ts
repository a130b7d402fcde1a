import { createHash } from "node:crypto";
import { PersonId } from "../access/schema.ts";

/** What each hashed id begins with, and no other. */
const hashedPrefix = "sub-";

/**
 * The id of a person whom the identity provider names by `sub`: the `sub` itself where it is of 1 to 64
 * lower-case letters, digits, dots, hyphens and underscores, else a hash of it. No name of the provider's
 * takes part, which another person may get later, or a person change to become a second one. Ids are
 * compared without regard to case; those of two persons differ all the same.
 */
export function personOfSubject(subject: string): PersonId {
  const isPlain = /^[a-z0-9._-]{1,64}$/.test(subject) && !subject.startsWith(hashedPrefix);
  return PersonId.parse(isPlain ? subject : `${hashedPrefix}${hashOf(subject).slice(0, 60)}`);
}

function hashOf(subject: string): string {
  return createHash("sha256").update(subject).digest("hex");
}
