import { credentialStories } from "./credential_stories.ts";
import { customerStories } from "./customer_stories.ts";
import { monitoringStories } from "./monitoring_stories.ts";
import { screeningStories } from "./screening_stories.ts";
import type { Story } from "./story.ts";
import { walletStories } from "./wallet_stories.ts";

/** The stories of the playground, in the order of the start page. */
export const stories: readonly Story[] = [
  ...screeningStories,
  ...monitoringStories,
  ...walletStories,
  ...credentialStories,
  ...customerStories,
];
