import { z } from "zod";
import type { TenantCaller } from "../../../core/access/schema.ts";
import { beginLogin, logInForProspect, redeemCode } from "../../../sandbox/playground/log_in.ts";
import { openPack } from "../../../sandbox/playground/open_pack.ts";
import type { PlaygroundPorts } from "../../../sandbox/playground/ports.ts";
import { presentForProspect, type Prospect } from "../../../sandbox/playground/present.ts";
import { redeemForProspect } from "../../../sandbox/playground/redeem.ts";
import {
  ActedOut,
  BegunLogin,
  CodeRequest,
  LoginRequest,
  makeProspectId,
  PackRequest,
  PresentationRequest,
  ProspectId,
  QrRequest,
  RedemptionRequest,
} from "../../../sandbox/playground/schema.ts";
import { CheckType } from "../../../core/verification/check_type.ts";
import { ok, refuse, type Result } from "../../../base/result.ts";
import { defineRoute, reply, type RequestFacts, type Route } from "../../http/route.ts";
import { callingPolicy, type Site } from "../../html/layout.ts";
import type { Refusal } from "../../http/refusals.ts";
import { basePathOf, linkBelow } from "../below_base.ts";
import { qrPath } from "../qr_path.ts";
import { staticFileRoute } from "../static_file.ts";
import { trailingSlashRoute } from "../trailing_slash.ts";
import { scriptFile } from "./playground_files.ts";
import { playgroundPath, renderPlayground, renderStory } from "./playground_page.ts";
import { stories } from "./stories.ts";
import type { Story } from "./story.ts";
import { loginCallback, ownWalletStory } from "./wallet_stories.ts";

const any = {
  service: "edge",
  kind: "playground",
  limits: { bucket: "pages" },
} as const;

const page = {
  ...any,
  method: "get",
  auth: "none",
  access: { anonymous: "browser" },
  form: { errors: "page" },
  answers: { 200: { contentType: "text/html; charset=utf-8", description: "The page" } },
} as const;

const act = {
  ...any,
  method: "post",
  auth: "bearer",
  // Bytes: an evidence pack is the longest.
  limits: { ...any.limits, bodyBytesMax: 300_000 },
  refuses: ["bad_request"],
} as const;

/**
 * GET /playground, its pages and files, and the requests of its pages to the sandbox's wallet and
 * the invented shop. Only in a sandbox deployment; not in the OpenAPI description.
 */
export function playgroundRoutes(
  playground: PlaygroundPorts,
  { site, gates }: { readonly site: Site; readonly gates: readonly [number, number] },
): readonly Route[] {
  const basePath = basePathOf(playground.baseUrl);
  const own = ownWalletStory({
    baseUrl: playground.baseUrl,
    checkTypes: CheckType.options,
  });
  const pages = [
    { path: "/playground", title: "The playground", html: renderPlayground(site) },
    ...[...stories, loginCallback, own].map((story: Story) => ({
      path: playgroundPath(story.slug),
      title: story.title,
      html: renderStory(story, { site, basePath, gates }),
    })),
  ];
  return [
    ...pages.map(({ path, title, html }) => {
      // The same bytes each time: they are compressed once.
      const bytes = new TextEncoder().encode(linkBelow(basePath, html));
      return defineRoute({
        ...page,
        path,
        summary: title,
        run: () => reply(200, bytes, pageHeaders),
      });
    }),
    prospectRoute(playground),
    ...walletRoutes(playground),
    ...loginRoutes(playground),
    qrRoute,
    trailingSlashRoute("/playground", "playground"),
    staticFileRoute(scriptFile, "playground"),
  ];
}

/**
 * Headers of pages. The callback's address contains a code, so that it must not be cached or sent
 * to another site.
 */
const pageHeaders = {
  "content-security-policy": callingPolicy,
  "cache-control": "no-store",
  "x-frame-options": "DENY",
};

const prospectRoute = ({ random }: PlaygroundPorts) =>
  defineRoute({
    ...any,
    method: "post",
    path: "/playground/prospects",
    summary: "The client id of another prospect, which cannot be guessed",
    auth: "none",
    access: { anonymous: "browser" },
    body: z.object({}),
    answers: { 200: z.object({ clientId: ProspectId }) },
    run: () => ok({ clientId: makeProspectId(random) }),
  });

function walletRoutes(playground: PlaygroundPorts): readonly Route[] {
  return [
    defineRoute({
      ...act,
      path: "/playground/wallet/presentations",
      summary: "The prospect's wallet answers a request of this sandbox",
      body: PresentationRequest,
      answers: { 200: ActedOut },
      run: async (_ports, { caller, body, request }) => {
        const prospect = prospectOf(caller, request);
        return prospect.ok
          ? ok(await presentForProspect(playground, prospect.value, body))
          : prospect;
      },
    }),
    defineRoute({
      ...act,
      path: "/playground/wallet/redemptions",
      summary: "The prospect's wallet redeems an offer of this sandbox",
      body: RedemptionRequest,
      answers: { 200: ActedOut },
      run: async (_ports, { caller, body, request }) => {
        const prospect = prospectOf(caller, request);
        return prospect.ok
          ? ok(await redeemForProspect(playground, prospect.value, body))
          : prospect;
      },
    }),
    defineRoute({
      ...act,
      path: "/playground/packs",
      summary: "Open an evidence pack by the sandbox's published key",
      body: PackRequest,
      answers: { 200: ActedOut },
      run: async (_ports, { caller, body, request }) => {
        const prospect = prospectOf(caller, request);
        return prospect.ok ? ok(await openPack(playground, body)) : prospect;
      },
    }),
  ];
}

function loginRoutes(playground: PlaygroundPorts): readonly Route[] {
  return [
    defineRoute({
      ...act,
      path: "/playground/login/redeemed",
      summary: "The prospect logs in at the invented shop, from the authorize page to the id_token",
      body: LoginRequest,
      answers: { 200: ActedOut },
      run: async (_ports, { caller, body, request }) => {
        const prospect = prospectOf(caller, request);
        return prospect.ok
          ? ok(await logInForProspect(playground, prospect.value, body))
          : prospect;
      },
    }),
    defineRoute({
      ...act,
      path: "/playground/login/begun",
      summary: "The invented shop begins a login for the prospect's own browser",
      body: z.object({}),
      answers: { 200: BegunLogin },
      run: (_ports, { caller, request }) => {
        const prospect = prospectOf(caller, request);
        return prospect.ok ? ok(beginLogin(playground)) : prospect;
      },
    }),
    defineRoute({
      ...act,
      path: "/playground/login/codes",
      summary: "The invented shop redeems the code of a login",
      body: CodeRequest,
      answers: { 200: ActedOut },
      run: async (_ports, { caller, body, request }) => {
        const prospect = prospectOf(caller, request);
        return prospect.ok ? ok(await redeemCode(playground, prospect.value, body)) : prospect;
      },
    }),
  ];
}

const qrRoute = defineRoute({
  ...act,
  path: "/playground/qr",
  summary: "A text as a QR code",
  body: QrRequest,
  answers: { 200: z.object({ svg: z.string().nullable() }) },
  run: (_ports, { body: { text } }) => ok({ svg: svgOf(text) }),
});

/** CSS pixels of a module. */
const modulePixels = 4;

function svgOf(text: string): string | null {
  const code = qrPath(text);
  if (code === null) return null;
  const { size, path } = code;
  const pixels = size * modulePixels;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path stroke="#000" d="${path}"/></svg>`;
}

/**
 * The prospect's client id. An id that can be guessed is refused, because its wallet would be
 * shared by its callers.
 */
function prospectOf(
  { clientId }: TenantCaller,
  { sourceAddress }: Pick<RequestFacts, "sourceAddress">,
): Result<Prospect, Refusal<"bad_request">> {
  if (ProspectId.safeParse(clientId).success) return ok({ clientId, sourceAddress });
  const message =
    "X-Aval-Sandbox-Client must be playground- and 22 random characters, base64url: open /playground in a browser";
  return refuse({ code: "bad_request", message });
}
