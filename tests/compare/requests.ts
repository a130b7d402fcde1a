/** A request that is sent to both commits. */
export interface ComparedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const json = { "content-type": "application/json", "x-aval-sandbox-client": "compare" };
const unknownId = "00000000-0000-4000-8000-000000000000";
const get = (path: string, headers: Readonly<Record<string, string>> = json): ComparedRequest => ({
  method: "GET",
  path,
  headers,
});
const post = (
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): ComparedRequest => ({
  method: "POST",
  path,
  headers: { ...json, ...headers },
  body: typeof body === "string" ? body : JSON.stringify(body),
});

/** Bodies of `POST /v1/screen` in the sandbox's table of a Markdown page. */
export function tableRequests(page: string): readonly ComparedRequest[] {
  return [...page.matchAll(/^\| `(\{"name".*?\})`\s+\|/gm)].map(([, body = ""]) =>
    post("/v1/screen", body)
  );
}

/** Every check type, with the smallest body that starts it. */
const checkTypes = [
  "age-verification",
  "nationality-verification",
  "residency-verification",
  "aml-identity",
  "driving-license",
  "education-credential",
  "power-of-attorney",
  "full-identity",
  "login-authentication",
  "unknown-check",
];

/** Requests of every route: valid ones, and one of each kind that is refused. */
export const routeRequests: readonly ComparedRequest[] = [
  ...["/health", "/ready", "/v1/lists", "/", "/reference", "/nowhere", "/v1/nowhere"].map((path) =>
    get(path)
  ),
  { method: "DELETE", path: "/v1/screen" },
  { method: "OPTIONS", path: "/v1/screen", headers: { origin: "https://example.com" } },
  { method: "HEAD", path: "/health" },
  post("/v1/screen", "{"),
  post("/v1/screen", "[]"),
  post("/v1/screen", {}),
  post("/v1/screen", { name: 7 }),
  post("/v1/screen", { name: "x".repeat(10_000) }),
  post("/v1/screen", { name: "Viktor Sandbergov", dob: "1961-13-01" }),
  post("/v1/screen", { name: "Viktor Sandbergov", explain: true, unknown: 1 }),
  post("/v1/screen", { name: "Viktor Sandbergov" }, { "content-type": "text/plain" }),
  post("/v1/screen", { name: "Viktor Sandbergov" }, { "idempotency-key": "one" }),
  post("/v1/screen", { name: "Viktor Sandbergov" }, { "idempotency-key": "one" }),
  post("/v1/screen", { name: "Amelie Rochardine" }, { "idempotency-key": "one" }),
  post("/v1/screen", { name: "Viktor Sandbergov" }, { "idempotency-key": "x".repeat(300) }),
  get(`/v1/screen/${unknownId}`),
  get("/v1/screen/no-id"),
  post(`/v1/screen/${unknownId}/review`, { decision: "escalated" }),
  post(`/v1/screen/${unknownId}/review`, { decision: "maybe" }),
  get("/v1/screen/usage"),
  get("/v1/screen/usage?from=2026-01-01&to=2025-01-01"),
  get("/v1/screen/usage?from=nonsense"),
  get("/v1/screen/usage?unknown=1"),
  get("/v1/screen/gdpr/export"),
  post("/v1/screen/gdpr/erasure-requests", {}),
  post("/v1/seal", {}),
  post("/v1/sign", {}),
  ...checkTypes.map((checkType) => post("/v1/verify/sessions", { checkType })),
  post("/v1/verify/sessions", { checkType: "age-verification", claims: ["nothing"] }),
  get("/v1/verify/sessions"),
  get("/v1/verify/sessions?limit=1000000"),
  get("/v1/verify/sessions?cursor=nonsense"),
  get(`/v1/verify/sessions/${unknownId}`),
  post(`/v1/verify/sessions/${unknownId}/responses`, "vp_token=x&state=y", {
    "content-type": "application/x-www-form-urlencoded",
  }),
  get("/v1/verify/usage"),
  get("/v1/verify/gdpr/export"),
  post("/v1/verify/gdpr/erasure-requests", {}),
];
