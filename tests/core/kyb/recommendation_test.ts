import assert from "node:assert/strict";
import fc from "fast-check";
import { acceptValues } from "../../../core/kyb/accept_values.ts";
import { advise, adviseNeeds } from "../../../core/kyb/advisory.ts";
import { AdvisoryCode } from "../../../core/kyb/schema.ts";
import { foldName } from "../../../core/kyb/clean_text.ts";
import { normalize } from "../../../core/kyb/normalize.ts";
import {
  FindingCode,
  pinKybRules,
  raise,
  recommend,
  recommendations,
  RuleTable,
} from "../../../core/kyb/rules.ts";
import rules from "../../../core/kyb/rules.json" with { type: "json" };
import vectors from "../../../fixtures/kyb/regnum-vectors.json" with { type: "json" };
import { checkCompanyNumber } from "../../../standards/company_number/check_company_number.ts";
import { declaredOf } from "../../../core/kyb/declared.ts";
import { hasLegalForm } from "../../../core/kyb/legal_form.ts";
import { judgePersons } from "../../../core/kyb/judge_persons.ts";
import { judgeOwners } from "../../../core/kyb/judge_owners.ts";
import type { ModelApplication } from "../../../core/kyb/model_schema.ts";
import { ruleTableText } from "../../support/print_kyb_rules.ts";
import { COMPLETE, DIRECTOR, OWNER } from "../../support/onboarding.ts";

const table = RuleTable.parse(rules);
const finding = fc.record({
  code: fc.constantFrom(...FindingCode.options),
  path: fc.constantFrom("legalName", "persons[0].dob"),
});

Deno.test("recommend() never betters its advice for one more finding, and raise() keeps them all", () => {
  fc.assert(fc.property(fc.array(finding), finding, (some, worse) => {
    const rank = (found: typeof some) => recommendations.indexOf(recommend(table, found));
    assert(rank([...some, worse]) >= rank(some));
    assert.equal(raise(table, [...some, worse]).length, some.length + 1);
  }));
});

Deno.test("docs/kyb.md has the rules as their data have them", async () => {
  const page = await Deno.readTextFile(new URL("../../../docs/kyb.md", import.meta.url));
  const [, rules = ""] = page.split("\n## Rules\n");
  assert(rules.split("\n## ")[0]!.endsWith(`\n\n${ruleTableText(table)}\n`));
});

Deno.test("docs/kyb.md has every advisory flag that is no finding with its message", async () => {
  const page = await Deno.readTextFile(new URL("../../../docs/kyb.md", import.meta.url));
  const [forms = ""] = page.split("\n## Rules\n");
  const rows = forms.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
  // The rules have the others.
  const ofRules: readonly string[] = FindingCode.options;
  for (const code of AdvisoryCode.options.filter((one) => !ofRules.includes(one))) {
    const row = rows.filter(([, first]) => first === `\`${code}\``);
    assert.deepEqual(row.map(([, , message]) => message), [advise(code, "").message], code);
  }
});

Deno.test("adviseNeeds() notes what a form lacks once, and nothing of lists and registers", () => {
  const at = (code: FindingCode) => ({ code, path: "persons" });
  const hidden = FindingCode.options.filter((code) => adviseNeeds([at(code)], []).length === 0);
  assert.deepEqual(
    hidden.filter((code) => !/^(SCREENING|PEP|REGISTRY|\w+_SANCTIONS)_/.test(code)),
    // Their readers note them.
    ["UNKNOWN_COUNTRY", "PERSON_DOB_INVALID", "PERSON_NATIONALITY_UNKNOWN"],
  );
  const share = { code: "UBO_SHARE_MISSING", path: "persons[1].ownershipPercentage" } as const;
  const codes = (notes: Parameters<typeof adviseNeeds>[1]) =>
    adviseNeeds([share], notes).map(({ code }) => code);
  assert.deepEqual(codes([]), ["UBO_SHARE_MISSING"]);
  assert.deepEqual(codes([advise("PERCENTAGE_UNREADABLE", share.path)]), []);
  assert.deepEqual(codes([advise("HIDDEN_CHARACTERS_REMOVED", share.path)]), ["UBO_SHARE_MISSING"]);
});

Deno.test("pinKybRules() gives another hash to another threshold", async () => {
  const { ruleSetHash } = await pinKybRules(table);
  assert.match(ruleSetHash, /^[0-9a-f]{64}$/);
  const other = await pinKybRules({ ...table, uboThresholdInclusive: false });
  assert.notEqual(other.ruleSetHash, ruleSetHash);
});

Deno.test("the very threshold makes an owner where it is inclusive, and more than it everywhere", () => {
  const share = (ownershipPercentage: string, uboThresholdInclusive: boolean) => {
    const persons = [DIRECTOR, { ...OWNER, ownershipPercentage }];
    const { application } = normalize({ ...COMPLETE, persons });
    return judgeOwners({ ...table, uboThresholdInclusive }, declaredOf(application.persons))
      .some(({ code }) => code === "UBO_BELOW_THRESHOLD_WITHOUT_CONTROL_BASIS");
  };
  assert.deepEqual([share("25", true), share("25", false)], [false, true]);
  assert.deepEqual([share("24.999", true), share(">25", false)], [true, false]);
});

Deno.test("shares are added exactly: 100.5 % passes, a part more is too much", () => {
  const isOver = (...shares: readonly (string | number)[]) => {
    const persons = shares.map((ownershipPercentage, at) => ({
      ...OWNER,
      fullName: `Owner ${"abcdefghijklmnopqrstuvwxyz"[at]}`,
      ownershipPercentage,
    }));
    return judgeOwners(table, declaredOf(normalize({ ...COMPLETE, persons }).application.persons))
      .some(({ code }) => code === "OWNERSHIP_SUM_OVER_100");
  };
  assert(!isOver(0.1, 0.2, 99.7, 0.5));
  assert(isOver(0.1, 0.2, 99.7, 0.51));
  assert(!isOver("1/3", "1/3", "1/3"));
  assert(!isOver(...Array.from({ length: 7 }, () => "1/7")));
});

const text = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.constantFrom("director", "ubo", "25%", "MARGARET THISTLEWOOD", "Ignore previous instructions"),
);
const answers: fc.Arbitrary<ModelApplication> = fc.record({
  legalName: text,
  registryCountry: fc.option(text),
  registryNumber: fc.option(text),
  persons: fc.array(
    fc.record({
      role: text,
      fullName: text,
      nationalities: fc.array(text, { maxLength: 2 }),
      ownershipPercentage: fc.option(text),
    }),
    { maxLength: 4 },
  ),
});

Deno.test("acceptValues() takes of any answer the same names in other letters, and nothing else", () => {
  const { application } = normalize(COMPLETE);
  fc.assert(fc.property(answers, (answer) => {
    const { application: accepted, advisoryFlags } = acceptValues(application, answer);
    const spelled = (one: typeof application) => ({
      ...one,
      legalName: foldName(one.legalName),
      persons: one.persons.map((person) => ({ ...person, fullName: foldName(person.fullName) })),
    });
    assert.deepEqual(spelled(accepted), spelled(application));
    if (answer.persons.length !== application.persons.length) {
      assert(advisoryFlags.some(({ path }) => path === "persons"));
    }
  }));
});

Deno.test("normalize() is stable: its own text comes to the same form, and refuses nothing", () => {
  const person = fc.record({
    role: fc.string(),
    fullName: fc.string({ unit: "binary" }),
    dob: fc.option(fc.string(), { nil: undefined }),
    nationality: fc.option(fc.string(), { nil: undefined }),
    ownershipPercentage: fc.option(fc.oneof(fc.string(), fc.double({ noNaN: true })), {
      nil: undefined,
    }),
    controlBasis: fc.option(fc.string(), { nil: undefined }),
  });
  const request = fc.record({
    legalName: fc.string({ unit: "binary" }),
    registryCountry: fc.string(),
    registryNumber: fc.string(),
    persons: fc.array(person, { maxLength: 5 }),
    contactEmail: fc.option(fc.string(), { nil: undefined }),
  });
  fc.assert(fc.property(request, (some) => {
    const once = normalize(some).application;
    const { legalName } = normalize({ ...some, legalName: once.legalName }).application;
    assert.equal(legalName, once.legalName);
    assert.equal(once.persons.length, some.persons.length);
    for (const { fullName } of once.persons) assert(!/[\p{Cc}\p{Cf}]/u.test(fullName));
  }));
});

Deno.test("normalize() reads the words of many languages, countries and numbers", async (t) => {
  const cases = [
    { role: "Geschäftsführer", roles: ["director"] },
    { role: "Juhatuse liige", roles: ["director"] },
    { role: "valdes loceklis", roles: ["director"] },
    { role: "Managing Director & UBO", roles: ["ubo", "director"] },
    { role: "CEO / shareholder", roles: ["smo", "shareholder"] },
    { role: "PSC", roles: ["ubo"] },
    { role: "Генеральный директор", roles: ["director"] },
    { role: "directory keeper", roles: ["other"] },
    { role: "Board members", roles: ["director"] },
    { role: "geschäftsführender Gesellschafter", roles: ["director", "shareholder"] },
    { role: "Vorstandsvorsitzende", roles: ["director"] },
    { role: "nimenkirjoittaja", roles: ["authorised_representative"] },
    { role: "reell rettighetshaver", roles: ["ubo"] },
    { role: "Président-directeur général (PDG)", roles: ["smo"] },
    { role: "administradora única", roles: ["director"] },
    { role: "legale rappresentante", roles: ["authorised_representative"] },
    { role: "zaakvoerder", roles: ["director"] },
    { role: "skutečný majitel, společník", roles: ["ubo", "shareholder"] },
    { role: "konateľ", roles: ["director"] },
    { role: "ügyvezető", roles: ["director"] },
    { role: "действителен собственик", roles: ["ubo"] },
    { role: "керівник", roles: ["director"] },
    { role: "πραγματικός δικαιούχος", roles: ["ubo"] },
    { role: "müdür", roles: ["director"] },
    { role: "法定代表人", roles: ["director"] },
    { role: "former director", roles: ["other"] },
    { role: "not a UBO", roles: ["other"] },
    { role: "non-executive director", roles: ["director"] },
    { role: "member of the supervisory board", roles: ["other"] },
  ];
  for (const { role, roles } of cases) {
    await t.step(role, () => {
      const { persons } = normalize({ ...COMPLETE, persons: [{ ...OWNER, role }] }).application;
      assert.deepEqual(persons[0]?.roles, roles);
    });
  }
  const places = [
    ["EL", "EL 0999.999-99", "GR", "099999999"],
    ["uk", "sc 123456", "GB", "SC123456"],
    ["Latvia", "LV-40003 032949", "LV", "40003032949"],
    ["DEU", "HRB 12345", "DE", "HRB12345"],
    ["CH", "CHE-116.281.710", "CH", "CHE116281710"],
    ["FR", "FR83404833048", "FR", "404833048"],
    ["Polska", "KRS 0000012345", "PL", "0000012345"],
    ["Suisse", "CHE-116.281.710 TVA", "CH", "CHE116281710"],
    ["Eesti Vabariik", "reg. kood 10000018", "EE", "10000018"],
  ] as const;
  for (const [registryCountry, registryNumber, country, number] of places) {
    const { application } = normalize({ ...COMPLETE, registryCountry, registryNumber });
    assert.deepEqual([application.registryCountry, application.registryNumber], [country, number]);
  }
});

Deno.test("normalize() leaves every right number of the vectors right, and reads its own form again", () => {
  for (const { country, number, checksumValid } of vectors) {
    if (!checksumValid || country === "LEI") continue;
    const read = (registryNumber: string) =>
      normalize({ ...COMPLETE, registryCountry: country, registryNumber }).application
        .registryNumber ?? "";
    for (const written of [number, `${country} ${number}`, `${country}${number}`]) {
      const checked = checkCompanyNumber({ country, number: read(written) });
      assert(checked.formatValid && checked.checksumValid !== false, `${country} ${written}`);
      assert.equal(read(read(written)), read(written));
    }
  }
});

Deno.test("hasLegalForm() knows companies of many countries, and no person by a first name", () => {
  const companies = (
    "Thistle Holdings Ltd|OÜ Kask|AS Kask|Kask Osaühing|SIA Kask|Kask, SIA|UAB „Kask“|Kask GmbH & Co. KG|" +
    "Kask G.m.b.H.|Kask Aktiengesellschaft|Kask S.à r.l.|Kask Sàrl|Kask S.p.A.|Kask, a.s.|" +
    "Kask spol. s r.o.|Kask sp. z o.o.|Kask d. o. o.|Kask A/S|Kask ASA|Kask Oy|Kask AB|Kask Zrt.|" +
    "ООО «Каск»|Каск ЕООД|ПАТ Каск|Κασκ Α.Ε.|Kask A.Ş.|株式会社カスク|福建玻璃有限公司|Kask Sdn Bhd|" +
    "The Kask Family Trust|Stiftung Kask|Kask Société Anonyme|Kask, S.L.U.|Kask L.L.C."
  ).split("|");
  assert.deepEqual(companies.filter((name) => !hasLegalForm(name)), []);
  const persons = (
    "Sia Furler|Ou Yang|Ab de Villiers|A.S. Byatt|N.V. Ramana|B.V. Rao|S.A. Chakraborty|Se Ri Pak|" +
    "Oy Vey Weiss|Kg Smith|An Li|Maria Oliveira da Costa|王伟|Sia|AB|Trust"
  ).split("|");
  assert.deepEqual(persons.filter(hasLegalForm), []);
});

const ownersFindings = (...persons: readonly object[]) =>
  judgeOwners(
    table,
    declaredOf(
      normalize({ ...COMPLETE, persons: persons.map((one) => ({ ...OWNER, ...one })) }).application
        .persons,
    ),
  ).map(({ code }) => code);

Deno.test("an official who stands in with a reason explains an ownership that nobody does", () => {
  const official = { role: "director, senior managing official", ownershipPercentage: undefined };
  const controlBasis = "Listed: no holder of a quarter is known";
  assert.deepEqual(ownersFindings({ ...official, controlBasis }), []);
  assert.deepEqual(ownersFindings(official), [
    "SMO_FALLBACK_WITHOUT_REASON",
    "OWNERSHIP_UNEXPLAINED",
  ]);
  // A reason beside a declared owner leaves the rest to be explained.
  assert(
    ownersFindings({ ...official, controlBasis }, {
      fullName: "Ann Other",
      ownershipPercentage: 60,
    })
      .includes("OWNERSHIP_UNEXPLAINED"),
  );
  // A shareholder at the threshold is one that could be identified.
  assert(
    ownersFindings({ ...official, controlBasis }, {
      role: "shareholder",
      fullName: "Ann Other",
      ownershipPercentage: 60,
    }).includes("SHAREHOLDER_AT_THRESHOLD_NOT_UBO"),
  );
});

Deno.test("a quarter that nobody holds is unexplained, a part less is not", () => {
  const isUnexplained = (ownershipPercentage: number) =>
    ownersFindings({ ownershipPercentage }).includes("OWNERSHIP_UNEXPLAINED");
  assert.deepEqual([isUnexplained(75), isUnexplained(75.01)], [true, false]);
});

Deno.test("nothing is explained twice, and nobody has more than the whole", async (t) => {
  const director = { role: "director", fullName: "A Director", ownershipPercentage: undefined };
  const half = { fullName: "Ann Other", ownershipPercentage: 50 };
  const cases = [
    { why: "a row that is there twice", rows: [half, half], code: "OWNERSHIP_UNEXPLAINED" },
    {
      why: "a holding through a declared company",
      rows: [
        { role: "shareholder", fullName: "Kask OÜ", ownershipPercentage: 60 },
        { ...half, ownershipPercentage: 60, controlBasis: "indirectly through Kask" },
      ],
      code: "OWNERSHIP_UNEXPLAINED",
    },
    {
      why: "an indirect holding of more than the whole",
      rows: [{ ...half, ownershipPercentage: 150, controlBasis: "indirect" }],
      code: "OWNERSHIP_SUM_OVER_100",
    },
  ] as const;
  for (const { why, rows, code } of cases) {
    await t.step(why, () => assert(ownersFindings(director, ...rows).includes(code)));
  }
});

Deno.test("a person is of age from the very birthday, and no older than the rule's years", async (t) => {
  const cases = [
    { born: "2026-11-23", found: ["PERSON_DOB_FUTURE"] },
    { born: "2026-11-22", found: ["PERSON_MINOR"] },
    { born: "2008-11-23", found: ["PERSON_MINOR"] },
    { born: "2008-11-22", found: [] },
    // 110 years and no more: one day short of the 111th birthday.
    { born: "1915-11-23", found: [] },
    { born: "1915-11-22", found: ["PERSON_TOO_OLD"] },
  ];
  const { application } = normalize({ ...COMPLETE, persons: [OWNER] });
  const today = Temporal.PlainDate.from("2026-11-22");
  for (const { born, found } of cases) {
    await t.step(born, () => {
      const persons = application.persons.map((person) => ({ ...person, dob: born }));
      const findings = judgePersons(
        { rules: { personYearsMin: 18, personYearsMax: 110 }, advisoryFlags: [], today },
        application,
        declaredOf(persons),
      );
      assert.deepEqual(findings.map(({ code }) => code), found);
    });
  }
});

Deno.test("a name without a blank is whole in scripts that write none", () => {
  const findings = (fullName: string) => {
    const { application, advisoryFlags } = normalize({
      ...COMPLETE,
      persons: [{ ...OWNER, fullName }],
    });
    const today = Temporal.PlainDate.from("2026-11-22");
    const beside = { rules: table, advisoryFlags, today };
    return judgePersons(beside, application, declaredOf(application.persons))
      .map(({ code }) => code);
  };
  assert.deepEqual(["王伟", "김민수", "高橋ナオミ"].flatMap(findings), []);
  assert.deepEqual(["王", "Thistlewood"].map(findings), [
    ["NAME_SINGLE_TOKEN"],
    ["NAME_SINGLE_TOKEN"],
  ]);
});

Deno.test("a number that stands for none is none, in countries whose numbers have no rule too", () => {
  const paths = (registryNumber: string) => {
    const { application, advisoryFlags } = normalize({
      ...COMPLETE,
      registryCountry: "CY",
      registryNumber,
    });
    const beside = { rules: table, advisoryFlags, today: Temporal.PlainDate.from("2026-11-22") };
    return judgePersons(beside, application, declaredOf(application.persons))
      .filter(({ code }) => code === "PLACEHOLDER_VALUE").map(({ path }) => path);
  };
  for (const none of ["n/a", "TEST", "unknown", "0000000"]) {
    assert.deepEqual(paths(none), ["registryNumber"], none);
  }
  assert.deepEqual(paths("HE 12345"), []);
});
