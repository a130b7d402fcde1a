import { z } from "zod";
import { refuse } from "../../../base/result.ts";
import type { ConsoleCaller } from "../../../core/access/schema.ts";
import type { KeyActed, OperatorKeys } from "../../../core/operators/ports.ts";
import { defineRoute, type Route } from "../../http/route.ts";
import { doneAt, FormToken, formTokenField } from "../person_page.ts";
import { act, operatorOf, page, pageOf, sandboxClientOf } from "./frame.ts";
import { renderKeys } from "./keys_page.ts";

const path = "/console/keys";

const keysRoute = defineRoute({
  ...page,
  path,
  summary: "Keys of the store",
  run: async ({ operators }, { caller }) => {
    const formToken = sandboxClientOf(caller) === null ? formTokenField(caller) : null;
    const body = renderKeys(await operators.keys.list(), formToken);
    return pageOf(caller, { title: "Keys", current: path, body });
  },
});

/** Words that a key, or its purpose, is named by. */
const name = z.string().regex(/^[\w-]{1,100}$/);

/** An act on a key, which commits by itself: the request's own unit is empty. */
function keyRoute<Fields extends z.ZodRawShape>(
  { name, summary, fields, run }: {
    readonly name: string;
    readonly summary: string;
    readonly fields: Fields;
    run(
      keys: OperatorKeys,
      body: z.infer<z.ZodObject<Fields>>,
      operator: string,
    ): Promise<KeyActed>;
  },
): Route {
  return defineRoute({
    ...act,
    access: { ...act.access, freshLogin: true },
    path: `${path}/${name}`,
    summary,
    form: {
      ...act.form,
      on: { page: keysRoute },
      urlencoded: z.object({ ...fields, formToken: FormToken }),
    },
    refuses: ["bad_request"],
    run: async (
      { operators },
      { caller, body }: { readonly caller: ConsoleCaller; readonly body: unknown },
    ) => {
      if (sandboxClientOf(caller) !== null) {
        return refuse({ code: "bad_request", message: "A sandbox moves no keys" } as const);
      }
      const given = body as z.infer<z.ZodObject<Fields>>;
      const done = await run(operators.keys, given, operatorOf(caller));
      return done.ok
        ? doneAt(path)
        : refuse({ code: "bad_request", message: done.refusal.message } as const);
    },
  });
}

/** The page and the acts of keys. */
export const keyRoutes: readonly Route[] = [
  keysRoute,
  keyRoute({
    name: "rotate",
    summary: "Make a new data key of a purpose",
    fields: { purpose: name, seen: name },
    run: (keys, { purpose, seen }, operator) => keys.rotate(purpose, seen, operator),
  }),
  keyRoute({
    name: "new",
    summary: "Make a signing key of the login",
    fields: { seen: name },
    run: (keys, { seen }, operator) => keys.makeSigningKey(seen, operator),
  }),
  keyRoute({
    name: "activate",
    summary: "Publish a new signing key",
    fields: { seen: name },
    run: (keys, { seen }, operator) => keys.activateSigningKey(seen, operator),
  }),
  keyRoute({
    name: "revoke",
    summary: "Revoke a signing key",
    fields: { seen: name, sure: z.literal("yes") },
    run: (keys, { seen }, operator) => keys.revokeSigningKey(seen, operator),
  }),
];
