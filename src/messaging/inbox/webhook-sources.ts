/** The services whose webhooks are taken, as features declare them. */
import { fromFeatures } from "../../kernel/features.ts";
import type { WebhookSource } from "./webhook-source.ts";

declare module "../../kernel/features.ts" {
  interface Feature {
    readonly webhooks?: readonly WebhookSource[];
  }
}

const sources = fromFeatures((features) => features.flatMap(({ webhooks = [] }) => webhooks));

/** The source of a vendor; null for one whose webhooks mean nothing to us. */
export function webhookSource(vendor: string): WebhookSource | null {
  return sources().find((source) => source.vendor === vendor) ?? null;
}
