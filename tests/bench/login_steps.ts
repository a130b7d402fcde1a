import { keepConnection, type KeptConnection } from "../support/keep_alive.ts";
import { authorizePath, logIn, openBrowser } from "../support/login_journey.ts";
import { ofSandboxClient, servedBy, tokenCall } from "../support/sandbox_login.ts";
import { percentile } from "./load.ts";

/** Duration over a number of runs. */
export interface Timed {
  readonly times: number;
  readonly p50Milliseconds: number;
  readonly p99Milliseconds: number;
}

/** Timed steps of logins, with a bare signature between them. */
export interface TimedSteps {
  /** Authorize, by a browser without cookies, until the page has arrived. */
  readonly authorize: Timed;
  readonly token: Timed;
  /** ES256 by Web Crypto in this process, over as many bytes as in an id_token. */
  readonly signature: Timed;
}

/** Logins before timing, since a newly started server is slow. */
const warmUp = 30;

/** Runs logins one after the other, over one connection, and times the steps of each. */
export async function timeLogins(server: string, logins: number): Promise<TimedSteps> {
  const connection = await keepConnection(server);
  const servers = servedBy([server]);
  const { privateKey } = await crypto.subtle.generateKey(es256, false, ["sign"]) as CryptoKeyPair;
  const authorize: number[] = [];
  const token: number[] = [];
  const signature: number[] = [];
  for (let n = -warmUp; n < logins; n++) {
    const page = await timed(() =>
      sendOk(connection, { method: "GET", path: authorizePath(ofSandboxClient) })
    );
    const bare = await timed(() => crypto.subtle.sign(signing, privateKey, idTokenBytes));
    const { code = "" } = await logIn(servers, openBrowser(servers), ofSandboxClient);
    const { path, init } = tokenCall(code);
    const redeemed = await timed(() => sendOk(connection, { path, ...init }));
    if (n < 0) continue;
    authorize.push(page);
    signature.push(bare);
    token.push(redeemed);
  }
  connection.close();
  return {
    authorize: summarize(authorize),
    token: summarize(token),
    signature: summarize(signature),
  };
}

const es256 = { name: "ECDSA", namedCurve: "P-256" } as const;
const signing = { name: "ECDSA", hash: "SHA-256" } as const;
const idTokenBytes = crypto.getRandomValues(new Uint8Array(600));

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function sendOk(
  connection: KeptConnection,
  sending: Parameters<KeptConnection["send"]>[0],
): Promise<void> {
  const { status, body } = await connection.send(sending);
  if (status !== 200) throw new Error(`${sending.path} answered ${status}: ${body}`);
}

function summarize(milliseconds: readonly number[]): Timed {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  return {
    times: sorted.length,
    p50Milliseconds: percentile(sorted, 0.5),
    p99Milliseconds: percentile(sorted, 0.99),
  };
}
