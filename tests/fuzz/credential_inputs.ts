import degree from "../../fixtures/credentials/templates/degree_award.json" with { type: "json" };
import { batchBody, BATCHES, csvBody, INSTITUTION } from "../support/credential_batches.ts";
import { csvOf, type Recognisable, recognisableStudents } from "../support/students.ts";
import { templatesPath } from "../support/templates.ts";
import type { Chance } from "./mutations.ts";

/** A request as text, which may have a form that no encoder writes. */
export interface HostileRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** State before the requests: an approved template. */
export interface Standing {
  readonly templateId: string;
}

/** Makes a request from random choices. */
export type Hostile = (chance: Chance, standing: Standing) => HostileRequest;

const students = recognisableStudents(["One", "Two", "Three"]);
const rows = Object.values(students);

/** Random unusual JSON text: deep, wide, long, with names of objects' own properties. */
export function oddJson(chance: Chance, depth = 0): string {
  const inner = () => oddJson(chance, depth + 1);
  const many = 1 + chance.below(depth < 3 ? 5 : 1);
  return chance.pick<() => string>([
    () => chance.pick(["null", "true", "0", "-0", "1e308", "1e999", "9007199254740993", "0.1"]),
    () => JSON.stringify(chance.pick(oddTexts)),
    () => `"${"\\u0000".repeat(chance.below(300))}"`,
    () => `"${"x".repeat(chance.below(2_000))}"`,
    ...(depth > 6 ? [] : [
      () => `[${Array.from({ length: many }, inner).join()}]`,
      () =>
        `{${
          Array.from(
            { length: many },
            () => `${JSON.stringify(chance.pick(oddNames))}:${inner()}`,
          ).join()
        }}`,
    ]),
    () => deep(chance.pick(["[", '{"a":', '{"not":']), 1 + chance.below(depth === 0 ? 8_000 : 90)),
  ])();
}

const oddTexts = [
  "",
  "\ud800",
  "\u202e",
  "2026-02-30",
  "(a+)+$",
  "#",
  "#/$defs/a",
  "https://schemas.example/x",
  "=1+1",
  "'; DROP TABLE kv; --",
  "object",
  "date",
  "Ω".repeat(300),
];

const oddNames = [
  "__proto__",
  "constructor",
  "toString",
  "",
  "iss",
  "_sd",
  "_sd_decoy",
  "...",
  "a",
  "family_name",
  "\u0000",
  "\ud800",
  "x".repeat(300),
];

function deep(open: string, levels: number): string {
  const close = open === "[" ? "]" : "}";
  return `${open.repeat(levels)}0${close.repeat(levels)}`;
}

const schemaKeywords = [
  ...["type", "properties", "items", "prefixItems", "$ref", "$defs", "anyOf", "oneOf", "allOf"],
  ...["not", "if", "then", "else", "pattern", "patternProperties", "propertyNames", "enum"],
  ...["const", "required", "dependentRequired", "dependentSchemas", "unevaluatedProperties"],
  ...["unevaluatedItems", "contains", "minContains", "uniqueItems", "multipleOf", "format"],
  ...["minLength", "maxItems", "additionalProperties", "$id", "$anchor", "$dynamicRef", "title"],
];

/** Random JSON text that resembles a schema. */
function schemaText(chance: Chance, depth = 0): string {
  const inner = () => depth > 2 ? oddJson(chance, 6) : schemaText(chance, depth + 1);
  const wide = depth === 2 ? 70 : 3;
  const value = (keyword: string): string => {
    switch (chance.below(5)) {
      case 0:
        return oddJson(chance, 4);
      case 1:
        return `[${Array.from({ length: 1 + chance.below(wide) }, () => inner()).join()}]`;
      case 2:
        return `{${
          oddNames.slice(0, 1 + chance.below(3)).map((name) => `${JSON.stringify(name)}:${inner()}`)
            .join()
        }}`;
      default:
        return keyword === "$ref"
          ? JSON.stringify(chance.pick(["#", "#/$defs/a", "#/properties/a", "#/allOf/0", "b.json"]))
          : keyword === "type"
          ? '"object"'
          : inner();
    }
  };
  const chosen = Array.from({ length: 1 + chance.below(4) }, () => chance.pick(schemaKeywords));
  const members = chosen.map((keyword) => `"${keyword}":${value(keyword)}`);
  return `{${['"type":"object"', ...members].join()}}`;
}

/** A schema with correctly used keywords, so that most are accepted; JSON text. */
function plausibleSchema(chance: Chance, depth = 0): string {
  const inner = () => depth > 3 ? "true" : plausibleSchema(chance, depth + 1);
  const list = () => `[${Array.from({ length: 1 + chance.below(3) }, inner).join()}]`;
  const members = () =>
    `{${
      ["a", "b", "c"].slice(0, 1 + chance.below(3)).map((name) => `"${name}":${inner()}`).join()
    }}`;
  const number = () => chance.pick(["0", "1", "3", "0.1", "1e-7", "1e9", "1e308"]);
  const whole = () => chance.pick(["0", "1", "3", "100000"]);
  const type = depth === 0 ? "object" : chance.pick(["object", "array", "string", "number"]);
  const keywords: Readonly<Record<string, () => string>> = {
    properties: members,
    patternProperties: () => `{${JSON.stringify(chance.pick(patterns))}:${inner()}}`,
    additionalProperties: inner,
    unevaluatedProperties: inner,
    unevaluatedItems: inner,
    propertyNames: inner,
    dependentSchemas: members,
    dependentRequired: () => '{"a":["b"]}',
    required: () => '["a"]',
    items: inner,
    prefixItems: list,
    contains: inner,
    minContains: whole,
    maxItems: whole,
    uniqueItems: () => "true",
    anyOf: list,
    oneOf: list,
    allOf: list,
    not: inner,
    if: inner,
    then: inner,
    else: inner,
    pattern: () => JSON.stringify(chance.pick(patterns)),
    minLength: whole,
    multipleOf: () => chance.pick(["1", "0.1", "1e-7", "3", "1e308", "5e-324"]),
    maximum: number,
    exclusiveMinimum: () => `-${number()}`,
    format: () =>
      JSON.stringify(chance.pick(["date", "date-time", "time", "email", "uri", "uuid"])),
    enum: () => `[${oddJson(chance, 5)}]`,
    const: () => oddJson(chance, 5),
    $ref: () => JSON.stringify(chance.pick(["#", "#/properties/a", "#/$defs/a", "#/allOf/0"])),
  };
  const chosen = Array.from(
    { length: 1 + chance.below(3) },
    () => chance.pick(Object.keys(keywords)),
  );
  const written = [...new Set(chosen)].map((keyword) => `"${keyword}":${keywords[keyword]!()}`);
  const defined = depth === 0 ? [`"$defs":{"a":${plausibleSchema(chance, 3)}}`] : [];
  return `{${[`"type":"${type}"`, ...written, ...defined].join()}}`;
}

/** Patterns that are slow in other engines, or invalid. */
const patterns = [
  "(a+)+$",
  "(a|a)*b",
  "(.*)*(.*)*(.*)*x",
  "^(([a-z])+.)+[A-Z]([a-z])+$",
  "(x+x+)+y",
  "(?=a)b",
  "(?<!a)b",
  "\\1(a)",
  "a{1000}{1000}",
  "((a{100}){100}){100}",
  "[",
  "(?P<n>a)",
  "\\p{L}{500}",
  "\\p{Nope}",
  "[^\\x00-\\x{10FFFF}]",
  "(?i:ſ)",
  "a{0,65535}",
  "(|||||)*",
  "\\C*",
  "(?s).*".repeat(50),
  "[[:alpha:]]+",
  "^$|^^$$",
  "\ud800",
  "(".repeat(2_000) + ")".repeat(2_000),
];

function templateText(claimsSchema: string, frame: string): string {
  return `{"academicIssuerId":"${INSTITUTION}","credentialType":"DEGREE_AWARD","claimsSchema":${claimsSchema},"sdJwtDisclosureFrame":${frame}}`;
}

const creating = (body: string): HostileRequest => ({ method: "POST", path: templatesPath, body });
const submitting = (body: unknown): HostileRequest => ({
  method: "POST",
  path: BATCHES,
  body: typeof body === "string" ? body : JSON.stringify(body),
});

/** A template whose only claim `a` has a hostile pattern; body text. */
export function patternTemplate(chance: Chance): string {
  const pattern = chance.below(2) === 0
    ? chance.pick(patterns)
    : Array.from({ length: 1 + chance.below(6) }, () => chance.pick(patterns)).join(
      chance.pick(["", "|", ")(", "{2,", "+"]),
    );
  const claim = JSON.stringify({ type: "string", pattern });
  return templateText(`{"type":"object","properties":{"a":${claim}}}`, '{"_sd":["a"]}');
}

/** A value that is expensive to match against patterns. */
export function patternValue(chance: Chance): string {
  return chance.pick(["a", "ax", "x", "ä", " ", "aA."]).repeat(1 + chance.below(4_000)) + "!";
}

const goodFrame = JSON.stringify(degree.sdJwtDisclosureFrame);
const goodSchema = JSON.stringify(degree.claimsSchema);

/** A template with a probably valid schema; body text. */
export function plausibleTemplate(chance: Chance): string {
  return templateText(plausibleSchema(chance), "{}");
}

/** Claims for a schema of any kind; JSON text. */
export function claimsText(chance: Chance): string {
  const members = ["a", "b", "c", ...oddNames.slice(0, 4)].slice(0, 1 + chance.below(7));
  return `{${members.map((name) => `${JSON.stringify(name)}:${oddJson(chance, 2)}`).join()}}`;
}

/** Generators of institutions' hostile requests, by name. */
export const issuerInputs: Readonly<Record<string, Hostile>> = {
  "schemas": (chance) => creating(templateText(schemaText(chance), "{}")),
  "schemas of any JSON": (chance) => creating(templateText(oddJson(chance), "{}")),
  "frames": (chance) => {
    const names = Array.from({ length: chance.below(600) }, () => chance.pick(frameNames));
    return creating(templateText(
      goodSchema,
      chance.pick<() => string>([
        () => oddJson(chance),
        () => JSON.stringify({ _sd: names, _sd_decoy: chance.pick([0, 32, 33, 1e9, -1, 0.5]) }),
        () => `{"thesis":${oddJson(chance, 3)},"modules":{"_sd":[0,${oddJson(chance, 5)}]}}`,
        () => `{"_sd":["award_date"],"_sd":${JSON.stringify(names)}}`,
        () => deep('{"thesis":', 1 + chance.below(3_000)),
      ])(),
    ));
  },
  "CSV": (chance, { templateId }) => {
    const good = csvOf(rows.slice(0, 1 + chance.below(3)));
    return submitting(csvBody(templateId, hostileCsv(good, chance)));
  },
  "rows": (chance, { templateId }) => {
    const whole = JSON.stringify(batchBody(templateId, ["HERE"]));
    const row = chance.pick<() => string>([
      () => oddJson(chance),
      () => spoilMember(rows[0]!, chance),
      () => `${spoilMember(rows[0]!, chance)},`.repeat(chance.below(40)) + oddJson(chance, 3),
      () => JSON.stringify(rows[1]!.row),
    ])();
    return submitting(whole.replace('"HERE"', () => row));
  },
  "batches": (chance, { templateId }) => {
    const members = Object.keys(batchBody(templateId, []));
    const spoilt = chance.pick(members);
    const body = { ...batchBody(templateId, [rows[0]!.row]), [spoilt]: "HERE" };
    return submitting(JSON.stringify(body).replace('"HERE"', () => oddJson(chance, 1)));
  },
  "megabytes": (chance, { templateId }) => {
    // One of twenty is as long as a body may be.
    const characters = chance.below(20) === 0 ? 7_500_000 : 50_000;
    const long = (text: string) => text.repeat(Math.ceil(characters / text.length));
    const header = csvOf([]);
    if (chance.below(2) === 0) {
      const part = chance.pick([",", '"', "\n", '"a\n",', "x", "a,b\r\n", '""', "ä"]);
      return submitting(csvBody(templateId, `${header}\r\n${long(part)}`));
    }
    const whole = JSON.stringify(batchBody(templateId, ["HERE"]));
    const part = chance.pick([
      "{},",
      "0,",
      "[[]],",
      '{"a":{"b":1}},',
      '"",',
      '{"studentEmail":1},',
    ]);
    const spoilt = JSON.stringify({ ...rows[0]!.row, claimValues: "HERE" });
    const wide = chance.below(2) === 0
      ? `${long(part)}0`
      : spoilt.replace('"HERE"', () => `{"a":[${long(part)}0]}`);
    return submitting(whole.replace('"HERE"', () => wide));
  },
  "bodies cut off": (chance, { templateId }) => {
    const good = chance.pick([
      templateText(goodSchema, goodFrame),
      JSON.stringify(batchBody(templateId, [rows[0]!.row])),
    ]);
    const body = good.slice(0, chance.below(good.length));
    return good.startsWith('{"academicIssuerId":"sandbox-university","credentialType"')
      ? creating(body)
      : submitting(body);
  },
};

const frameNames = [...Object.keys(degree.claimsSchema.properties), ...oddNames];

function spoilMember({ row }: Recognisable, chance: Chance): string {
  const member = chance.pick([...Object.keys(row), ...oddNames]);
  const inClaims = chance.below(2) === 0;
  const claim = chance.pick([...Object.keys(row.claimValues), ...oddNames]);
  const changed = inClaims
    ? {
      ...row,
      claimValues: Object.fromEntries([...Object.entries(row.claimValues), [claim, "HERE"]]),
    }
    : Object.fromEntries([...Object.entries(row), [member, "HERE"]]);
  return JSON.stringify(changed).replace('"HERE"', () => oddJson(chance, 1));
}

function hostileCsv(good: string, chance: Chance): string {
  const at = chance.below(good.length);
  const part = good.slice(at, at + chance.below(60));
  return chance.pick<() => string>([
    () => good.slice(0, at),
    () => good.slice(0, at) + chance.pick([...'",\r\n\u0000\ufeff;\t']) + good.slice(at),
    () => good.slice(0, at) + part.repeat(1 + chance.below(50)) + good.slice(at),
    () => `\ufeff${good}`,
    () => good.replaceAll("\r\n", chance.pick(["\n", "\r", "\n\r", "\u2028"])),
    () => `${good}\r\n${'"'.repeat(chance.below(30_000))}`,
    () => `${good}\r\n${",".repeat(chance.below(30_000))}`,
    () => `${good}${"\r\n".repeat(chance.below(7_000))}`,
    () => `${good.split("\r\n")[0]},claim.${chance.pick(oddNames)}\r\n1,2,3,4,5,6,7,8,9`,
    () => `${good.split("\r\n")[0]}\r\n${`"a${"\n".repeat(50)}",b\r\n`.repeat(chance.below(300))}`,
    () => `${"studentEmail,".repeat(chance.below(3_000))}studentFullName\r\na,b`,
  ])();
}
