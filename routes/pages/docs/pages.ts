/** A page of the documentation: a Markdown file of the project, or a page made from tables. */
export interface DocsPage {
  /** Address below `/docs/`. */
  readonly slug: string;
  /** Path from the project's root; null for a page made from the service's tables. */
  readonly file: string | null;
  /** Title of a page without a file; a file's title is its first heading. */
  readonly title?: string;
  /** One line for the table of contents. */
  readonly summary: string;
  /**
   * Anchors of sections that moved to other pages, by the slug of the page, so that old links still
   * work.
   */
  readonly moved?: Readonly<Record<string, readonly string[]>>;
}

/** Pages with a common purpose. */
export interface DocsGroup {
  readonly title: string;
  readonly pages: readonly DocsPage[];
}

function docs(slug: string, summary: string, moved: DocsPage["moved"] = {}): DocsPage {
  return { slug, file: `docs/${slug}.md`, summary, moved };
}

/** Every page, in the order of the table of contents. */
export const docsGroups: readonly DocsGroup[] = [
  {
    title: "What do you want to do?",
    pages: [
      docs("check-one-person", "Screen a name, and act on the answer. 4 minutes."),
      docs("prove-an-age", "Ask a wallet whether a buyer is 18. 5 minutes."),
      docs("log-people-in", "A wallet as the password, by OpenID Connect. 6 minutes."),
      docs("issue-a-degree", "Into a student's wallet, to an employer, and revoked. 6 minutes."),
      docs("decide-about-a-company", "An application, and two people. 5 minutes."),
      docs("go-live", "From a sandbox to your customers. 5 minutes."),
      docs("not-yet", "What you will look for and not find."),
    ],
  },
  {
    title: "Guides",
    pages: [
      docs("guide-relying-parties", "Screen, verify and log in people: the first integration."),
      docs("guide-institutions", "Issue academic credentials, with four eyes."),
      docs("guide-employers", "Verify an academic credential from an applicant's wallet."),
      docs("guide-applicants", "What a KYB form sends, and what becomes of it."),
      docs("guide-reviewers", "Judge matches at the desk, by keys."),
      docs("guide-operators", "From the first start to a live service."),
      docs("sandbox", "What the sandbox answers, to which inputs."),
    ],
  },
  {
    title: "Services",
    pages: [
      docs("screening", "People and companies against sanctions and PEP lists."),
      docs("wallet-risk", "Crypto addresses by tag packs."),
      docs("kyb", "Onboarding of companies, and review drafts."),
      docs("seal", "Qualified seals and signatures on PDFs."),
      docs("verification", "Proof from digital identity wallets, and evidence packs."),
      docs("login", "Wallet login as an OpenID Connect provider."),
      docs("credentials", "Academic credentials: issuing, revoking, verifying."),
      docs("events", "What has happened, signed and delivered to your servers."),
    ],
  },
  {
    title: "Reference",
    pages: [
      docs("glossary", "Words and abbreviations, in one sentence each."),
      docs("api", "What holds for every path: tokens, limits, idempotency."),
      docs("sdk", "The TypeScript client: methods, retries, errors."),
      {
        slug: "errors",
        file: null,
        title: "Errors",
        summary: "Every error code: status, cause, remedy, retry.",
      },
      docs("configuration", "Every variable and every number of the policy."),
      docs("matching", "How names are compared, and the figures."),
      { slug: "changelog", file: "CHANGELOG.md", summary: "What changed, version by version." },
      {
        slug: "search",
        file: null,
        title: "Search",
        summary: "Every word of these pages, with the sentence that has it.",
      },
    ],
  },
  {
    title: "Data and security",
    pages: [
      docs("data", "What is stored, how long, and who can read it."),
      docs("data-protection", "A record of processing and an impact assessment to start from."),
      docs("threat-model", "Who attacks what, what is defended, and what is not."),
      { slug: "security", file: "SECURITY.md", summary: "How to report a weakness." },
    ],
  },
  {
    title: "Operation",
    pages: [
      docs("operations", "The operator's guide: ten steps to a live service.", {
        deploy: [
          "in-front-of-it",
          "several-servers-on-postgresql",
          "permissions",
          "systemd",
          "a-container",
          "deno-deploy",
        ],
        trust: ["revocation", "signed-requests", "encrypted-answers"],
        access: [
          "relying-parties-of-the-login",
          "an-identity-provider",
          "institutions",
          "companies-that-apply",
          "second-factors-of-signatories",
          "anomalies",
        ],
        "planned-work": [
          "restore-a-backup",
          "move-to-another-store",
          "replace-the-secret",
          "rotate-a-data-key",
          "rotate-the-key-of-the-login",
          "verify-the-audit-log",
          "suspend-a-client",
          "upgrade-and-roll-back",
        ],
      }),
      docs("deploy", "Proxy, permissions, systemd, containers, Deno Deploy."),
      docs("trust", "Whose credentials are believed, revocation, signed requests."),
      docs("access", "Relying parties, people, identity providers, companies that apply."),
      docs("planned-work", "Restore, move, rotate, verify, suspend, upgrade."),
      docs("runbooks", "What to do for each alert."),
      docs("observability", "Logs, metrics and spans."),
      docs("stores", "Files, PostgreSQL, KV Connect: what each guarantees."),
      docs("capacity", "What a request costs, and what a server carries."),
    ],
  },
  {
    title: "Inside",
    pages: [
      {
        slug: "design",
        file: null,
        title: "Design",
        summary: "Colours, space, type and components of these pages.",
      },
      docs("architecture", "One request on one page, and how to add things."),
      docs("decisions", "Why it is built as it is."),
      docs("dependencies", "Each library, with its reason."),
    ],
  },
];

/** Every page. */
export const docsPages: readonly DocsPage[] = docsGroups.flatMap(({ pages }) => pages);

const slugByFile = new Map(
  docsPages.flatMap(({ file, slug }) => file === null ? [] : [[file, slug] as const]),
);

/** The address of a page. */
export function docsPath(slug: string): string {
  return `/docs/${slug}`;
}

/** The slug of the page for a file name below `/docs/`, as in the repository's links: `sdk.md`. */
export function slugOfFileName(name: string): string | null {
  const found = docsPages.find(({ file }) => file !== null && file.split("/").at(-1) === name);
  return found?.slug ?? null;
}

/** The target of a link in a page. */
export interface DocsLink {
  readonly href: string;
  /** The page to which it leads; null if it is another target. */
  readonly slug: string | null;
}

/**
 * Resolves a link of a page: a served page by its address, another host unchanged.
 *
 * @param from the page's file
 * @param deployed whether this deployment serves `/playground`, and its address
 * @returns null if the target is not served
 */
export function docsLink(
  from: string,
  href: string,
  { hasPlayground, baseUrl }: { readonly hasPlayground: boolean; readonly baseUrl: string },
): DocsLink | null {
  const base = baseUrl.replace(/\/$/, "");
  const playground = `${base}/playground`;
  if (href === playground || href.startsWith(`${playground}/`)) {
    return hasPlayground ? { href: href.slice(base.length), slug: null } : null;
  }
  if (href.startsWith("#") || /^[a-z]+:/.test(href)) return { href, slug: null };
  const { pathname, hash } = new URL(href, `file:///${from}`);
  const file = pathname.slice(1);
  if (file === "README.md") return { href: "/docs", slug: null };
  const slug = slugByFile.get(file);
  return slug === undefined ? null : { href: `${docsPath(slug)}${hash}`, slug };
}
