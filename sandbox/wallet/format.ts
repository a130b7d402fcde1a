/** The formats of credentials, by their names on the command line. */
export const formats = ["sd-jwt", "mdoc"] as const;
/** One of the names of {@link formats}. */
export type Format = typeof formats[number];
