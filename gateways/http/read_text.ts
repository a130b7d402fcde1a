import { ok, refuse, type Result } from "../../base/result.ts";

/** The reason why a body could not be read completely. */
export interface ReadTextRefusal {
  readonly code:
    /** The connection broke. */
    | "connection"
    /** The deadline passed. */
    | "deadline"
    /** The body exceeds the maximum. */
    | "too_long";
}

/** Reads the body of another service's answer, up to a maximum of bytes. */
export async function readText(
  body: ReadableStream<Uint8Array> | null,
  bytesMax: number,
  signal: AbortSignal,
): Promise<Result<string, ReadTextRefusal>> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  try {
    for await (const chunk of body ?? []) {
      bytes += chunk.length;
      if (bytes > bytesMax) return refuse({ code: "too_long" });
      text += decoder.decode(chunk, { stream: true });
    }
    return ok(text + decoder.decode());
  } catch {
    return refuse(broken(signal));
  }
}

/** Returns the reason why a connection ended early. */
export function broken({ aborted }: AbortSignal): { readonly code: "deadline" | "connection" } {
  return { code: aborted ? "deadline" : "connection" };
}
