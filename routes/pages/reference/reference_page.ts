import { html, raw } from "hono/html";
import { type Html, loads, renderDocument, type Site, topBar } from "../../html/layout.ts";
import { styleFile } from "../look.ts";
import { curlSample } from "./curl_sample.ts";
import { type Body, type Description, type Operation, operationsOf } from "./description.ts";
import { rowsOf, type SchemaRow, typeOf } from "./schema_rows.ts";

/** The content of every page of the reference. */
export interface Reference {
  readonly site: Site;
  readonly baseUrl: string;
  readonly description: Description;
}

/** The address of a tag's page. */
export function tagPath(tag: string): string {
  return `/reference/${tag}`;
}

/** Renders the start page: a search, notes on all paths, and every operation or the found ones. */
export function renderOverview(reference: Reference, query: string): string {
  const { description } = reference;
  const operations = operationsOf(description);
  const words = query.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const found = operations.filter((operation) =>
    words.every((word) => searched(operation, description).includes(word))
  );
  const content = html`
    <h1>API reference</h1>
    <p class="lead">
      Every operation with its fields, answers and a command to try.
      <a href="/openapi.json">The OpenAPI description</a> has the same for programs.
    </p>
    <form action="/reference">
      <label for="find">An operation, a path or a field</label>
      <p><input id="find" type="search" name="q" value="${query}" maxlength="200" autocomplete="off" /></p>
      <button>Find</button>
    </form>
    <p role="status">${words.length === 0
      ? ""
      : `${found.length} of ${operations.length} operations`}</p>
    ${description.tags.map(({ name, description }) => {
      const own = found.filter(({ tags }) => tags.includes(name));
      return own.length === 0 ? "" : html`
        <h2 id="${name}"><a href="${tagPath(name)}">${titleOf(name)}</a></h2>
        ${name === "edge" ? "" : html`<p>${description}</p>`}
        <ul class="operations">${own.map((operation) =>
          html`
            <li>
              <a href="${tagPath(name)}#${operation.operationId}">${operation.summary}</a>
              <code>${operation.method} ${operation.path}</code>
            </li>
          `
        )}</ul>
      `;
    })}
    <h2 id="general">What holds for every path</h2>
    ${description.info.description.split("\n\n").map((part) => html`<p>${marked(part)}</p>`)}
  `;
  return renderFrame(reference, { title: "API reference", tag: null, content });
}

/** Renders the operations of a tag. */
export function renderTag(reference: Reference, tag: string): string {
  const { description } = reference;
  const content = html`
    <h1>${titleOf(tag)}</h1>
    <p class="lead">${description.tags.find(({ name }) => name === tag)?.description}</p>
    ${ofTag(description, tag).map((operation) => renderOperation(reference, operation))}
  `;
  return renderFrame(reference, { title: `${titleOf(tag)} - API reference`, tag, content });
}

function renderOperation({ baseUrl, description }: Reference, operation: Operation): Html {
  const { method, path, operationId, summary, security = [], parameters = [] } = operation;
  const { schemas } = description.components;
  const schemes = [...new Set(security.flatMap(Object.keys))];
  const needsToken = security.length > 0 && security.every((one) => Object.keys(one).length > 0);
  const parameterRows = parameters.map((parameter) => ({
    path: parameter.name,
    type: `${parameter.in}: ${typeOf(parameter.schema, schemas)}`,
    isRequired: parameter.required === true,
    description: parameter.description ?? parameter.schema.description ?? "",
    example: "",
  }));
  const bodies = Object.entries(operation.requestBody?.content ?? {});
  return html`
    <section class="operation" id="${operationId}">
      <h2>${summary}</h2>
      <p class="place"><code>${method} ${path}</code> <small>${operationId}</small></p>
      ${operation.description === undefined ? "" : html`<p>${marked(operation.description)}</p>`}
      ${schemes.map((name) => {
        const roles = [...new Set(security.flatMap((one) => one[name] ?? []))];
        return html`<p class="small">Needs <code>${name}</code>${
          roles.length === 0 ? "" : html`, with the role ${
            roles.map((role) =>
              html`
                <code>${role}</code>
              `
            )
          }`
        }.</p>`;
      })}
      <pre class="wide" tabindex="0"><code>${curlSample(operation, {
        baseUrl,
        needsToken,
      })}</code></pre>
      ${parameterRows.length === 0 ? "" : tableOf(`Parameters of ${operationId}`, parameterRows)}
      ${bodies.map(([type, body]) =>
        renderBody({ name: `Body${besideJson(type)}`, body, operationId }, schemas)
      )}
      <h3>Answers</h3>
      ${Object.entries(operation.responses).map(([status, response]) =>
        html`
          <p class="answer"><code>${status}</code> ${marked(response.description)}</p>
          ${status < "300"
            ? Object.entries(response.content ?? {}).map(([type, body]) =>
              renderBody({ name: `Answer${besideJson(type)}`, body, operationId }, schemas)
            )
            : ""}
        `
      )}
    </section>
  `;
}

function renderBody(
  { name, body: { schema, examples = {} }, operationId }: {
    readonly name: string;
    readonly body: Body;
    readonly operationId: string;
  },
  schemas: Description["components"]["schemas"],
): Html {
  const rows = rowsOf(schema, schemas);
  const shown = Object.values(examples);
  return html`
    ${rows.length === 0 ? "" : html`
      <details>
        <summary>${name}: ${rows
          .length} fields<span class="apart"> of ${operationId}</span></summary>
        ${tableOf(`${name} of ${operationId}`, rows)}
      </details>
    `}
    ${shown.length === 0 ? "" : html`
      <details>
        <summary>${name}: ${shown.length === 1 ? "an example" : `${shown.length} examples`}<span
          class="apart"> of ${operationId}</span></summary>
        ${shown.map(({ summary, value }) => {
          const text = typeof value === "string" ? value : JSON.stringify(value, null, 1);
          return html`
            ${summary === undefined ? "" : html`<p class="small">${summary}</p>`}<pre class="wide"
              tabindex="0"><code>${text}</code></pre>
          `;
        })}
      </details>
    `}
  `;
}

const columns = ["Name", "Type", "What it is"] as const;

function tableOf(label: string, rows: readonly SchemaRow[]): Html {
  return html`
    <div class="wide" role="region" aria-label="${label}" tabindex="0">
      <table>
        <thead>
          <tr>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr>
        </thead>
        <tbody>
          ${rows.map(({ path, type, isRequired, description, example }) =>
            html`
              <tr>
                <td data-label="Name"><code>${broken(path)}</code>${isRequired
                  ? html`
                    <small>required</small>
                  `
                  : ""}</td>
                <td data-label="Type">${type}</td>
                ${description === "" && example === "" ? html`<td></td>` : html`
                  <td data-label="What it is">${marked(description)} ${example === ""
                    ? ""
                    : html`<code>${example}</code>`}</td>
                `}
              </tr>
            `
          )}
        </tbody>
      </table>
    </div>
  `;
}

function renderFrame(
  { site, description }: Reference,
  { title, tag, content }: {
    readonly title: string;
    readonly tag: string | null;
    readonly content: Html;
  },
): string {
  const current = raw('aria-current="page"');
  return renderDocument({
    title: `${title} - aval`,
    isIndexed: true,
    head: loads(styleFile.path, null),
    body: html`
      ${topBar(site, "/reference")}
      <div class="page">
        <nav class="side" aria-label="Operations">
          <ul><li><a href="/reference" ${tag === null ? current : ""}>All operations</a></li></ul>
          ${description.tags.map(({ name }) =>
            html`
              <p class="group"><a href="${tagPath(name)}" ${name === tag ? current : ""}>${titleOf(
                name,
              )}</a></p>
              ${name !== tag
                ? ""
                : html`<ul>${
                  ofTag(description, name).map((one) =>
                    html`<li><a href="#${one.operationId}">${one.summary}</a></li>`
                  )
                }</ul>`}
            `
          )}
        </nav>
        <main id="content">${content}</main>
      </div>
    `,
  });
}

function ofTag(description: Description, tag: string): readonly Operation[] {
  return operationsOf(description).filter(({ tags }) => tags.includes(tag));
}

function titleOf(tag: string): string {
  return tag === "edge" ? "The service itself" : `${tag.slice(0, 1).toUpperCase()}${tag.slice(1)}`;
}

/** The content type of a body, unless it is JSON. */
function besideJson(type: string): string {
  return type === "application/json" ? "" : `, ${type}`;
}

/** Searchable texts of operations, each made once. */
const texts = new WeakMap<Description, Map<string, string>>();

function searched(operation: Operation, description: Description): string {
  const known = texts.get(description) ?? new Map<string, string>();
  texts.set(description, known);
  const text = known.get(operation.operationId) ?? textOf(operation, description);
  known.set(operation.operationId, text);
  return text;
}

function textOf(operation: Operation, { components: { schemas } }: Description): string {
  const { method, path, operationId, summary, description, parameters = [] } = operation;
  const bodies = [operation.requestBody?.content, operation.responses["200"]?.content]
    .flatMap((content) => Object.values(content ?? {}));
  const fields = bodies.flatMap(({ schema }) => rowsOf(schema, schemas).map((row) => row.path));
  const names = parameters.map(({ name }) => name);
  return [method, path, operationId, summary, description, ...names, ...fields].join(" ")
    .toLowerCase();
}

/** A path with optional line breaks after its dots. */
function broken(path: string): readonly (Html | string)[] {
  return path.split(/(?<=\.)/).flatMap((part, at) => at === 0 ? [part] : [html`<wbr />`, part]);
}

/** Renders a description with its codes, which are between backticks. */
function marked(text: string): readonly (Html | string)[] {
  return text.split("`").map((part, at) => at % 2 === 1 ? html`<code>${part}</code>` : part);
}
