import type { CardName } from "../../html/languages/words.ts";

/** What is the same of a card in every language. */
export interface Card {
  /** The code that the service answers. */
  readonly code: string;
  /** Class of its shape and colour. */
  readonly state: "good" | "warn" | "bad";
  /** The playground's story, which makes the request whose answer the card has. */
  readonly story: string;
}

/** The card of each service. `tests/routes/pages/home/home_page_test.ts` asks the sandbox for each answer. */
export const cards: Readonly<Record<CardName, Card>> = {
  screening: { code: "POSSIBLE_MATCH", state: "warn", story: "name" },
  verification: { code: "ageOver18: true", state: "good", story: "age" },
  login: { code: "sub", state: "good", story: "login" },
  credentials: { code: "VALID", state: "good", story: "credential" },
  walletRisk: { code: "HIGH", state: "bad", story: "address" },
  kyb: { code: "SUBMIT_RECOMMENDED", state: "good", story: "applicant" },
};
