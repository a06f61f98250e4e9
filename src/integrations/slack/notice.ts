/**
 * What the app says in Slack that is no effect: fixed words to whoever addressed it, seen by them alone, and what became of a card it posted itself. No model's
 * words come through here.
 */
import type { Json } from "../../kernel/hash.ts";
import type { SlackAccount } from "./read.ts";

/** Shows words to one person alone, where they are. A direct message is theirs alone anyway. */
export async function tellAlone(
  { client }: SlackAccount,
  { channelId, userId, text }: { readonly channelId: string; readonly userId: string; readonly text: string },
): Promise<void> {
  const body = { channel: channelId, user: userId, text };
  await client({ method: "POST", path: "/chat.postEphemeral", body });
}

/** Writes a message of ours anew. Safe to repeat. */
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
