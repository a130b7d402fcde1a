/** JSON with placeholders `{name}` for the value of a field, or a value kept by an earlier act. */
export type Template = string | number | boolean | null | readonly Template[] | {
  readonly [name: string]: Template;
};

/** A field that the prospect may change. */
export interface Field {
  readonly name: string;
  readonly label: string;
  /** The initial value. */
  readonly value: string;
  /** Permitted values with their texts; absent: any text. */
  readonly options?: Readonly<Record<string, string>>;
  readonly hint?: string;
  /** Whether the form cannot be sent while the field is empty. */
  readonly isRequired?: boolean;
}

/** How a value of an answer is shown: functions of `readings.js`. Codes are shown next to words. */
export type ReadingForm =
  /** Unchanged. */
  | "plain"
  /** A time in UTC, with its zone. */
  | "time"
  | "yesNo"
  /** Class of a screening, with the number of things checked. */
  | "screened"
  | "checks"
  /** The next step after a whole screening, or a session's decision. */
  | "screenStep"
  | "sessionStep"
  | "classification"
  /** Why a candidate has its score, one sentence each. */
  | "reasons"
  | "risk"
  | "tags"
  | "reviews"
  | "status"
  | "revocation"
  | "recommendation"
  | "proofs"
  | "run"
  /** The event of the kept decision, out of several. */
  | "event"
  /** Claims by name. */
  | "claims"
  /** Claims of an evidence pack, by path. */
  | "packClaims"
  | "flags"
  /** One sentence a line, without the ids of evidence. */
  | "sentences"
  /** An error's code, and the remedy. */
  | "remedy";

/** A value of an answer that a person reads first. */
export interface Reading {
  readonly label: string;
  /** JSON pointer into the answer (RFC 6901). */
  readonly at: string;
  /** Default: `plain`. */
  readonly as?: ReadingForm;
  /** Text for an absent or empty value. Default: the value is left out. */
  readonly ifNone?: string;
  /** Pointer to another value. If the two are equal, this one is left out. */
  readonly unless?: string;
}

/** When an act is repeated, and the text shown meanwhile. */
export type Repetition =
  & {
    /** JSON pointer into the answer (RFC 6901). */
    readonly pointer: string;
    /** The end of the text "Waiting for ...". */
    readonly waitsFor: string;
  }
  & (
    /** Repeats while the pointer has this value; null: no value. */
    | { readonly is: string | null }
    /** Repeats while this template, such as a kept id, is not contained in the pointer's value. */
    | { readonly lacks: string }
  );

/** One request of the page; a turn makes its requests in order. */
export interface Act {
  /** What the act does; the heading of its results. */
  readonly says: string;
  readonly method: "GET" | "POST" | "PUT";
  /** A path of this service; placeholders `{name}` are replaced by escaped values. */
  readonly path: string;
  /** The body. Members with empty text are left out. */
  readonly body?: Template;
  /** Method of the TypeScript client, and its arguments; absent if the client has none for this. */
  readonly sdk?: { readonly method: string; readonly args: readonly Template[] };
  /** Values that later acts need: names, with JSON pointers into the answer (RFC 6901). */
  readonly keeps?: Readonly<Record<string, string>>;
  /** Name under which to keep the path in the answer's `Link` header. */
  readonly keepsLink?: string;
  readonly shows?: readonly Reading[];
  /** A status that is not a failure here. Default: those below 400. */
  readonly expects?: number;
  /** How the answer is drawn above its values: functions of `drawings.js`. */
  readonly picture?:
    | "screening"
    | "risk"
    | "session"
    | "revocation"
    | "recommendation"
    | "login"
    | "refused";
  /** Name of a kept URI that is drawn as a QR code, for the prospect's own wallet. */
  readonly draws?: string;
  /** Repeats the act every two seconds while this holds. */
  readonly repeatsWhile?: Repetition;
}

/** A button, and the acts that it starts. */
export interface Turn {
  readonly label: string;
  readonly fields?: readonly Field[];
  readonly acts: readonly Act[];
  /** Name of a value that must have been kept before the button can be pressed. */
  readonly needs?: string;
}
