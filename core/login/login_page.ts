import type { LoginPorts } from "./ports.ts";
import type { LoginRequest, LoginStatus } from "./schema.ts";

/** What the page of a login shows. */
export interface LoginPage {
  /** The relying party's name. */
  readonly relyingParty: string;
  /** For the QR code and the link of the same device. */
  readonly walletUri: string;
  /** Whole address of the status route of this request. */
  readonly statusUrl: string;
  /** The same authorize address, to start again. */
  readonly restartUrl: string;
  readonly state: LoginStatus;
}

/** A page of a request. */
export function loginPage(
  { login: { issuer } }: Pick<LoginPorts, "login">,
  { id, request: { query }, ...shown }: Pick<LoginPage, "relyingParty" | "walletUri" | "state"> & {
    /** The `authorizationRequestId`: it leaves the page for the status route alone. */
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
