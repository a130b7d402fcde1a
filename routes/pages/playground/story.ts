import type { Html } from "../../html/layout.ts";
import type { Turn } from "./acts.ts";

/** A page of the playground: what it is for, and at most two presses of a button. */
export interface Story {
  readonly slug: string;
  readonly title: string;
  /** One sentence. */
  readonly summary: string;
  readonly about: Html;
  readonly turns: readonly Turn[];
  /** What is to be known once it is done. */
  readonly after?: Html;
}
