/**
 * Slack's three webhook URLs: events, slash commands and button presses, for a keyed connection or the
 * deployment's own app. Signed by Slack, stored before acknowledgment, processed in the background. For the
 * app, only the signed body determines the owner, by its workspace.
 */
import { received, webhookDeps } from "../open-webhooks.ts";
import { readCommand, readEvent, readPress, type SlackRequest } from "../slack/inbound.ts";
import { freshSignatures, isSigned } from "../slack/verify.ts";
import {
  acceptSlack,
  mustHaveRoom,
  provenDelivery,
  provenForApp,
  type AppWebhooks,
  type SlackInbound,
  type WebhookForm,
} from "../inbox/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { LIMITS } from "../../kernel/limits.ts";
import { inBackground, type HttpContext } from "../../platform/http/context.ts";
import { parseJsonBytes, readBytes } from "../../platform/http/middleware/body.ts";
import { pathParam, type App } from "../../platform/http/serve.ts";

const SLACK = { vendor: "slack", signatures: freshSignatures, isSigned } as const;

type Read = (body: Uint8Array<ArrayBuffer>) => Promise<SlackRequest | null> | SlackRequest | null;

/** How a request is parsed, and its immediate response. */
interface Kind {
  readonly form: WebhookForm;
  readonly read: Read;
  readonly answer: object | null;
}
const KINDS: Readonly<Record<string, Kind>> = {
  events: { form: "json", read: (body) => readEvent(parseJsonBytes(body)), answer: { ok: true } },
  commands: {
    form: "form",
    read: (body) => readCommand(formOf(body)),
    answer: { response_type: "ephemeral", text: "One moment." },
  },
  interactions: {
    form: "form",
    read: (body) => readPress(parseJsonBytes(new TextEncoder().encode(formOf(body).get("payload") ?? ""))),
    answer: null,
  },
};

export function slackWebhookRoutes(app: App): void {
  app.post("/webhooks/slack/app/:kind", async (c) => {
    const webhooks = webhookDeps(c.var.deployment);
    const kind = kindOf(c);
    const source = { ...SLACK, form: kind.form };
    const body = await provenForApp(webhooks, source, { headers: c.req.raw.headers, body: bodyOf(c) });
    return settled(c, kind, await kind.read(body), ({ workspaceId }) =>
      webhooks.ofApp("slack").connectionOf(workspaceId),
    );
  });

  app.post("/webhooks/slack/:connectionId/:kind", async (c) => {
    const kind = kindOf(c);
    const connectionId = pathParam(c, "connectionId");
    const source = { ...SLACK, form: kind.form };
    const { tenantId, body } = await provenDelivery(webhookDeps(c.var.deployment), source, {
      connectionId,
      headers: c.req.raw.headers,
      body: bodyOf(c),
    });
    return settled(c, kind, await kind.read(body), () => Promise.resolve({ tenantId, connectionId }));
  });
}

function kindOf(c: HttpContext): Kind {
  const kind = KINDS[pathParam(c, "kind")];
  if (kind === undefined) throw new AppError("not_found", "That webhook doesn’t exist.");
  return kind;
}

function bodyOf(c: HttpContext) {
  return () => readBytes(c.req.raw, LIMITS.requestBodyBytes);
}

/**
 * Stores a verified request for its owner and acknowledges it. Requests without an owner are acknowledged
 * too, or Slack would retry them.
 */
async function settled(
  c: HttpContext,
  kind: Kind,
  request: SlackRequest | null,
  whose: (inbound: SlackInbound) => ReturnType<AppWebhooks["connectionOf"]>,
): Promise<Response> {
  const { deployment } = c.var;
  if (request === null) throw new AppError("invalid_request", "Steward can’t read this request.");
  if (request.kind === "challenge") return c.json({ challenge: request.challenge });
  const owner = request.kind === "inbound" ? await whose(request.inbound) : null;
  if (request.kind === "inbound" && owner !== null) {
    const { tenantId, connectionId } = owner;
    mustHaveRoom(webhookDeps(deployment), tenantId);
    const deps = { db: deployment.tenant(tenantId).db, clock: deployment.clock };
    const work = await acceptSlack(deps, connectionId, request.inbound);
    if (work.length > 0) inBackground(c, received(deployment.tenant(tenantId), work));
  }
  return kind.answer === null ? c.body(null, 200) : c.json(kind.answer);
}

function formOf(body: Uint8Array<ArrayBuffer>): URLSearchParams {
  return new URLSearchParams(new TextDecoder().decode(body));
}
