import type { HostileRequest } from "./credential_inputs.ts";

/** An answer to a hostile request. */
export interface SentAnswer {
  readonly status: number;
  readonly text: string;
}

/** Sends a request of a kind of input. */
export type Send = (what: string, request: HostileRequest) => Promise<SentAnswer>;

/** Sends hostile requests and records the outcomes. */
export interface Sender {
  readonly send: Send;
  /** How often each status was answered, by kind of input. */
  readonly statuses: ReadonlyMap<string, number>;
  /** Undocumented and late answers; callers may add others. */
  readonly wrong: string[];
  slowest(): { readonly what: string; readonly milliseconds: number };
}

/** Maximum milliseconds of one request while all lanes send. */
const requestMillisecondsMax = 2_000;

/** Opens a sender to a server: each answer must come in time, with a status that its route documents. */
export async function openSender(url: string): Promise<Sender> {
  const documented = await documentedStatuses(url);
  const statuses = new Map<string, number>();
  const wrong: string[] = [];
  let slowest = { what: "", milliseconds: 0 };

  async function send(what: string, request: HostileRequest): Promise<SentAnswer> {
    const { method, path, contentType = "application/json", headers = {}, body } = request;
    const begun = performance.now();
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { "content-type": contentType, ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    const milliseconds = Math.round(performance.now() - begun);
    if (milliseconds > slowest.milliseconds) slowest = { what, milliseconds };
    const line = `${response.status} ${what}`;
    statuses.set(line, (statuses.get(line) ?? 0) + 1);
    const isDocumented = documented(method, path, response.status);
    if (!isDocumented || milliseconds > requestMillisecondsMax) {
      wrong.push(`${line}, ${milliseconds} ms: ${method} ${path} ${body?.slice(0, 1_000)}`);
    }
    return { status: response.status, text };
  }

  return { send, statuses, wrong, slowest: () => slowest };
}

/**
 * Whether the OpenAPI description documents a status for a route. Unknown paths answer 404 or 405;
 * 413 is documented once for all routes.
 */
async function documentedStatuses(url: string) {
  const { paths } = await (await fetch(`${url}/openapi.json`)).json();
  const routes = Object.entries(paths as Record<string, Record<string, { responses: object }>>)
    .map(([template, methods]) => ({
      pattern: new RegExp(
        `^${template.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll(/\{\w+\}/g, "[^/]+")}$`,
      ),
      methods,
    }));
  return (method: string, path: string, status: number): boolean => {
    const route = routes.find(({ pattern }) => pattern.test(path));
    const responses = route?.methods[method.toLowerCase()]?.responses;
    if (status === 413 && method === "POST") return true;
    return responses === undefined ? [404, 405].includes(status) : `${status}` in responses;
  };
}
