/** A card of the home page: a question, and the sandbox's answer with its reason. */
export interface CardWords {
  readonly title: string;
  readonly question: string;
  /** The answer in a few words, shown next to its code. */
  readonly answer: string;
  readonly reasons: readonly string[];
}

/** Every text of the pages that the public sees, in one language. A name in braces is filled in. */
export interface Words {
  /** BCP 47. */
  readonly language: string;
  readonly home: {
    readonly title: string;
    readonly lead: string;
    readonly playground: string;
    readonly docs: string;
    readonly reference: string;
    readonly desk: string;
    readonly console: string;
    readonly answers: string;
    readonly answersLead: string;
    readonly show: string;
    readonly try: string;
    readonly cards: Readonly<Record<CardName, CardWords>>;
    readonly inForce: string;
    readonly list: string;
    readonly date: string;
    readonly age: string;
    readonly entries: string;
    /** `{days}` */
    readonly days: string;
    readonly stale: string;
    /** `{version}`, `{build}` */
    readonly version: string;
    readonly sandbox: string;
    readonly operator: string;
    readonly contact: string;
    readonly noOperator: string;
    readonly status: string;
    readonly works: string;
    readonly limited: string;
    readonly stopped: string;
  };
  readonly login: {
    /** `{name}` */
    readonly title: string;
    readonly pending: string;
    readonly completed: string;
    readonly used: string;
    readonly failed: string;
    readonly expired: string;
    readonly lost: string;
    readonly offline: string;
    readonly shown: string;
    /** `{name}` */
    readonly shownTo: string;
    /** `{name}` */
    readonly warning: string;
    readonly warningWhy: string;
    readonly sameDevice: string;
    readonly open: string;
    readonly otherDevice: string;
    readonly scan: string;
    readonly codeLabel: string;
    /** `{name}` */
    readonly goOn: string;
    readonly again: string;
    readonly noScript: string;
    readonly noScriptLink: string;
    readonly noScriptLost: string;
  };
  /** The login to desk and console, and the entrance of a sandbox. */
  readonly personLogin: {
    readonly title: string;
    readonly provider: string;
    readonly providerLead: string;
    readonly orLink: string;
    /** `{minutes}` */
    readonly linkLead: string;
    readonly link: string;
    readonly logIn: string;
    readonly freshTitle: string;
    /** `{minutes}` */
    readonly freshLead: string;
    readonly loggedOut: string;
    readonly logOutThere: string;
    readonly failed: string;
    readonly noRole: string;
    readonly unavailable: string;
    readonly sandboxTitle: string;
    /** `{hours}` */
    readonly sandboxLead: string;
    readonly open: string;
  };
  readonly offer: {
    readonly title: string;
    /** `{name}` */
    readonly lead: string;
    readonly invented: string;
    /** `{day}` */
    readonly once: string;
    readonly sameDevice: string;
    readonly open: string;
    readonly otherDevice: string;
    readonly scan: string;
    readonly codeLabel: string;
    readonly another: string;
    readonly kept: string;
    readonly gone: string;
  };
  readonly error: {
    readonly title: string;
    readonly lead: string;
    readonly back: string;
    readonly causes: Readonly<Record<ErrorCause, string>>;
  };
}

/** Faults shown on a page: the codes of any page, and those of single pages. */
export type ErrorCause =
  | "unknown_relying_party"
  | "not_found"
  | "method_not_allowed"
  | "prefetch_refused"
  | "rate_limit_exceeded"
  | "internal_error"
  | "upstream_unavailable";

/** The services that have a card, in their order. */
export const cardNames = [
  "screening",
  "verification",
  "login",
  "credentials",
  "walletRisk",
  "kyb",
] as const;
/** A service that has a card. */
export type CardName = typeof cardNames[number];
