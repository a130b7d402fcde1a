import { z } from "zod";
import { checkHealth } from "../../../core/health/check_health.ts";
import { describeLists } from "../../../core/lists_in_force/describe_lists.ts";
import { type Site, sitePolicy } from "../../html/layout.ts";
import { chooseWords } from "../../html/languages/choose_words.ts";
import { prefersPage } from "../../http/preferred_form.ts";
import { defineRoute, reply, type Route } from "../../http/route.ts";
import { basePathOf, linkBelow } from "../below_base.ts";
import { styleFile } from "../look.ts";
import { staticFileRoute } from "../static_file.ts";
import { homeText, renderLiveHome, renderSandboxHome } from "./home_page.ts";

/** The operator of a live deployment, as its home page shows it. */
export interface Operator {
  readonly name: string | null;
  readonly contact: string | null;
}

/** GET /, for a browser and for a terminal, and the stylesheet of every page. */
export function homeRoutes(
  { site, baseUrl, operator }: {
    readonly site: Site;
    readonly baseUrl: string;
    readonly operator: Operator;
  },
): readonly Route[] {
  const basePath = basePathOf(baseUrl);
  const home = defineRoute({
    method: "get",
    path: "/",
    summary: "Home",
    service: "edge",
    kind: "home",
    auth: "none",
    access: { anonymous: "browser" },
    limits: { bucket: "pages" },
    form: { errors: "page" },
    headers: z.object({ accept: z.string().optional() }),
    answers: {
      200: { contentType: "text/html; charset=utf-8", description: "The page" },
    },
    run: async (ports, { headers, request: { mode, acceptLanguage } }) => {
      const vary = "accept, accept-language";
      if (!prefersPage(headers.accept ?? null)) {
        const text = homeText(site, { baseUrl, isSandbox: mode === "sandbox" });
        return reply(200, text, { "content-type": "text/plain; charset=utf-8", vary });
      }
      const words = chooseWords(acceptLanguage);
      const { version, build } = ports.lifecycle;
      const html = mode === "live"
        ? renderLiveHome({ site, words }, { ...operator, status: await checkHealth(ports, mode) })
        : renderSandboxHome({
          site,
          words,
          version,
          build,
          lists: describeLists(ports, mode).lists,
        });
      return reply(200, linkBelow(basePath, html), {
        "content-security-policy": sitePolicy,
        "x-frame-options": "DENY",
        vary,
      });
    },
  });
  return [home, staticFileRoute(styleFile, "home")];
}
