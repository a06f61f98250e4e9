/** Writes to Slack. Called by effects only. */
import type { Json } from "../../kernel/hash.ts";
import { openedSchema, parseAnswer, postedSchema } from "./parse.ts";
import type { SlackAccount } from "./read.ts";

/** Metadata type of our messages; its payload holds the mark for lookup. Persisted at Slack. */
export const METADATA_TYPE = "steward_message";

export interface Posted {
  /** Already escaped mrkdwn. */
  readonly text: string;
  /** If set, `text` is only shown in notifications. */
  readonly blocks?: readonly Json[] | undefined;
  readonly threadTs?: string | undefined;
  /** Our mark for lookup after a crash. */
  readonly mark: string;
}

/** The direct message channel with a user; opened if needed. Idempotent. */
export async function openDirect({ client }: SlackAccount, userId: string): Promise<string> {
  const body = { users: userId };
  const answer = await client({ method: "POST", path: "/conversations.open", body });
  return parseAnswer(openedSchema, answer, "unknown").channel.id;
}

/** Posts a message. Link previews are off: only what was approved is shown. */
export async function postMessage(
  { client }: SlackAccount,
  channelId: string,
  { text, blocks, threadTs, mark }: Posted,
): Promise<{ readonly channelId: string; readonly ts: string }> {
  const body = {
    channel: channelId,
    text,
    ...(blocks === undefined ? {} : { blocks }),
    ...(threadTs === undefined ? {} : { thread_ts: threadTs }),
    unfurl_links: false,
    unfurl_media: false,
    metadata: { event_type: METADATA_TYPE, event_payload: { mark } },
  };
  const answer = await client({ method: "POST", path: "/chat.postMessage", body });
  const { channel, ts } = parseAnswer(postedSchema, answer, "unknown");
  return { channelId: channel, ts };
}

export async function deleteMessage({ client }: SlackAccount, channelId: string, ts: string): Promise<void> {
  await client({ method: "POST", path: "/chat.delete", body: { channel: channelId, ts } });
}
