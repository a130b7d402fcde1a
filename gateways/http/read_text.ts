import { ok, refuse, type Result } from "../../base/result.ts";

/** Why a body could not be read whole. */
export interface ReadTextRefusal {
  readonly code:
    /** The connection broke. */
    | "connection"
    /** It took longer than we wait. */
    | "deadline"
    /** Longer than what we read. */
    | "too_long";
}

/** Reads the body of another service's answer, up to so many bytes. */
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

/** Why a connection ended before its time. */
export function broken({ aborted }: AbortSignal): { readonly code: "deadline" | "connection" } {
  return { code: aborted ? "deadline" : "connection" };
}
