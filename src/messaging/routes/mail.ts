/** Routes of e-mail: settings, check status, stored e-mails and attachments. */
import { mailEndpoints } from "../api/mail.ts";
import { AppError } from "../../kernel/errors.ts";
import { authenticate } from "../../platform/http/middleware/session.ts";
import { pathParam, serve, type App } from "../../platform/http/serve.ts";
import { mailPages, type MailPages, type MailProbe } from "../inbox/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { MAIL_VENDORS } from "../../integrations/connections/index.ts";
import { calendarsOf, mailboxesOf } from "../../integrations/open-mailboxes.ts";
import { findAccount } from "../../integrations/open.ts";

export function mailRoutes(app: App): void {
  serve(app, mailEndpoints.state, ({ ctx, principal }) => mailServices(ctx).state(principal.tenant.timeZone));

  serve(app, mailEndpoints.update, async ({ ctx, tenantId, principal, body }) => {
    const { id, name } = principal.user;
    const change = {
      settings: body.settings,
      version: body.version,
      by: { kind: "user" as const, id, name },
    };
    const updated = await mailServices(ctx).update(change, principal.tenant.timeZone);
    const tenant = await ctx.objects.team();
    await tenant.publish(tenantId, { type: "schedules.updated" });
    return updated;
  });

  serve(app, mailEndpoints.test, ({ ctx }) => mailServices(ctx).test());

  serve(app, mailEndpoints.list, async ({ ctx, query }) => ({
    items: await mailServices(ctx).list(query.limit),
    nextCursor: null,
  }));

  serve(app, mailEndpoints.summaries, async ({ ctx, query }) => ({
    items: await mailServices(ctx).summaries(query.conversationId),
  }));

  // An untrusted file: served as a download, never rendered or run by the browser.
  app.get("/api/mails/:id/attachments/:index", async (c) => {
    const principal = await authenticate(c);
    const index = Number(c.req.param("index"));
    if (!Number.isInteger(index) || index < 0)
      throw new AppError("not_found", "That attachment doesn’t exist.");
    const file = await mailServices(c.var.deployment.tenant(principal.tenant.id)).attachment({
      id: pathParam(c, "id"),
      index,
    });
    c.header("content-type", "application/octet-stream");
    c.header("content-disposition", `attachment; filename*=UTF-8''${encoded(file.name)}`);
    c.header("x-content-type-options", "nosniff");
    return c.body(file.bytes);
  });
}

/** RFC 8187: also encode the characters that `encodeURIComponent` leaves. */
function encoded(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The period a connection test requests from a calendar. */
const A_MOMENT = { from: "2026-01-01T00:00:00.000Z", to: "2026-01-01T00:01:00.000Z" };

/** Does no I/O. */
export function mailServices(ctx: TenantContext): MailPages {
  return mailPages({
    db: ctx.db,
    clock: ctx.clock,
    logger: ctx.log,
    probe: (connectionId) => probe(ctx, connectionId),
    kept: ctx.files.attachments,
  });
}

async function probe(ctx: TenantContext, connectionId?: string): Promise<MailProbe | null> {
  const account = await findAccount(ctx, MAIL_VENDORS, connectionId);
  if (account === null) return null;
  const mailboxes = mailboxesOf(account);
  const { settings } = mailboxes.connection;
  const ownerOf = (address: string) => ({
    address,
    name: settings.mailboxes.find((one) => one.address === address)?.name ?? address,
  });
  return {
    serviceAccount: mailboxes.serviceAccount,
    lacks: mailboxes.lacks([
      "read",
      "send",
      ...(settings.mail.calendars.length > 0 ? (["calendar"] as const) : []),
      ...(settings.mail.markInGmail ? (["label"] as const) : []),
    ]),
    settings,
    tryMailbox: (address) => mailboxes.list(address, "in:inbox", null, 1),
    tryCalendar: (acting, owner) => calendarsOf(account).events(ownerOf(acting), ownerOf(owner), A_MOMENT),
    attachment: ({ mailbox, id }, index) => mailboxes.attached(mailbox, id, index),
  };
}
