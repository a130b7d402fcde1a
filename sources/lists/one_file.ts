import type { Result } from "../../base/result.ts";
import type { ListContext, ListFormat } from "./publisher.ts";
import { unreadable } from "./refusal.ts";
import type { ListRead, ListRefusal, SourceFile } from "./schema.ts";

/** Reads a format in which one file is the whole list; refuses a second one. */
export function oneFile(
  read: (file: SourceFile, context: ListContext) => Result<ListRead, ListRefusal>,
): ListFormat["read"] {
  return ([file, second], context) => {
    if (file === undefined) {
      return unreadable("file_missing", null, { message: `No file of ${context.source}` });
    }
    return second === undefined ? read(file, context) : unreadable("file_duplicate", second, {
      message: `${file.name} already is all of ${context.source}`,
    });
  };
}
