/** A format of credentials, as the terminal names it. */
export const formats = ["sd-jwt", "mdoc"] as const;
/** One of the names of {@link formats}. */
export type Format = typeof formats[number];
