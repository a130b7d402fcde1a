import { createHash } from "node:crypto";
import type { ClientId } from "../../core/access/schema.ts";

/** The first part of every key of a client's queue: short, so that many rows fit a commit. */
export function queueOwner(owner: ClientId): string {
  return createHash("sha256").update(owner).digest("base64url");
}
