import { z } from "zod";

/**
 * Bounds of what a list file may look like. They stop a wrong or hostile file early, not a list
 * that grew: each is several times what publishers issued in 2026.
 *
 * `AVAL_POLICY` does not reach them. The service reads snapshots and never a publisher's file, and
 * the same files must make the same snapshot on every machine. What operators may set about lists
 * in force stands in `lists.ts` beside this.
 */
export const ListFileBounds = z.object({
  /** Bytes of one file. OFAC's largest is about 5 MB. */
  fileBytesMax: z.int().positive().default(64 * 1024 * 1024),
  /** Bytes of one file that is read piece by piece. OpenSanctions' largest has about 3 GB. */
  streamedBytesMax: z.int().positive().default(8 * 1024 * 1024 * 1024),
  /** Characters of one record of such a file, all that stands in it. UN's longest has 12,000. */
  recordCharactersMax: z.int().positive().default(16 * 1024 * 1024),
  /** Elements within elements. OFAC's advanced XML goes 12 deep. */
  elementDepthMax: z.int().positive().default(32),
  /** Rows of one file. OFAC's largest has about 25,000. */
  rowsMax: z.int().positive().default(1_000_000),
  /** Characters of one field. OFAC's longest comment has 7,812. */
  fieldCharactersMax: z.int().positive().default(32_768),
  /** Lines and commas of one YAML file, which hold all its values. GraphSense's largest has 150,000. */
  yamlValuesMax: z.int().positive().default(1_000_000),
  /** Concepts one above another. GraphSense's go 6 deep. */
  conceptDepthMax: z.int().positive().default(32),
  /** Characters of one text of a tag. GraphSense's longest label has 214. */
  tagTextCharactersMax: z.int().positive().default(500),
  /** Concepts that one tag names. GraphSense's name two. */
  tagConceptsMax: z.int().positive().default(32),
  /** Characters of one digital-currency address. */
  addressCharactersMax: z.int().positive().default(256),
  /**
   * Share of alias rows that may name an entity the list lacks, from 0 to 1. Over it the files are
   * taken for those of two lists. Alias files newer by two and a half years came to 0.3.
   */
  foreignAliasShareMax: z.number().min(0).max(1).default(0.5),
  /** Entities of a list below which that share says nothing. */
  entitiesOfSmallListMax: z.int().nonnegative().default(100),
  /** Examples that a report gives of each finding. */
  examplesMax: z.int().nonnegative().default(3),
}).readonly();
export type ListFileBounds = z.infer<typeof ListFileBounds>;

/** The bounds that files are held to. */
export const listFileBounds: ListFileBounds = ListFileBounds.parse({});
