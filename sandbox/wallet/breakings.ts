import type { Breaking, EncryptionBreaking, Fault, TokenBreaking } from "./breaking.ts";
import { encryptionBreakings } from "./encryption_breakings.ts";
import type { Format } from "./format.ts";
import type { MdocMaking } from "./make_mdoc.ts";
import type { SdJwtMaking } from "./make_sd_jwt.ts";
import { mdocBreakings } from "./mdoc_breakings.ts";
import { sdJwtBreakings } from "./sd_jwt_breakings.ts";

/** Faults of an answer as a whole, by name. */
const tokenBreakings: Readonly<Record<string, TokenBreaking>> = {
  no_credential: {
    what: "an answer without any credential",
    code: "credential_set_unsatisfied",
    change: () => ({}),
  },
  all_credentials: {
    what: "every credential, where one of several is asked for",
    code: "credential_set_unsatisfied",
    answersAll: true,
  },
  unknown_id: {
    what: "a credential under an id that was not asked for",
    code: "credential_unasked",
    change: (token) => Object.fromEntries(Object.values(token).map((value) => ["unknown", value])),
  },
  no_presentation: {
    what: "a credential without a presentation",
    code: "presentation_count_unaccepted",
    change: (token) => Object.fromEntries(Object.keys(token).map((id) => [id, []])),
  },
  too_large: {
    what: "a presentation of 100 KB",
    code: "presentation_too_large",
    change: (token) =>
      Object.fromEntries(Object.keys(token).map((id) => [id, ["A".repeat(100_000)]])),
  },
  two_presentations: {
    what: "two presentations of one credential",
    code: "presentation_count_unaccepted",
    change: (token) =>
      Object.fromEntries(Object.entries(token).map(([id, value]) => [id, [...value, ...value]])),
  },
};

/** The faults of one name: in either format, in the whole answer, or in its encryption. */
export interface NamedBreaking {
  readonly name: string;
  readonly sdJwt: Breaking<SdJwtMaking> | undefined;
  readonly mdoc: Breaking<MdocMaking> | undefined;
  readonly token: TokenBreaking | undefined;
  readonly encryption: EncryptionBreaking | undefined;
}

/** All intentional faults of a wallet. */
export const breakings: readonly NamedBreaking[] = [
  ...new Set(
    [sdJwtBreakings, mdocBreakings, tokenBreakings, encryptionBreakings]
      .flatMap((of) => Object.keys(of)),
  ),
].map((name) => ({
  name,
  sdJwt: sdJwtBreakings[name],
  mdoc: mdocBreakings[name],
  token: tokenBreakings[name],
  encryption: encryptionBreakings[name],
}));

/** One row of the table: the fault in a format, and the required refusal. */
export interface BreakingRow {
  readonly name: string;
  /** Null: in any. */
  readonly format: Format | null;
  readonly what: string;
  readonly code: Fault;
}

/** The table of faults in presentations, for people and for tests. */
export const breakingRows: readonly BreakingRow[] = breakings.flatMap(
  ({ name, sdJwt, mdoc, token }) => [
    ...(sdJwt === undefined ? [] : [{ name, format: "sd-jwt" as const, ...describe(sdJwt) }]),
    ...(mdoc === undefined ? [] : [{ name, format: "mdoc" as const, ...describe(mdoc) }]),
    ...(token === undefined ? [] : [{ name, format: null, ...describe(token) }]),
  ],
);

/** The table of faults in the encryption of answers. */
export const encryptionRows: readonly BreakingRow[] = Object.entries(encryptionBreakings).map(
  ([name, breaking]) => ({ name, format: null, ...describe(breaking) }),
);

function describe({ what, code }: Pick<BreakingRow, "what" | "code">) {
  return { what, code };
}
