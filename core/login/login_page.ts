import type { LoginPorts } from "./ports.ts";
import type { LoginRequest, LoginStatus } from "./schema.ts";

/** The data of the login page. */
export interface LoginPage {
  /** The relying party's name. */
  readonly relyingParty: string;
  /** The link for the QR code and for a wallet on the same device. */
  readonly walletUri: string;
  /** Absolute URL of the status route of this request. */
  readonly statusUrl: string;
  /** The same authorize URL, to start again. */
  readonly restartUrl: string;
  readonly state: LoginStatus;
}

/** Makes the page of a request. */
export function loginPage(
  { login: { issuer } }: Pick<LoginPorts, "login">,
  { id, request: { query }, ...shown }: Pick<LoginPage, "relyingParty" | "walletUri" | "state"> & {
    /** The `authorizationRequestId`, which the page sends to the status route only. */
    readonly id: string;
    readonly request: Pick<LoginRequest, "query">;
  },
): LoginPage {
  return {
    ...shown,
    statusUrl: `${issuer}/authorize/${id}/status`,
    restartUrl: `${issuer}/authorize?${query}`,
  };
}
