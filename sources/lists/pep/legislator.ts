import { z } from "zod";

/** A date, which the file writes in quotes. */
const Day = z.iso.date();

/** Offices of the file: both chambers, presidents and vice presidents. */
const Term = z.object({
  type: z.enum(["rep", "sen", "prez", "viceprez"]),
  start: Day,
  end: Day,
  party: z.string().optional(),
  state: z.string().regex(/^[A-Z]{2}$/).optional(),
}).refine(({ type, state }) => type === "prez" || type === "viceprez" || state !== undefined, {
  message: "state is missing",
}).readonly();
export type Term = z.infer<typeof Term>;

/**
 * One person of unitedstates/congress-legislators (`legislators-current`, `legislators-historical`,
 * `executive`), with the members that are read.
 */
export const Legislator = z.object({
  id: z.object({
    bioguide: z.string().regex(/^[A-Z]\d{6}$/).optional(),
    govtrack: z.int().optional(),
  })
    .readonly(),
  name: z.object({
    first: z.string().min(1),
    last: z.string().min(1),
    middle: z.string().optional(),
    suffix: z.string().optional(),
    nickname: z.string().optional(),
    official_full: z.string().optional(),
  }).readonly(),
  other_names: z.array(
    z.object({
      first: z.string().optional(),
      middle: z.string().optional(),
      last: z.string().optional(),
    }).readonly(),
  ).readonly().optional(),
  bio: z.object({ birthday: Day.optional() }).readonly().optional(),
  terms: z.array(Term).min(1).readonly(),
}).readonly();
export type Legislator = z.infer<typeof Legislator>;
