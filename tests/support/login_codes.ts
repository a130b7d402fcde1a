import type { FoundLoginCode, LoginCodes } from "../../core/login/ports.ts";
import type { LoginGrant } from "../../core/login/schema.ts";

/** Login codes in memory with their fates, for operations that only find and redeem. */
export interface CodesInMemory extends Pick<LoginCodes, "find"> {
  /** Stores a code. */
  put(code: string, grant: LoginGrant): void;
  /** Removes a code, as its expiry does. */
  expire(code: string): void;
  /** Whether a code can still be redeemed. */
  isOpen(code: string): boolean;
  /** Codes whose first use was revoked, once for each replay. */
  readonly replayed: readonly string[];
}

/** Codes that can be redeemed once each, by any number of concurrent callers. */
export function codesInMemory(): CodesInMemory {
  const grants = new Map<string, LoginGrant>();
  const used = new Set<string>();
  const replayed: string[] = [];
  const foundOf = (code: string, grant: LoginGrant): FoundLoginCode => ({
    grant,
    isUsed: used.has(code),
    redeem: () => {
      if (used.has(code)) return Promise.resolve(false);
      used.add(code);
      return Promise.resolve(true);
    },
    endReplayed: () => {
      replayed.push(code);
      return Promise.resolve();
    },
  });
  return {
    put: (code, grant) => void grants.set(code, grant),
    expire: (code) => void grants.delete(code),
    isOpen: (code) => grants.has(code) && !used.has(code),
    replayed,
    find: (code) => {
      const grant = grants.get(code);
      return Promise.resolve(grant === undefined ? null : foundOf(code, grant));
    },
  };
}
