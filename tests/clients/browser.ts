import assert from "node:assert/strict";
import { readLoginPage } from "../../sandbox/wallet/login_page.ts";

/** A browser without script: cookies and redirects of one service, as a login needs. */
export interface Browser {
  /**
   * Opens an authorize address, lets the wallet answer if the page asks for it, and follows
   * redirects to the relying party.
   *
   * @returns the final URL, and whether the wallet was asked
   */
  login(url: string): Promise<{ readonly callback: string; readonly askedWallet: boolean }>;
}

/** Seconds within which the page must continue. */
const waitSeconds = 60;

/** Opens a browser without cookies. @param wallet answers a wallet link */
export function openBrowser(wallet: (uri: string) => Promise<void>): Browser {
  const cookies = new Map<string, string>();
  async function open(url: string): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(url, {
      redirect: "manual",
      headers: { accept: "text/html", ...(cookie === "" ? {} : { cookie }) },
    });
    for (const set of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      assert(name !== undefined && value !== undefined, set);
      cookies.set(name, value);
    }
    return answer;
  }
  return {
    login: async (url) => {
      const first = await open(url);
      const sentOn = first.headers.get("location");
      const page = await first.text();
      if (sentOn !== null) return { callback: sentOn, askedWallet: false };
      assert.equal(first.status, 200, page);
      const waiting = readLoginPage(page);
      assert(waiting !== null, page);
      const { walletUri, statusUrl } = waiting;
      await wallet(walletUri);
      for (let waited = 0; waited < waitSeconds * 10; waited++) {
        const answer = await open(statusUrl);
        await answer.body?.cancel();
        const location = answer.headers.get("location");
        if (location !== null) return { callback: location, askedWallet: true };
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      throw new Error("The page waits for ever");
    },
  };
}
