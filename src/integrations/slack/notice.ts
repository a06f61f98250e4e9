/**
 * Slack messages that aren't effects: fixed, ephemeral replies to the person who addressed the app, and updates of cards the app posted.
 * Model output never goes through here.
 */
import type { Json } from "../../kernel/hash.ts";
import type { SlackAccount } from "./read.ts";

/** Shows an ephemeral message. In a direct message, a normal one, since only they can see it. */
export async function tellAlone(
  { client }: SlackAccount,
  { channelId, userId, text }: { readonly channelId: string; readonly userId: string; readonly text: string },
): Promise<void> {
  const body = { channel: channelId, user: userId, text };
  await client({ method: "POST", path: "/chat.postEphemeral", body });
}

/** Replaces a message of ours. Idempotent. */
export async function rewrite(
  { client }: SlackAccount,
  message: {
    readonly channelId: string;
    readonly ts: string;
    readonly text: string;
    readonly blocks: readonly Json[];
  },
): Promise<void> {
  const { channelId: channel, ts, text, blocks } = message;
  await client({ method: "POST", path: "/chat.update", body: { channel, ts, text, blocks } });
}
