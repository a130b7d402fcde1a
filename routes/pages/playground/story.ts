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
  /** Whether a wallet takes part: it is a telephone beside the page. */
  readonly hasWallet?: boolean;
  /** Names of what a client would store of it, as acts have kept it. */
  readonly stores?: readonly string[];
  /** What is to be known once it is done. */
  readonly after?: Html;
}
