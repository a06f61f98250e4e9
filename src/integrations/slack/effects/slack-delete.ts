/** Deletes one of our Slack messages. A missing message counts as deleted. */
import * as z from "zod";
import { findMessage } from "../read.ts";
import { deleteMessage } from "../write.ts";
import { IntegrationError } from "../../../kernel/errors.ts";
import { defineEffect, unlessUnanswered } from "../../../approvals/effects/define-effect.ts";
import { messageOf, SLACK_PLACE_LAYOUT, slackPlaceSchema } from "./slack-fields.ts";

const documentSchema = z.strictObject({
  ...slackPlaceSchema.shape,
  messageId: z.string(),
  text: z.string(),
});

export const slackDelete = defineEffect({
  kind: "slack.delete",
  vendor: "slack",
  capability: "write",
  document: documentSchema,
  words: {
    name: "Slack message deletion",
    plural: "Slack message deletions",
    verb: "delete",
    done: "Deleted",
    irreversible: "People may already have read the message.",
  },
  says: ({ toName }) => ({
    title: `Delete a Slack message to ${toName}`,
    target: toName,
    ask: `Delete this message to ${toName} in Slack?`,
    sent: `Message to ${toName} in Slack deleted`,
  }),
  layout: [
    { path: "/toName", label: "To", role: "recipient" },
    { path: "/text", label: "Message", role: "body" },
    ...SLACK_PLACE_LAYOUT,
    { path: "/messageId", label: "Message", role: "id" },
  ],
  audience: () => "no_one",
  recovery: "look_up",
  async perform({ messageId }, account) {
    const message = whichOf(messageId);
    try {
      await deleteMessage(account, message.channelId, message.ts);
    } catch (error) {
      if (!(error instanceof IntegrationError && error.status === 404)) throw error;
    }
    return { providerId: null };
  },
  lookUp({ messageId, threadTs }, account) {
    return unlessUnanswered(async () => {
      const { channelId, ts } = whichOf(messageId);
      const found = await findMessage(account, channelId, ts, threadTs ?? undefined);
      return found === null ? { kind: "found", done: { providerId: null } } : { kind: "absent" };
    });
  },
});

/** Undo for a posted message; null if it can't be identified. */
export function deletionOf(
  { connectionId, toId, toName, readBy, threadTs, text }: Omit<z.output<typeof documentSchema>, "messageId">,
  messageId: string | null,
) {
  if (messageId === null) return null;
  return {
    label: "Delete the message",
    effect: slackDelete.of({ connectionId, toId, toName, readBy, threadTs, messageId, text }),
  };
}

function whichOf(messageId: string) {
  const message = messageOf(messageId);
  if (message !== null) return message;
  throw new IntegrationError("slack", "the message can’t be identified", {
    outcome: "not_applied",
    status: 400,
  });
}
