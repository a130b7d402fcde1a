import type { Fetch } from "../wallet/read_request.ts";
import type { Exchange } from "./schema.ts";

/** Characters of a body that are shown; the rest is cut off. */
const bodyCharactersMax = 32_768;

/** Requests, and what was said. */
export interface Recording {
  readonly fetch: Fetch;
  readonly exchanges: readonly Exchange[];
}

/** Records what is requested and answered, for the prospect whom it is done for. */
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

/** A response of these is given none (Fetch §2.2.3). */
function isBodiless(status: number): boolean {
  return [204, 205, 304].includes(status);
}
