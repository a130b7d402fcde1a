import type { Random } from "../../base/random.ts";
import { refuse, type Result } from "../../base/result.ts";
import { isSecret, makeSecret, secretHash } from "../../base/secret.ts";
import type { Unit } from "../../base/unit.ts";
import type { ProviderLoginPorts, ProviderUnavailable } from "./ports.ts";

/** Input of {@link beginProviderLogin}. */
export interface BeginProviderLogin {
  readonly unit: Unit;
  /** The page to show after the login. */
  readonly next: string;
  /** Whether the person must authenticate again. */
  readonly isFresh: boolean;
  /** The browser's login cookie; undefined if it has none yet. */
  readonly browser: string | undefined;
  /** Language of the provider's pages (BCP 47). */
  readonly language: string;
}

/** A login that has begun. */
export interface BegunLogin {
  readonly location: string;
  /** The browser's login cookie. Without it the provider's answer is not accepted. */
  readonly browser: string;
}

/**
 * Begins a login at the identity provider. All tabs of a browser share its cookie, so that several
 * logins can be completed at the same time.
 */
export async function beginProviderLogin(
  { personProvider, loginAttempts, random }:
    & Pick<ProviderLoginPorts, "personProvider" | "loginAttempts">
    & { readonly random: Random },
  { unit, next, isFresh, browser: sent = "", language }: BeginProviderLogin,
): Promise<Result<BegunLogin, ProviderUnavailable | { readonly code: "not_found" }>> {
  if (personProvider === null) return refuse({ code: "not_found" });
  const browser = isSecret(sent) ? sent : makeSecret(random);
  const [state, nonce, verifier] = [makeSecret(random), makeSecret(random), makeSecret(random)];
  const location = await personProvider.loginUrl({ state, nonce, verifier, isFresh }, language);
  if (!location.ok) return location;
  loginAttempts.add(unit, state, {
    ...{ nonce, verifier, next, isFresh },
    browser: secretHash(browser),
  });
  return { ok: true, value: { location: location.value, browser } };
}
