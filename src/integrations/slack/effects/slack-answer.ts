/** Steward's reply in Slack to a member, or the card of a draft waiting for them. Allowed by the admin's standing rule. */
import * as z from "zod";
import { cardBlocks } from "../card.ts";
import { escapeMrkdwn } from "../text.ts";
import { slackCards } from "../../../messaging/tables/slack.ts";
import { postMessage } from "../write.ts";
import { isoTime } from "../../../kernel/clock.ts";
import { defineEffect, unlessUnanswered } from "../../../approvals/effects/define-effect.ts";
import { deletionOf } from "./slack-delete.ts";
import {
  channelOf,
  lookForMark,
  markSchema,
  messageOf,
  posted,
  SLACK_PLACE_LAYOUT,
  slackPlaceAsShown,
  slackPlaceSchema,
} from "./slack-fields.ts";

const documentSchema = z.strictObject({
  ...slackPlaceSchema.shape,
  text: z.string().min(1).max(6000),
  card: z
    .strictObject({
      approvalId: z.string(),
      effectHash: z.string(),
      /** The recipient. */
      memberId: z.string(),
      title: z.string(),
      lines: z.array(z.strictObject({ label: z.string(), value: z.string(), isBody: z.boolean() })).max(40),
      warnings: z.array(z.string()).max(20),
      url: z.string(),
    })
    .nullable(),
  mark: markSchema,
});

export const slackAnswer = defineEffect({
  kind: "slack.answer",
  vendor: "slack",
  capability: "write",
  document: documentSchema,
  words: { name: "Answer in Slack", plural: "answers in Slack", verb: "post", done: "Posted" },
  says: ({ toName }) => ({
    title: `Answer to ${toName} in Slack`,
    target: toName,
    ask: `Answer ${toName} in Slack?`,
    sent: `Answered ${toName} in Slack`,
  }),
  layout: [
    { path: "/toName", label: "To", role: "recipient" },
    { path: "/text", label: "Message", role: "body" },
    { path: "/card", label: "Draft", role: "detail", implied: true },
    { path: "/card/title", label: "Draft", role: "detail" },
    ...SLACK_PLACE_LAYOUT,
    { path: "/mark", label: "Mark", role: "id" },
  ],
  audience: () => "team",
  preconditions: [slackPlaceAsShown],
  recovery: "look_up",
  async perform({ toId, threadTs, text, card, mark }, account) {
    const channelId = await channelOf(account, toId);
    const message = await postMessage(account, channelId, {
      text: escapeMrkdwn(text),
      ...(card === null ? {} : { blocks: cardBlocks(card, null) }),
      ...(threadTs === null ? {} : { threadTs }),
      mark,
    });
    return posted(account, message, threadTs);
  },
  lookUp: (document, account, options) => unlessUnanswered(() => lookForMark(account, document, options)),
  compensate: deletionOf,
  /** Stores the card so that its buttons can decide and it is updated after the decision. */
  async performed({ card, connectionId }, { providerId }, { db, clock }) {
    const message = messageOf(providerId ?? "");
    if (card === null || message === null) return;
    const { approvalId, memberId } = card;
    const row = { approvalId, connectionId, ...message, memberId, at: isoTime(clock.now()) };
    await db.insert(slackCards, row).onConflictDoNothing();
  },
});
