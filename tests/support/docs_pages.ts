import { gunzipSync } from "node:zlib";
import type { TestService } from "./service.ts";

/** A page as a browser receives it. */
export interface FetchedPage {
  readonly status: number;
  readonly headers: Headers;
  /** Size over the wire, compressed if the service compresses. */
  readonly wireBytes: number;
  readonly html: string;
}

/** Fetches a page with gzip accepted, as browsers do. */
export async function fetchPage(service: TestService, path: string): Promise<FetchedPage> {
  const answer = await service.fetch(path, {
    headers: { accept: "text/html", "accept-encoding": "gzip" },
  });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const plain = answer.headers.get("content-encoding") === "gzip" ? gunzipSync(bytes) : bytes;
  return {
    status: answer.status,
    headers: answer.headers,
    wireBytes: bytes.length,
    html: new TextDecoder().decode(plain),
  };
}

/** Every address that a page links or loads. */
export function linksOf(html: string): readonly string[] {
  return [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, href = ""]) =>
    href.replaceAll("&amp;", "&")
  );
}

/** Every anchor in a page. */
export function anchorsIn(html: string): readonly string[] {
  return [...html.matchAll(/ id="([^"]*)"/g)].map(([, id = ""]) => id);
}
