import type { Result } from "../../base/result.ts";
import { isOnWeb } from "../../gateways/publications/publication.ts";
import { readLists } from "./lists_location.ts";
import type { ValueRefusal } from "./readers.ts";
import { readGleif } from "./registers.ts";
import type { Environment, Variable } from "./variables.ts";
import { type PemSource, readJsonSource, readPemSource } from "./verifier.ts";

/** A file or folder of this machine that a variable names. */
export interface NamedFile {
  readonly variable: Variable;
  readonly path: string;
}

/** The path in a value; null for a URL, and for a value that is the text itself. */
type PathReader = (text: string) => string | null;

const ofPlace: PathReader = (text) => localPath(valueOf(readLists(text))?.at);
const ofSource =
  (read: (text: string) => Result<PemSource, ValueRefusal>): PathReader => (text) => {
    const source = valueOf(read(text));
    return source?.kind === "path" ? source.path : null;
  };

/**
 * The variables that may name a file, except `AVAL_POLICY`, which is read with the configuration.
 */
const readers: Partial<Record<Variable, PathReader>> = {
  AVAL_LISTS: ofPlace,
  AVAL_TAGPACKS: ofPlace,
  AVAL_REGISTRY_GLEIF: (text) => {
    const location = valueOf(readGleif(text));
    return location?.kind === "snapshot" ? localPath(location.at) : null;
  },
  AVAL_VERIFIER_KEY: ofSource(readPemSource),
  AVAL_VERIFIER_CERT: ofSource(readPemSource),
  AVAL_VERIFIER_INFO: ofSource(readJsonSource),
  AVAL_TRUST_ANCHORS: ofSource(readPemSource),
  AVAL_TRUST_LIST_KEYS: ofSource(readPemSource),
};

/** The files and folders in an environment; unreadable values name none. */
export function namedFiles(environment: Environment): readonly NamedFile[] {
  return (Object.keys(readers) as Variable[]).flatMap((variable) => {
    const text = environment[variable];
    const path = text === undefined || text.trim() === "" ? null : readers[variable]!(text);
    return path === null ? [] : [{ variable, path }];
  });
}

function valueOf<Value>(read: Result<Value, ValueRefusal>): Value | null {
  return read.ok ? read.value : null;
}

function localPath(at: string | undefined): string | null {
  return at === undefined || isOnWeb(at) ? null : at;
}
