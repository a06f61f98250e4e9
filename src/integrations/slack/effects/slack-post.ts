/** Posts a Slack message to a channel, thread or person. Its mark identifies it after a crash; undone by deleting it. */
import * as z from "zod";
import { isOfEverybody, outgoingText } from "../text.ts";
import { postMessage } from "../write.ts";
import type { Lint } from "../../../approvals/api/approval.ts";
import { defineEffect, unlessUnanswered } from "../../../approvals/effects/define-effect.ts";
import {
  channelOf,
  lookForMark,
  markSchema,
  posted,
  SLACK_PLACE_LAYOUT,
  slackPlaceAsShown,
  slackPlaceSchema,
} from "./slack-fields.ts";
import { deletionOf } from "./slack-delete.ts";

const documentSchema = z.strictObject({
  ...slackPlaceSchema.shape,
  /** Author and start of the parent message. */
  threadAbout: z.string().nullable(),
  text: z.string().min(1).max(3000),
  /** The only mentions that notify. */
  pings: z
    .array(
      z.strictObject({ id: z.string().regex(/^(?:[UW][A-Z0-9]+|channel|here|everyone)$/), name: z.string() }),
    )
    .max(20),
  mark: markSchema,
});

export const slackPost = defineEffect({
  kind: "slack.post",
  vendor: "slack",
  capability: "write",
  document: documentSchema,
  words: {
    name: "Slack message",
    plural: "Slack messages",
    verb: "post",
    done: "Posted",
    message: "message",
  },
  says: ({ toName, threadTs }) => ({
    title: threadTs === null ? `Slack message to ${toName}` : `Slack reply in ${toName}`,
    target: toName,
    ask: threadTs === null ? `Post this to ${toName} in Slack?` : `Post this reply in ${toName} in Slack?`,
    sent: `Posted to ${toName} in Slack`,
  }),
  layout: [
    { path: "/toName", label: "To", role: "recipient" },
    { path: "/threadAbout", label: "In the thread of", role: "detail" },
    { path: "/text", label: "Message", role: "body" },
    { path: "/pings/*/name", label: "Notifies", role: "detail" },
    { path: "/pings", label: "Notifies", role: "detail", implied: true },
    { path: "/pings/*/id", label: "Notifies", role: "id" },
    ...SLACK_PLACE_LAYOUT,
    { path: "/mark", label: "Mark", role: "id" },
  ],
  audience: ({ readBy }) => (readBy === "the workspace" ? "team" : "outside"),
  lints: ({ pings, toName, readBy }) => [
    ...(pings.some(isOfEverybody) ? [notifiesEverybody(toName)] : []),
    ...(readBy === "the workspace" ? [] : [readOutside(toName)]),
  ],
  preconditions: [slackPlaceAsShown],
  recovery: "look_up",
  async perform({ toId, threadTs, text, pings, mark }, account) {
    const channelId = await channelOf(account, toId);
    const message = await postMessage(account, channelId, {
      text: outgoingText(text, pings),
      ...(threadTs === null ? {} : { threadTs }),
      mark,
    });
    return posted(account, message, threadTs);
  },
  lookUp: (document, account, options) => unlessUnanswered(() => lookForMark(account, document, options)),
  compensate: deletionOf,
});

function notifiesEverybody(toName: string): Lint {
  return {
    code: "slack_everybody",
    level: "warning",
    message: `Notifies everyone in ${toName}`,
    path: "/text",
  };
}

function readOutside(toName: string): Lint {
  return {
    code: "slack_outside",
    level: "warning",
    message: toName.startsWith("#")
      ? `${toName} is shared: people from another company can read it`
      : `${toName} is a guest in the workspace`,
    path: "/toName",
  };
}
