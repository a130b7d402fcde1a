import assert from "node:assert/strict";
import type { TestService } from "./service.ts";

/** Origin of the service's own pages, as browsers send it. */
export const ownOrigin = "http://localhost:8000";

/** An answer to a browser; the test follows redirects itself. */
export interface DeskAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  readonly location: string | null;
}

/** A browser with a session for a sandbox's desk and console. */
export interface DeskBrowser {
  readonly cookie: string;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<DeskAnswer>;
  /**
   * Submits a form as its page does.
   *
   * @param fields besides the form's token
   */
  post(
    path: string,
    fields?: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<DeskAnswer>;
  formToken(): Promise<string>;
}

/** Opens a sandbox's desk in a new browser. */
export async function openDesk(service: TestService): Promise<DeskBrowser> {
  const begun = await send(service, "/desk/login", {
    method: "POST",
    headers: { origin: ownOrigin, "content-type": "application/x-www-form-urlencoded" },
    body: "next=/desk",
  });
  assert.equal(begun.status, 303);
  const cookie = begun.headers.get("set-cookie")!.split(";", 1)[0]!;
  const get = (path: string, headers = {}) =>
    send(service, path, { headers: { cookie, ...headers } });
  const formToken = async () =>
    /name="formToken" value="([^"]+)"/.exec((await get("/desk")).html)![1]!;
  return {
    cookie,
    get,
    formToken,
    post: async (path, fields = {}, headers = {}) =>
      await send(service, path, {
        method: "POST",
        headers: {
          cookie,
          origin: ownOrigin,
          "content-type": "application/x-www-form-urlencoded",
          ...headers,
        },
        body: new URLSearchParams({ formToken: await formToken(), ...fields }).toString(),
      }),
  };
}

async function send(service: TestService, path: string, init: RequestInit): Promise<DeskAnswer> {
  const answer = await service.fetch(path, init);
  const { status, headers } = answer;
  return { status, headers, html: await answer.text(), location: whereTo(headers) };
}

/** Where an answer leads, without the part of the page that says that an act is done. */
export function whereTo(headers: Headers): string | null {
  return headers.get("location")?.replace(/#done$/, "") ?? null;
}
