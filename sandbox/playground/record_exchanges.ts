import type { Fetch } from "../wallet/read_request.ts";
import type { Exchange } from "./schema.ts";

/** Maximum shown characters of a body; the rest is cut. */
const bodyCharactersMax = 32_768;

/** The recorded requests and answers. */
export interface Recording {
  readonly fetch: Fetch;
  readonly exchanges: readonly Exchange[];
}

/** Records requests and answers for the prospect. */
export function recordExchanges(fetch: Fetch): Recording {
  const exchanges: Exchange[] = [];
  return {
    exchanges,
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      const text = await response.text();
      const body = init.body ?? null;
      exchanges.push({
        method: init.method === "POST" ? "POST" : "GET",
        url,
        requestBody: body === null ? null : shortened(String(body)),
        status: response.status,
        answer: shortened(text),
      });
      const { status, headers } = response;
      return new Response(isBodiless(status) ? null : text, { status, headers });
    },
  };
}

function shortened(text: string): string {
  return text.length <= bodyCharactersMax ? text : `${text.slice(0, bodyCharactersMax)}…`;
}

/** Whether a response with this status has no body (Fetch §2.2.3). */
function isBodiless(status: number): boolean {
  return [204, 205, 304].includes(status);
}
