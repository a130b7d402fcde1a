import { decode, type DecodeOptions, encode, type Token, Tokenizer, Type } from "cborg";
import { concatBytes } from "../../base/bytes.ts";

/** A value of CBOR (RFC 8949), of the kinds that mobile documents use. */
export type Cbor =
  | null
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | readonly Cbor[]
  | CborMap
  | EmbeddedCbor
  | CborDate;

/** A map, whose keys are texts and numbers. */
export type CborMap = ReadonlyMap<Cbor, Cbor>;

/** Tag 24: CBOR in bytes, kept as sent because signatures and digests cover those bytes. */
export interface EmbeddedCbor {
  readonly kind: "embedded";
  /** The tag, the length and the content, as they were sent. */
  readonly whole: Uint8Array;
  readonly content: Uint8Array;
}

/** Tags 0 and 1004: a time (RFC 3339) or a date (RFC 8943), unread. */
export interface CborDate {
  readonly kind: "date";
  readonly text: string;
}

/** Maximum nesting of arrays, maps and tags. */
const depthMax = 32;

/** Maximum values of one message: a list of 2,000 authorities has some 50,000. */
const valuesMax = 200_000;

/**
 * Decodes one value. Refuses repeated keys, indefinite lengths, unknown tags, lengths beyond the
 * bytes, values that are nested too deep or too many, and trailing bytes.
 *
 * @returns undefined when the bytes are refused
 */
export function decodeCbor(
  bytes: Uint8Array,
  { bignums = false }: {
    /**
     * Whether tag 2 may precede bytes, which are then read as bytes, for serial numbers of
     * certificates.
     */
    readonly bignums?: boolean;
  } = {},
): Cbor | undefined {
  const options: DecodeOptions = {
    useMaps: true,
    rejectDuplicateMapKeys: true,
    allowIndefinite: false,
    allowUndefined: false,
  };
  const tokenizer = new Tokenizer(bytes, options);
  const descend = depthGauge();
  let [start, values] = [0, 0];
  const next = () => {
    if (++values > valuesMax) throw new Error("too many values");
    start = tokenizer.pos();
    const token = tokenizer.next();
    if (descend(token) > depthMax) throw new Error("too deep");
    return token;
  };
  const date = (content: () => unknown): CborDate => {
    const text = content();
    if (typeof text !== "string") throw new Error("expected a text");
    return { kind: "date", text };
  };
  const embedded = (content: () => unknown): EmbeddedCbor => {
    const from = start;
    const inner = content();
    if (!(inner instanceof Uint8Array)) throw new Error("expected bytes");
    return { kind: "embedded", whole: bytes.subarray(from, tokenizer.pos()), content: inner };
  };
  const bignum = (content: () => unknown): Uint8Array => {
    const inner = content();
    if (!(inner instanceof Uint8Array)) throw new Error("expected bytes");
    return inner;
  };
  const { done, pos } = tokenizer;
  try {
    return decode(bytes, {
      ...options,
      tags: { 0: date, 1004: date, 24: embedded, ...(bignums ? { 2: bignum } : {}) },
      tokenizer: { next, done: done.bind(tokenizer), pos: pos.bind(tokenizer) },
    });
  } catch {
    return undefined;
  }
}

/**
 * Returns a function that receives tokens and returns how many values are open. Values stay open
 * when the bytes end too soon.
 */
function depthGauge(): (token: Token) => number {
  /** The number of values that each open value still expects. */
  const open: number[] = [];
  return ({ type, value }) => {
    const awaited = Type.equals(type, Type.array)
      ? Number(value)
      : Type.equals(type, Type.map)
      ? Number(value) * 2
      : Type.equals(type, Type.tag)
      ? 1
      : 0;
    if (awaited > 0) return open.push(awaited);
    for (let last = open.pop(); last !== undefined; last = open.pop()) {
      if (last > 1) return open.push(last - 1);
    }
    return 0;
  };
}

/** Encodes a value in its shortest form. */
export function encodeCbor(value: string | Uint8Array | readonly (string | null | Uint8Array)[]) {
  return new Uint8Array(encode(value));
}

/** Wraps bytes as embedded CBOR. */
export function embed(content: Uint8Array): Uint8Array<ArrayBuffer> {
  return concatBytes([Uint8Array.of(0xd8, 24), encodeCbor(content)]);
}

/** Whether a value is a map. */
export function isMap(value: Cbor | undefined): value is CborMap {
  return value instanceof Map;
}

/** Whether a value is bytes. */
export function isBytes(value: Cbor | undefined): value is Uint8Array {
  return value instanceof Uint8Array;
}

/** Whether a value is an array. */
export function isList(value: Cbor | undefined): value is readonly Cbor[] {
  return Array.isArray(value);
}

/** Whether a value is embedded CBOR. */
export function isEmbedded(value: Cbor | undefined): value is EmbeddedCbor {
  return typeof value === "object" && value !== null && "kind" in value &&
    value.kind === "embedded";
}
