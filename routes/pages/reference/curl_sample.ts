import type { Content, Operation, Parameter } from "./description.ts";

/** An operation as one curl command, with the first example of its body. */
export function curlSample(
  { method, path, parameters = [], requestBody }: Operation,
  { baseUrl, needsToken }: { readonly baseUrl: string; readonly needsToken: boolean },
): string {
  const needed = parameters.filter(({ required }) => required === true);
  const place = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = needed.find((one) => one.in === "path" && one.name === name);
    return encodeURIComponent(exampleOf(parameter) ?? wordOf(name));
  });
  const query = needed.filter((one) => one.in === "query")
    .map((one) => `${one.name}=${encodeURIComponent(exampleOf(one) ?? wordOf(one.name))}`);
  const address = `${baseUrl.replace(/\/$/, "")}${place}${
    query.length === 0 ? "" : `?${query.join("&")}`
  }`;
  return [
    `curl -s ${quoted(address)}`,
    ...(method === (requestBody === undefined ? "GET" : "POST") ? [] : [`-X ${method}`]),
    ...(needsToken ? ['-H "authorization: Bearer $TOKEN"'] : []),
    ...(requestBody === undefined ? [] : bodyOf(requestBody.content)),
  ].join(" \\\n  ");
}

function bodyOf(content: Content): readonly string[] {
  const [type = "", body] = Object.entries(content)[0] ?? [];
  const [example] = Object.values(body?.examples ?? {});
  const value = example?.value ?? {};
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return [`-H ${quoted(`content-type: ${type}`)}`, `-d ${quoted(text)}`];
}

function exampleOf(parameter: Parameter | undefined): string | null {
  const [example] = parameter?.schema.examples ?? [];
  return example === undefined ? null : String(example);
}

/** A placeholder for the reader to replace: `decisionId` becomes `DECISION_ID`. */
function wordOf(name: string): string {
  return name.replaceAll(/(?=[A-Z])/g, "_").toUpperCase();
}

function quoted(text: string): string {
  return /^[\w:/.?=&%-]+$/.test(text) && !/[?&]/.test(text)
    ? text
    : `'${text.replaceAll("'", `'\\''`)}'`;
}
