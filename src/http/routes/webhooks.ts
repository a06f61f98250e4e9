/**
 * Webhooks: signed by the provider, without sign-in. The connection in the address fixes tenant and secrets; nothing in a body is believed,
 * and nothing but the connection's secrets is read, before its signature is proven. Acknowledged once it is on disk, before any work.
 */
import { freshSignatures, isSigned } from "../../channels/sms/verify.ts";
import { readEvent } from "../../channels/sms/inbound.ts";
import { acceptEvent } from "../../inbox/index.ts";
import { isoTime } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { LIMITS } from "../../kernel/limits.ts";
import { inBackground, type HttpContext } from "../context.ts";
import { parseJsonBytes, readBytes } from "../middleware/body.ts";
import { pathParam, type App } from "../serve.ts";

/** Adds them. */
export function webhookRoutes(app: App): void {
  app.post("/webhooks/quo/:connectionId", async (c) => {
    const connectionId = pathParam(c, "connectionId");
    const { tenantId, body } = await provenBody(c, connectionId);
    const { services } = c.var;
    const deliveryId = c.req.header("webhook-id") ?? "";
    const event = readEvent(parseJsonBytes(body), deliveryId, isoTime(services.clock.now()));
    if (event === null) throw new AppError("invalid_request", "This is no event of Quo's.");

    const accepted = await acceptEvent(services.inbox(tenantId), { vendor: "quo", connectionId }, event);
    const fields = { tenantId, connectionId, vendor: "quo" };
    if (!event.isKnown) services.logger.info("webhook.unknown_type", fields);
    if (event.isUnreadable) {
      services.logger.error("webhook.unreadable", fields);
      inBackground(c, services.alertAdmins(tenantId, UNREADABLE));
    }
    if (event.text !== null && accepted.textId !== null)
      inBackground(c, services.drainInbox({ tenantId, text: event.text }));
    if (event.call !== null) inBackground(c, services.advanceCalls());
    return c.json({ ok: true, duplicate: accepted.duplicate });
  });
}

const UNREADABLE = {
  code: "webhook_unreadable",
  title: "A text came in that Steward cannot read",
  body: "Its event has a form that is not known. The text is in the phone system.",
};

/** The body of a delivery whose signature is proven, with the tenant the connection belongs to. Throws `invalid_signature` (401). */
async function provenBody(
  c: HttpContext,
  connectionId: string,
): Promise<{ tenantId: string; body: Uint8Array<ArrayBuffer> }> {
  const { services } = c.var;
  const refused = new AppError("invalid_signature", "The signature is missing, stale or wrong.");
  const signatures = freshSignatures(c.req.raw.headers, services.clock.now());
  if (signatures.length === 0) throw refused;
  const known = await services.webhookSecrets("quo", connectionId);
  if (known === null) throw refused;
  const body = await readBytes(c.req.raw, LIMITS.requestBodyBytes);
  if (await isSigned(signatures, body, known.secrets)) return { tenantId: known.tenantId, body };
  // The secret may have been replaced a moment ago.
  const now = await services.webhookSecrets("quo", connectionId, true);
  if (now === null || !(await isSigned(signatures, body, now.secrets))) throw refused;
  return { tenantId: now.tenantId, body };
}
