import type { ConsoleCaller } from "../../core/access/schema.ts";
import type { Result } from "../../base/result.ts";
import type { Refusal } from "./refusals.ts";

/** What an act of the console asks of a session. */
export interface AskedOfSession {
  /** Whether the person must have logged in minutes ago. */
  readonly freshLogin: boolean;
}

/**
 * The sessions of the operators' console. They hold every post to its origin and say whether a login is
 * fresh enough; the token of a form is compared where its body is read.
 */
export interface ConsoleSessions {
  identify(request: Request, asked: AskedOfSession): Promise<Result<ConsoleCaller, Refusal>>;
}
