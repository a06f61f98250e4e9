/**
 * Registered webhooks. The real service generates a key per webhook; here each company's webhooks share the demo's key, so that Steward's
 * seeded secret matches any registration. v1 (`/v1/webhooks`, events as `v4`) and the date-versioned API (`/webhooks`, events as
 * `2026-03-30`).
 */
import { pageOf, QuoError, type QuoCall, type QuoHandler } from "./answers.ts";
import { ownerOf, type QuoWebhook, type WebhookShape } from "./store.ts";

interface WebhookBody {
  readonly url: string;
  readonly events: readonly string[];
  readonly resourceIds?: readonly string[];
  readonly label?: string;
  readonly status?: "enabled" | "disabled";
  readonly userId?: string;
}

function register(call: QuoCall, shape: WebhookShape): QuoWebhook {
  const body = call.body as WebhookBody;
  const [secret] = call.account.tenant.quo.webhookSecrets;
  const webhook: QuoWebhook = {
    id: call.store.newId("WH"),
    url: body.url,
    key: shape === "2026-03-30" ? `whsec_${secret}` : secret,
    label: body.label ?? null,
    events: body.events,
    resourceIds: body.resourceIds ?? ["*"],
    userId: body.userId ?? ownerOf(call.account.tenant),
    status: body.status ?? "enabled",
    shape,
    createdAt: call.nowIso,
    updatedAt: call.nowIso,
  };
  call.account.records.webhooks.push(webhook);
  call.store.save();
  return webhook;
}

function webhookJson({ account }: QuoCall, { shape: _shape, ...webhook }: QuoWebhook) {
  return { ...webhook, orgId: account.tenant.quo.orgId, deletedAt: null };
}

function webhookAt({ account, path }: QuoCall): QuoWebhook {
  const webhook = account.records.webhooks.find(({ id }) => id === path["id"]);
  if (webhook === undefined) throw new QuoError(404, "Webhook not found.");
  return webhook;
}

/** `POST /v1/webhooks/{messages,calls,call-summaries,call-transcripts}` */
export const createLegacyWebhook: QuoHandler = (call) => ({
  status: 201,
  body: { data: webhookJson(call, register(call, "v4")) },
});

/** `GET /v1/webhooks` */
export const listWebhooks: QuoHandler = (call) => ({
  status: 200,
  body: { data: call.account.records.webhooks.map((webhook) => webhookJson(call, webhook)) },
});

/** `GET /v1/webhooks/{id}` and `GET /webhooks/{id}` */
export const getWebhook: QuoHandler = (call) => ({
  status: 200,
  body: { data: webhookJson(call, webhookAt(call)) },
});

/** `DELETE /v1/webhooks/{id}` and `DELETE /webhooks/{id}` */
export const deleteWebhook: QuoHandler = (call) => {
  const webhook = webhookAt(call);
  const { records } = call.account;
  records.webhooks = records.webhooks.filter(({ id }) => id !== webhook.id);
  call.store.save();
  return { status: 204, body: null };
};

/** `POST /webhooks`. Its body isn't fully documented: requires a URL and at least one event. */
export const createWebhookDated: QuoHandler = (call) => {
  const body = (call.body ?? {}) as Partial<WebhookBody>;
  if (typeof body.url !== "string" || !URL.canParse(body.url) || !Array.isArray(body.events))
    throw new QuoError(400, "A webhook needs a url and its events.");
  return { status: 201, body: { data: webhookJson(call, register(call, "2026-03-30")) } };
};

/** `GET /webhooks` */
export const listWebhooksDated: QuoHandler = (call) => {
  const { webhooks } = call.account.records;
  const { page, next } = pageOf(
    webhooks,
    Number(call.query["limit"]),
    call.query["after"] as string | undefined,
  );
  return {
    status: 200,
    body: { data: page.map((webhook) => webhookJson(call, webhook)), nextCursor: next },
  };
};

/** `PATCH /webhooks/{id}`: enables or disables a webhook. */
export const updateWebhookDated: QuoHandler = (call) => {
  const webhook = webhookAt(call);
  const { status } = (call.body ?? {}) as Partial<WebhookBody>;
  if (status !== "enabled" && status !== "disabled")
    throw new QuoError(400, "Only the status can be changed.");
  webhook.status = status;
  webhook.updatedAt = call.nowIso;
  call.store.save();
  return { status: 200, body: { data: webhookJson(call, webhook) } };
};
