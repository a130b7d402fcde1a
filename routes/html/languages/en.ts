import type { Words } from "./words.ts";

/** English. */
export const en: Words = {
  language: "en",
  home: {
    title: "Trust decisions, each with its reason",
    lead:
      "aval screens people and companies, asks wallets for proof, logs people in and issues degrees: one service, on your own machines, whose every answer says why.",
    playground: "Open the playground",
    docs: "Read the docs",
    reference: "API reference",
    desk: "Open the reviewers’ desk",
    console: "Open the operators’ console",
    answers: "Six services, six answers",
    answersLead: "Each is an answer of this sandbox. The people and companies in it are invented.",
    show: "Show the answer",
    try: "Try it yourself",
    cards: {
      screening: {
        title: "Screening",
        question: "Is “Victor Sandburgov” on a list of sanctions?",
        answer: "Possible match: a person decides",
        reasons: [
          "The list has Viktor Sandbergov. Score 92.86 of 100.",
          "“viktor” is the same name in another spelling: 0.86 points off.",
          "“sandbergov” differs by one letter: 6.28 points off.",
          "No date of birth was sent, so nothing confirms it.",
        ],
      },
      verification: {
        title: "Verification",
        question: "Is this buyer 18 or older?",
        answer: "Yes, proved by a wallet",
        reasons: [
          "The wallet showed one claim, age_over_18, signed by its issuer.",
          "Neither name nor date of birth was asked for or stored.",
        ],
      },
      login: {
        title: "Login",
        question: "Who has come back to my shop?",
        answer: "The same wallet as before",
        reasons: [
          "The shop gets an OpenID Connect id_token whose subject is the same at each visit.",
          "At another shop the same wallet has another subject.",
          "Name and date of birth are not in it.",
        ],
      },
      credentials: {
        title: "Academic credentials",
        question: "Does this applicant have the degree?",
        answer: "Yes, and it is not revoked",
        reasons: [
          "Example University signed it into the student's wallet.",
          "Its status list says that it is valid today.",
          "The employer reads the claims once.",
        ],
      },
      walletRisk: {
        title: "Wallet risk",
        question: "Where would these funds go?",
        answer: "High risk: score 100",
        reasons: [
          "A public tag names the address: terrorism, weight 100.",
          "Its confidence is 100, so the score is 100.",
          "An address without tags has no score. That is no proof of safety.",
        ],
      },
      kyb: {
        title: "Companies (KYB)",
        question: "May Näidis Kaubandus OÜ become a client?",
        answer: "Nothing is missing: two people decide",
        reasons: [
          "The number 10000018 is a valid one of the Estonian register.",
          "A director and the owner of all shares are named.",
          "No company becomes a client by a request alone.",
        ],
      },
    },
    inForce: "In force now",
    list: "List",
    date: "Date",
    age: "Age",
    entries: "Entries",
    days: "{days} days",
    stale: "too old",
    version: "Version {version}, build {build}",
    sandbox: "A sandbox: invented data, no tokens needed",
    operator: "Operator",
    contact: "Contact",
    noOperator: "The operator has not published a name here.",
    status: "Status",
    works: "Answers requests",
    limited: "Answers requests, with limits",
    stopped: "Answers no requests at the moment",
  },
  login: {
    title: "Log in to {name}",
    pending: "Waiting for your wallet.",
    completed: "Your wallet has answered. You are being sent back.",
    used: "This login is complete and cannot be used again. You can close this page.",
    failed: "The login did not succeed: the wallet refused it, or could not prove what was asked.",
    expired: "This login has expired.",
    lost: "This login has expired, or your browser keeps no cookies for this page: it needs one.",
    offline: "There is no connection at the moment. This page keeps trying.",
    shown: "Your wallet shows aval your date of birth, as a proof that it holds your identity.",
    shownTo: "{name} does not get it. It only learns that the same wallet has logged in.",
    warning: "Go on only if you came here yourself to log in to {name}.",
    warningWhy:
      "If another person sent you this page or this code, stop: they would be logged in as you.",
    sameDevice: "With a wallet on this device",
    open: "Open the wallet",
    otherDevice: "With a wallet on another device",
    scan: "Scan this code with the wallet.",
    codeLabel: "QR code that a wallet on another device scans",
    goOn: "Go on to {name}",
    again: "Start again",
    noScript:
      "Your browser runs no scripts here, so this page does not notice that your wallet has answered.",
    noScriptLink: "Go on after you have answered in the wallet",
    noScriptLost:
      "If that address is not found, this login has expired, or your browser keeps no cookies for this page: go back to where you came from and log in again.",
  },
  personLogin: {
    title: "Log in",
    provider: "Log in with your organisation’s account",
    providerLead:
      "Your organisation’s identity provider asks who you are, and leads you back here.",
    orLink: "Or by a link of an operator",
    linkLead:
      "An operator gives you a link, which is good once and for {minutes} minutes. Open it, or paste it here.",
    link: "Link",
    logIn: "Log in",
    freshTitle: "Log in again",
    freshLead:
      "What you did needs a login of the last {minutes} minutes, and was not recorded. Log in again: you come back to the page, and can do it then.",
    loggedOut: "You are logged out here.",
    logOutThere: "Log out at the identity provider, too",
    failed:
      "The login came to nothing: it was begun in another browser, took too long, was used before, or the identity provider refused it. Begin again.",
    noRole:
      "Your account has no role here. Ask who runs this service: operators need the role aval-operator or kyb-reviewer, a client’s reviewers screening-reviewer and the claim aval_client of an active client.",
    unavailable: "The identity provider does not answer. Try again in a minute.",
    sandboxTitle: "Desk and console of a sandbox",
    sandboxLead:
      "No login is needed. This browser becomes a client of its own, whose session ends after {hours} hours, and what it has made is deleted then. All lists and people are invented: type no real person’s data.",
    open: "Open",
  },
  offer: {
    title: "A credential for your wallet",
    lead: "{name} offers you a credential.",
    invented: "This is a sandbox: the university, Erika Mustermann and her degree are invented.",
    once: "The offer can be taken once, until {day}.",
    sameDevice: "With a wallet on this device",
    open: "Open the wallet",
    otherDevice: "With a wallet on another device",
    scan: "Scan this code with the wallet.",
    codeLabel: "QR code of the offer, which a wallet scans",
    another: "Each visit of this page makes an offer of its own: to make another, load it again.",
    kept:
      "Your wallet asks before it takes the credential. Afterwards the credential is in your wallet alone.",
    gone: "This offer has been taken, or its time is over. Ask your institution for another.",
  },
  error: {
    title: "This request cannot be answered",
    lead: "What the service says:",
    back: "Go back to where you came from and try again from there.",
    causes: {
      unknown_relying_party:
        "The link that led here names no relying party of this service, or none of its registered redirect URIs. Go back and try again; the operator of that site can fix the link.",
      not_found: "There is nothing at this address. Check it, or begin again at the home page.",
      method_not_allowed:
        "This address can only be opened, not sent to. Go back to where you came from.",
      prefetch_refused: "This page is not loaded ahead of time. Open it again.",
      rate_limit_exceeded:
        "Too many requests came from your network. Wait a minute, then load this page again.",
      internal_error:
        "Something went wrong on our side. Try again in a minute; if it stays so, tell the operator of this service when it happened.",
      upstream_unavailable:
        "A part that this page needs is not available at the moment. Try again in a minute.",
    },
  },
};
