import { z } from "zod";

/** Rows of a page: default and maximum. */
const pageRows = 50;
const pageRowsMax = 200;
/** Maximum characters of a cursor: more than any cursor has. */
const cursorCharactersMax = 300;

/** `cursor` of a query. */
export const cursorText = z.string().max(cursorCharactersMax);

/** `limit` of a query. */
export const pageLimit = z.string().regex(/^[0-9]{1,9}$/, "expected a whole number in digits")
  .transform(Number).pipe(z.int().min(1).max(pageRowsMax)).default(pageRows)
  .meta({ type: "integer", minimum: 1, maximum: pageRowsMax });
