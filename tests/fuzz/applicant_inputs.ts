import { sandboxWallets } from "../../routes/openapi/sandbox_wallets.ts";
import { COMPLETE, DIRECTOR, onboardingPath, OWNER } from "../support/onboarding.ts";
import { walletRiskPath } from "../support/wallet_risk.ts";
import { type HostileRequest, oddJson } from "./credential_inputs.ts";
import type { Chance } from "./mutations.ts";

const score: Readonly<Record<string, unknown>> = sandboxWallets[0]!.send;

/** A form and a score request that are answered with 200. */
export const goodRequests = {
  [onboardingPath]: JSON.stringify(COMPLETE),
  [walletRiskPath]: JSON.stringify(score),
} as const;

const posting = (path: string, body: string): HostileRequest => ({ method: "POST", path, body });

/** Generators of hostile applicants' forms and requests for scores, by name. */
export const applicantInputs: Readonly<Record<string, (chance: Chance) => HostileRequest>> = {
  "any JSON": (chance) => posting(chance.pick([onboardingPath, walletRiskPath]), oddJson(chance)),
  "applications": (chance) => posting(onboardingPath, spoilt(COMPLETE, chance)),
  "persons": (chance) => {
    const person = () => {
      const good = chance.pick([DIRECTOR, OWNER]);
      return chance.below(30) === 0 ? spoilt(good, chance) : JSON.stringify(good);
    };
    return applicationOf(Array.from({ length: chance.below(60) }, person).join());
  },
  "forms that people may fill in": (chance) => {
    const person = () =>
      JSON.stringify({
        role: oddText(chance),
        fullName: oddText(chance),
        dob: oddText(chance),
        nationality: oddText(chance),
        ownershipPercentage: chance.pick<() => unknown>([
          () => oddText(chance),
          () => chance.pick([-1, 0, 1e-320, 1e308, 0.1 + 0.2, 100.00000001, 2 ** 53]),
        ])(),
        controlBasis: oddText(chance),
      });
    const persons = Array.from({ length: chance.below(51) }, person).join();
    const body = { ...COMPLETE, registryNumber: oddText(chance), persons: "HERE" };
    return posting(onboardingPath, JSON.stringify(body).replace('"HERE"', () => `[${persons}]`));
  },
  "companies": (chance) =>
    posting(
      onboardingPath,
      JSON.stringify({
        ...COMPLETE,
        legalName: oddText(chance),
        registryCountry: chance.pick(["EE", "GB", "XX", "EL", oddText(chance)]),
        registryNumber: oddText(chance),
        contactEmail: oddText(chance),
      }),
    ),
  "keys of idempotency": (chance) => ({
    ...posting(onboardingPath, chance.pick([JSON.stringify(COMPLETE), spoilt(COMPLETE, chance)])),
    headers: { "idempotency-key": `key-${chance.below(20)}` },
  }),
  "addresses": (chance) =>
    posting(
      walletRiskPath,
      JSON.stringify({
        network: chance.pick(["ETH", "BTC", "BCH", "TRX", "USDT", "XRP", "XMR", oddText(chance)]),
        address: chance.pick<() => string>([
          () => oddText(chance),
          () => alter(`${score["address"]}`, chance),
          () => chance.pick(["1", "bc1", "0x", "bitcoincash:", "T"]).repeat(1 + chance.below(200)),
        ])(),
      }),
    ),
  "scores": (chance) => posting(walletRiskPath, spoilt(score, chance)),
  "megabytes": (chance) => {
    // One of twenty is as long as a body may be.
    const characters = chance.below(20) === 0 ? 7_500_000 : 50_000;
    const part = chance.pick(["{},", "0,", "[[]],", '"",', `${JSON.stringify(DIRECTOR)},`]);
    return applicationOf(`${part.repeat(Math.ceil(characters / part.length))}0`);
  },
  "bodies cut off": (chance) => {
    const [path, body] = chance.pick(Object.entries(goodRequests));
    return posting(path, body.slice(0, chance.below(body.length)));
  },
};

/** An application with these persons; JSON text. */
function applicationOf(persons: string): HostileRequest {
  const whole = JSON.stringify({ ...COMPLETE, persons: "HERE" });
  return posting(onboardingPath, whole.replace('"HERE"', () => `[${persons}]`));
}

/** A JSON text of an object in which one member has an arbitrary value. */
function spoilt(good: Readonly<Record<string, unknown>>, chance: Chance): string {
  const member = chance.pick([...Object.keys(good), "mode", "__proto__", "constructor"]);
  const changed = Object.fromEntries([...Object.entries(good), [member, "HERE"]]);
  return JSON.stringify(changed).replace('"HERE"', () => oddJson(chance, 2));
}

function alter(text: string, chance: Chance): string {
  const at = chance.below(text.length);
  return text.slice(0, at) + chance.pick([..."0OIl \u200b\u0130\ud800"]) + text.slice(at + 1);
}

/** Fragments that people type, and hostile ones. */
const parts = [
  ...["25", "%", ",", ".", "1/3", "/0", "-", ">", "<", "≥", "0".repeat(90), "9".repeat(90), "1e9"],
  ...["٢٥", "５０", "½", "½½", "0x19", "bis", "100,000.00", "1.234,5", "NaN", "Infinity"],
  ...["Director", "juhatuse liige", "ubo & director", "tegelik kasusaaja", "член правления"],
  ...["1971-05-09", "03/04/1980", "0000-00-00", "9999-12-31", "-271821-04-20", "31.12.1999"],
  ...["EE", "United Kingdom", "u.k.", "GB-SCT", "Côte d’Ivoire", "10000018", "HRB 1234 B"],
  ...["\u0000", "\u202e", "\u200b", "e\u0301", "ﷺ", "ß", "İ", " ", "\n", "\t"],
  ...["<script>", "{{7*7}}", "'; --", "n/a", "none", "=1+1", "a@b", "@".repeat(60), "𝔄𝔅"],
  ...["a".repeat(300), "Ω".repeat(120), "\u0301".repeat(200), "(((((", "Ltd ".repeat(40)],
];

function oddText(chance: Chance): string {
  // No text: a body that holds one is refused whole.
  if (chance.below(1_000) === 0) return "\ud800";
  const joined = Array.from({ length: chance.below(5) }, () => chance.pick(parts));
  return joined.join(chance.pick(["", " "])).slice(0, 300);
}
