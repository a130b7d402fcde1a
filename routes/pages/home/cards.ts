import type { CardName } from "../../html/languages/words.ts";

/** The parts of a card that are the same in every language. */
export interface Card {
  /** The code in the service's answer. */
  readonly code: string;
  /** Class of the card's shape and colour. */
  readonly state: "good" | "warn" | "bad";
  /** The playground's story that makes the request with this answer. */
  readonly story: string;
}

/**
 * The card of each service. `tests/routes/pages/home/home_page_test.ts` compares each answer with
 * the sandbox.
 */
export const cards: Readonly<Record<CardName, Card>> = {
  screening: { code: "POSSIBLE_MATCH", state: "warn", story: "name" },
  verification: { code: "ageOver18: true", state: "good", story: "age" },
  login: { code: "sub", state: "good", story: "login" },
  credentials: { code: "VALID", state: "good", story: "credential" },
  walletRisk: { code: "HIGH", state: "bad", story: "address" },
  kyb: { code: "SUBMIT_RECOMMENDED", state: "good", story: "applicant" },
};
