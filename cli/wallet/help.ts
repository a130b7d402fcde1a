import { breakingRows } from "../../core/wallet/breakings.ts";

const nameWidth = 27;

/** What `wallet --help` prints. */
export const walletHelp = `wallet: answers verification sessions from the terminal, as a wallet does

  wallet present URI [--format F] [--person P] [--claim NAME=JSON ...]
                     [--break NAME]
      answers an authorization request of this service (OpenID4VP 1.0, by value
      or by request_uri, whose signature it verifies) with credentials that the
      sandbox's published issuer signs on the spot, and prints the reply
  wallet present URI --error CODE
      says why it presents nothing: access_denied and the like

  URI may be - for standard input: the request itself, or the whole answer of
  POST /v1/verify/sessions. Between quotes otherwise, since it holds &.

  --format F        sd-jwt or mdoc, where the request leaves it open; by default
                    what it names first
  --person P        whose wallet it is, all invented: clear (the default, Erika
                    Mustermann), sanctioned and pep (on the lists of the
                    sandbox), minor
  --claim NAME=JSON another value than the person's, or a claim that the wallet
                    does not know: --claim 'birthdate="2010-01-31"'
  --break NAME      presents deliberately broken credentials:

${breakingRows.map(rowOf).join("\n")}

  A session ends with the fifth presentation that does not verify.

Exit status: 0 the service takes the answer; 1 it refuses it, as it should what
--break presents, or cannot be asked; 2 wrong usage. The last line says which.
`;

function rowOf({ name, format, what, code }: typeof breakingRows[number]): string {
  const head = `    ${name}`.padEnd(nameWidth);
  return `${head} ${(format ?? "any").padEnd(6)} ${code}\n${" ".repeat(nameWidth + 1)}${what}`;
}
