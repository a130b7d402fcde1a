import type { Units } from "../../base/unit.ts";
import type { Traffic } from "../../core/anomalies/ports.ts";
import type { Audit } from "../../core/audit/ports.ts";
import type { ClientLogins, LoginPorts } from "../../core/login/ports.ts";
import type { LoginCounts } from "../../core/telemetry/ports.ts";
import { openClientLogins } from "../../kv/login/client_logins.ts";
import type { DataKeys } from "../../kv/keys/data_keys.ts";
import { openLoginCodes } from "../../kv/login/login_codes.ts";
import { openLoginRequests } from "../../kv/login/login_requests.ts";
import { openLoginSigningKeys } from "../../kv/login/login_signing_keys.ts";
import { openSingleSignOns } from "../../kv/login/login_sso.ts";
import type { Store } from "../../kv/store/store.ts";
import type { Config } from "../config/config.ts";
import { openRelyingParties } from "./login_clients.ts";
import type { OpenedRuntime } from "../process/runtime.ts";
import { secretsOf } from "../access/secrets.ts";

/** The login's own ports, and those for its erasure. */
export interface LoginAdapters extends
  Pick<
    LoginPorts,
    | "login"
    | "loginClients"
    | "loginCodes"
    | "loginCounts"
    | "loginKeys"
    | "loginRequests"
    | "singleSignOns"
    | "traffic"
  > {
  readonly clientLogins: ClientLogins;
}

/** The dependencies of {@link openLogin}. */
export interface OpenLogin {
  readonly store: Store;
  readonly keys: DataKeys;
  readonly audit: Audit;
  readonly units: Units;
  readonly loginCounts: LoginCounts;
  readonly traffic: Traffic;
}

/**
 * Opens the login. Both modes share it: a login always has the deployment's mode, and its records
 * state theirs.
 *
 * @throws Error that names the variable when no given secret unwraps the signing keys
 */
export async function openLogin(
  config: Config,
  runtime: OpenedRuntime,
  { store, keys, audit, units, loginCounts, traffic }: OpenLogin,
): Promise<LoginAdapters> {
  const { mode, baseUrl, policy: { lifetimes, login } } = config;
  const { telemetry } = runtime;
  const atRest = keys["at-rest"];
  const { loginCodeSeconds: codeSeconds, loginSsoHours: ssoHours } = lifetimes;
  const opening = { ...runtime, store, atRest, codeSeconds, ssoHours };
  return {
    login: {
      issuer: `${baseUrl}/v1/login`,
      rules: {
        bindToBrowser: login.bindToBrowser,
        requestMinutes: lifetimes.authorizationRequestMinutes,
        codeSeconds,
        ssoHours,
        accessTokenMinutes: lifetimes.loginAccessTokenMinutes,
        idTokenMinutes: lifetimes.idTokenMinutes,
      },
    },
    loginClients: openRelyingParties({ mode, baseUrl }, { ...runtime, store }),
    loginRequests: openLoginRequests({ ...opening, tokens: keys["session-token"] }),
    loginCodes: openLoginCodes({ ...opening, mode, audit, units, loginCounts }),
    singleSignOns: openSingleSignOns(opening),
    loginKeys: await openLoginSigningKeys({ ...runtime, store, secrets: secretsOf(config) }),
    clientLogins: openClientLogins({ store, atRest }),
    loginCounts,
    // What is counted is stored later, whichever request has set it off.
    traffic: { note: (request) => telemetry.detached(() => traffic.note(request)) },
  };
}
