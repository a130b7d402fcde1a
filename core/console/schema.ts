import { z } from "zod";
import { ClientId, ConsoleRole, PersonId, PersonLogin } from "../access/schema.ts";
import { Timestamp } from "../nouns.ts";

/** A session of a person at the desk, in the console, or in both. */
export const PersonSession = z.strictObject({
  personId: PersonId,
  login: PersonLogin,
  loggedInAt: Timestamp,
  /** The client for which the person reviews at the desk; null: none. */
  clientId: ClientId.nullable(),
  /** Empty: the person may not open the console. */
  roles: z.array(ConsoleRole).readonly(),
}).readonly();
export type PersonSession = z.infer<typeof PersonSession>;
