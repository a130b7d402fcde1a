import { ListFileBounds } from "../../core/policy/list_files.ts";

/**
 * Bounds of a golden copy's file: all of 2026 have 3 million records, some 11 GB of XML or 5 GB of
 * JSON, of which one has 10 KB at most.
 */
export const registerFileBounds: ListFileBounds = ListFileBounds.parse({
  streamedBytesMax: 32 * 1024 * 1024 * 1024,
  recordCharactersMax: 1024 * 1024,
});
