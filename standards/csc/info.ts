import { z } from "zod";

/** Text of a provider that is shown to people: so many characters of it, and no control ones. */
const nameCharactersMax = 200;

/**
 * As much of the answer to `info` as is read (CSC API v2.0 §11.1, v1.0.4 §11.1). Members that are not
 * known are ignored, and `null` is an absent one: so in every schema of this folder.
 */
export const Info = z.object({
  specs: z.string().min(1).max(40),
  name: z.string().transform(visible).nullish(),
  methods: z.array(z.string().max(100)).max(100),
  /** Base of the OAuth 2.0 authorization server. */
  oauth2: z.string().max(2_000).nullish(),
}).readonly();
export type Info = z.infer<typeof Info>;

/** Which form the calls have. */
export type Dialect = "v1" | "v2";

/**
 * The dialect of a version: 2.0 and what came after it, and 1.0.4 with its predecessors of the same
 * form. Of a later major version nothing is known.
 */
export function dialectOf(specs: string): Dialect | null {
  if (/^2\.\d/.test(specs)) return "v2";
  return /^1\.0\.\d/.test(specs) ? "v1" : null;
}

/** Without what is not visible, cut. */
function visible(text: string): string {
  return [...text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "").trim()].slice(0, nameCharactersMax)
    .join("");
}
