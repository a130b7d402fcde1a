import { credentialRequestExamples } from "./credential_examples.ts";
import type { Mode } from "../../core/nouns.ts";
import { EmployerCheckType } from "../../core/credentials/employer_schema.ts";
import { checkTypes } from "../../core/verification/check_types.ts";
import recorded from "./answer_examples.json" with { type: "json" };
import { onboardings } from "./onboarding_examples.ts";
import type { Examples } from "./named_examples.ts";
import { sandboxWallets } from "./sandbox_wallets.ts";
import { type SandboxScreening, sandboxScreenings } from "./sandbox_screenings.ts";
import { walletCredentialRequests, walletTokenRequests } from "./wallet_examples.ts";

/** Answers by operation, status and name, recorded by `tests/support/record_examples.ts`. */
const answers: Readonly<Record<string, Readonly<Record<string, Examples>>>> = recorded;

/** Examples of an answer with a status. */
export function answerExamples(operationId: string, status: number): Examples {
  return answers[operationId]?.[status] ?? {};
}

/**
 * Examples of a JSON body. In live, those of screening are for the sandbox's lists, whose data they
 * use.
 */
export function requestExamples(operationId: string, mode: Mode): Examples {
  const ofCredentials = credentialRequestExamples[operationId];
  if (ofCredentials !== undefined) return ofCredentials;
  switch (operationId) {
    case "screen":
      return screenings(mode);
    case "scoreWallet":
      return scores(mode);
    case "createScreeningBatch":
      return batches;
    case "putMonitoredSubject":
      return customers;
    case "importMonitoredSubjects":
      return { two_customers: batches.two_customers };
    case "createEventEndpoint":
      return endpoints(mode);
    case "changeEventEndpoint":
      return endpointChanges;
    case "reviewDecision":
      return reviews;
    case "reviewDecisions":
      return reviewsAtOnce;
    case "disposeDecision":
      return dispositions;
    case "assignDecision":
      return assignees;
    case "draftKybApplication":
      return onboardings;
    case "startSession":
      return starts;
    case "answerSession":
      return walletAnswers;
    case "startEmployerSession":
      return employerStarts;
    case "answerEmployerSession":
      return studentAnswers;
    case "exchangePreAuthorizedCode":
      return walletTokenRequests;
    case "issueCredential":
      return walletCredentialRequests;
    case "sealDocument":
      return seals;
    case "signDocument":
      return signs;
    default:
      return {};
  }
}

/** Examples of a form; where JSON is taken too the same, `vp_token` as JSON text. */
export function formExamples(operationId: string): Examples {
  if (operationId === "redeemLoginCode") return tokenRequests;
  if (operationId === "exchangePreAuthorizedCode") return walletTokenRequests;
  if (operationId === "answerSession") return asForms(walletAnswers);
  return operationId === "answerEmployerSession" ? asForms(studentAnswers) : {};
}

/** Examples of a body that is passed on unchanged. */
export function rawExamples(operationId: string, type: string): Examples {
  if (!["createScreeningBatch", "importMonitoredSubjects"].includes(operationId)) return {};
  const value = type === "text/csv"
    ? 'subjectRef,name,dob,nationality\nc-1,Viktor Sandbergov,1961-04-12,RU\nc-2,"Berg, Anna",,\n'
    : book.map((item) => `${JSON.stringify(item)}\n`).join("");
  return { two_customers: { summary: "Two customers", value } };
}

const book = [
  { subjectRef: "c-1", name: "Viktor Sandbergov", dob: "1961-04-12", nationality: "RU" },
  { subjectRef: "c-2", name: "Anna Berg" },
];

/** A sandbox also delivers to the machine that it runs on. */
const endpoints = (mode: Mode): Examples => ({
  matches: {
    summary: "Have matches delivered",
    value: {
      url: mode === "live"
        ? "https://shop.example/aval-events"
        : "http://127.0.0.1:9000/aval-events",
      types: ["screening.match"],
    },
  },
});

const endpointChanges = {
  enabled: { summary: "Enable it again", value: { enabled: true } },
};

const batches = {
  two_customers: { summary: "Two customers", value: { items: book } },
  skipping: {
    summary: "Rows that cannot be screened are skipped",
    value: { items: [...book, { subjectRef: "c-3", name: "???" }], onRowError: "skip" },
  },
};

const customers = {
  person: {
    summary: "A person",
    value: { name: "Viktor Sandbergov", dob: "1961-04-12", nationality: "RU" },
  },
};

/** Answers of wallets as forms have them. */
function asForms(answers: Readonly<Record<string, WalletAnswer>>): Examples {
  return Object.fromEntries(
    Object.entries(answers).map(([name, { summary, value }]) => [name, {
      summary,
      value: value.vp_token !== undefined
        ? { ...value, vp_token: JSON.stringify(value.vp_token) }
        : value,
    }]),
  );
}

function screenings(mode: Mode): Examples {
  return ofSandbox(sandboxScreenings, mode);
}

function scores(mode: Mode): Examples {
  return ofSandbox(sandboxWallets.filter(({ result }) => result !== "400"), mode);
}

/** Requests for the sandbox's data; in live they name the sandbox mode. */
function ofSandbox(rows: readonly SandboxScreening[], mode: Mode): Examples {
  const own = mode === "sandbox" ? rows : rows.filter(({ send }) => send["mode"] === undefined);
  return Object.fromEntries(
    own.map(({ name, send, result, because }) => [name, {
      summary: `${result}: ${because}`,
      value: mode === "sandbox" ? send : { ...send, mode: "sandbox" },
    }]),
  );
}

const reviews = {
  false_positive: {
    summary: "Another person",
    value: { decision: "false_positive", notes: "Other date of birth in the passport." },
  },
  confirmed_match: {
    summary: "It is who is listed",
    value: { decision: "confirmed_match", notes: "Same passport number as on the list." },
  },
  escalated: { summary: "Another person decides", value: { decision: "escalated" } },
  with_reviewer: {
    summary: "By a named person, for a reason that statistics count",
    value: { decision: "false_positive", reviewer: "m.weber", reasonCode: "dob_differs" },
  },
} as const;

const reviewsAtOnce = {
  one: {
    summary: "One of up to a hundred",
    value: {
      reviews: [{
        decisionId: "01890a5d-ac96-774b-bcce-b302099a8057",
        decision: "false_positive",
        reasonCode: "name_only",
        reviewer: "m.weber",
      }],
    },
  },
} as const;

const dispositions = {
  confirmed_match: {
    summary: "It is who is listed",
    value: { reviewer: "m.weber", decision: "confirmed_match", reasonCode: "same_dob" },
  },
  false_positive: {
    summary: "A namesake, born on the same day",
    value: { reviewer: "m.weber", decision: "false_positive", reasonCode: "identifier_differs" },
  },
} as const;

const assignees = {
  assigned: { summary: "A reviewer works on it", value: { assignee: "m.weber" } },
  unassigned: { summary: "No reviewer", value: {} },
} as const;

/** One a check type, and one by the browser. */
const starts: Examples = Object.fromEntries([
  ...Object.entries(checkTypes).map(([checkType, { needsCountry }]) => [
    checkType.replaceAll("-", "_"),
    {
      summary: needsCountry ? `${checkType}, which needs a country` : checkType,
      value: { clientId: "acme", checkType, ...(needsCountry ? { countryCode: "DE" } : {}) },
    },
  ]),
  ["by_the_browser", {
    summary: "age-verification by the browser of a page (Digital Credentials API)",
    value: {
      clientId: "acme",
      checkType: "age-verification",
      channel: "dc_api",
      origin: "http://localhost:3000",
    },
  }],
]);

const state = "the `state` of the authorization request";
const walletAnswers = {
  refused: {
    summary: "The holder declines",
    value: { state, error: "access_denied", error_description: "The holder declined" },
  },
  presented: {
    summary: "A presentation; `deno task wallet present` makes one that verifies",
    value: { state, vp_token: { pid_birthdate: ["eyJhbGciOiJFUzI1NiJ9.e30.c2lnbmF0dXJl~"] } },
  },
} as const;

interface WalletAnswer {
  readonly summary: string;
  readonly value: { readonly vp_token?: unknown } & Readonly<Record<string, unknown>>;
}

const employerStarts: Examples = Object.fromEntries(
  EmployerCheckType.options.map((checkType) => [
    checkType.replaceAll("-", "_"),
    { summary: checkType, value: { clientId: "acme", checkType } },
  ]),
);

const studentAnswers = {
  refused: walletAnswers.refused,
  presented: {
    ...walletAnswers.presented,
    value: { state, vp_token: { academic_degree: ["eyJhbGciOiJFUzI1NiJ9.e30.c2lnbmF0dXJl~"] } },
  },
} as const;

const tokenRequests: Examples = {
  client_secret_post: {
    summary: "The sandbox's relying party; others send their secret as Basic",
    value: {
      grant_type: "authorization_code",
      code: "SplxlOBeZQQYbYS6WxSbIASplxlOBeZQQYbYS6WxSbI",
      redirect_uri: "http://localhost:9000/callback",
      // Of RFC 7636, appendix B.
      code_verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
      client_id: "sandbox-login",
      client_secret: "published-sandbox-login-secret-of-nobody-000",
    },
  },
};

/** A PDF of one empty page. */
const document =
  "JVBERi0xLjcKJeLjz9MKMSAwIG9iago8PC9UeXBlL0NhdGFsb2cvUGFnZXMgMiAwIFIgPj4KZW5kb2JqCjIg" +
  "MCBvYmoKPDwvVHlwZS9QYWdlcy9Db3VudCAxL0tpZHNbMyAwIFJdPj4KZW5kb2JqCjMgMCBvYmoKPDwvVHlw" +
  "ZS9QYWdlL1BhcmVudCAyIDAgUi9NZWRpYUJveFswIDAgMjAwIDIwMF0vQ29udGVudHMgNCAwIFI+PgplbmRv" +
  "YmoKNCAwIG9iago8PC9MZW5ndGggMD4+CnN0cmVhbQoKZW5kc3RyZWFtCmVuZG9iagp4cmVmCjAgNQowMDAw" +
  "MDAwMDAwIDY1NTM1IGYNCjAwMDAwMDAwMTUgMDAwMDAgbg0KMDAwMDAwMDA2MSAwMDAwMCBuDQowMDAwMDAw" +
  "MTEyIDAwMDAwIG4NCjAwMDAwMDAxOTIgMDAwMDAgbg0KdHJhaWxlcgo8PC9TaXplIDUvUm9vdCAxIDAgUiA+" +
  "PgpzdGFydHhyZWYKMjM5CiUlRU9GCg==";
/** A UBO and a director of the application that has admitted the sandbox's own client. */
const ownerId = "0199a000-0004-7000-8000-000000000001";
const directorId = "0199a000-0004-7000-8000-000000000002";
const seals = {
  seal: {
    summary: "Authorised by a declared person",
    value: { document, authorizingRepresentativeId: ownerId },
  },
} as const;
const signs = {
  without_pin: {
    summary: "A credential that needs no PIN",
    value: { document, signerId: directorId },
  },
  with_pin: {
    summary: "A credential that needs a PIN",
    value: { document, signerId: directorId, pin: "123456", pinObjectId: "PIN" },
  },
} as const;
