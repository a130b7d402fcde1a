import { breakingRows, encryptionRows } from "../../sandbox/wallet/breakings.ts";

const nameWidth = 27;

/** The notes of `wallet --help` after its commands. */
export const walletNotes = `
  URI may be - for standard input: the request itself, or the whole answer of
  POST /v1/verify/sessions. Between quotes otherwise, since it holds &.

  --format F        sd-jwt or mdoc, where the request leaves it open; by default
                    what it names first
  --with ID         the credential of this id in the request, where the request
                    leaves it open: --with pid_birthdate
  --person P        whose wallet it is, all invented: clear (the default, Erika
                    Mustermann), sanctioned and pep (on the lists of the
                    sandbox), minor
  --claim NAME=JSON another value than the person's, or a claim that the wallet
                    does not know: --claim 'birthdate="2010-01-31"'
  --without NAME    a claim that the person's credential lacks:
                    --without nationalities
  --new-key         makes another key for the person and format, and keeps it: to
                    relying parties another person
  --wallet FILE     keeps the keys there, a .json file in .aval/, in place of
                    .aval/wallet.json: another wallet
  --break NAME      presents deliberately broken credentials:

${breakingRows.map(rowOf).join("\n")}

      or, where the request asks for an encrypted answer, encrypts it wrongly:

${encryptionRows.map(rowOf).join("\n")}

  Keys of holders are kept, one for each person and format, in a file that only
  you may read, so that the same person is the same subject at the next login.
  What is redeemed stands there too, each with a key of its own.

  A session ends with the fifth presentation that does not verify.

Exit status: 0 the service takes the answer, or the login ends with a code; 1 it
refuses it, as it should what --break presents, the relying party is sent an
error, or the service cannot be asked; 2 wrong usage. The last line says which.
`;

function rowOf({ name, format, what, code }: typeof breakingRows[number]): string {
  const head = `    ${name}`.padEnd(nameWidth);
  return `${head} ${(format ?? "any").padEnd(6)} ${code}\n${" ".repeat(nameWidth + 1)}${what}`;
}
