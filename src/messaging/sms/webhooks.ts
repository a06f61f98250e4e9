/** Quo's webhooks as a source of the inbox. */
import type { WebhookSource } from "../inbox/index.ts";
import { readEvent } from "./inbound.ts";
import { freshSignatures, isSigned } from "./verify.ts";

export const quoWebhooks: WebhookSource<ReturnType<typeof freshSignatures>[number]> = {
  vendor: "quo",
  form: "json",
  signatures: freshSignatures,
  isSigned,
  read: (body, headers, nowIso) => readEvent(body, headers.get("webhook-id") ?? "", nowIso),
};
