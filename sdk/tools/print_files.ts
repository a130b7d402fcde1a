import { refusalKinds } from "../../routes/http/refusals.ts";
import { readRoutes } from "./documents.ts";
import { printClient } from "./print_client.ts";
import { printOperations } from "./print_operations.ts";
import { printTypes } from "./print_types.ts";

const heading = "// Printed by `deno task sdk` from the route records. Do not edit.\n";

/** Codes that only operations for wallets and for the login's libraries answer. */
const forms: readonly string[] = ["oauth"];

function printCodes(): string {
  const rows = Object.entries(refusalKinds)
    .filter(([, kind]) => !("form" in kind && forms.includes(kind.form)))
    .map(([code, { status }]) => `  ${code}: ${status},\n`).join("");
  return `/** Codes that the service refuses with, and the HTTP status of each. */
export const codeStatuses = {
${rows}} as const;
`;
}

/** Returns the functions of the auditor's program, a single file without dependencies. */
async function printAuditVerifier(): Promise<string> {
  const file = new URL("../../cli/verify_audit_export.ts", import.meta.url);
  const text = await Deno.readTextFile(file);
  const [program = "", rest] = text.split("\ntry {\n");
  const body = program.replace(/^\/\*\*[\s\S]*?\*\/\n/, "")
    .replace('import { parseArgs } from "node:util";\n', "")
    .replace(
      /^function verify\(.*$/m,
      `/** What cli/verify_audit_export.ts does with a file. */\nexport $&`,
    );
  if (rest === undefined || !body.includes("export function verify(")) {
    throw new Error("cli/verify_audit_export.ts has another form");
  }
  return `${body}\n`;
}

/** The printed files of `sdk/src/printed/` by name, and the number of their operations. */
export interface Printed {
  readonly operations: number;
  readonly files: Readonly<Record<string, string>>;
}

/** Prints all files that derive from the route records. */
export async function printFiles(): Promise<Printed> {
  const { document, operations } = readRoutes();
  const { all, session } = printOperations(document, operations);
  const types = await printTypes(document, operations);
  const schemas = Object.keys(document.components.schemas)
    .filter((name) => types.includes(`\n        ${name}: `)).toSorted();
  const texts = {
    "openapi.ts": types,
    "operations.ts": all,
    "session_operations.ts": session,
    "client.ts": printClient(document, operations, schemas),
    "codes.ts": printCodes(),
    "verify_audit_export.ts": await printAuditVerifier(),
  };
  const files: Record<string, string> = {};
  for (const [name, text] of Object.entries(texts)) files[name] = await formatted(heading + text);
  return { operations: operations.length, files };
}

async function formatted(text: string): Promise<string> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["fmt", "--no-config", "--line-width", "100", "--ext", "ts", "-"],
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  await ReadableStream.from([new TextEncoder().encode(text)]).pipeTo(child.stdin);
  const { success, stdout } = await child.output();
  if (!success) throw new Error("What was printed is no TypeScript");
  return new TextDecoder().decode(stdout);
}
