/**
 * Composition of the inbox: implements its ports with the phone system, conversations, approvals and
 * notifications.
 */
import { isOwnMail } from "./effects/email-send.ts";
import { conversationThatTexted, isOwnText } from "./effects/sms-send.ts";
import { memberWithAddress, memberWithNumber, provePhone } from "../platform/auth/index.ts";
import { findMailConnection } from "../integrations/connections/index.ts";
import { textInbox, type InboxDeps, type InboxWorld } from "./inbox/index.ts";
import type { TenantContext } from "../platform/context.ts";
import { openContacts } from "../integrations/open.ts";
import { approvalDeps } from "../approvals/open.ts";
import { noteReturned, noteUndelivered } from "./wiring/returned.ts";
import { isInSent } from "./open-mail-reply.ts";
import { notificationDeps } from "../notifications/open.ts";

/** Dependencies of one tenant's inbox. Does no I/O. */
export function inboxWorld(ctx: TenantContext): InboxWorld {
  const db = ctx.db;
  return {
    db,
    clock: ctx.clock,
    logger: ctx.log,
    contacts: () => openContacts(ctx),
    notifications: notificationDeps(ctx),
    isOwnText: (text) => isOwnText(db, text),
    askedFrom: (text) => conversationThatTexted(db, text),
    memberWith: (number) => memberWithNumber(db, number),
    provePhone: (text) => provePhone({ db, clock: ctx.clock }, text),
    ownWords: ctx.code.ownWords,
    answersAt: async () => (await findMailConnection(db))?.settings.mail.answersAt ?? null,
    memberAt: (address) => memberWithAddress(db, address),
    isInSent: (mail) => isInSent(ctx, mail),
    isOwnMail: (mail) => isOwnMail(db, mail),
    noteReturned: (returned, at) => noteReturned(ctx, returned, at),
    noteUndelivered: (textId) => noteUndelivered(ctx, textId),
    approvals: () => approvalDeps(ctx),
    judgeSoon: (keys) => ctx.handOut("inbox.judge", keys),
    conversation: ctx.objects.conversation,
  };
}

export function inboxDeps(ctx: TenantContext): InboxDeps {
  return textInbox(inboxWorld(ctx));
}
