import { call, type Caller, type Input } from "./call.ts";
import { listItems } from "./list_items.ts";
import type { ActOptions, Operation } from "./operation.ts";

/** Makes a method of each operation: path parameters, then the body, then the query, then options. */
export function bindOperations(
  caller: Caller,
  operations: Readonly<Record<string, Operation>>,
): Record<string, (...given: readonly unknown[]) => unknown> {
  const methods = Object.entries(operations).map(([name, operation]) => {
    const names = operation.path.match(/\{/g)?.length ?? 0;
    const { answer } = operation;
    const method = (...given: readonly unknown[]) => {
      const input = inputOf(operation, names, given);
      return typeof answer === "object"
        ? listItems(caller, name, operation, answer.list, input)
        : call(caller, name, operation, input);
    };
    return [name, method] as const;
  });
  return Object.fromEntries(methods);
}

function inputOf(operation: Operation, names: number, given: readonly unknown[]): Input {
  let at = names;
  const body = operation.body === undefined ? undefined : given[at++];
  const query = operation.query === undefined ? undefined : given[at++] as Input["query"];
  return {
    params: given.slice(0, names) as string[],
    body,
    query,
    options: given[at] as ActOptions | undefined,
  };
}
