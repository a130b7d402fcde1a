import { createHash } from "node:crypto";
import { PersonId } from "../access/schema.ts";

/** Prefix of hashed ids; a `sub` that begins with it is hashed too. */
const hashedPrefix = "sub-";

/**
 * The id of a person whom the identity provider names by `sub`: the `sub` itself if it consists of
 * 1 to 64 lower-case letters, digits, dots, hyphens and underscores, else a hash of it. The
 * provider's user names are not used: they can change, and can be given to another person. Ids are
 * compared without regard to case; ids of two persons differ all the same.
 */
export function personOfSubject(subject: string): PersonId {
  const isPlain = /^[a-z0-9._-]{1,64}$/.test(subject) && !subject.startsWith(hashedPrefix);
  return PersonId.parse(isPlain ? subject : `${hashedPrefix}${hashOf(subject).slice(0, 60)}`);
}

function hashOf(subject: string): string {
  return createHash("sha256").update(subject).digest("hex");
}
