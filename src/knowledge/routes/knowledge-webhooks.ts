/**
 * Webhooks of a team's own data service, signed per Standard Webhooks with the connection's secret, which determines the tenant. Each is
 * stored once by the sender's ID before it is acknowledged, and processed after the response.
 */
import { received, webhookDeps } from "../../messaging/open-webhooks.ts";
import { isSigned, standardSignatures } from "../../platform/standard-webhooks.ts";
import { provenDelivery } from "../../messaging/inbox/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { acceptServiceWebhook } from "../sources/index.ts";
import { ITEM_EVENTS, type ItemEvent } from "../../integrations/api/data-service.ts";
import { inBackground } from "../../platform/http/context.ts";
import { parseJsonBytes, readBytes } from "../../platform/http/middleware/body.ts";
import { pathParam, type App } from "../../platform/http/serve.ts";

const SOURCE = { vendor: "data-service", form: "json", signatures: standardSignatures, isSigned } as const;
/** Size of an item with text: a database row holds at most two megabytes. */
const BODY_BYTES = 1024 * 1024;

export function knowledgeWebhookRoutes(app: App): void {
  app.post("/webhooks/knowledge/:connectionId/:event", async (c) => {
    const { deployment } = c.var;
    const event = pathParam(c, "event");
    if (!isItemEvent(event)) throw new AppError("not_found", "That webhook doesn’t exist.");
    const connectionId = pathParam(c, "connectionId");
    const { headers } = c.req.raw;
    const { tenantId, body } = await provenDelivery(webhookDeps(deployment), SOURCE, {
      connectionId,
      headers,
      body: () => readBytes(c.req.raw, BODY_BYTES),
    });
    const webhookId = headers.get("webhook-id") ?? "";
    if (!/^[\x21-\x7e]{1,200}$/.test(webhookId))
      throw new AppError("invalid_request", "The webhook-id must be 1 to 200 characters without spaces.");
    const deps = { db: deployment.tenant(tenantId).db, clock: deployment.clock };
    const told = { connectionId, webhookId, event, body: parseJsonBytes(body) };
    const { isNew, answer } = await acceptServiceWebhook(deps, told);
    if (isNew) inBackground(c, received(deployment.tenant(tenantId), [WORK]));
    return c.json(answer, 202);
  });
}

const WORK = { kind: "knowledge.told", key: "", words: null } as const;

function isItemEvent(name: string): name is ItemEvent {
  return Object.hasOwn(ITEM_EVENTS, name);
}
