import type { Json } from "../../base/json.ts";
import { pointerTo, type SchemaIssue } from "./issue.ts";
import { problemsMax } from "./limits.ts";

/** Maximum schemas applied within each other. */
const depthMax = 192;

/** The place of a value within the validated value; null: the validated value itself. */
export type Place = { readonly in: Place; readonly token: string | number } | null;

/** One validation. */
export interface Run {
  stepsLeft: number;
  depth: number;
  /** Above 0 while alternatives are tried, of which one may fail. */
  quiet: number;
  /** Whether the budget is used up; results of such a validation are invalid. */
  exhausted: boolean;
  readonly issues: SchemaIssue[];
  /** Whether the document uses `unevaluatedProperties` or `unevaluatedItems`. */
  readonly tracks: boolean;
}

/**
 * The members of one object, or items of one array, that the keywords of a schema have evaluated
 * (Core §11).
 */
export interface Seen {
  readonly members: Set<string>;
  readonly items: Set<number>;
  allMembers: boolean;
  allItems: boolean;
}

/** Applies one keyword. @returns whether the keyword accepts the value */
export type Check = (run: Run, value: Json, place: Place, seen: Seen | null) => boolean;

/** A compiled schema. */
export interface SchemaNode {
  readonly checks: Check[];
  /** The checks of `unevaluated*`: run after all others, and only if those succeed. */
  readonly lastChecks: Check[];
  /** The schemas that the keyword applies to the same value. */
  readonly inPlace: SchemaNode[];
}

/** Takes steps from the budget. @returns false when the budget is used up */
export function spend(run: Run, steps: number): boolean {
  run.stepsLeft -= steps;
  if (run.stepsLeft < 0) run.exhausted = true;
  return !run.exhausted;
}

/** Reports a problem. @returns false, as the result of the check */
export function problem(run: Run, place: Place, reason: string): false {
  if (run.quiet === 0 && run.issues.length < problemsMax) {
    run.issues.push({ path: pathOf(place), reason });
  }
  return false;
}

function pathOf(place: Place): string {
  const tokens: (string | number)[] = [];
  for (let at = place; at !== null; at = at.in) tokens.push(at.token);
  return tokens.reverse().reduce<string>(pointerTo, "");
}

/** Whether further checks cannot change the result. */
export function isSettled(run: Run): boolean {
  return run.quiet > 0 || run.exhausted || run.issues.length >= problemsMax;
}

/** Validates a value by a schema. */
export function apply(
  run: Run,
  node: SchemaNode,
  value: Json,
  place: Place,
  seen: Seen | null,
): boolean {
  if (!spend(run, 1)) return false;
  if (run.depth >= depthMax) {
    run.exhausted = true;
    return false;
  }
  run.depth++;
  const valid = applyAll(run, node.checks, { value, place, seen }) &&
    applyAll(run, node.lastChecks, { value, place, seen });
  run.depth--;
  return valid && !run.exhausted;
}

function applyAll(
  run: Run,
  checks: readonly Check[],
  { value, place, seen }: {
    readonly value: Json;
    readonly place: Place;
    readonly seen: Seen | null;
  },
): boolean {
  let valid = true;
  for (const check of checks) {
    if (check(run, value, place, seen)) continue;
    valid = false;
    if (isSettled(run)) break;
  }
  return valid;
}

/** Validates a member or an item of a value. */
export function applyWithin(
  run: Run,
  node: SchemaNode,
  value: Json,
  place: Place,
): boolean {
  return apply(run, node, value, place, run.tracks ? nothingSeen() : null);
}

/**
 * Validates the same value by another schema. If the value is valid, its evaluated members count.
 */
export function applyInPlace(
  run: Run,
  node: SchemaNode,
  value: Json,
  place: Place,
  seen: Seen | null,
): boolean {
  if (seen === null) return apply(run, node, value, place, null);
  const own = nothingSeen();
  if (!apply(run, node, value, place, own)) return false;
  if (!spend(run, own.members.size + own.items.size)) return false;
  for (const name of own.members) seen.members.add(name);
  for (const index of own.items) seen.items.add(index);
  seen.allMembers ||= own.allMembers;
  seen.allItems ||= own.allItems;
  return true;
}

/** As {@link applyInPlace}, without reporting problems. */
export function tryInPlace(
  run: Run,
  node: SchemaNode,
  value: Json,
  place: Place,
  seen: Seen | null,
): boolean {
  run.quiet++;
  const valid = applyInPlace(run, node, value, place, seen);
  run.quiet--;
  return valid;
}

/** Before any keyword is applied. */
export function nothingSeen(): Seen {
  return { members: new Set(), items: new Set(), allMembers: false, allItems: false };
}
