/**
 * Webhook routes: signed by the provider, without sign-in. Acknowledged once stored, before any work
 * (src/messaging/inbox/webhook-source.ts).
 */
import { notifier } from "../../platform/notifier.ts";
import { received, webhookDeps } from "../open-webhooks.ts";
import { webhookSource } from "../inbox/webhook-source.ts";
import { acceptDelivery } from "../inbox/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { LIMITS } from "../../kernel/limits.ts";
import { inBackground } from "../../platform/http/context.ts";
import { parseJsonBytes, readBytes } from "../../platform/http/middleware/body.ts";
import { pathParam, type App } from "../../platform/http/serve.ts";

export function webhookRoutes(app: App): void {
  app.post("/webhooks/:vendor/:connectionId", async (c) => {
    const { deployment } = c.var;
    const vendor = pathParam(c, "vendor");
    const source = webhookSource(vendor);
    if (source === null) throw new AppError("not_found", "That webhook doesn’t exist.");
    const connectionId = pathParam(c, "connectionId");
    const accepted = await acceptDelivery(webhookDeps(deployment), source, {
      connectionId,
      headers: c.req.raw.headers,
      body: () => readBytes(c.req.raw, LIMITS.requestBodyBytes),
      parse: parseJsonBytes,
    });
    const { tenantId, event, work, duplicate } = accepted;
    const fields = { tenantId, connectionId, vendor };
    if (!event.isKnown) deployment.log.info("webhook.unknown_type", fields);
    if (event.isUnreadable) {
      deployment.log.error("webhook.unreadable", fields);
      inBackground(c, notifier(deployment.tenant(tenantId)).alertAdmins(UNREADABLE));
    }
    if (work.length > 0) inBackground(c, received(deployment.tenant(tenantId), work));
    return c.json({ ok: true, duplicate });
  });
}

const UNREADABLE = {
  code: "webhook_unreadable",
  title: "A text came in that Steward can't read",
  body: "Its event has an unknown form. Read the text in the phone system.",
};
