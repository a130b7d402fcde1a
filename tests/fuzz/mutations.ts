import { Buffer } from "node:buffer";
import { sandboxIssuer } from "../../sandbox/invented/credentials.ts";
import type { Json } from "../../base/json.ts";
import { certify, keyUsageOf } from "../support/certificates.ts";

/** Random choices that are the same for the same seed. */
export interface Chance {
  /** An integer from 0 to below `end`. */
  below(end: number): number;
  pick<Of>(from: readonly Of[]): Of;
}

/** @param seed any integer (xorshift32) */
export function chanceOf(seed: number): Chance {
  let state = (seed | 0) || 1;
  const below = (end: number) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % end;
  };
  return {
    below,
    pick: (from) => {
      const one = from[below(from.length)];
      if (one === undefined) throw new Error("There is nothing to pick from");
      return one;
    },
  };
}

/** A valid presentation and its session. */
export interface Good {
  readonly id: string;
  readonly presentation: string;
  readonly format: "sd-jwt" | "mdoc";
}

/** Makes an invalid `vp_token` from a valid presentation; form text. */
export type Mutation = (good: Good, chance: Chance) => string;

/** Certificates of at least these sizes, expensive to read; DER. */
const heavyCertificates = await Promise.all(
  [3, 500, 7_000, 30_000, 130_000].map(async (length) => {
    const { der } = await certify({ name: "Heavy", extensions: [keyUsageOf(length)] });
    return Buffer.from(der);
  }),
);

/** Every kind of mutation, by name. */
export const mutations: Readonly<Record<string, Mutation>> = {
  "bit flips": (good, chance) =>
    onBytes(good, chance, (bytes) => {
      for (let n = chance.below(3); n >= 0; n--) {
        const at = chance.below(bytes.length);
        bytes[at] = (bytes[at] ?? 0) ^ (1 << chance.below(8));
      }
      return bytes;
    }),
  "letters of the text": (good, chance) =>
    onText(good, (text) => {
      const at = chance.below(text.length);
      return text.slice(0, at) + chance.pick([..."Az0-_.~=+/ \u0000ü"]) + text.slice(at + 1);
    }),
  "truncations": (good, chance) =>
    onText(good, (text) => {
      const cut = chance.below(text.length);
      return chance.below(2) === 0 ? text.slice(0, cut) : text.slice(cut + 1);
    }),
  "parts moved, doubled and left out": (good, chance) =>
    onBytes(good, chance, (bytes) => {
      const [from, to] = [chance.below(bytes.length), chance.below(bytes.length)];
      const part = bytes.subarray(from, from + 1 + chance.below(200));
      const rest = chance.below(2) === 0
        ? bytes
        : Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + part.length)]);
      return Buffer.concat([rest.subarray(0, to), part, rest.subarray(to)]);
    }),
  "deep CBOR and JSON": (good, chance) => {
    const depth = 1 + chance.below(100_000);
    if (good.format === "mdoc") {
      const head = chance.pick(["81", "a100", "d818", "c1", "9f", "bf00"]);
      return answer(good, hex(`${head.repeat(Math.min(depth, 50_000))}00`));
    }
    const deep = chance.below(2) === 0
      ? `${"[".repeat(depth)}${"]".repeat(depth)}`
      : `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
    const encoded = Buffer.from(deep).toString("base64url");
    const [jwt = "", ...rest] = good.presentation.split("~");
    const [header, , signature] = jwt.split(".");
    return answer(
      good,
      chance.pick([
        [[header, encoded, signature].join("."), ...rest],
        [jwt, encoded, ...rest],
        [[encoded, encoded, signature].join("."), ...rest],
      ]).join("~"),
    );
  },
  "huge lengths": (good, chance) => {
    const head = chance.pick([0x5b, 0x7b, 0x9b, 0xbb, 0x5a, 0x7a, 0x9a, 0xba, 0x59, 0x99, 0xb9]);
    const width = head >= 0x9b || head === 0x5b || head === 0x7b ? 8 : 4;
    const length = Buffer.alloc(width, chance.pick([0xff, 0x7f, 0x00]));
    length[width - 1] = 0xff;
    return onBytes(good, chance, (bytes) => {
      const at = chance.below(bytes.length);
      const cut = bytes.subarray(at + chance.below(4));
      return Buffer.concat([bytes.subarray(0, at), Uint8Array.of(head), length, cut]);
    });
  },
  "duplicate keys": (good, chance) => {
    if (good.format === "sd-jwt") {
      const [jwt = "", ...rest] = good.presentation.split("~");
      const [header, payload = "", signature] = jwt.split(".");
      const claims = Buffer.from(payload, "base64url").toString();
      const name = chance.pick(["exp", "vct", "cnf", "_sd", "iat"]);
      const twice = `${claims.slice(0, -1)},"${name}":${chance.pick(["1", "null", "[]", '"a"'])}}`;
      const forged = [header, Buffer.from(twice).toString("base64url"), signature].join(".");
      return answer(good, [forged, ...rest].join("~"));
    }
    const bytes = Buffer.from(good.presentation, "base64url");
    const name = chance.pick(["version", "status", "documents"]);
    const head = Buffer.concat([Uint8Array.of(0xa4, 0x60 + name.length), Buffer.from(name)]);
    const value = chance.pick(["00", "80", "63312e30", "f6"]);
    return answer(
      good,
      Buffer.concat([head, Buffer.from(value, "hex"), bytes.subarray(1)]).toString("base64url"),
    );
  },
  "disclosures by the hundred": (good, chance) => {
    const many = Array.from(
      { length: 1 + chance.below(2_000) },
      (_, n) =>
        Buffer.from(JSON.stringify(["s", chance.pick(["_sd", "...", "a", `c${n}`]), n]))
          .toString("base64url"),
    );
    const [jwt = "", ...rest] = good.presentation.split("~");
    return answer(good, [jwt, ...many, ...rest].join("~"));
  },
  "odd members of headers": (good, chance) => {
    if (good.format === "mdoc") return onText(good, (text) => `${text}${chance.pick(["=", "A"])}`);
    const parts = good.presentation.split(/([.~])/);
    // The first part is the issuer's header, the fifth from the end the holder's.
    const at = chance.pick([0, parts.length - 5]);
    const header = JSON.parse(Buffer.from(parts[at] ?? "", "base64url").toString());
    const name = chance.pick(["alg", "typ", "x5c", "crit", "kid", "jwk"]);
    const value = chance.pick<unknown>([null, {}, [], [7], [null], "", 1, true, "none", [[]]]);
    const changed = Buffer.from(JSON.stringify({ ...header, [name]: value })).toString("base64url");
    return answer(good, parts.with(at, changed).join(""));
  },
  "odd shapes": (good, chance) => {
    const { id, presentation } = good;
    const odd: readonly Json[] = [
      [],
      null,
      0,
      "",
      { [id]: [] },
      { [id]: [presentation, presentation] },
      { [id]: [[presentation]] },
      { [id]: { [id]: presentation } },
      { [id]: chance.below(1e9) },
      { [id]: presentation, other: presentation },
      { [id]: `${presentation}~` },
      { [`${id} `]: presentation },
      { [id.toUpperCase()]: presentation },
      { [id]: "\ud800".repeat(1 + chance.below(1000)) },
      Object.fromEntries(Array.from({ length: chance.below(5_000) }, (_, n) => [`c${n}`, "a"])),
    ];
    const text = JSON.stringify(chance.pick(odd));
    return chance.below(4) === 0 ? text.slice(0, chance.below(text.length)) : text;
  },
  "heavy certificates": (good, chance) => {
    const heavy = chance.pick(heavyCertificates);
    if (good.format === "mdoc") {
      const bytes = Buffer.from(good.presentation, "base64url");
      const { certificate } = sandboxIssuer();
      const at = bytes.indexOf(certificate);
      const length = Buffer.from([0x5a, 0, 0, 0, 0]);
      length.writeUInt32BE(heavy.length, 1);
      // What stands before it is the head of bytes of less than 64 KiB.
      const [before, after] = [bytes.subarray(0, at - 3), bytes.subarray(at + certificate.length)];
      return answer(good, Buffer.concat([before, length, heavy, after]).toString("base64url"));
    }
    const x5c = Array.from({ length: 1 + chance.below(4) }, () => heavy.toString("base64"));
    const [header = "", ...rest] = good.presentation.split(".");
    const members = JSON.parse(Buffer.from(header, "base64url").toString());
    const changed = Buffer.from(JSON.stringify({ ...members, x5c })).toString("base64url");
    return answer(good, [changed, ...rest].join("."));
  },
  "noise": (good, chance) => {
    const bytes = Buffer.from(Array.from({ length: chance.below(5_000) }, () => chance.below(256)));
    return answer(good, chance.pick([bytes.toString("base64url"), bytes.toString("latin1")]));
  },
};

function answer({ id }: Good, presentation: string): string {
  return JSON.stringify({ [id]: [presentation] });
}

function onText(good: Good, change: (text: string) => string): string {
  return answer(good, change(good.presentation));
}

/** Changes the bytes of a document, or of one base64url part of an SD-JWT. */
function onBytes(
  good: Good,
  chance: Chance,
  change: (bytes: Buffer) => Uint8Array,
): string {
  const changed = (text: string) =>
    Buffer.from(change(Buffer.from(text, "base64url"))).toString("base64url");
  if (good.format === "mdoc") return answer(good, changed(good.presentation));
  const parts = good.presentation.split(/([.~])/);
  // Separators stand between them.
  const at = 2 * chance.below((parts.length + 1) / 2);
  return answer(good, parts.with(at, changed(parts[at] ?? "")).join(""));
}

function hex(text: string): string {
  return Buffer.from(text, "hex").toString("base64url");
}
