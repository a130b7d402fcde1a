import { ListFileBounds } from "../../core/policy/list_files.ts";

/**
 * Limits of a golden copy's file: those of 2026 have 3 million records, about 11 GB of XML or 5 GB
 * of JSON, with at most 10 KB for one record.
 */
export const registerFileBounds: ListFileBounds = ListFileBounds.parse({
  streamedBytesMax: 32 * 1024 * 1024 * 1024,
  recordCharactersMax: 1024 * 1024,
});
