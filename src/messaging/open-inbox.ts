/** Composition of the inbox: the phone system, the conversations, approvals and the team's devices behind its ports. */
import { isOwnMail } from "./effects/email-send.ts";
import { conversationThatTexted, isOwnText } from "./effects/sms-send.ts";
import { memberWithAddress, memberWithNumber, provePhone } from "../platform/auth/index.ts";
import { findGoogleInfo } from "../integrations/google/connection.ts";
import { tenantDb } from "../platform/db/index.ts";
import { textInbox, type InboxDeps, type InboxWorld } from "./inbox/index.ts";
import { systemClock } from "../kernel/clock.ts";
import type { Env } from "../platform/env.ts";
import { systemLogger } from "../platform/logger.ts";
import { openTexting } from "../integrations/open.ts";
import { handOutSafely } from "../platform/wiring/hand-out.ts";
import { wordsReader } from "../platform/wiring/code.ts";
import { approvalDeps } from "../approvals/open.ts";
import { noteReturned, noteUndelivered } from "../approvals/wiring/returned.ts";
import { isInSent } from "./wiring/mail-reply.ts";
import { notificationDeps } from "../notifications/open.ts";
import { conversationsOf } from "../agent/open.ts";

/** What the inbox of one tenant needs of the world. Cheap. */
export function inboxWorld(env: Env, tenantId: string): InboxWorld {
  const db = tenantDb(env, tenantId);
  return {
    db,
    clock: systemClock,
    logger: systemLogger,
    contacts: async () => (await openTexting(env, tenantId)).contacts,
    notifications: notificationDeps(env, tenantId),
    isOwnText: (text) => isOwnText(db, text),
    askedFrom: (text) => conversationThatTexted(db, text),
    memberWith: (number) => memberWithNumber(db, number),
    provePhone: (text) => provePhone({ db, clock: systemClock }, text),
    ownWords: wordsReader(env),
    answersAt: async () => (await findGoogleInfo(db))?.settings.mail.answersAt ?? null,
    memberAt: (address) => memberWithAddress(db, address),
    isInSent: (mail) => isInSent(env, tenantId, mail),
    isOwnMail: (mail) => isOwnMail(db, mail),
    noteReturned: (returned) => noteReturned(env, tenantId, returned),
    noteUndelivered: (textId) => noteUndelivered(env, tenantId, textId),
    approvals: () => approvalDeps(env, tenantId),
    judgeSoon: (keys) => handOutSafely(env, { tenantId, kind: "inbox.judge", keys }),
    conversation: conversationsOf(env, tenantId),
  };
}

/** What the inbox of one tenant is given. */
export function inboxDeps(env: Env, tenantId: string): InboxDeps {
  return textInbox(inboxWorld(env, tenantId));
}
