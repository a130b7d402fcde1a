import { encode, Token, Type } from "cborg";

/** A value under a tag: embedded CBOR (24), a time (0) or a date (1004). */
export interface Tagged {
  readonly kind: "tagged";
  readonly tag: number;
  readonly value: unknown;
}

/** Wraps a value in a tag. */
export function tagged(tag: number, value: unknown): Tagged {
  return { kind: "tagged", tag, value };
}

function isTagged(value: object): value is Tagged {
  return "kind" in value && value.kind === "tagged";
}

/** Encodes a document's value as CBOR, including nested {@link Tagged} values. */
export function cbor(value: unknown): Uint8Array<ArrayBuffer> {
  const tokensOf = ({ tag, value }: Tagged) => [
    new Token(Type.tag, tag),
    new Token(tag === 24 ? Type.bytes : Type.string, value),
  ];
  return new Uint8Array(encode(value, {
    typeEncoders: { Object: (of: object) => isTagged(of) ? tokensOf(of) : null },
  }));
}

/** Wraps the CBOR of a value in tag 24. */
export function embedded(value: unknown): Tagged {
  return tagged(24, cbor(value));
}

/** Makes a CBOR map from the members of a record, without undefined ones. */
export function map(of: Readonly<Record<string, unknown>>): Map<string, unknown> {
  return new Map(Object.entries(of).filter(([, value]) => value !== undefined));
}

/** A time, of Unix seconds. */
export function tdate(seconds: number): Tagged {
  return tagged(0, new Date(Math.floor(seconds) * 1000).toISOString().replace(".000", ""));
}
