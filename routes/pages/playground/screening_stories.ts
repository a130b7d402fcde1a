import { html } from "hono/html";
import type { Act } from "./acts.ts";
import { reviewWords } from "./playground_words.ts";
import type { Story } from "./story.ts";

const screen: Act = {
  says: "Screen the name",
  method: "POST",
  path: "/v1/screen",
  body: { name: "{name}", dob: "{dob}" },
  sdk: { method: "screen", args: [{ name: "{name}", dob: "{dob}" }] },
  keeps: { decisionId: "/meta/decisionId", classification: "/classification" },
  picture: "screening",
  shows: [
    { label: "Classification", at: "/classification", as: "screened" },
    { label: "Next step", at: "", as: "screenStep" },
    { label: "Checks run", at: "/meta/checksRun", as: "checks", ifNone: "Nothing was checked" },
    { label: "First candidate", at: "/candidates/0/entityName" },
    {
      label: "Listed as",
      at: "/candidates/0/classifyResult/explain/matchedName",
      unless: "/candidates/0/entityName",
    },
    { label: "Score", at: "/candidates/0/classifyResult/score" },
    { label: "Why", at: "/candidates/0/classifyResult", as: "reasons" },
    { label: "Born", at: "/candidates/0/datesOfBirth" },
    { label: "List", at: "/candidates/0/source" },
    { label: "Entry", at: "/candidates/0/listRef" },
    { label: "Programmes", at: "/candidates/0/programs" },
  ],
};

const review = { decision: "{decision}", notes: "{notes}" };

const nameField = (value: string) => ({ name: "name", label: "Name", value, isRequired: true });
const dobField = {
  name: "dob",
  label: "Date of birth",
  value: "",
  hint: "YYYY-MM-DD, or empty",
};

/** Stories of names and addresses, screened against lists and tags. */
export const screeningStories: readonly Story[] = [
  {
    slug: "name",
    title: "A name with a slip",
    summary: "A listed name is typed wrongly. Is the person found, and why?",
    about: html`
      <p>
        Viktor Sandbergov, born 1961-04-12, is on this sandbox's invented list of sanctions. The name
        below has two letters wrong. Send it as it stands, then with the date of birth, or type a name
        of your own: everyone on the list is invented.
      </p>
    `,
    turns: [{
      label: "Screen the name",
      fields: [nameField("Victor Sandburgov"), dobField],
      acts: [screen],
    }],
    stores: ["decisionId", "classification"],
    after: html`
      <p>
        <code>explain</code> in the answer has each step of the score.
        <a href="/docs/screening">How screening decides</a>,
        <a href="/docs/matching">how names are compared</a>.
      </p>
    `,
  },
  {
    slug: "review",
    title: "A review by a person",
    summary: "A possible match is never cleared by the machine. A person records what they found.",
    about: html`
      <p>
        The name is the listed one and the date of birth is another: a possible match. First screen it,
        then record what your reviewer has decided. The classification never changes; the review stands
        beside it.
      </p>
    `,
    turns: [
      {
        label: "Screen the name",
        fields: [nameField("Viktor Sandbergov"), { ...dobField, value: "1990-01-01" }],
        acts: [screen],
      },
      {
        label: "Record the review",
        needs: "decisionId",
        fields: [
          {
            name: "decision",
            label: "Decision of the reviewer",
            value: "false_positive",
            options: reviewWords,
          },
          { name: "notes", label: "Notes", value: "Another date of birth in the passport" },
        ],
        acts: [
          {
            says: "Record the review",
            method: "POST",
            path: "/v1/screen/{decisionId}/review",
            body: review,
            sdk: { method: "reviewDecision", args: ["{decisionId}", review] },
          },
          {
            says: "Read the decision back",
            method: "GET",
            path: "/v1/screen/{decisionId}",
            sdk: { method: "readDecision", args: ["{decisionId}"] },
            shows: [
              { label: "Classification", at: "/classification", as: "screened" },
              { label: "Next step", at: "", as: "screenStep" },
              { label: "Reviews", at: "/customerReviews", as: "reviews" },
            ],
            picture: "screening",
          },
        ],
      },
    ],
    stores: ["decisionId", "classification", "decision"],
  },
  {
    slug: "address",
    title: "An address with tags",
    summary: "A customer wants to send funds to an address. What do tag packs say of it?",
    about: html`
      <p>
        The address below stands in this sandbox's invented tag packs. A score is the worst tag's weight
        by its confidence. An address without tags has no score: no evidence is no proof of safety.
      </p>
    `,
    turns: [{
      label: "Score the address",
      fields: [
        { name: "network", label: "Network", value: "BTC" },
        { name: "address", label: "Address", value: "1FUmYnHjjXtQ22ejq3EhpjMuuNZKw8kfGo" },
      ],
      acts: [{
        says: "Score the address",
        method: "POST",
        path: "/v1/wallet-risk/score",
        body: { network: "{network}", address: "{address}" },
        keeps: { classification: "/classification", score: "/score" },
        picture: "risk",
        sdk: { method: "scoreWallet", args: [{ network: "{network}", address: "{address}" }] },
        shows: [
          { label: "Classification", at: "/classification", as: "risk" },
          { label: "Score", at: "/score", ifNone: "none: no evidence is no proof of safety" },
          { label: "Tags", at: "/matchedTags", as: "tags", ifNone: "none" },
          { label: "Tags left out", at: "/excludedTags", as: "tags" },
        ],
      }],
    }],
    stores: ["network", "address", "classification", "score"],
    after: html`
      <p><a href="/docs/wallet-risk">How addresses are scored</a>.</p>
    `,
  },
];
