/** Writing in Slack. Called by effects alone. */
import type { Json } from "../../kernel/hash.ts";
import { openedSchema, parseAnswer, postedSchema } from "./parse.ts";
import type { SlackAccount } from "./read.ts";

/** The type of what we attach to our own messages; its payload holds the mark by which one is found again. Persisted at Slack. */
export const METADATA_TYPE = "steward_message";

/** A message as it is posted. */
export interface Posted {
  /** Slack's own text, already escaped. */
  readonly text: string;
  /** Where the message is more than its text; the text then stands in notifications alone. */
  readonly blocks?: readonly Json[] | undefined;
  readonly threadTs?: string | undefined;
  /** Ours, to find it by. */
  readonly mark: string;
}

/** The direct messages with somebody; opened where there are none yet. Safe to repeat. */
export async function openDirect({ client }: SlackAccount, userId: string): Promise<string> {
  const body = { users: userId };
  const answer = await client({ method: "POST", path: "/conversations.open", body });
  return parseAnswer(openedSchema, answer, "unknown").channel.id;
}

/** Posts a message. Links in it are not opened and shown: what was approved is all there is. */
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

/** Deletes a message of ours. */
export async function deleteMessage({ client }: SlackAccount, channelId: string, ts: string): Promise<void> {
  await client({ method: "POST", path: "/chat.delete", body: { channel: channelId, ts } });
}
