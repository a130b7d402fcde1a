/** The runtime's attributes with text of the caller: the request's target. */
const withheld: ReadonlySet<string> = new Set(["url.full", "url.path", "url.query"]);

/** The methods of RFC 9110 §9 and RFC 5789; any other is `_OTHER` in the semantic conventions. */
const methods: ReadonlySet<string> = new Set([
  "CONNECT",
  "DELETE",
  "GET",
  "HEAD",
  "OPTIONS",
  "PATCH",
  "POST",
  "PUT",
  "TRACE",
]);
const unknownMethod = "_OTHER";

/** Methods of the runtime's spans, by the names of OpenTelemetry's interface. */
interface SpanMethods {
  setAttribute(name: string, value: unknown): this;
  setAttributes(attributes: Readonly<Record<string, unknown>>): this;
  updateName(name: string): this;
}

/**
 * Removes text of the caller in the request's target and method from every span. The runtime puts
 * the whole URL into its own span before any handler runs, an attribute that is set again is
 * exported twice, and there is no option for it; but it uses the methods of every span. They are
 * replaced here for all spans of the process, and `tests/journeys/telemetry_long_test.ts` checks
 * each version of the runtime. The collector's configuration deletes them once more.
 *
 * @param span any span of the runtime's
 */
export function withholdTargets(span: SpanMethods): void {
  const spans: SpanMethods = Object.getPrototypeOf(span);
  const { setAttribute, setAttributes, updateName } = spans;
  spans.setAttribute = function (key: string, value: unknown) {
    if (withheld.has(key)) return this;
    return setAttribute.call(this, key, key === "http.request.method" ? known(value) : value);
  };
  spans.setAttributes = function (attributes: Readonly<Record<string, unknown>>) {
    const kept = Object.entries(attributes).filter(([key]) => !withheld.has(key));
    return setAttributes.call(this, Object.fromEntries(kept));
  };
  // The runtime names its spans by the method; ours have their names from the start.
  spans.updateName = function (name: string) {
    const [method = ""] = name.split(" ", 1);
    return updateName.call(this, `${known(method)}${name.slice(method.length)}`);
  };
}

function known(method: unknown): string {
  return typeof method === "string" && methods.has(method) ? method : unknownMethod;
}
