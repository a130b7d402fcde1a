import { serviceInMemory, type TestService, type TestServiceOptions } from "./service.ts";
import type { LocalCertificate } from "./tls.ts";

/** The service in this process on a real socket, at its own base URL. */
export interface ListeningService extends TestService {
  /** Value of `AVAL_BASE_URL`. */
  readonly baseUrl: string;
}

/**
 * Starts the service on a free port.
 *
 * @param tls it speaks https by this certificate; http without one
 * @param open opens the service, with its address in the variables
 */
export async function listening<Opened extends TestService = TestService>(
  tls: LocalCertificate | null,
  open: (options: TestServiceOptions) => Promise<Opened>,
): Promise<Opened & ListeningService> {
  const { promise: started, resolve: start } = Promise.withResolvers<TestService>();
  const handle = async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    const { method, headers } = request;
    const body = method === "POST" ? await request.arrayBuffer() : null;
    return await (await started).fetch(`${pathname}${search}`, { method, headers, body });
  };
  const on = { port: 0, hostname: "127.0.0.1", onListen: () => {} };
  const server = tls === null
    ? Deno.serve(on, handle)
    : Deno.serve({ ...on, key: tls.key, cert: tls.cert }, handle);
  const { port } = server.addr;
  const baseUrl = tls === null ? `http://127.0.0.1:${port}` : `https://localhost:${port}`;
  const service = await open({ env: { AVAL_BASE_URL: baseUrl } });
  start(service);
  return {
    ...service,
    baseUrl,
    [Symbol.asyncDispose]: async () => {
      await server.shutdown();
      await service[Symbol.asyncDispose]();
    },
  };
}

/** A sandbox on a free port, with the routes of the service. */
export function listeningSandbox(tls: LocalCertificate | null = null): Promise<ListeningService> {
  return listening(tls, serviceInMemory);
}
