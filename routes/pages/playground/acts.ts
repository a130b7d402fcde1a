/** JSON in which `{name}` stands for the value of a field, or of what an earlier act kept. */
export type Template = string | number | boolean | null | readonly Template[] | {
  readonly [name: string]: Template;
};

/** A field that a prospect may change. */
export interface Field {
  readonly name: string;
  readonly label: string;
  /** What stands there at first. */
  readonly value: string;
  /** A choice of these, by value; absent: any text. */
  readonly options?: Readonly<Record<string, string>>;
  readonly hint?: string;
  /** Whether the browser sends nothing while it is empty. */
  readonly isRequired?: boolean;
}

/** How a value of an answer reads: functions of `readings.js`. Codes stand beside words. */
export type ReadingForm =
  /** As it is. */
  | "plain"
  /** UTC, with its zone. */
  | "time"
  | "yesNo"
  /** Class of a screening, with what was checked. */
  | "screened"
  | "checks"
  /** What to do next, of a whole screening or a session's decision. */
  | "screenStep"
  | "sessionStep"
  | "classification"
  /** Why a candidate has its score, a sentence each. */
  | "reasons"
  | "risk"
  | "tags"
  | "reviews"
  | "status"
  | "revocation"
  | "recommendation"
  | "proofs"
  | "run"
  /** Of several events, that of the kept decision. */
  | "event"
  /** Claims by name. */
  | "claims"
  /** Claims of an evidence pack, by path. */
  | "packClaims"
  | "flags"
  /** A sentence a line, without the ids of evidence. */
  | "sentences"
  /** An error's code, with what to do about it. */
  | "remedy";

/** What a person reads first of an answer. */
export interface Reading {
  readonly label: string;
  /** JSON pointer into the answer (RFC 6901). */
  readonly at: string;
  /** Default: `plain`. */
  readonly as?: ReadingForm;
  /** What stands for a value that is absent or empty. Default: the value is left out. */
  readonly ifNone?: string;
  /** Pointer to a value that says it already: then it is left out. */
  readonly unless?: string;
}

/** When an act is repeated, and what the page says meanwhile. */
export type Repetition =
  & {
    /** JSON pointer into the answer (RFC 6901). */
    readonly pointer: string;
    /** Ends "Waiting for". */
    readonly waitsFor: string;
  }
  & (
    /** While the pointer has this value; null: none. */
    | { readonly is: string | null }
    /** While this template, such as the id of something kept, is nowhere in what the pointer has. */
    | { readonly lacks: string }
  );

/** One request of the page, in the order in which its turn makes them. */
export interface Act {
  /** What it does, as the heading of what is shown of it. */
  readonly says: string;
  readonly method: "GET" | "POST" | "PUT";
  /** A path of this service, with `{name}` for what is escaped into it. */
  readonly path: string;
  /** A member whose text is empty is left out. */
  readonly body?: Template;
  /** Method of the TypeScript client, and its arguments; absent: it has none for this. */
  readonly sdk?: { readonly method: string; readonly args: readonly Template[] };
  /** What later acts need: names, with JSON pointers into the answer (RFC 6901). */
  readonly keeps?: Readonly<Record<string, string>>;
  /** Name for the path that the header `Link` of the answer points to. */
  readonly keepsLink?: string;
  readonly shows?: readonly Reading[];
  /** A status that is no failure here. Default: those below 400. */
  readonly expects?: number;
  /** How its answer is drawn, above what is read of it: functions of `drawings.js`. */
  readonly picture?:
    | "screening"
    | "risk"
    | "session"
    | "revocation"
    | "recommendation"
    | "login"
    | "refused";
  /** Name of a kept URI that is drawn as a QR code, for a wallet of the prospect's own. */
  readonly draws?: string;
  /** Repeated every two seconds while this holds. */
  readonly repeatsWhile?: Repetition;
}

/** A button, and what happens when it is pressed. */
export interface Turn {
  readonly label: string;
  readonly fields?: readonly Field[];
  readonly acts: readonly Act[];
  /** Name of what must have been kept before it can be pressed. */
  readonly needs?: string;
}
