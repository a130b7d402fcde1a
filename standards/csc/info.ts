import { z } from "zod";

/**
 * Maximum characters of a provider's text that is shown to people; control characters are removed.
 */
const nameCharactersMax = 200;

/**
 * The members of the `info` answer that are read (CSC API v2.0 §11.1, v1.0.4 §11.1). As in every
 * schema of this folder, unknown members are ignored, and `null` counts as absent.
 */
export const Info = z.object({
  specs: z.string().min(1).max(40),
  name: z.string().transform(visible).nullish(),
  methods: z.array(z.string().max(100)).max(100),
  /** Base of the OAuth 2.0 authorization server. */
  oauth2: z.string().max(2_000).nullish(),
}).readonly();
export type Info = z.infer<typeof Info>;

/** The form of the calls. */
export type Dialect = "v1" | "v2";

/**
 * Returns the dialect of a version: v2 for 2.0 and its minor successors, v1 for 1.0.4 and earlier
 * versions of the same form; null for a later major version.
 */
export function dialectOf(specs: string): Dialect | null {
  if (/^2\.\d/.test(specs)) return "v2";
  return /^1\.0\.\d/.test(specs) ? "v1" : null;
}

/** Removes invisible characters and cuts the text to its maximum length. */
function visible(text: string): string {
  return [...text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "").trim()].slice(0, nameCharactersMax)
    .join("");
}
