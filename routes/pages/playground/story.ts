import type { Html } from "../../html/layout.ts";
import type { Turn } from "./acts.ts";

/** A page of the playground: its purpose, and at most two turns. */
export interface Story {
  readonly slug: string;
  readonly title: string;
  /** The purpose in one sentence. */
  readonly summary: string;
  readonly about: Html;
  readonly turns: readonly Turn[];
  /** Whether a wallet takes part, which is drawn as a telephone next to the page. */
  readonly hasWallet?: boolean;
  /** Names of kept values that a client would store. */
  readonly stores?: readonly string[];
  /** Advice shown after the last turn. */
  readonly after?: Html;
}
