/** Every service whose webhooks are taken. A new one is one line here, and its file. */
import { quoWebhooks } from "../messaging/sms/webhooks.ts";

/** The sources by their vendors' names. */
const SOURCES = [quoWebhooks] as const;

/** The source of a vendor; null for one whose webhooks mean nothing to us. */
export function webhookSource(vendor: string): (typeof SOURCES)[number] | null {
  return SOURCES.find((source) => source.vendor === vendor) ?? null;
}
