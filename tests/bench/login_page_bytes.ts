import { loginScript } from "../../routes/pages/login_page.ts";
import { elementsOf, parsePage } from "../support/page.ts";

/** Sizes of an authorize page. */
export interface PageBytes {
  /** Bytes of the answer on the wire: head and body. */
  readonly whole: number;
  /** Bytes that draw the QR code. */
  readonly qrPath: number;
  /** Further addresses that a browser fetches for the page. */
  readonly fetched: readonly string[];
}

/** Fetches an authorize page over a connection of its own, like a browser that accepts gzip. */
export async function measurePage(server: string, path: string): Promise<PageBytes> {
  const { hostname, port, host } = new URL(server);
  using connection = await Deno.connect({ hostname, port: Number(port) });
  const head = `GET ${path} HTTP/1.1\r\nhost: ${host}\r\naccept: text/html\r\n` +
    "accept-encoding: gzip, br\r\nconnection: close\r\n\r\n";
  const writer = connection.writable.getWriter();
  await writer.write(new TextEncoder().encode(head));
  const bytes = new Uint8Array(await new Response(connection.readable).arrayBuffer());
  const answer = new TextDecoder().decode(bytes);
  if (!answer.startsWith("HTTP/1.1 200")) throw new Error(answer.slice(0, 400));
  if (/^content-encoding:/im.test(answer)) throw new Error("The page is compressed");
  const html = answer.slice(answer.indexOf("\r\n\r\n") + 4);
  const [, drawn = ""] = /<path [^>]*d="([^"]*)"/.exec(html) ?? [];
  return { whole: bytes.length, qrPath: drawn.length, fetched: fetchedBy(html) };
}

/** Addresses that a browser fetches by itself when it shows a page. */
function fetchedBy(html: string): readonly string[] {
  const page = parsePage(html, loginScript);
  const loaded = elementsOf(page).flatMap(({ name, attributes }) =>
    [
      ...["src", "srcset", "poster", "data"],
      ...(["link", "use", "image"].includes(name) ? ["href"] : []),
    ].flatMap((attribute) => attributes[attribute] ?? [])
  );
  const styled = [...html.matchAll(/url\(([^)]*)\)|@import ([^;]*)/g)].map(([text]) => text);
  return [...loaded, ...styled].filter((address) => !address.startsWith("data:"));
}
