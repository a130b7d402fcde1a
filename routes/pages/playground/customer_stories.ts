import { html } from "hono/html";
import type { Template } from "./acts.ts";
import type { Story } from "./story.ts";

const application: Template = {
  legalName: "{legalName}",
  registryCountry: "EE",
  registryNumber: "{registryNumber}",
  persons: [
    { role: "director", fullName: "Hannelore Bistrupgaard", dob: "1971-05-09", nationality: "DK" },
    {
      role: "beneficial owner",
      fullName: "{owner}",
      dob: "1965-02-28",
      nationality: "GB",
      ownershipPercentage: 100,
    },
  ],
};

const sealRequest: Template = { document: "JVBERi0xLjc=", authorizingRepresentativeId: "ubo-1" };

/** The commands of the two people who decide, in order. */
const deciding = `deno task admin kyb accept DRAFT --client my-bank --operator alice
deno task admin kyb show APPLICATION
deno task admin kyb approve APPLICATION --rationale "Register, papers, owners seen" --operator bob`;

/** Stories of companies that want to become customers, and of documents. */
export const customerStories: readonly Story[] = [
  {
    slug: "applicant",
    title: "An applicant, accepted and approved by two people",
    summary: "A company fills in a form. A draft advises, and two people decide.",
    about: html`
      <p>
        The form needs no login. Number and register are checked, company and persons are screened, and
        the answer advises the applicant. Put in <code>Viktor Sandbergov</code> as the owner to see what
        a listed one changes. A source may send three at once and ten an hour.
      </p>
    `,
    turns: [
      {
        label: "Send the application",
        fields: [
          { name: "legalName", label: "Company", value: "Näidis Kaubandus OÜ" },
          { name: "registryNumber", label: "Number in the Estonian register", value: "10000018" },
          { name: "owner", label: "Beneficial owner", value: "Margaret Thistlewood" },
        ],
        acts: [{
          says: "Send the application",
          method: "POST",
          path: "/v1/onboarding/kyb-applications",
          body: application,
          sdk: { method: "draftKybApplication", args: [application] },
          keeps: { draftId: "/draftId", recommendation: "/recommendation" },
          picture: "recommendation",
          shows: [
            { label: "Recommendation", at: "/recommendation", as: "recommendation" },
            { label: "Advisory flags", at: "/advisoryFlags", as: "flags", ifNone: "none" },
            { label: "Draft", at: "/draftId" },
          ],
        }],
      },
      {
        label: "Read a review draft of an invented application",
        acts: [{
          says: "Draft the advice for the reviewer",
          method: "POST",
          path: "/v1/kyb-applications/0199a000-0002-7000-8000-000000000000/review-drafts",
          sdk: { method: "draftKybReview", args: ["0199a000-0002-7000-8000-000000000000"] },
          picture: "recommendation",
          shows: [
            { label: "Recommendation", at: "/recommendation", as: "recommendation" },
            { label: "Rationale", at: "/rationale", as: "sentences" },
          ],
        }],
      },
    ],
    stores: ["draftId", "recommendation"],
    after: html`
      <h2>Two people decide</h2>
      <p>
              A request makes no customer: an operator accepts the draft, and a second
              operator approves it. Put the draft's id in the place of DRAFT, and the id that
              <code>accept</code> prints in the place of APPLICATION:
            </p>
      <pre tabindex="0" role="region"
        aria-label="Commands">${deciding}</pre>
      <p><a href="/docs/kyb">How applications are read and decided</a>.</p>
    `,
  },
  {
    slug: "seal",
    title: "A seal, and why it is refused here",
    summary: "A qualified seal needs a trust service provider. Without one nothing is pretended.",
    about: html`
      <p>
        aval seals and signs PDFs by a qualified trust service provider of yours. This sandbox has none,
        so the answer is 503: a seal without a qualified certificate would be worth nothing in court.
      </p>
    `,
    turns: [{
      label: "Ask for a seal",
      acts: [{
        says: "Ask for a seal",
        method: "POST",
        path: "/v1/seal",
        body: sealRequest,
        sdk: { method: "sealDocument", args: [sealRequest] },
        expects: 503,
        picture: "refused",
        shows: [
          { label: "Refused", at: "/message" },
          { label: "What to do", at: "/error", as: "remedy" },
        ],
      }],
    }],
    after: html`
      <p><a href="/docs/seal">What a provider must offer, and how one is set up</a>.</p>
    `,
  },
];
