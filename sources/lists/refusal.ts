import { refuse, type Result } from "../../base/result.ts";
import type { ListRefusal, SourceFile, UnreadableCode } from "./schema.ts";

/** Refuses a list because of content in one of its files. */
export function unreadable(
  code: UnreadableCode,
  file: Pick<SourceFile, "name"> | null,
  what: { readonly line?: number; readonly message: string },
): Result<never, ListRefusal> {
  return refuse({
    code,
    file: file?.name ?? null,
    line: what.line ?? null,
    message: what.message,
  });
}
