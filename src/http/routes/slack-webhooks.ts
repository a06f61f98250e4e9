/** Slack's three addresses of a connection: events, slash commands and pressed buttons. Signed by Slack, kept before they are acknowledged, worked on behind the answer. */
import { readCommand, readEvent, readPress, type SlackRequest } from "../../channels/slack/inbound.ts";
import { freshSignatures, isSigned } from "../../channels/slack/verify.ts";
import { acceptSlack, provenDelivery } from "../../inbox/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { LIMITS } from "../../kernel/limits.ts";
import { inBackground } from "../context.ts";
import { parseJsonBytes, readBytes } from "../middleware/body.ts";
import { pathParam, type App } from "../serve.ts";

const SLACK = { vendor: "slack", signatures: freshSignatures, isSigned } as const;

type Read = (body: Uint8Array<ArrayBuffer>) => Promise<SlackRequest | null> | SlackRequest | null;

/** How a request is read, and what it is answered with at once. */
const KINDS: Readonly<Record<string, { readonly read: Read; readonly answer: object | null }>> = {
  events: { read: (body) => readEvent(parseJsonBytes(body)), answer: { ok: true } },
  commands: {
    read: (body) => readCommand(formOf(body)),
    answer: { response_type: "ephemeral", text: "One moment." },
  },
  interactions: {
    read: (body) => readPress(parseJsonBytes(new TextEncoder().encode(formOf(body).get("payload") ?? ""))),
    answer: null,
  },
};

/** Adds them. */
export function slackWebhookRoutes(app: App): void {
  app.post("/webhooks/slack/:connectionId/:kind", async (c) => {
    const { services } = c.var;
    const kind = KINDS[pathParam(c, "kind")];
    if (kind === undefined) throw new AppError("not_found", "That webhook doesn't exist.");
    const connectionId = pathParam(c, "connectionId");
    const { tenantId, body } = await provenDelivery(services.webhooks, SLACK, {
      connectionId,
      headers: c.req.raw.headers,
      body: () => readBytes(c.req.raw, LIMITS.requestBodyBytes),
    });
    const request = await kind.read(body);
    if (request === null) throw new AppError("invalid_request", "Steward can’t read this request.");
    if (request.kind === "challenge") return c.json({ challenge: request.challenge });
    if (request.kind === "inbound") {
      const deps = { db: services.webhooks.db(tenantId), clock: services.clock };
      const work = await acceptSlack(deps, connectionId, request.inbound);
      if (work.length > 0) inBackground(c, services.received({ tenantId, work }));
    }
    return kind.answer === null ? c.body(null, 200) : c.json(kind.answer);
  });
}

function formOf(body: Uint8Array<ArrayBuffer>): URLSearchParams {
  return new URLSearchParams(new TextDecoder().decode(body));
}
