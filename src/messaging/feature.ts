/** Messaging: texts, calls, e-mail and Slack as conversations; contacts; the shared inbox. */
import * as effects from "./effects/all.ts";
import * as agents from "./agents/all.ts";
import { defineFeature } from "../kernel/features.ts";
import { defineWork } from "../platform/work/kinds.ts";
import { joinedSource } from "../knowledge/search/index.ts";
import { fitPicture } from "../agent/pictures.ts";
import { knowledgeSource } from "../knowledge/sources/index.ts";
import {
  contactsByNumber,
  syncContacts,
  advanceCalls,
  continueBackfills,
  lookUpArrivals,
  readPicture,
  threadFacts,
} from "./open.ts";
import { feedConsumer } from "./feed.ts";
import { judgeUrgency, lastWords, mailSource, numberOwners, sentSince, textSource } from "./inbox/index.ts";
import { pollMail, runMailCheck } from "./open-mail.ts";
import { contactRoutes } from "./routes/contacts.ts";
import { mailRoutes } from "./routes/mail.ts";
import { replyTemplateRoutes, threadViewRoutes, threadRoutes } from "./routes/threads.ts";
import { slackWebhookRoutes } from "./routes/slack-webhooks.ts";
import { textRoutes } from "./routes/texts.ts";
import { webhookRoutes } from "./routes/webhooks.ts";
import { quoWebhooks } from "./sms/inbound.ts";
import * as contactsTables from "./tables/contacts.ts";
import * as inboxTables from "./tables/inbox.ts";
import * as mailsTables from "./tables/mails.ts";
import * as slackTables from "./tables/slack.ts";
import * as threadsTables from "./tables/threads.ts";
import { callSource, groupLints, saidInCall } from "./texts/index.ts";
import { noteSource, threadConsumer } from "./threads/index.ts";
import {
  wakeThreads,
  dispatchMails,
  dispatchSlack,
  dispatchTexts,
  dispatchUrgentTexts,
  judgeDeps,
} from "./open-inbox.ts";
import { contacts as contactsTools } from "./tools/contacts/index.ts";
import { mail as mailTools } from "./tools/mail/index.ts";
import { messages } from "./tools/messages/index.ts";
import { pictures } from "./tools/pictures/index.ts";
import { records } from "./tools/records/index.ts";
import { summarizeWatched } from "./open-summaries.ts";
import { settleSlackCards } from "./open-slack.ts";
import { messagingWork } from "./work.ts";
import { erases } from "./erases.ts";
import { exports } from "./exports.ts";

export const messagingFeature = defineFeature({
  name: "messaging",
  erases,
  exports,
  tables: [contactsTables, inboxTables, mailsTables, slackTables, threadsTables],
  routes: [
    contactRoutes,
    mailRoutes,
    replyTemplateRoutes,
    threadViewRoutes,
    textRoutes,
    threadRoutes,
    slackWebhookRoutes,
    webhookRoutes,
  ],
  agents: Object.values(agents),
  toolsets: [contactsTools, messages, records, mailTools, pictures],
  effects: Object.values(effects),
  work: defineWork(messagingWork, {
    "inbox.sweep": [dispatchTexts, dispatchUrgentTexts],
    "mail.sweep": dispatchMails,
    "slack.sweep": dispatchSlack,
    "inbox.judge": (ctx, task) => judgeUrgency(judgeDeps(ctx), task),
    "mail.poll": pollMail,
    "mail.summarize": summarizeWatched,
    "texts.calls": advanceCalls,
    "texts.arrivals": lookUpArrivals,
    "texts.backfill": continueBackfills,
    "threads.wake": wakeThreads,
    "contacts.sync": syncContacts,
  }),
  jobs: {
    "mail.general": (ctx) => runMailCheck(ctx, "general"),
    "mail.leads": (ctx) => runMailCheck(ctx, "leads"),
  },
  consumers: (ctx) => {
    const threads = threadConsumer(ctx.db, () => ctx.timeZone());
    // Threads come first: a page that hears of a text reads its thread at once.
    return [threads, { ...feedConsumer(ctx), after: [threads.name] }];
  },
  agentServices: (ctx) => ({ threadOf: threadFacts(ctx), readPicture: readPicture(ctx) }),
  services: (ctx) => ({
    saidInCall: (callId) => saidInCall(ctx.db, callId),
    readPicture: readPicture(ctx),
    fitPicture: (bytes) => fitPicture(ctx.images, bytes),
  }),
  approvalServices: (ctx) => ({
    sentSince: (threads) => sentSince(ctx.db, threads),
    lastWords: (threadKeys, since) => lastWords(ctx.db, threadKeys, since),
    groupLints: (threadKey) => groupLints(ctx.db, threadKey),
    settleCards: (approval) => settleSlackCards(ctx, approval),
  }),
  searchSources(ctx) {
    const { db } = ctx;
    const owners = numberOwners((numbers) => contactsByNumber(ctx, numbers));
    const fromSources = knowledgeSource({ db, words: ctx.files.words }, "email");
    return {
      // Keys of mailboxes contain a slash, IDs of sources' items don't.
      email: joinedSource(mailSource(db), fromSources, (id) => !id.includes("/")),
      sms: textSource(db, owners),
      call: callSource(db, owners),
      note: noteSource(db, owners),
    };
  },
  webhooks: [quoWebhooks],
});
